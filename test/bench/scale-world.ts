/** A server with a great many loans in it, all of them made by requests. */
import { addDays, type PlainDate } from '../../src/domain/calendar.ts';
import { createReferenceServer, type ReferenceServer } from '../../src/server/index.ts';

/** When the world begins. */
export const BEGINS = '2026-01-05T08:00:00.000Z';

// More at a time would only make the queue longer.
const LOANS_AT_ONCE = 100;

const merchant = { appId: '650000000000000000000001', businessId: '650000000000000000000002' };

/** A server with nothing in it but what every world begins with; its webhooks go nowhere. */
export function emptyServer(): ReferenceServer {
  return createReferenceServer({ now: BEGINS });
}

/** Loans to add. */
export interface Lending {
  /** Of the first one; each has its own. */
  readonly from: number;
  readonly count: number;
  /** The first of three monthly due dates. */
  readonly firstDue: PlainDate;
}

/** Adds loans of one account and three instalments, active and disbursed; every other payer has nothing in the bank. */
export async function lend(
  server: ReferenceServer,
  { from, count, firstDue }: Lending,
  onProgress: (loans: number) => void,
): Promise<void> {
  const dates = { startDate: firstDue, endDate: addDays(firstDue, 62) };
  for (let number = from; number < from + count; number += LOANS_AT_ONCE) {
    const numbers = Array.from(
      { length: Math.min(LOANS_AT_ONCE, from + count - number) },
      (_, index) => number + index,
    );
    await Promise.all(numbers.map((each) => lendOne(server, each, dates)));
    onProgress(number + numbers.length - from);
  }
}

/** The mandate of a loan. */
export function mandateIdOf(number: number): string {
  return `66f0${number.toString(16).padStart(20, '0')}`;
}

async function lendOne(
  server: ReferenceServer,
  number: number,
  dates: { readonly startDate: string; readonly endDate: string },
): Promise<void> {
  const nth = String(number).padStart(9, '0');
  const account = { accountNumber: `4${nth}`, bankCode: '058' };
  const mandateId = mandateIdOf(number);
  const email = `payer${number}@example.com`;
  const phone = `080${nth.slice(1)}`;
  const address = `${number} Sample Street, Lagos`;
  const payer = {
    bvn: `31${nth}`,
    name: `Payer Number ${nth}`,
    email,
    phone,
    accounts: [{ ...account, balance: number % 2 === 0 ? 90_000 : 0 }],
  };
  await post(server, '/_control/payers', payer);
  const placement = { ...merchant, mandateId, email, mobileNumber: phone, address, ...account };
  const terms = { totalAmountDue: 90_000, ...dates, frequency: 'monthly', collectionMode: 'auto' };
  await post(server, '/v1/mandates/mandates/consent/create', { ...placement, ...terms });
  const signature = {
    ...merchant,
    mandateId,
    ...account,
    email,
    phone,
    address,
    accountName: `PAYER NUMBER ${nth}`,
    bankAddress: 'Lagos',
    file: 'aGVsbG8=',
  };
  await post(server, '/v1/mandates/mandate/create-mandate', signature);
  const report = { mandateId, occurredAt: BEGINS };
  const offer = { offerTerms: '3% a month', approvedAmount: 85_000, tenure: 'P3M' };
  await post(server, '/_bureau/reports', {
    ...report,
    reportId: `loan.approved:${mandateId}`,
    event: 'loan.approved',
    content: offer,
  });
  const transfer = { amount: 85_000, date: '2026-01-05', reference: `TRF-${nth}` };
  await post(server, '/_bureau/reports', {
    ...report,
    reportId: `loan.disbursed:${mandateId}`,
    event: 'loan.disbursed',
    content: transfer,
  });
}

/** Sends a request that must succeed. */
export function post({ dispatcher }: ReferenceServer, path: string, body: object): Promise<void> {
  const headers = { token: 'pk_test_repaykit', 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    let refused = 0;
    const handler = {
      onRequestStart: () => undefined,
      onResponseStart: (_controller: unknown, status: number) => {
        refused = status < 300 ? 0 : status;
      },
      onResponseData: (_controller: unknown, chunk: Buffer) => {
        if (refused) reject(new Error(`${path} answered ${refused}: ${chunk}`));
      },
      onResponseEnd: () => resolve(),
      onResponseError: (_controller: unknown, error: Error) => reject(error),
    };
    dispatcher.dispatch({ path, method: 'POST', headers, body: JSON.stringify(body) }, handler);
  });
}
