import { describe, expect, test } from 'vitest';
import { type LoanStepName, loanStages, loanSteps, stepIsDue } from '../../../src/domain/loan/stages.ts';

const steps = Object.keys(loanSteps) as LoanStepName[];
const everywhere = steps.flatMap((step) => loanStages.map((stage) => [step, stage] as const));

describe('the table of steps', () => {
  test('lets a step run exactly at the stages where it starts, and refuses it elsewhere by its rule', () => {
    for (const [step, stage] of everywhere) {
      const { from, onceClosed } = loanSteps[step];
      const { rule, spec } = (stage === 'closed' && onceClosed) || loanSteps[step];
      const refusal = { allowed: false, rule, spec, message: expect.stringContaining(`${step} is refused`) };
      expect(stepIsDue(step, stage)).toMatchObject(from.includes(stage) ? { allowed: true } : refusal);
    }
  });

  test('a refusal says what is missing, or that the loan has ended', () => {
    expect(stepIsDue('collect', 'approved')).toMatchObject({
      message: expect.stringContaining("at stage 'approved': no debit before the bureau has acknowledged"),
    });
    expect(stepIsDue('close', 'closed')).toMatchObject({ message: 'close is refused: the loan is closed' });
    expect(stepIsDue('place', 'abandoned')).toMatchObject({ message: 'place is refused: the loan is abandoned' });
  });

  test('a step that the loan is past says so, and never asks for what comes before it', () => {
    const messageOf = (decision: ReturnType<typeof stepIsDue>) => (decision.allowed ? '' : decision.message);
    for (const [step, stage] of everywhere) {
      const { from, needs } = loanSteps[step];
      const isPast = from.every((each) => loanStages.indexOf(each) < loanStages.indexOf(stage));
      if (isPast && step !== 'reselect') expect(messageOf(stepIsDue(step, stage))).not.toContain(needs ?? 'first');
    }
    expect(stepIsDue('select', 'collecting')).toMatchObject({
      message: "select is refused at stage 'collecting': it belongs to stage 'discovered', which the loan has passed",
    });
    expect(stepIsDue('discover', 'collecting')).toMatchObject({
      message: expect.stringContaining('the payer has chosen among the accounts already'),
    });
  });

  test('a debit on a closed loan comes too late, on an abandoned one the disbursement never was', () => {
    expect(stepIsDue('collect', 'closed')).toEqual({
      allowed: false,
      rule: 'debit-before-closure',
      spec: 'Spec §6.3',
      message: 'collect is refused: the loan is closed, and nothing is collected on it any more',
    });
    expect(stepIsDue('collect', 'abandoned')).toMatchObject({
      rule: 'debit-needs-disbursement',
      message: 'collect is refused: the loan is abandoned',
    });
  });

  test('a choice is changed until its primary is verified', () => {
    expect(loanStages.filter((stage) => stepIsDue('reselect', stage).allowed)).toEqual([
      'selected',
      'placed',
      'verifying',
    ]);
  });

  test('an ended loan goes nowhere and every other one has a way on', () => {
    const ways = new Set(steps.flatMap((step) => (loanSteps[step].to === undefined ? [] : loanSteps[step].from)));
    expect(loanStages.filter((stage) => !ways.has(stage))).toEqual(['closed', 'abandoned']);
  });

  test('of an ended loan only what comes to light later is recorded', () => {
    expect(steps.filter((step) => loanSteps[step].from.includes('closed'))).toEqual([
      'recordReversal',
      'openDispute',
      'resolveDispute',
    ]);
    expect(steps.filter((step) => loanSteps[step].from.includes('abandoned'))).toEqual([]);
  });

  test('every rule names a section of the interface', () => {
    for (const step of steps) {
      expect(loanSteps[step].rule).toMatch(/^[a-z]+(-[a-z]+)+$/);
      expect(loanSteps[step].spec).toMatch(/^Spec §\d(\.\d+)?(, §\d(\.\d+)?)*$/);
    }
  });
});
