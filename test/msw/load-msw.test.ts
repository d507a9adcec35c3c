import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../src/errors.ts';
import { loadMsw } from '../../src/msw/handlers.ts';
import { found as required } from '../../src/msw/msw-module-cjs.ts';

const missing = (code: string, message: string) => ({ cause: Object.assign(new Error(message), { code }) });

describe('the optional peer msw', () => {
  test('is found where it is installed', () => {
    expect(loadMsw().http.all).toBeTypeOf('function');
  });

  // msw's own CJS build needs a Node that can require ESM.
  test.runIf('require_module' in process.features && process.features.require_module)('is found by require too', () => {
    expect(loadMsw(required).http.all).toBeTypeOf('function');
  });

  test.each([
    [
      'import',
      missing('ERR_MODULE_NOT_FOUND', "Cannot find package 'msw' imported from /app/node_modules/repaykit/dist/msw.js"),
    ],
    [
      'require',
      missing(
        'MODULE_NOT_FOUND',
        "Cannot find module 'msw'\nRequire stack:\n- /app/node_modules/repaykit/dist/msw.cjs",
      ),
    ],
  ])('is asked for with the command that installs it, if %s does not find it', (_way, looked) => {
    expect(() => loadMsw(looked)).toThrow(ConfigurationError);
    expect(() => loadMsw(looked)).toThrow('npm install --save-dev msw@2');
  });

  test('is asked for in a newer version, if it is of another make', () => {
    expect(() => loadMsw({ msw: { rest: {} } })).toThrow(/older than version 2: npm install --save-dev msw@2/);
  });

  test.each([
    ['breaks', { cause: new SyntaxError('Unexpected token') }],
    [
      'misses a package of its own',
      missing(
        'ERR_MODULE_NOT_FOUND',
        "Cannot find package 'graphql' imported from /app/node_modules/msw/lib/core/index.mjs",
      ),
    ],
  ])('shows its own failure, if it is there and %s', (_what, looked) => {
    expect(() => loadMsw(looked)).toThrow(looked.cause);
  });
});
