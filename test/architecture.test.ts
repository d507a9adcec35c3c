import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { entryPoints } from '../entry-points.ts';
import { limits } from './architecture/rooms.ts';
import * as rules from './architecture/rules.ts';
import { parse, readSources, type Source } from './architecture/source.ts';

const src = readSources('src');
const entryFiles = Object.values(entryPoints);

describe('the house', () => {
  test('has rooms to look at', () => {
    expect(src.map(({ path }) => path)).toContain('src/domain/money.ts');
  });

  test('imports only downwards, as the table of rooms says', () =>
    expect(rules.importsFollowTheTable(src)).toEqual([]));
  test('has no cycle between files', () => expect(rules.importsHaveNoCycle(src)).toEqual([]));
  test('has no cycle between folders', () => expect(rules.foldersHaveNoCycle(src)).toEqual([]));
  test('has named exports only', () => expect(rules.exportsAreNamed(src)).toEqual([]));
  test('keeps its entry points to re-exports', () =>
    expect(rules.entryPointsOnlyReExport(src, entryFiles)).toEqual([]));
  test('takes time and chance from the clock room', () => expect(rules.timeAndChanceComeFromTheClock(src)).toEqual([]));
  test('has a pure domain', () => expect(rules.theDomainIsPure(src)).toEqual([]));
  test('speaks HTTP to sockets in two files', () => expect(rules.httpStaysInItsFiles(src)).toEqual([]));
  test('reads the environment on the command line only', () =>
    expect(rules.theEnvironmentIsReadByTheCommandLine(src)).toEqual([]));
  test('imports zod so that it can be shaken', () => expect(rules.zodIsImportedAsNamespace(src)).toEqual([]));
  test('has short files', () => expect(rules.filesAreShort(src, limits.src)).toEqual([]));
  test('has short tests', () => expect(rules.filesAreShort(readSources('test'), limits.test)).toEqual([]));
  test('has short functions', () => expect(rules.functionsAreShort(src)).toEqual([]));
  test('names files after the domain', () => expect(rules.filesAreNamedAfterTheDomain(src)).toEqual([]));

  test('has at most 15 files in a folder', () => {
    const sizes = new Map<string, number>();
    for (const { path } of src) sizes.set(posix.dirname(path), (sizes.get(posix.dirname(path)) ?? 0) + 1);
    expect([...sizes].filter(([, size]) => size > limits.folder)).toEqual([]);
  });

  test('explains every folder in a few lines', () => {
    const depth = (folder: string) => folder.split('/').length - (folder.startsWith('src/server/') ? 1 : 0);
    const folders = [...new Set(src.map(({ path }) => posix.dirname(path)))].filter((folder) => depth(folder) === 2);
    const explained = (folder: string) => {
      const readme = posix.join(folder, 'README.md');
      return existsSync(readme) && readFileSync(readme, 'utf8').trimEnd().split('\n').length <= limits.readme;
    };
    expect(folders.filter((folder) => !explained(folder))).toEqual([]);
  });
});

