/** One loan of ₦1,200 in kobo and events, from which the tests of the loan's rules take their states. */
import type { BureauEventName } from '../../../src/domain/bureau.ts';
import { type PlainDate, parsePlainDate } from '../../../src/domain/calendar.ts';
import { consentScopes } from '../../../src/domain/consent/consent.ts';
import type { EventOf, LoanEvent, LoanOpened } from '../../../src/domain/loan/events/events.ts';
import type { LoanStage } from '../../../src/domain/loan/stages.ts';
import type { LoanState } from '../../../src/domain/loan/state.ts';
import { reduceLoan } from '../../../src/domain/loan/transitions/reduce.ts';
import type { Kobo } from '../../../src/domain/money.ts';
import type { LoanTerms } from '../../../src/domain/terms.ts';

export const kobo = (amount: number) => amount as Kobo;
export const day = (text: string) => parsePlainDate(text) as PlainDate;

export const at = '2026-01-05T09:00:00.000Z';
export const mandateId = '65f0a1b2c3d4e5f60718293a';

export const terms: LoanTerms = {
  approvedAmount: kobo(100_000),
  totalAmountDue: kobo(120_000),
  startDate: day('2026-01-31'),
  endDate: day('2026-03-31'),
  period: 'monthly',
  collectionMode: 'manual',
};

/** The file's first event; the terms may be others. */
export function opened(change: Partial<LoanTerms> = {}): LoanOpened {
  return {
    type: 'loan.opened',
    at,
    loanId: 'loan-1',
    mandateId,
    payerId: 'payer-1',
    terms: { ...terms, ...change },
    consent: {
      scopes: (Object.keys(consentScopes) as (keyof typeof consentScopes)[]).map((scope) => ({ scope, grantedAt: at })),
      channel: 'web',
      language: 'en',
      notice: { text: 'You agree …', version: 'v1' },
    },
    personal: {
      payer: {
        payerId: 'payer-1',
        bvn: '22212345678',
        name: 'Ada Obi',
        email: 'ada@example.ng',
        mobileNumber: '08031234567',
        address: '1 Marina, Lagos',
      },
      ipAddresses: {},
    },
  };
}

const details = (accountNumber: string) => ({
  accountNumber,
  bankCode: '058',
  bankName: 'Sample Bank',
  accountName: 'ADA OBI',
});

export const discovered: LoanEvent = {
  type: 'accounts.discovered',
  at,
  accounts: [
    { account: 'a1', active: true },
    { account: 'a2', active: true },
    { account: 'a3', active: true },
    { account: 'a4', active: false },
  ],
  personal: {
    accounts: {
      a1: details('0123456781'),
      a2: details('0123456782'),
      a3: details('0123456783'),
      a4: details('0123456784'),
    },
  },
};

export function selected(primary = 'a1', backups: readonly string[] = ['a2']): LoanEvent {
  return { type: 'accounts.selected', at, primary, backups, chosenAt: at, personal: { ipAddress: '102.89.23.4' } };
}

export const placed: readonly LoanEvent[] = [
  ...['a1', 'a2'].flatMap((account): LoanEvent[] => [
    { type: 'placement.intended', at, account },
    { type: 'placement.confirmed', at, account },
  ]),
  { type: 'mandate.placed', at },
];

export const attached: readonly LoanEvent[] = [
  ...['a1', 'a2'].flatMap((account): LoanEvent[] => [
    { type: 'attachment.intended', at, account, by: 'micro-deposit' },
    {
      type: 'attachment.confirmed',
      at,
      account,
      by: 'micro-deposit',
      accepted: true,
      personal: { instructions: 'Send ₦50.00' },
      transferDestinations: [{ bankName: 'Deposit Bank', accountNumber: '9900000001' }],
    },
  ]),
  { type: 'mandate.attached', at },
];

/** A reading of the mandate; `statuses` by account. */
export function read(
  status: string,
  statuses: Readonly<Record<string, string>> = {},
  change: Partial<EventOf<'mandate.read'>> = {},
): EventOf<'mandate.read'> {
  const accounts = Object.entries(statuses).map(([account, state]) => ({
    account,
    consentId: `c-${account}`,
    active: state === 'active',
    status: state,
  }));
  return { type: 'mandate.read', at, status, collected: kobo(0), accounts, instalments: [], ...change };
}

export function filed(event: BureauEventName, reportId: string = event): EventOf<'report.filed'> {
  return { type: 'report.filed', at, report: { reportId, event, mandateId, occurredAt: at, content: {} } as never };
}

