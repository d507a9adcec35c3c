/** The scenarios. Each row lists the steps of a story and the state that it leads to. */
import * as steps from './steps.ts';
import type { StoryStep } from './story.ts';

export interface Scenario {
  /** The state of the loan at the end, for people. */
  readonly summary: string;
  /** What you can try next. */
  readonly next: string;
  readonly story: readonly StoryStep[];
  /** Does the story need the partial collection of a day's last attempt? */
  readonly needsPartialCollection?: true;
}

const { placed, attached, deposited, approved, disbursed, dueDate, closed } = steps;

/** A disbursed loan, a month before its first instalment. */
const begun = [placed, attached, deposited, approved, disbursed];

const table = {
  'happy-loan': {
    summary:
      'Every instalment was collected from the primary account on its due date, and the loan is closed as repaid.',
    next: 'Read the mandate: nothing is outstanding. Ask for its release, as no mandate may be kept after full repayment.',
    story: [...begun, dueDate(1), dueDate(2), dueDate(3), closed],
  },
  'first-account-fails': {
    summary: 'On the first due date the primary account had no money, and the first backup paid the instalment.',
    next: "Read the instalment's attempts (4.9): one declined with 51, one successful. Put money on the primary account and move to the next due date.",
    story: [...begun, steps.primaryIsEmpty, dueDate(1)],
  },
  'all-fail': {
    summary: 'On the first due date no account had money: the repayment was missed and went to the bureau.',
    next: 'Move the clock by a day: the instalment is overdue and tried again. Or put money on an account first, and it is collected.',
    story: [...begun, steps.everyAccountIsEmpty, dueDate(1)],
  },
  'wrong-account': {
    summary: "The payer sent the primary's ₦50 from another account, so that the mandate is still pending.",
    next: 'Let the deposit arrive from the right account, or move the clock by the deposit window and see it time out.',
    story: [placed, attached, steps.depositedFromElsewhere],
  },
  'deposit-dispute': {
    summary: 'The payer disputed the ₦50 deposit: the mandate is disputed before it was ever active.',
    next: "Resolve the dispute: 'reinstated' makes the account pending again with a fresh window, 'failed' ends it.",
    story: [placed, attached, steps.depositDisputed],
  },
  'late-dispute': {
    summary:
      'After the first instalment was collected the payer disputed the mandate: the second due date passed without a debit.',
    next: "Resolve the dispute as 'reinstated' and move the clock by a day: what fell due meanwhile is collected.",
    story: [...begun, dueDate(1), steps.disputed, dueDate(2)],
  },
  'time-out': {
    summary: 'The payer never sent the ₦50: the mandate timed out.',
    next: 'Let the payer choose again: place and attach another account under the same mandateId.',
    story: [placed, attached, steps.depositAwaitedInVain],
  },
  partial: {
    summary: 'On the first due date there was less than the instalment: what was there was taken.',
    next: 'Put money on the primary account and move the clock by a day: the rest is collected.',
    story: [...begun, steps.littleIsLeft, dueDate(1)],
    needsPartialCollection: true,
  },
  expired: {
    summary:
      'After the first instalment nothing could be collected any more, and the tenure ended: the mandate is expired.',
    next: 'Put money on an account and move the clock: nothing is collected after the tenure.',
    story: [...begun, dueDate(1), steps.everyAccountIsEmpty, dueDate(2), dueDate(3), steps.tenureOver],
  },
  restructured: {
    summary: 'After the first instalment the merchant reported new terms; the platform still has the old schedule.',
    next: 'Move to the next due date: the platform debits by its old schedule until its support has changed it.',
    story: [...begun, dueDate(1), steps.restructured],
  },
  'closed-early': {
    summary: 'After the first instalment the payer repaid the rest elsewhere, and the merchant reported the closure.',
    next: 'Move past the next due date: nothing more is collected, although the mandate is active until its tenure ends.',
    story: [...begun, dueDate(1), closed],
  },
} satisfies Readonly<Record<string, Scenario>>;

/** The name of a scenario. */
export type ScenarioName = keyof typeof table;

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = table;

export const scenarioNames = Object.keys(scenarios) as ScenarioName[];
