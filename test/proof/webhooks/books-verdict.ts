/** Holds the lender's books against the server's: every loan, every instalment, every state change. */
import type { RepayKit } from '../../../src/client/repay-kit.ts';
import type { CollectingLoan } from '../../../src/domain/loan/loan.ts';
import type { ReferenceServer } from '../../../src/server/index.ts';
import { loanIdOf } from './borrowers.ts';

/** What is compared. */
export interface Books {
  readonly server: ReferenceServer;
  readonly kit: RepayKit;
  readonly loans: number;
  /** What handlers received, in order. */
  readonly reported: readonly string[];
  /** What arrived with the right secret and was answered with 200. */
  readonly arrived: ReadonlySet<string>;
}

/** What came out of it; sums in kobo. */
export interface BooksVerdict {
  readonly collectedByServer: number;
  readonly collectedByMerchant: number;
  readonly differing: number;
  readonly reported: number;
  readonly double: number;
  readonly missing: number;
  readonly wrongs: readonly string[];
}

const MOST_SHOWN = 20;

/** Compares the books. */
export async function compareBooks({ server, kit, loans, reported, arrived }: Books): Promise<BooksVerdict> {
  const wrongs: string[] = [];
  const known = new Set(reported);
  const wanted = new Set(arrived);
  let [collectedByServer, collectedByMerchant, differing] = [0, 0, 0];
  for (let number = 1; number <= loans; number += 1) {
    const loan = await kit.loans.get(loanIdOf(number));
    if (loan.stage !== 'collecting') {
      wrongs.push(`${loan.loanId} is ${loan.stage}`);
      differing += 1;
      continue;
    }
    const inside = await server.controls.readMandate(loan.mandateId);
    const [theirs, ours] = [serversBook(inside), merchantsBook(loan)];
    collectedByServer += theirs.collected;
    collectedByMerchant += ours.collected;
    if (JSON.stringify(theirs) !== JSON.stringify(ours)) {
      differing += 1;
      wrongs.push(`${loan.loanId}: the server has ${JSON.stringify(theirs)}, the merchant ${JSON.stringify(ours)}`);
    }
    const reported = reportedOf(loan);
    if (reported !== undefined) wrongs.push(`${loan.loanId}: ${reported}`);
    for (const each of standingOf(loan.mandateId, inside)) wanted.add(each);
  }
  const missing = [...wanted].filter((each) => !known.has(each));
  for (const each of missing) wrongs.push(`nobody was told: ${each}`);
  const counts = new Map<string, number>();
  for (const each of reported) counts.set(each, (counts.get(each) ?? 0) + 1);
  for (const [each, count] of counts) if (count > 1) wrongs.push(`told ${count} times: ${each}`);
  const shown = wrongs.slice(0, MOST_SHOWN);
  return {
    collectedByServer,
    collectedByMerchant,
    differing,
    reported: reported.length,
    double: reported.length - known.size,
    missing: missing.length,
    wrongs: shown,
  };
}

type Inside = Awaited<ReturnType<ReferenceServer['controls']['readMandate']>>;

/** What either side says of a loan; kobo. */
interface LoanBook {
  readonly collected: number;
  readonly outstanding: number;
  /** Collected on each instalment, in the order of their due dates, and what it is then. */
  readonly instalments: readonly string[];
}

function serversBook({ mandate, repaymentDetails }: Inside): LoanBook {
  const collected = kobo(mandate.collectedAmount);
  const instalments = repaymentDetails.breakdown.map(({ amountCollected, status }) => entryOf(amountCollected, status));
  return { collected, outstanding: kobo(mandate.totalAmountDue) - collected, instalments };
}

function merchantsBook({ balances, instalments }: CollectingLoan): LoanBook {
  return {
    collected: kobo(balances.collected),
    outstanding: kobo(balances.outstanding),
    instalments: instalments.map(({ collected, status }) => entryOf(collected, status)),
  };
}

// Whether an unpaid instalment is overdue or still due is a matter of the day, not of the books.
function entryOf(collected = 0, status = ''): string {
  return collected > 0 ? `${kobo(collected)} ${status}` : '0';
}

// What the bureau received about money adds up to what came in, and all of it was acknowledged.
function reportedOf({ reports, balances }: CollectingLoan): string | undefined {
  const waiting = reports.filter(({ acknowledged }) => !acknowledged).length;
  return waiting > 0 ? `${waiting} reports wait, with ${balances.collected} collected` : undefined;
}

/** What is so in the end, and has to be reported: each account is active, each instalment stands somewhere, and the tenure is over. */
function standingOf(mandateId: string, { mandate, repaymentDetails }: Inside): readonly string[] {
  const [primary] = mandate.consents;
  return [
    ...mandate.consents.map(({ accountNumber }) => `mandate.activated ${mandateId} ${accountNumber}`),
    ...repaymentDetails.breakdown
      .filter(({ amountCollected = 0 }) => amountCollected > 0)
      .map(
        ({ instalmentReference, status, amountCollected }) =>
          `collection ${mandateId} ${instalmentReference} ${status} ${amountCollected}`,
      ),
    `mandate.expired ${mandateId} ${primary?.accountNumber}`,
  ];
}

function kobo(naira: number): number {
  return Math.round(naira * 100);
}
