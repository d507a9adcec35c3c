import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CallOptions, checkCallOptions } from '../../src/client/call-options.ts';
import type { RepayKitOptions } from '../../src/client/options.ts';
import { checkOptions, clientOptions, type Settings } from '../../src/client/options-check.ts';
import { ConfigurationError, InputError } from '../../src/errors.ts';
import { operations } from '../../src/wire/operations.ts';

const guide = readFileSync('docs/options.md', 'utf8');

/** The cells of the one table below a heading. */
function tableBelow(heading: string): string[][] {
  const [, below = ''] = guide.split(`\n${heading}\n`);
  const lines = below.split(/\n#+ /)[0]?.split('\n') ?? [];
  const rows = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').slice(1, -1));
  return rows.slice(2).map((cells) => cells.map((cell) => cell.trim().replaceAll('`', '')));
}

/** First and second cell of each row. */
const pairsBelow = (heading: string) =>
  Object.fromEntries(tableBelow(heading).map(([name = '', value = '']) => [name, value]));
const namesBelow = (heading: string) => Object.keys(pairsBelow(heading));
const shown = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en-US') : String(value ?? '–'));
const allShown = (record: object) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, shown(value)]));

const merchant = {
  appId: 'a',
  businessId: 'b',
  publicKey: 'pk_1',
  secretKey: 'sk_1',
  segments: { mandate: 'm', discovery: 'd' },
};
const settings = checkOptions({ baseUrl: 'http://127.0.0.1', ...merchant });

function refused(options: object): readonly string[] {
  try {
    checkOptions(options as RepayKitOptions);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.issues.map(({ path }) => path);
  }
  return [];
}

/** What the checks say of a name that does not exist. */
function knownIn(field: string): readonly string[] {
  try {
    checkOptions({ baseUrl: 'http://127.0.0.1', ...merchant, [field]: { '?': 1 } });
  } catch (error) {
    if (error instanceof ConfigurationError)
      return /known are (.*)/.exec(error.issues[0]?.message ?? '')?.[1]?.split(', ') ?? [];
  }
  return [];
}

const headings = {
  always: '### Required options',
  production: '### Required in production',
  never: '### Optional settings',
};

describe('the options of the client', () => {
  test('are all in the tables, and no other', () => {
    const shownNames = Object.values(headings).flatMap(namesBelow);
    expect(shownNames.sort()).toEqual(Object.keys(clientOptions.fields).sort());
  });

  test('have the default that is shown', () => {
    // A value that is not plain is described in words.
    const words: Readonly<Record<string, string>> = {
      store: 'memory',
      bureau: "the reference server's intake",
      transport: 'a separate connection pool',
      clock: "the machine's",
      random: "the machine's",
      allowMixedKeys: 'false',
      credentials: '–',
      answers: '–',
    };
    const isRecord = (name: string) => ['retry', 'timeouts', 'frequencies'].includes(name);
    for (const [name, value] of Object.entries({ ...pairsBelow(headings.production), ...pairsBelow(headings.never) })) {
      expect([name, value]).toEqual([
        name,
        words[name] ?? (isRecord(name) ? `see [below](#${name})` : shown(settings[name as keyof Settings])),
      ]);
    }
  });

  test('are required where the heading says so', () => {
    const production = namesBelow(headings.production);
    expect(namesBelow(headings.always).sort()).toEqual(
      // A record that is missing is refused by each of its fields.
      [...new Set(refused({}).map((path) => path.replace(/\..*/, '')))]
        .filter((path) => !production.includes(path))
        .sort(),
    );
    expect(production.sort()).toEqual([...refused({ baseUrl: 'https://api.example.com', ...merchant })].sort());
  });

  test.each(['segments', 'checkpoints', 'retry', 'timeouts', 'hooks', 'answers', 'frequencies'])(
    '%s have all their fields in a table',
    (field) => {
      expect(namesBelow(`### \`${field}\``)).toEqual(knownIn(field));
    },
  );

  test('of retries, deadlines and frequencies have the defaults that stand there', () => {
    for (const field of ['retry', 'timeouts'] as const)
      expect(pairsBelow(`### \`${field}\``)).toEqual(allShown(settings[field]));
    expect(pairsBelow('### `frequencies`')).toEqual({ daily: '–', weekly: '–', ...settings.frequencies });
  });

  test('name the credential that each operation carries by itself', () => {
    const schemeOf = Object.fromEntries(
      tableBelow('### `credentials`').flatMap(([scheme, , ids = '']) => ids.split(' ').map((id) => [id, scheme])),
    );
    for (const { id, credential } of Object.values(operations))
      expect([id, schemeOf[id] ?? 'token']).toEqual([id, credential]);
    expect(tableBelow('### `credentials`')).toContainEqual(['token', 'publicKey', 'all others']);
  });

  test('name the levels of the logger', () => {
    const levels = ['debug', 'info', 'warn', 'error'];
    const wrong = Object.fromEntries(levels.map((level) => [level, 1]));
    expect(refused({ baseUrl: 'http://127.0.0.1', ...merchant, logger: wrong })).toEqual(
      levels.map((level) => `logger.${level}`),
    );
    expect(namesBelow('### `logger`')).toEqual(levels);
  });
});

test('the options of one call are all in the table, and no other', () => {
  expect.assertions(1);
  try {
    checkCallOptions('getMandate', { nonesuch: 1 } as CallOptions);
  } catch (error) {
    const known =
      error instanceof InputError ? /known are (.*)/.exec(error.issues[0]?.message ?? '')?.[1]?.split(', ') : [];
    expect(namesBelow('## Options of one call')).toEqual(known);
  }
});

test('the variables that the command line reads are all in the table, and no other', () => {
  const files = readdirSync('src/cli', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const text = files.map((name) => readFileSync(join('src/cli', name), 'utf8')).join('\n');
  const read = new Set(text.match(/\b(?:REPAYKIT_[A-Z_]+|DATABASE_URL|NO_COLOR|FORCE_COLOR)\b/g));
  expect(namesBelow('## Environment variables').sort()).toEqual([...read].sort());
});
