/** The stages of a loan and the steps between them, as the one table behind types, guards and messages. Spec §1. */
import { given } from '../../validation/record.ts';
import { allowed, type Decision, refused } from '../decision.ts';

/** All stages in order. `abandoned` is the exit before money is sent. */
export const loanStages = [
  'consented',
  'discovered',
  'selected',
  'placed',
  'verifying',
  'verified',
  'approved',
  'disbursed',
  'collecting',
  'closed',
  'abandoned',
] as const;

/** The stage of a loan. */
export type LoanStage = (typeof loanStages)[number];

/** A step: the stages it starts from, the stage it leads to, and the rule behind it. */
export interface LoanStep {
  readonly from: readonly LoanStage[];
  /** Absent if the loan stays at its stage. */
  readonly to?: LoanStage;
  readonly rule: string;
  readonly spec: string;
  /** Why a loan is too early for the step. Absent if it cannot be too early. */
  readonly needs?: string;
  /** Why a loan is too late for the step. Absent if the default text is enough. */
  readonly late?: string;
  /** The reason on a closed loan, if that is another rule. */
  readonly onceClosed?: { readonly rule: string; readonly spec: string; readonly why: string };
}

const beforeMoney: readonly LoanStage[] = loanStages.slice(0, loanStages.indexOf('disbursed'));
const withMandate: readonly LoanStage[] = ['verifying', 'verified', 'approved', 'disbursed', 'collecting'];
const beforeTheEnd: readonly LoanStage[] = [...beforeMoney, 'disbursed', 'collecting'];

const RESELECTION =
  'a choice is changed before it is placed, while the outcome of an attachment is not known, or once it was attached and came to nothing';

function rule(name: string, spec: string, needs?: string): Pick<LoanStep, 'rule' | 'spec' | 'needs'> {
  return given({ rule: name, spec, needs });
}

const steps = {
  discover: {
    // A bank may have been down, so the accounts may be discovered again until the payer has chosen.
    from: ['consented', 'discovered'],
    to: 'discovered',
    ...rule('consent-before-discovery', 'Spec §1.1'),
    late: 'the payer has chosen among the accounts already, and they are discovered before that; for other accounts open another loan',
  },
  select: {
    from: ['discovered'],
    to: 'selected',
    ...rule('discovery-before-selection', 'Spec §1.2', 'discover the payer’s accounts first'),
  },
  place: {
    from: ['selected'],
    to: 'placed',
    ...rule('selection-before-placement', 'Spec §1.3', 'let the payer choose the accounts first'),
  },
  attach: {
    from: ['placed'],
    to: 'verifying',
    ...rule('placement-before-attachment', 'Spec §1.4', 'place the mandate on each chosen account first'),
  },
  refresh: {
    from: withMandate,
    ...rule('attachment-before-verification', 'Spec §1.4', 'attach the chosen accounts first'),
  },
  awaitActive: {
    from: ['verifying'],
    to: 'verified',
    ...rule('attachment-before-verification', 'Spec §1.4', 'attach the chosen accounts first'),
  },
  reselect: {
    // Allowed until the mandate is on one of its accounts. The service may never accept it, or never answer.
    from: ['selected', 'placed', 'verifying'],
    to: 'selected',
    ...rule('attachment-before-reselection', 'Spec §3.1', RESELECTION),
    late: RESELECTION,
  },
  reportApproved: {
    from: ['verified'],
    to: 'approved',
    ...rule('verification-before-approval', 'Spec §1.4', 'wait until the primary account is active'),
  },
  mayDisburse: {
    from: ['approved'],
    ...rule('approval-before-disbursement', 'Spec §1.5', 'report the credit decision first'),
  },
  reportDisbursed: {
    from: ['approved'],
    to: 'disbursed',
    ...rule('approval-before-disbursement', 'Spec §1.5', 'report the credit decision first'),
  },
  awaitReported: {
    from: ['disbursed'],
    to: 'collecting',
    ...rule('disbursement-before-confirmation', 'Spec §1.5', 'report the disbursement first'),
  },
  collect: {
    from: ['collecting'],
    ...rule(
      'debit-needs-disbursement',
      'Spec §1.5, §3.4',
      'no debit before the bureau has acknowledged the disbursement: report it and await it',
    ),
    onceClosed: { rule: 'debit-before-closure', spec: 'Spec §6.3', why: 'nothing is collected on it any more' },
  },
  reportRestructured: {
    from: ['collecting'],
    ...rule(
      'disbursement-before-restructuring',
      'Spec §6.3',
      'terms can change only once the disbursement is confirmed',
    ),
  },
  recordRepayment: {
    from: ['collecting'],
    ...rule('disbursement-before-repayment', 'Spec §1.5', 'nothing is owed before the disbursement is confirmed'),
  },
  recordReversal: {
    // A repayment may bounce after the closure too.
    from: ['collecting', 'closed'],
    ...rule('disbursement-before-reversal', 'Spec §1.5', 'nothing was repaid before the disbursement is confirmed'),
  },
  recordObligation: {
    from: ['disbursed', 'collecting'],
    ...rule(
      'disbursement-before-obligation',
      'Spec §1.1',
      'nothing is owed before money was sent: abandon the loan instead',
    ),
  },
  addBackup: {
    from: withMandate,
    ...rule('attachment-before-backup', 'Spec §1.2', 'the payer’s first choice comes first: name the backup in it'),
  },
  revokeScope: {
    from: beforeTheEnd,
    ...rule('withdrawal-before-end', 'Spec §1.1', 'there is nothing left to take back'),
  },
  requestCancellation: {
    from: beforeTheEnd,
    ...rule('withdrawal-before-end', 'Spec §1.1', 'there is nothing left to cancel'),
  },
  openDispute: {
    from: [...withMandate, 'closed'],
    ...rule('attachment-before-dispute', 'Spec §1, §3.4', 'no account was touched yet: take consent back instead'),
  },
  resolveDispute: {
    from: [...withMandate, 'closed'],
    ...rule('attachment-before-dispute', 'Spec §1, §3.4', 'no dispute can have been opened yet'),
  },
  close: {
    from: ['collecting'],
    to: 'closed',
    ...rule('disbursement-before-closure', 'Spec §6.3', 'abandon a loan that was never disbursed instead'),
  },
  abandon: {
    from: beforeMoney,
    to: 'abandoned',
    ...rule('abandon-before-disbursement', 'Spec §1.5'),
    late: 'money was sent: close the loan instead',
  },
} satisfies Readonly<Record<string, LoanStep>>;

export type LoanStepName = keyof typeof steps;

export const loanSteps: Readonly<Record<LoanStepName, LoanStep>> = steps;

export function stepIsDue(step: LoanStepName, stage: LoanStage): Decision {
  const { from, rule, spec, needs, late, onceClosed } = loanSteps[step];
  if (from.includes(stage)) return allowed;
  if (stage === 'closed' && onceClosed)
    return refused(onceClosed.rule, onceClosed.spec, `${step} is refused: the loan is closed, and ${onceClosed.why}`);
  if (stage === 'closed' || stage === 'abandoned')
    return refused(rule, spec, `${step} is refused: the loan is ${stage}`);
  const isPast = from.every((each) => loanStages.indexOf(each) < loanStages.indexOf(stage));
  const why =
    (isPast ? late : needs) ??
    `it belongs to stage ${from.map((each) => `'${each}'`).join(' or ')}, which the loan has passed`;
  return refused(rule, spec, `${step} is refused at stage '${stage}': ${why}`);
}
