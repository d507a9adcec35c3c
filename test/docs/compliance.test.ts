import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSources } from '../architecture/source.ts';
import { listedRules } from './compliance-rules.ts';

const guide = readFileSync('docs/compliance.md', 'utf8');

/** Where merchants meet rules; the reference server and the test kit have some of their own. */
const merchantsSide = /^src\/(domain|client|loan-file|evidence|worker|stores)\//;
const named = /(?:refused|shut|rule)\(\s*'([a-z]+(?:-[a-z]+)+)'|rule: '([a-z]+(?:-[a-z]+)+)'/g;
const rules = new Set(
  readSources('src')
    .filter(({ path }) => merchantsSide.test(path))
    .flatMap(({ path }) => [...readFileSync(path, 'utf8').matchAll(named)].map((match) => match[1] ?? match[2] ?? '')),
);

/** The test in which each rule is broken on purpose and refused. */
const triedIn: Readonly<Record<string, readonly string[]>> = {
  'test/domain/loan/stages.test.ts': [
    'consent-before-discovery',
    'discovery-before-selection',
    'selection-before-placement',
    'placement-before-attachment',
    'attachment-before-verification',
    'attachment-before-reselection',
    'attachment-before-backup',
    'attachment-before-dispute',
    'verification-before-approval',
    'approval-before-disbursement',
    'disbursement-before-confirmation',
    'disbursement-before-repayment',
    'disbursement-before-reversal',
    'disbursement-before-obligation',
    'disbursement-before-restructuring',
    'disbursement-before-closure',
    'withdrawal-before-end',
  ],
  'test/journeys/endings.test.ts': ['abandon-before-disbursement'],
  'test/domain/consent/consent.test.ts': ['consent-complete'],
  'test/domain/consent/notice.test.ts': ['notice-is-honest'],
  'test/domain/terms.test.ts': ['terms-lie-ahead'],
  'test/client/consent.test.ts': [
    'consent-stands',
    'withdrawal-follows-consent',
    'debit-after-revocation',
    'obligation-follows-withdrawal',
    'obligation-is-owed',
  ],
  'test/client/restructuring.test.ts': ['restructuring-date-is-true'],
  'test/client/dated-inputs.test.ts': ['evidence-is-past', 'reversal-date-is-true', 'closure-date-is-true'],
  'test/client/discovery.test.ts': [
    'selection-is-discovered',
    'selection-is-active',
    'selection-is-distinct',
    'selection-is-the-payers',
  ],
  'test/client/backups.test.ts': ['selection-is-not-spent', 'mandate-after-repayment'],
  'test/domain/loan/guards/lifecycle-guards.test.ts': [
    'reselection-follows-failure',
    'disbursement-needs-active-primary',
    'disbursement-within-approval',
    'repayment-is-owed',
    'closure-is-true',
    'closure-is-settled',
    'closure-is-told',
  ],
  'test/journeys/verification.test.ts': ['primary-not-verified'],
  'test/domain/loan/guards/standing-guards.test.ts': ['mandate-within-tenure', 'loan-is-undisputed'],
  'test/client/adopt.test.ts': ['adoption-agrees'],
  'test/client/workflows/uncommon-refusals.test.ts': ['payer-not-erased', 'intent-before-request'],
  'test/client/erasure.test.ts': ['erasure-after-end'],
  'test/client/payment-dates.test.ts': ['disbursement-date-is-true', 'repayment-date-is-true'],
  'test/domain/loan/guards/debit-guards.test.ts': [
    'debit-needs-disbursement',
    'debit-needs-active-mandate',
    'debit-after-repayment',
    'debit-within-terms',
    'debit-is-manual',
    'debit-date-not-past',
    'debit-within-tenure',
    'debit-is-single',
    'debit-after-unknown',
  ],
  'test/client/disputes.test.ts': ['debit-is-undisputed', 'dispute-is-open'],
  'test/client/collections.test.ts': ['debit-before-closure'],
  'test/domain/collection.test.ts': ['merchant-is-approved'],
  'test/worker/upload-waits.test.ts': ['statement-is-single'],
  'test/client/idempotency.test.ts': ['request-is-single', 'request-is-the-same'],
  'test/client/calls.test.ts': ['guarded-operation'],
  'test/client/debit-verdict.test.ts': [
    'verdict-needs-doubt',
    'verdict-within-debit',
    'verdict-agrees-with-service',
    'verdict-after-quiet-window',
  ],
  'test/client/reversals.test.ts': ['reversal-is-covered'],
  'test/domain/bureau.test.ts': ['reports-in-order'],
  'test/client/duties.test.ts': ['duty-is-owed', 'duty-needs-its-deed'],
};

describe('the table of rules', () => {
  test('holds every rule of the source, once, and no other', () => {
    expect(rules.size).toBeGreaterThan(50);
    expect(listedRules.map(({ rule }) => rule).sort()).toEqual([...rules].sort());
    expect(Object.values(triedIn).flat().sort()).toEqual([...rules].sort());
  });

  test.each(listedRules)('$rule names its section and what it refuses', ({ rule, sections, description }) => {
    // The section is that of the duty.
    if (rule === 'duty-needs-its-deed') expect(sections).toBe('');
    else expect(sections).toMatch(/^§\d(\.\d+)?(, §\d(\.\d+)?)*$/);
    expect(description).not.toBe('');
  });

  // The rules of the sequence are tried as one table, stage by stage.
  test.each(Object.entries(triedIn))('%s tries its rules', (path, tried) => {
    const text = readFileSync(path, 'utf8');
    if (path !== 'test/domain/loan/stages.test.ts')
      expect(tried.filter((rule) => !text.includes(`'${rule}'`))).toEqual([]);
  });

  test('names only rules and duties that exist', () => {
    const codes = readFileSync('src/domain/loan/duties/duty.ts', 'utf8');
    const practices = guide.slice(guide.indexOf('## The seven'), guide.indexOf('## The payer revokes consent'));
    const words = [...practices.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, word = '']) => word);
    expect(words.filter((word) => !rules.has(word) && !codes.includes(`'${word}'`))).toEqual([]);
  });

  test('has an answer to each of the seven practices', () => {
    const practices = guide
      .slice(guide.indexOf('## The seven'), guide.indexOf('## The payer revokes consent'))
      .split(/^### /m)
      .slice(1);
    expect(practices).toHaveLength(7);
    for (const practice of practices) {
      expect(practice).toMatch(/^- \*\*Stopped by:\*\* .*`[a-z-]+`/m);
      expect(practice).toMatch(/^- \*\*Up to you:\*\* \w/m);
    }
  });
});

describe('the list of duties', () => {
  const listed = guide.slice(guide.indexOf('## Duties'), guide.indexOf('## The seven'));
  const source = readFileSync('src/domain/loan/duties/duty.ts', 'utf8');
  const codes = [...source.matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, code = '']) => code);
  const items = [...listed.matchAll(/^- `([a-z-]+)`( †)?:/gm)];

  test('holds every duty of the source, once, and no other', () => {
    expect(codes).toHaveLength(15);
    expect(items.map(([, code]) => code).sort()).toEqual([...codes].sort());
  });

  test('marks those that a person records as done', () => {
    const byWord = /shownByNothing.*\[([\s\S]*?)\]/.exec(readFileSync('src/domain/loan/duties/duties.ts', 'utf8'))?.[1];
    const recorded = [...(byWord ?? '').matchAll(/'([a-z-]+)'/g)].map(([, code]) => code);
    const marked = items.filter(([, , mark]) => mark).map(([, code]) => code);
    expect(marked.sort()).toEqual(recorded.sort());
  });
});
