/** What the lenders of a kill run do: which loans they make, and the next step on each. Every process of the run decides for itself, from the file alone. */
import type { RepayKitOptions } from '../../../src/client/options.ts';
import { RepayKit } from '../../../src/client/repay-kit.ts';
import type { OpenLoanInput } from '../../../src/client/workflows/onboarding/open-loan.ts';
import type { Clock } from '../../../src/clock/clock.ts';
import { addDays, type PlainDate } from '../../../src/domain/calendar.ts';
import type { CollectingLoan, Loan } from '../../../src/domain/loan/loan.ts';
import type { LoanStore } from '../../../src/loan-file/store.ts';
import { REFERENCE_DEFAULTS } from '../../../src/server/defaults.ts';
import { consent } from '../../journeys/people.ts';
import type { Dice } from '../tampering/dice.ts';

/** When a run begins: 9 in the morning in Lagos, after the hour of debits, so that a debit for today is tried at once. */
export const BEGINS = '2026-01-05T08:00:00Z';

/** The accounts of the payer of a loan, and what is on them; every fifth payer cannot pay it all. */
export function accountsOf(number: number) {
  const digits = String(number).padStart(9, '0');
  const isPoor = number % 5 === 0;
  return {
    primary: {
      accountNumber: `4${digits}`,
      bankCode: '058',
      balance: isPoor ? 20_000.5 : number % 3 === 0 ? 0 : 200_000,
    },
    backup: { accountNumber: `5${digits}`, bankCode: '044', balance: isPoor ? 7_000.25 : 200_000 },
  };
}

/** The loan's name. */
export const loanIdOf = (number: number) => `loan-${number}`;

/** What a loan is opened with. */
export function openingOf(number: number): OpenLoanInput {
  const digits = String(number).padStart(9, '0');
  const payer = {
    payerId: `payer-${number}`,
    bvn: `31${digits}`,
    name: `Payer Number ${number}`,
    email: `payer${number}@example.com`,
    mobileNumber: `080${digits.slice(1)}`,
    address: `${number} Sample Street, Ikeja`,
  };
  const terms = {
    approvedAmount: 80_000,
    totalAmountDue: 90_000,
    startDate: '2026-02-01',
    endDate: '2026-04-15',
  } as const;
  return {
    loanId: loanIdOf(number),
    payer,
    consent,
    terms: { ...terms, frequency: 'monthly', collectionMode: 'manual' },
  };
}

/** A client of the run's lender. Its limits are short, because the run's time flows many times faster than the machine's. */
export function merchantKit(
  url: string,
  options: Partial<RepayKitOptions> & { readonly store: LoanStore; readonly clock: Clock },
): RepayKit {
  const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;
  return new RepayKit({
    ...{ baseUrl: url, appId, businessId, publicKey, secretKey, segments },
    retry: { retries: 1, firstDelayMs: 5, maxDelayMs: 20 },
    timeouts: { readMs: 2_000, placeMs: 2_000, debitMs: 2_000 },
    ...options,
  });
}

/** A step that returned: what its lender may rely on from then on. */
export interface Acknowledged {
  readonly loanId: string;
  readonly step: string;
  readonly stage: Loan['stage'];
  readonly version: number;
  /** What `collect` answered. */
  readonly debit?: { readonly debitId: string; readonly outcome: string; readonly reference?: string };
  /** Reports that were acknowledged by then. */
  readonly reported: number;
  /** Sums in naira, once there are any. */
  readonly collected?: number;
}

/** A step on a loan that is about to be taken. */
export interface NextStep {
  readonly step: string;
  take(): Promise<Acknowledged>;
}

