import { describe, expect, test } from 'vitest';
import { enterStep, type LoanContext, loanValue } from '../../../src/client/workflows/loan-context.ts';
import { virtualClock } from '../../../src/clock/virtual-clock.ts';
import type { LoanEvent } from '../../../src/domain/loan/events/events.ts';
import type { Loan } from '../../../src/domain/loan/loan.ts';
import { type LoanStage, type LoanStepName, loanStages, loanSteps } from '../../../src/domain/loan/stages.ts';
import { InputError, RuleError, StaleLoanError } from '../../../src/errors.ts';
import { LoanFiles } from '../../../src/loan-file/loan-files.ts';
import { memoryStore } from '../../../src/loan-file/memory-store.ts';
import { at, eventsUpTo, loanAt, read } from '../../domain/loan/sample-loan.ts';
import { storeWith } from '../../loan-file/file-events.ts';

/** What a step sees whose loan's file is at this stage. Of the engine only the time is asked before a step begins, of the bureau nothing. */
async function fileAt(stage: LoanStage): Promise<LoanContext> {
  const clock = virtualClock(Date.parse(at));
  // A first choice that failed, or has no answer, so that choosing again is not refused by its own rule.
  const reasons: { readonly [Stage in LoanStage]?: LoanEvent } = {
    placed: { type: 'attachment.intended', at, account: 'a1', by: 'micro-deposit' },
    verifying: read('failed'),
  };
  const events = [...eventsUpTo(stage), ...(reasons[stage] ? [reasons[stage]] : [])];
  return { files: new LoanFiles(await storeWith(events)), engine: { settings: { clock } } } as unknown as LoanContext;
}

const valueAt = (stage: LoanStage): Loan => loanValue(loanAt(stage));

async function enter(step: LoanStepName, valueStage: LoanStage, fileStage: LoanStage) {
  return enterStep(await fileAt(fileStage), valueAt(valueStage), step);
}

const steps = Object.keys(loanSteps) as LoanStepName[];

describe('a step on the loan as its file says now', () => {
  test.each(steps.flatMap((step) => loanStages.map((stage) => [step, stage] as const)))(
    '%s at stage %s begins where it is due, and is refused by its rule elsewhere',
    async (step, stage) => {
      const { from, onceClosed } = loanSteps[step];
      const { rule, spec } = (stage === 'closed' && onceClosed) || loanSteps[step];
      if (from.includes(stage))
        expect(await enter(step, stage, stage)).toMatchObject({ isDone: false, state: { stage } });
      else await expect(enter(step, stage, stage)).rejects.toMatchObject({ name: 'RuleError', rule, spec });
    },
  );
});

describe('a step on a value that its file has overtaken', () => {
  test.each<[LoanStepName, LoanStage, LoanStage]>([
    ['place', 'selected', 'placed'],
    ['awaitReported', 'disbursed', 'collecting'],
    ['abandon', 'approved', 'abandoned'],
  ])('%s of a %s loan is done when the file is %s already', async (step, valueStage, fileStage) => {
    expect(await enter(step, valueStage, fileStage)).toMatchObject({ isDone: true, state: { stage: fileStage } });
  });

  test.each<[LoanStepName, LoanStage, LoanStage]>([
    ['discover', 'consented', 'discovered'], // answered by discovery itself, without asking again
    ['refresh', 'verifying', 'collecting'],
    ['abandon', 'consented', 'verifying'],
    ['reselect', 'verifying', 'selected'],
  ])('%s of a %s loan goes on when the file is %s, where it may be taken too', async (step, valueStage, fileStage) => {
    expect(await enter(step, valueStage, fileStage)).toMatchObject({ isDone: false, state: { stage: fileStage } });
  });

  test.each<[LoanStepName, LoanStage, LoanStage]>([
    ['discover', 'consented', 'placed'],
    ['place', 'selected', 'verifying'],
    ['select', 'discovered', 'abandoned'],
    ['collect', 'collecting', 'closed'],
    ['close', 'collecting', 'abandoned'],
    ['place', 'verifying', 'selected'],
  ])('%s of a %s loan whose file is %s is refused with the present loan', async (step, valueStage, fileStage) => {
    const entering = enter(step, valueStage, fileStage);
    await expect(entering).rejects.toThrow(StaleLoanError);
    await expect(entering).rejects.toMatchObject({
      name: 'StaleLoanError',
      current: { stage: fileStage, loanId: 'loan-1' },
    });
  });

  test('a step that is due for neither value nor file is refused by its rule', async () => {
    await expect(enter('collect', 'verified', 'approved')).rejects.toThrow(RuleError);
    await expect(enter('collect', 'verified', 'approved')).rejects.toMatchObject({ rule: 'debit-needs-disbursement' });
  });
});

describe('a step on what is no loan', () => {
  test.each([undefined, null, 'loan-1', {}, { loanId: 'loan-1' }, { loanId: 1, stage: 'consented' }])(
    '%j is refused with what to pass',
    async (value) => {
      const entering = enterStep(await fileAt('consented'), value as never, 'discover');
      await expect(entering).rejects.toThrow(InputError);
      await expect(entering).rejects.toThrow('pass the loan that the step before, or loans.get, returned');
    },
  );

  test('a promise is refused with the hint to await it', async () => {
    const entering = enterStep(await fileAt('consented'), Promise.resolve(valueAt('consented')) as never, 'discover');
    await expect(entering).rejects.toThrow('await the step before');
  });

  test('a loan of another store is refused as unknown', async () => {
    const empty = { files: new LoanFiles(memoryStore()) } as LoanContext;
    await expect(enterStep(empty, valueAt('consented'), 'discover')).rejects.toMatchObject({
      name: 'InputError',
      issues: [{ path: 'loanId' }],
    });
  });
});
