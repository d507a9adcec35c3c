import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryPoints } from '../../entry-points.ts';
import { loanStages } from '../../src/domain/loan/stages.ts';
import { isFull } from '../size.ts';
import { blocksOf } from './code-blocks.ts';

const readme = readFileSync('README.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'repaykit-readme-'));

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(process.cwd(), join(folder, 'node_modules/repaykit'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the README', () => {
  test.runIf(isFull)('begins with a program that runs as it stands', () => {
    const [program] = blocksOf('README.md').filter(({ language }) => language === 'ts');
    writeFileSync(join(folder, 'first-minute.mjs'), program?.text ?? '');
    const printed = execFileSync(process.execPath, ['first-minute.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 120_000,
    });
    expect(printed).toBe('{ collected: 30000, outstanding: 60000 }\n');
    expect(readme).toContain(`It prints \`${printed.trim()}\``);
  });

  test('stays within two screens', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(90);
    expect(readme.trim().split(/\s+/).length).toBeLessThanOrEqual(700);
    expect(Math.max(...readme.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  test('names every entry point and every stage', () => {
    for (const entryPoint of Object.keys(entryPoints))
      expect(readme).toContain(entryPoint === 'index' ? '| `repaykit` |' : `\`repaykit/${entryPoint}\``);
    for (const stage of loanStages) expect(readme).toContain(stage);
  });

  test('says what the service is not', () => {
    expect(readme).toContain('not a regulated interbank standing-instruction system and is not backed by one');
  });
});
