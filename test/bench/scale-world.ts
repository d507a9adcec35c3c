/** A world with a great many loans. The operations make them as for requests, but without HTTP, which would take most of the time. */
import { addDays, type PlainDate } from '../../src/domain/calendar.ts';
import type { Answer } from '../../src/server/answer.ts';
import { attachBySignature, createConsent } from '../../src/server/endpoints/mandate-operations.ts';
import { submitReport } from '../../src/server/engine/mandates/bureau-intake.ts';
import { addPayer } from '../../src/server/engine/world/payers.ts';
import { checkOptions } from '../../src/server/options.ts';
import { LiveWorld } from '../../src/server/worlds/live-world.ts';

/** When the world begins. */
export const BEGINS = '2026-01-05T08:00:00.000Z';

const merchant = { appId: '650000000000000000000001', businessId: '650000000000000000000002' };

/** A world with nothing in it but what every world begins with; its webhooks go nowhere. */
export function emptyWorld(): LiveWorld {
  const send = () => Promise.reject(new Error('no webhook endpoint is set'));
  return new LiveWorld(checkOptions({ now: BEGINS }), { send });
}

/** Loans to add. */
export interface Lending {
  /** Of the first one; each has its own. */
  readonly from: number;
  readonly count: number;
  /** The first of three monthly due dates. */
  readonly firstDue: PlainDate;
  /** Of the payers, this many in a hundred have the money; the others have none. */
  readonly funded: 50 | 100;
}

/** Adds loans of one account and three instalments, active and disbursed. */
export function lend(live: LiveWorld, { from, count, firstDue, funded }: Lending): void {
  const dates = { startDate: firstDue, endDate: addDays(firstDue, 62) };
  for (let number = from; number < from + count; number += 1)
    lendOne(live, { number, balance: number % 2 === 0 || funded === 100 ? 90_000 : 0, dates });
}

/** The mandate of a loan. */
export function mandateIdOf(number: number): string {
  return `66f0${number.toString(16).padStart(20, '0')}`;
}

/** Sends a report to the bureau. */
export function report(live: LiveWorld, body: object): void {
  done(live, submitReport(live.world, received(body)));
}

interface Loan {
  readonly number: number;
  readonly balance: number;
  readonly dates: { readonly startDate: string; readonly endDate: string };
}

function lendOne(live: LiveWorld, { number, balance, dates }: Loan): void {
  const nth = String(number).padStart(9, '0');
  const account = { accountNumber: `4${nth}`, bankCode: '058' };
  const mandateId = mandateIdOf(number);
  const email = `payer${number}@example.com`;
  const phone = `080${nth.slice(1)}`;
  const address = `${number} Sample Street, Lagos`;
  const name = `Payer Number ${nth}`;
  const { world } = live;
  done(live, addPayer(world, received({ bvn: `31${nth}`, name, email, phone, accounts: [{ ...account, balance }] })));
  const placement = { ...merchant, mandateId, email, mobileNumber: phone, address, ...account };
  const terms = { totalAmountDue: 90_000, ...dates, frequency: 'monthly', collectionMode: 'auto' } as const;
  done(live, createConsent(world, received({ ...placement, ...terms })));
  const accountName = name.toUpperCase();
  const signature = { ...merchant, mandateId, ...account, email, phone, address, accountName, bankAddress: 'Lagos' };
  done(live, attachBySignature(world, received({ ...signature, file: 'aGVsbG8=' })));
  const content = { offerTerms: '3% a month', approvedAmount: 85_000, tenure: 'P3M' };
  const approval = { mandateId, occurredAt: BEGINS, reportId: `loan.approved:${mandateId}`, event: 'loan.approved' };
  report(live, { ...approval, content });
  const transfer = { amount: 85_000, date: '2026-01-05', reference: `TRF-${nth}` };
  report(live, { ...approval, reportId: `loan.disbursed:${mandateId}`, event: 'loan.disbursed', content: transfer });
}

// As after a request: its texts are new ones, which take memory.
function received<Input extends object>(input: Input): Input {
  return JSON.parse(JSON.stringify(input)) as Input;
}

function done(live: LiveWorld, answer: Answer<unknown>): void {
  if (!answer.ok) throw new Error(answer.refusal.message);
  live.depart();
}
