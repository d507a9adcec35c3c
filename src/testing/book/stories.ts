/** What happens to loans, in acts. Each act runs once, on the evening of its day. */
import { addDays, addPeriods, formatInstant, type PlainDate } from '../../domain/calendar.ts';
import type { CollectingLoan } from '../../domain/loan/loan.ts';
import { arrearsOf, type BookLoan, type BookSide } from './book-loan.ts';
import type { BookStory, PlannedLoan } from './book-plan.ts';
import { adoptLoan, recordTransfer } from './lender.ts';

interface Scene {
  readonly side: BookSide;
  readonly of: BookLoan;
  /** The loan on the lender's file. */
  readonly loan: CollectingLoan;
  readonly today: PlainDate;
  /** ISO 8601. */
  readonly now: string;
}

type Act = (scene: Scene) => Promise<unknown>;

type Days = readonly [from: number, to: number];

/** The acts of a story. It begins some days after the first due date, and pauses between its acts. */
interface Script {
  readonly begins: Days;
  readonly pauses: Days;
  readonly acts: readonly Act[];
}

/** The other stories need no script: they follow from the payer's cash flow and the lender's rules. */
const scripts: Readonly<Partial<Record<BookStory, Script>>> = {
  'pays-elsewhere': { begins: [-4, 8], pauses: [20, 35], acts: [transfer, transfer, transfer] },
  disputes: { begins: [1, 12], pauses: [6, 18], acts: [dispute, endDispute] },
  revokes: { begins: [1, 12], pauses: [2, 7], acts: [withdraw, recordObligation] },
  restructured: { begins: [2, 20], pauses: [0, 0], acts: [restructure] },
  // The lender adopts the loan: `playStory` does that before any act.
  adopted: { begins: [2, 25], pauses: [0, 0], acts: [] },
};

/** The evening on which a loan's story begins. Undefined if it has no script. */
export function storyBegins({ story, terms }: PlannedLoan, between: (from: number, to: number) => number) {
  const script = scripts[story];
  return script && addDays(terms.startDate, between(...script.begins));
}

/** Plays the next act of a loan's story. */
export async function playStory(side: BookSide, of: BookLoan, today: PlainDate): Promise<void> {
  of.actsOn = undefined;
  if (of.place === 'former') return adoptLoan(side, of);
  const script = scripts[of.plan.story];
  const act = script?.acts[of.acts];
  const loan = await side.kit.loans.get(of.plan.loanId);
  if (!act || loan.stage !== 'collecting') return;
  await act({ side, of, loan, today, now: formatInstant(side.world.clock.now()) });
  of.acts += 1;
  if (of.acts < script.acts.length) of.actsOn = addDays(today, of.chance.between(...script.pauses));
}

// What is late, or else an instalment ahead.
async function transfer({ side, of, loan, today }: Scene): Promise<void> {
  const amount = arrearsOf(of, loan, today)?.amount ?? of.plan.terms.breakdown[0]?.amount ?? 0;
  await recordTransfer(side.kit, loan, { amount, date: today });
}

// Half of the payers go to the lender, half to their bank.
async function dispute({ side: { kit, payer }, of, loan, now }: Scene): Promise<void> {
  const reason = 'the payer does not know the amount';
  if (of.chance.happens(0.5)) await payer.disputes(loan, { reason });
  else await kit.mandates.openDispute(loan, { reference: `DSP-${loan.loanId}`, reason, openedAt: now });
}

async function endDispute({ side: { kit, payer }, of, loan, now }: Scene): Promise<void> {
  const isRight = of.chance.happens(0.3);
  const [dispute] = loan.disputes;
  if (!dispute) return payer.disputeResolved(isRight ? 'failed' : 'reinstated', loan);
  const outcome = isRight ? 'upheld' : 'dismissed';
  const reason = 'the agreement was read again';
  await kit.mandates.resolveDispute(loan, { reference: dispute.reference, outcome, reason, resolvedAt: now });
}

async function withdraw({ side: { kit }, of, loan, now }: Scene): Promise<void> {
  const channel = 'branch';
  if (of.chance.happens(0.5))
    await kit.mandates.revokeScope(loan, { scope: 'automatedDebit', channel, revokedAt: now });
  else await kit.mandates.requestCancellation(loan, { channel, requestedAt: now });
}

async function recordObligation({ side: { kit }, loan }: Scene): Promise<void> {
  const { outstanding: amount } = loan.balances;
  if (amount > 0) await kit.loans.recordObligation(loan, { amount, basis: 'the loan agreement' });
}

// Half as much, twice as often.
async function restructure({ side: { kit }, of, loan, today }: Scene): Promise<void> {
  const { outstanding, collected, repaidOutside } = loan.balances;
  const { frequency, breakdown } = of.plan.terms;
  const count = 2 * breakdown.filter(({ dueDate }) => dueDate > today).length;
  if (outstanding <= 0 || count === 0) return;
  const amount = Math.floor(outstanding / count);
  const lines = Array.from({ length: count }, (_, index) => ({
    dueDate: addPeriods(today, frequency, index + 1),
    amount: index === 0 ? outstanding - amount * (count - 1) : amount,
  }));
  const reason = 'the payer asked for smaller instalments';
  await kit.bureau.reportRestructured(loan, { schedule: lines, reason });
  of.schedule = { lines, after: collected + repaidOutside };
}