/** Each sample breaks one rule once, or, in `kept`, comes close and does not. */
const samples: readonly {
  readonly rule: (sources: readonly Source[]) => string[];
  readonly broken: Record<string, string>;
  readonly kept: Record<string, string>;
}[] = [
  {
    rule: rules.importsFollowTheTable,
    broken: { 'src/domain/a.ts': "import type { Clock } from '../clock/clock.ts';" },
    kept: { 'src/clock/a.ts': "import { lagosDay } from '../domain/calendar.ts';" },
  },
  {
    rule: rules.importsFollowTheTable,
    broken: { 'src/server/a.ts': "export { parse } from '../webhooks/parse.ts';" },
    kept: { 'src/server/a.ts': "import { testDelivery } from '../webhooks/test-delivery.ts';" },
  },
  {
    rule: rules.importsFollowTheTable,
    broken: { 'src/client/a.ts': "const server = await import('../server/core.ts');" },
    kept: { 'src/cli/a.ts': "const server = await import('../server/core.ts');" },
  },
  {
    rule: rules.importsFollowTheTable,
    broken: { 'src/loan-file/a.ts': "import type { Pool } from 'undici/types/pool.d.ts';" },
    kept: { 'src/server/a.ts': "import busboy from '@fastify/busboy/x';" },
  },
  {
    rule: rules.importsFollowTheTable,
    broken: { 'src/wire/a.ts': "type Id = import('../loan-file/store.ts').Id;" },
    kept: { 'src/wire/a.ts': "import { randomBytes } from 'node:crypto';" },
  },
  {
    rule: rules.importsFollowTheTable,
    broken: { 'src/attic/a.ts': "import { x } from './x.ts';" },
    kept: { 'src/errors.ts': "import { redactText } from './redact.ts';" },
  },
  {
    rule: rules.importsFollowTheTable,
    broken: { 'src/wire/a.ts': "import { x } from './x';" },
    kept: { 'src/wire/a.ts': "import { x } from './x.ts';" },
  },
  {
    rule: rules.importsHaveNoCycle,
    broken: {
      'src/wire/a.ts': "import './b.ts';",
      'src/wire/b.ts': "import './c.ts';",
      'src/wire/c.ts': "import type { A } from './a.ts';",
    },
    kept: {
      'src/wire/a.ts': "import './b.ts';\nimport './c.ts';",
      'src/wire/b.ts': "import './c.ts';",
      'src/wire/c.ts': '',
    },
  },
  {
    rule: rules.foldersHaveNoCycle,
    broken: {
      'src/wire/one/a.ts': "import { x } from '../two/b.ts';",
      'src/wire/two/b.ts': "import type { X } from '../one/c.ts';",
      'src/wire/two/deep/c.ts': "import { type X, y } from '../../one/c.ts';",
      'src/wire/one/c.ts': '',
    },
    kept: {
      'src/wire/one/a.ts': "import { x } from '../two/b.ts';",
      'src/wire/two/b.ts': "import { type X } from '../one/c.ts';\nexport type { Y } from '../one/c.ts';",
      'src/wire/one/c.ts': '',
    },
  },
  {
    rule: rules.exportsAreNamed,
    broken: { 'src/wire/a.ts': 'export default 1;' },
    kept: { 'src/wire/a.ts': 'switch (1) { default: }' },
  },
  {
    rule: rules.exportsAreNamed,
    broken: { 'src/wire/a.ts': 'export default function a() {}' },
    kept: { 'src/wire/a.ts': "import busboy from 'busboy';" },
  },
  {
    rule: rules.exportsAreNamed,
    broken: { 'src/wire/a.ts': 'const a = 1; export { a as default };' },
    kept: { 'src/wire/a.ts': "import { default as a } from 'a';" },
  },
  {
    rule: (sources) => rules.entryPointsOnlyReExport(sources, ['src/server/index.ts']),
    broken: { 'src/server/index.ts': 'export const port = 4010;' },
    kept: { 'src/server/index.ts': "export type { Port } from './port.ts';" },
  },
  {
    rule: (sources) => rules.entryPointsOnlyReExport(sources, ['src/server/index.ts']),
    broken: { 'src/wire/index.ts': "export { a } from './a.ts';" },
    kept: { 'src/wire/card-index.ts': 'export const a = 1;' },
  },
  {
    rule: rules.timeAndChanceComeFromTheClock,
    broken: { 'src/server/a.ts': 'const now = new Date();' },
    kept: { 'src/server/a.ts': 'const headers = { Date: answer.Date };' },
  },
  {
    rule: rules.timeAndChanceComeFromTheClock,
    broken: { 'src/loan-file/a.ts': 'const later = globalThis.setTimeout;' },
    kept: { 'src/clock/a.ts': 'const later = globalThis.setTimeout;' },
  },
  {
    rule: rules.timeAndChanceComeFromTheClock,
    broken: { 'src/client/a.ts': 'const chance = Math.random();' },
    kept: { 'src/client/a.ts': 'const chance = seed.random();' },
  },
  {
    rule: rules.timeAndChanceComeFromTheClock,
    broken: { 'src/client/a.ts': 'const at = performance.now();' },
    kept: { 'src/http/a.ts': 'const at = performance.now();' },
  },
  {
    rule: rules.timeAndChanceComeFromTheClock,
    broken: { 'src/client/a.ts': "import { setTimeout as sleep } from 'node:timers/promises';" },
    kept: { 'src/client/a.ts': '// setTimeout and Date in a comment' },
  },
  {
    rule: rules.theDomainIsPure,
    broken: { 'src/domain/a.ts': "import { createHash } from 'node:crypto';" },
    kept: { 'src/loan-file/a.ts': "import { createHash } from 'node:crypto';" },
  },
  {
    rule: rules.theDomainIsPure,
    broken: { 'src/domain/a.ts': 'const a = async () => 1;' },
    kept: { 'src/domain/a.ts': 'const a = () => 1;' },
  },
  {
    rule: rules.theDomainIsPure,
    broken: { 'src/domain/a.ts': 'let a: Promise<number>;' },
    kept: { 'src/domain/a.ts': 'let a: number;' },
  },
  {
    rule: rules.httpStaysInItsFiles,
    broken: { 'src/server/dispatcher.ts': "import type { IncomingMessage } from 'node:http';" },
    kept: { 'src/server/adapters/listen.ts': "import { createServer } from 'node:http';" },
  },
  {
    rule: rules.theEnvironmentIsReadByTheCommandLine,
    broken: { 'src/client/a.ts': 'const key = process.env.KEY;' },
    kept: { 'src/cli/a.ts': 'const key = process.env.KEY;' },
  },
  {
    rule: rules.theEnvironmentIsReadByTheCommandLine,
    broken: { 'src/client/a.ts': "import { env } from 'node:process';" },
    kept: { 'src/client/a.ts': "const text = 'process';" },
  },
  {
    rule: rules.zodIsImportedAsNamespace,
    broken: { 'src/wire/a.ts': "import { z } from 'zod/mini';" },
    kept: { 'src/wire/a.ts': "import * as z from 'zod/mini';" },
  },
  {
    rule: (sources) => rules.filesAreShort(sources, 3),
    broken: { 'src/wire/a.ts': '1;\n2;\n3;\n4;' },
    kept: { 'src/wire/a.ts': '1;\n2;\n3;\n' },
  },
  {
    rule: rules.functionsAreShort,
    broken: { 'src/wire/a.ts': `function a() {\n${'1;\n'.repeat(limits.function - 1)}}` },
    kept: { 'src/wire/a.ts': `function a() {\n${'1;\n'.repeat(limits.function - 2)}}` },
  },
  {
    rule: rules.filesAreNamedAfterTheDomain,
    broken: { 'src/wire/helpers.ts': '' },
    kept: { 'src/wire/bank-types.ts': '' },
  },
  {
    rule: rules.filesAreNamedAfterTheDomain,
    broken: { 'src/wire/bankCodes.ts': '' },
    kept: { 'src/wire/bank-codes.ts': '' },
  },
];

describe('the rules can fail', () => {
  const parseAll = (files: Record<string, string>) => Object.entries(files).map(([path, text]) => parse(path, text));

  test.each(samples.map((sample) => ({ ...sample, text: JSON.stringify(sample.broken).slice(0, 100) })))(
    '$text is refused',
    ({ rule, broken }) => {
      expect(rule(parseAll(broken))).toHaveLength(1);
    },
  );

  test.each(samples.map((sample) => ({ ...sample, text: JSON.stringify(sample.kept).slice(0, 100) })))(
    '$text is fine',
    ({ rule, kept }) => {
      expect(rule(parseAll(kept))).toEqual([]);
    },
  );
});
