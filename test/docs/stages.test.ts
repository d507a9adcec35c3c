import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type LoanStage, type LoanStepName, loanStages, loanSteps } from '../../src/domain/loan/stages.ts';
import { RepayKit } from '../../src/index.ts';
import { createReferenceServer, REFERENCE_DEFAULTS } from '../../src/server/index.ts';
import { operations } from '../../src/wire/operations.ts';
import { listedRules } from './compliance-rules.ts';

const guide = readFileSync('docs/stages.md', 'utf8');
const names = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());

/** Of `discovery.discover`, `consented` → `discovered`, `discoverAccounts`. Without an arrow the loan stays. */
const rows = guide
  .slice(guide.indexOf('## The steps'), guide.indexOf('## A process dies'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map(cellsOf)
  .map(([, call = '', stage = '', sent = '']) => {
    const [from = '', to] = stage.split('→');
    const [, resource = '', step = ''] = /^`(\w+)\.(\w+)`$/.exec(call) ?? [];
    return { step: step as LoanStepName, resource, from, to, sent };
  });

const beforeMoney: readonly LoanStage[] = [
  'consented',
  'discovered',
  'selected',
  'placed',
  'verifying',
  'verified',
  'approved',
];
const live: readonly LoanStage[] = ['verifying', 'verified', 'approved', 'disbursed', 'collecting'];
const groups: Readonly<Record<string, readonly LoanStage[]>> = {
  live,
  undisbursed: beforeMoney,
  open: [...new Set([...beforeMoney, ...live])],
};

/** The stages of a cell: written out, or as a group. */
const stagesOf = (cell: string) => [
  ...[...cell.matchAll(/\*(\w+)\*/g)].flatMap(([, group = '']) => groups[group] ?? []),
  ...names(cell),
];

describe('the table of steps', () => {
  test('has every step of the source, once, and no other', () => {
    expect(rows.map(({ step }) => step).sort()).toEqual(Object.keys(loanSteps).sort());
  });

  test.each(rows)('says where $step starts and where it leads', ({ step, from, to }) => {
    expect(stagesOf(from).sort()).toEqual([...loanSteps[step].from].sort());
    expect(names(to)).toEqual(loanSteps[step].to === undefined ? [] : [loanSteps[step].to]);
  });

  test.each(rows)('names the call of $step as it is in the client', async ({ step, resource }) => {
    const server = createReferenceServer();
    const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;
    const kit = new RepayKit({
      baseUrl: server.url,
      appId,
      businessId,
      publicKey,
      secretKey,
      segments,
      transport: server.dispatcher,
    });
    expect((kit as unknown as Record<string, Record<string, unknown>>)[resource]?.[step]).toBeTypeOf('function');
    await kit.close();
    await server.close();
  });

  test.each(rows)('leads to the rule of $step in the guide to compliance', ({ step }) => {
    const rules = listedRules.filter(({ methods }) => methods.includes(step)).map(({ rule }) => rule);
    expect(rules).toContain(loanSteps[step].rule);
  });

  test.each(rows)('names only operations that exist at $step', ({ sent }) => {
    expect(names(sent).filter((id) => !Object.hasOwn(operations, id))).toEqual([]);
  });
});

describe('the picture of the stages', () => {
  const svg = readFileSync('docs/diagrams/stages.svg', 'utf8');

  test.each(loanStages)('shows %s', (stage) => {
    expect(svg).toContain(`>${stage}</text>`);
    expect(/!\[([\s\S]*?)\]/.exec(guide)?.[1]?.toLowerCase()).toContain(stage);
  });
});
