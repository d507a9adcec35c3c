/** The fixed sequential flow of spec §1, steps 1 to 6, typed again by hand: what each step needs before it, so that none is skipped or reordered. */
import { describe, expect, test } from 'vitest';
import { type LoanStage, type LoanStepName, loanStages, stepIsDue } from '../../src/domain/loan/stages.ts';

/** The flow: the section, what is done, and the stage that it needs and makes. */
const flow = [
  {
    spec: '§1.2',
    step: 'discover',
    needs: 'consented',
    makes: 'discovered',
    because: 'consent comes before any discovery',
  },
  {
    spec: '§1.2',
    step: 'select',
    needs: 'discovered',
    makes: 'selected',
    because: 'the payer selects among discovered accounts',
  },
  {
    spec: '§1.3',
    step: 'place',
    needs: 'selected',
    makes: 'placed',
    because: 'a mandate is placed on each selected account',
  },
  {
    spec: '§1.4',
    step: 'attach',
    needs: 'placed',
    makes: 'verifying',
    because: 'the payer verifies each account on which it is placed',
  },
  {
    spec: '§1.4',
    step: 'awaitActive',
    needs: 'verifying',
    makes: 'verified',
    because: 'accounts that are honoured become active',
  },
  {
    spec: '§1.5',
    step: 'reportApproved',
    needs: 'verified',
    makes: 'approved',
    because: 'an active primary is required before money is sent',
  },
  {
    spec: '§1.5',
    step: 'reportDisbursed',
    needs: 'approved',
    makes: 'disbursed',
    because: 'approval is reported, then disbursement',
  },
  {
    spec: '§1.5',
    step: 'awaitReported',
    needs: 'disbursed',
    makes: 'collecting',
    because: 'collection is blocked until it is confirmed as reported',
  },
  { spec: '§1.6', step: 'close', needs: 'collecting', makes: 'closed', because: 'closure is reported at term' },
] as const satisfies readonly {
  step: LoanStepName;
  needs: LoanStage;
  makes: LoanStage;
  spec: string;
  because: string;
}[];

const notEnded = [
  'consented',
  'discovered',
  'selected',
  'placed',
  'verifying',
  'verified',
  'approved',
  'disbursed',
  'collecting',
] as const;

/** Steps beside the flow, and the stages at which they may be taken. */
const beside: readonly { step: LoanStepName; at: readonly LoanStage[]; because: string }[] = [
  {
    step: 'collect',
    at: ['collecting'],
    because: '§1.5, §3.4: nothing is debited before the disbursement is confirmed as reported',
  },
  { step: 'recordRepayment', at: ['collecting'], because: '§1: nothing is owed before' },
  { step: 'reportRestructured', at: ['collecting'], because: '§6.3: when terms change' },
  { step: 'mayDisburse', at: ['approved'], because: '§1.4: an active primary before disbursement' },
  {
    step: 'reselect',
    at: ['selected', 'placed', 'verifying'],
    because: '§1.2, §3.1: re-selection before placement, after a failure or time-out, and without an answer',
  },
  {
    step: 'refresh',
    at: ['verifying', 'verified', 'approved', 'disbursed', 'collecting'],
    because: '§4.6: from the attachment on',
  },
  {
    step: 'recordReversal',
    at: ['collecting', 'closed'],
    because: '§1: what came in may go back, after the closure too',
  },
  { step: 'recordObligation', at: ['disbursed', 'collecting'], because: '§1.1: subject to outstanding obligations' },
  {
    step: 'addBackup',
    at: ['verifying', 'verified', 'approved', 'disbursed', 'collecting'],
    because: '§1.2: after the first choice was attached',
  },
  { step: 'revokeScope', at: notEnded, because: '§1.1: consent is revocable' },
  { step: 'requestCancellation', at: notEnded, because: '§1.1: the payer may request cancellation' },
  {
    step: 'openDispute',
    at: ['verifying', 'verified', 'approved', 'disbursed', 'collecting', 'closed'],
    because: '§1, §3.4: once an account was touched',
  },
  {
    step: 'resolveDispute',
    at: ['verifying', 'verified', 'approved', 'disbursed', 'collecting', 'closed'],
    because: '§1, §3.4: as long as one may be open',
  },
  {
    step: 'abandon',
    at: ['consented', 'discovered', 'selected', 'placed', 'verifying', 'verified', 'approved'],
    because: '§1.5: only as long as no money was sent',
  },
];

/** A bank may have been down: until the payer has chosen, the accounts may be discovered again. It leads nowhere else. */
const isAgain = (step: LoanStepName, stage: LoanStage) => step === 'discover' && stage === 'discovered';

describe.each(flow)('$spec $step: $because', ({ step, needs }) => {
  test.each(loanStages)('at stage %s', (stage) => {
    expect(stepIsDue(step, stage).allowed).toBe(stage === needs || isAgain(step, stage));
  });
});

describe.each(beside)('$step ($because)', ({ step, at }) => {
  test.each(loanStages)('at stage %s', (stage) => {
    expect(stepIsDue(step, stage).allowed).toBe(at.includes(stage));
  });
});

test('each step of the flow makes what the next one needs, from consent to closure', () => {
  const stages = [...flow.map(({ needs }) => needs), 'closed'];
  expect(flow.map(({ makes }) => makes)).toEqual(stages.slice(1));
  expect([...stages, 'abandoned']).toEqual(loanStages);
});

test('no step skips another: from every stage the flow offers one way on', () => {
  for (const stage of loanStages) {
    const offered = flow.filter(({ step }) => stepIsDue(step, stage).allowed && !isAgain(step, stage));
    expect(offered.length).toBe(stage === 'closed' || stage === 'abandoned' ? 0 : 1);
  }
});