/** Chooses the next step on a loan by its stage; where several make sense, by chance. */
export function nextStep(
  kit: RepayKit,
  loan: Loan,
  { dice, today }: { readonly dice: Dice; readonly today: PlainDate },
): NextStep {
  const step = (name: string, act: () => Promise<Loan>): NextStep => ({
    step: name,
    take: async () => acknowledged(name, await act()),
  });
  switch (loan.stage) {
    case 'consented':
      return step('discover', () => kit.discovery.discover(loan));
    case 'discovered':
      return step('select', () => kit.discovery.select(loan, choiceOf(loan.accounts)));
    case 'selected':
      return step('place', () => kit.mandates.place(loan));
    case 'placed':
      return step('attach', () => kit.mandates.attachByMicroDeposit(loan));
    case 'verifying':
      return step('refresh', () => kit.mandates.refresh(loan));
    case 'verified':
      return step('reportApproved', () => kit.bureau.reportApproved(loan));
    case 'approved':
      return step('reportDisbursed', () =>
        kit.bureau.reportDisbursed(loan, { amount: 80_000, date: '2026-01-05', reference: `TRF-${loan.loanId}` }),
      );
    case 'disbursed':
      return step('awaitReported', () => kit.bureau.awaitReported(loan));
    case 'collecting':
      return stepOfCollecting(kit, loan, { dice, today });
    case 'closed':
      return step('awaitReported', () => kit.bureau.awaitReported(loan));
    default:
      return step('get', () => kit.loans.get(loan.loanId));
  }
}

function stepOfCollecting(
  kit: RepayKit,
  loan: CollectingLoan,
  { dice, today }: { readonly dice: Dice; readonly today: PlainDate },
): NextStep {
  const step = (name: string, act: () => Promise<Loan>): NextStep => ({
    step: name,
    take: async () => acknowledged(name, await act()),
  });
  const { openDebits, outstanding, collectable } = loan.balances;
  if (loan.reports.some(({ acknowledged }) => !acknowledged) && dice.below(3) === 0)
    return step('awaitReported', () => kit.bureau.awaitReported(loan));
  if (outstanding === 0 && openDebits === 0)
    return step('close', () => kit.bureau.close(loan, { finalStatus: 'repaid', closeDate: today }));
  if (openDebits > 0 && dice.below(2) === 0)
    return step('settle', async () => (await kit.collections.settle(loan)).loan);
  if (collectable === 0 || dice.below(6) === 0) return step('refresh', () => kit.mandates.refresh(loan));
  // Hardly two debits ask for the same amount, so that each can be recognised at the server's port.
  // Each is a payment of its own, so that it may be taken as well as those whose outcome is not known.
  const despiteUnknown = loan.debits
    .filter(({ status }) => ['intended', 'unknown', 'parked'].includes(status))
    .map(({ debitId }) => debitId);
  const debitDate = dice.below(5) < 3 ? today : addDays(today, dice.between(1, 3));
  const request = { amount: amountWithin(collectable, dice), debitDate, despiteUnknown };
  return {
    step: 'collect',
    take: async () => {
      const { loan: after, debit } = await kit.collections.collect(loan, request);
      const { debitId, outcome } = debit;
      return {
        ...acknowledged('collect', after),
        debit: { debitId, outcome, ...(debit.outcome === 'scheduled' ? { reference: debit.reference } : {}) },
      };
    },
  };
}

function amountWithin(collectable: number, dice: Dice): number {
  const wanted = dice.between(900_000, 3_000_000);
  const most = Math.round(collectable * 100);
  return (most - wanted < 900_000 ? most : wanted) / 100;
}

// The payer takes the account that begins with 4 as the primary.
function choiceOf(accounts: readonly { readonly accountNumber: string; readonly bankCode: string }[]) {
  const [primaryAccount, ...backupAccounts] = [...accounts]
    .sort((a, b) => (a.accountNumber < b.accountNumber ? -1 : 1))
    .map(({ accountNumber, bankCode }) => ({ accountNumber, bankCode }));
  if (!primaryAccount) throw new Error('the payer has no account');
  return { primaryAccount, backupAccounts, chosenBy: { ipAddress: '203.0.113.9', at: '2026-01-05T07:58:00Z' } };
}

function acknowledged(step: string, loan: Loan): Acknowledged {
  const { loanId, stage, version } = loan;
  const reported = 'reports' in loan ? loan.reports.filter((report) => report.acknowledged).length : 0;
  return {
    loanId,
    step,
    stage,
    version,
    reported,
    ...('balances' in loan ? { collected: loan.balances.collected } : {}),
  };
}