/** New terms, as they were reported: what is still to be paid, in kobo by due date. */
export function restructured(lines: Readonly<Record<string, number>>, reportId = 'r-1'): EventOf<'report.filed'> {
  const schedule = Object.entries(lines).map(([dueDate, amount]) => ({ dueDate, amount: amount / 100 }));
  return {
    type: 'report.filed',
    at,
    report: {
      reportId,
      event: 'loan.restructured',
      mandateId,
      occurredAt: at,
      content: { schedule, reason: 'illness' },
    },
  };
}

export const acknowledged = (reportId: string): LoanEvent => ({ type: 'report.acknowledged', at, reportId });

/** The confirmed collection of an instalment of ₦400. */
export function collection(
  instalmentReference: string,
  status: string,
  collected: number,
  change: Partial<EventOf<'collection.confirmed'>> = {},
): EventOf<'collection.confirmed'> {
  return {
    type: 'collection.confirmed',
    at,
    instalmentReference,
    status,
    due: kobo(40_000),
    collected: kobo(collected),
    date: '2026-01-31',
    ...change,
  };
}

/** Money that went back, or a repayment that did not hold, in kobo. */
export function reversed(of: 'repayment' | 'collection', amount: number): LoanEvent {
  return {
    type: 'repayment.reversed',
    at,
    of,
    amount: kobo(amount),
    date: '2026-02-03',
    reference: `R-${of}`,
    reason: 'bounced',
  };
}

/** A dispute that the payer filed with the lender, and its end. */
export const disputeOpened = (reference: string): LoanEvent => ({
  type: 'dispute.opened',
  at,
  reference,
  reason: 'not mine',
  openedAt: at,
});
export const disputeEnded = (reference: string, outcome: 'dismissed' | 'upheld'): LoanEvent => ({
  type: 'dispute.resolved',
  at,
  reference,
  outcome,
  reason: 'looked into',
  resolvedAt: at,
});

/** The payer's request to cancel the mandate, with ₦1,200 outstanding. */
export const cancelled = (requestedAt = at): LoanEvent => ({
  type: 'cancellation.requested',
  at,
  requestedAt,
  channel: 'web',
  outstanding: kobo(120_000),
});

/** The payer's withdrawal of one scope of the consent. */
export const revoked = (scope: EventOf<'scope.revoked'>['scope'], revokedAt = at): LoanEvent => ({
  type: 'scope.revoked',
  at,
  scope,
  revokedAt,
  channel: 'web',
});

/** A repayment outside the platform, in kobo. */
export const paidInCash = (amount: number): LoanEvent => ({
  type: 'repayment.recorded',
  at,
  amount: kobo(amount),
  date: '2026-02-01',
  reference: 'CASH-1',
});

/** A collection of ₦100 that went back. */
export const chargedBack: LoanEvent = {
  type: 'repayment.reversed',
  at,
  of: 'collection',
  amount: kobo(10_000),
  date: '2026-02-02',
  reference: 'B-1',
  reason: 'chargeback',
};

/** The report of a closure as repaid. */
export const closedAsRepaid: LoanEvent = {
  type: 'report.filed',
  at,
  report: {
    reportId: 'closed',
    event: 'loan.closed',
    mandateId: 'm',
    occurredAt: at,
    content: { finalStatus: 'repaid', closeDate: '2026-02-01' },
  },
};

const active = read('active', { a1: 'active', a2: 'active' });

/** What brings a loan to each stage, from the stage before. */
const road: readonly (readonly [LoanStage, readonly LoanEvent[]])[] = [
  ['consented', []],
  ['discovered', [discovered]],
  ['selected', [selected()]],
  ['placed', placed],
  ['verifying', attached],
  ['verified', [active]],
  ['approved', [filed('loan.approved'), acknowledged('loan.approved')]],
  ['disbursed', [filed('loan.disbursed')]],
  ['collecting', [acknowledged('loan.disbursed')]],
  ['closed', [filed('loan.closed')]],
];

/** The events of a loan up to a stage. */
export function eventsUpTo(stage: LoanStage, change: Partial<LoanTerms> = {}): readonly LoanEvent[] {
  if (stage === 'abandoned') return [opened(change), discovered, { type: 'loan.abandoned', at, reason: 'declined' }];
  const events: LoanEvent[] = [opened(change)];
  for (const [reached, added] of road) {
    events.push(...added);
    if (reached === stage) break;
  }
  return events;
}

/** The state of a loan at a stage, after some more events. */
export function loanAt(stage: LoanStage, more: readonly LoanEvent[] = [], change: Partial<LoanTerms> = {}): LoanState {
  return reduceLoan([...eventsUpTo(stage, change), ...more]) as LoanState;
}
