import { describe, expect, test } from 'vitest';
import { loadEngine } from '../../../src/statements/pdf/open-pdf.ts';

const INSTALL = 'npm install unpdf@~1.7';
const engineFrom = (peer: () => unknown) => loadEngine(async () => peer());
const fails = (error: object) => () => {
  throw Object.assign(new Error('no'), error);
};

describe('the engine', () => {
  test('is there', async () => {
    expect(await loadEngine()).toMatchObject({ getDocument: expect.any(Function) });
  });

  test('names the command that installs it', async () => {
    const missing = fails({
      code: 'ERR_MODULE_NOT_FOUND',
      message: "Cannot find package 'unpdf' imported from /app/x.js",
    });
    await expect(engineFrom(missing)).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: `repaykit/statements: unpdf: is not installed: ${INSTALL}`,
    });
  });

  test.each([
    ['cannot be compiled here', fails({ name: 'SyntaxError' })],
    [
      'misses a package of its own',
      fails({ code: 'ERR_MODULE_NOT_FOUND', message: "Cannot find package 'pdfjs-dist' imported from unpdf" }),
    ],
    [
      'carries an engine that fails',
      () => ({ getResolvedPDFJS: async () => Promise.reject(new TypeError('Promise.try is not a function')) }),
    ],
  ])('says that it is of a version that does not load when it %s', async (_why, peer) => {
    await expect(engineFrom(peer)).rejects.toThrow(
      `unpdf: is installed in a version that does not load on Node ${process.versions.node}: ${INSTALL}`,
    );
  });

  test.each([
    ['has no engine to give', () => ({ extractText: () => '' })],
    ['gives one that opens nothing', () => ({ getResolvedPDFJS: async () => ({}) })],
    [
      'numbers its operators differently',
      () => ({ getResolvedPDFJS: async () => ({ getDocument: () => undefined, OPS: { showText: 45 } }) }),
    ],
  ])('says that it is of another version when it %s', async (_why, peer) => {
    await expect(engineFrom(peer)).rejects.toThrow(`unpdf: is of a version that does not fit: ${INSTALL}`);
  });
});
