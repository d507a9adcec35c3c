/** A client with keys, a receiver over an inbox, and deliveries about one payer, in every state in which they can be when the payer is erased. */
import { randomInt, randomUUID } from 'node:crypto';
import { virtualClock } from '../../src/clock/virtual-clock.ts';
import { RepayKit } from '../../src/index.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { type Inbox, receive, unverified } from '../../src/webhooks/index.ts';
import { manualTerms, openInput } from '../journeys/people.ts';

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');
const letters = (count: number) =>
  Array.from({ length: count }, () => 'abcdefghijklmnopqrstuvwxyz'[randomInt(26)]).join('');

/** A payer whose every value is unique: databases and their logs are shared. */
export function newPayer() {
  const name = `Z${letters(11)} Q${letters(11)}`;
  return {
    payerId: `payer-${randomUUID()}`,
    bvn: `22${digits(9)}`,
    name,
    email: `${letters(14)}@quillwort.example`,
    mobileNumber: `0813${digits(7)}`,
    address: `17 ${letters(12)} Crescent`,
    accountNumber: `73${digits(8)}`,
  };
}

/** What may be found nowhere. */
export function secretsOf({
  bvn,
  name,
  email,
  accountNumber,
  address,
}: ReturnType<typeof newPayer>): readonly string[] {
  return [bvn, accountNumber, email, ...name.split(' '), address.split(' ')[1] as string];
}

/** Sets the stage. Nothing reaches the service: it knows no mandate. */
export async function sealedFixture(store: LoanStore, inbox: Inbox) {
  const payer = newPayer();
  const { accountNumber, ...person } = payer;
  const clock = virtualClock(Date.UTC(2026, 0, 5, 8));
  const logged: string[] = [];
  const log = (message: string, facts: object) => void logged.push(`${message} ${JSON.stringify(facts)}`);
  const notFound = JSON.stringify({ status: false, error: true, message: 'no such mandate', data: null });
  const kit = new RepayKit({
    ...{
      baseUrl: 'http://127.0.0.1:1',
      appId: 'app',
      businessId: 'business',
      publicKey: 'pk_test_sealed',
      secretKey: 'sk_test_sealed',
    },
    segments: { mandate: 'mandate', discovery: 'discovery' },
    ...{ store, keys: memoryKeys(), clock },
    transport: {
      send: async () => ({ status: 404, headers: {}, body: notFound, bodyBytes: notFound.length }),
      close: async () => {},
    },
  });
  const opening = openInput(manualTerms);
  const loan = await kit.loans.open({ ...opening, loanId: `loan-${randomUUID()}`, payer: person });
  const handlers = {
    // It says more than the delivery only where the delivery names the payer: no one else could know the rest.
    unknown: ({ event }: { readonly event: string | null }) => {
      const more = event === 'statement.odd' ? ` of ${payer.address}, ${payer.email}` : '';
      throw new Error(`cannot write to ${payer.name.toUpperCase()}${more}`);
    },
  };
  const receiver = receive({
    ...{ verify: unverified(), inbox, confirm: kit, on: handlers, unconfirmedForMs: 0, clock },
    logger: { info: log, warn: log, error: log },
  });
  const personal = { accountName: payer.name, accountNumber, bvn: payer.bvn };
  const { mandateId } = loan;
  const bodies = {
    quarantined: {
      mandateId,
      instalmentStatus: 'success',
      instalmentReference: 'I-1',
      amountCollected: 5,
      totalAmount: 5,
      ...personal,
    },
    unfinished: {
      event: 'mandate.strange',
      data: { mandate: { _id: mandateId }, holder: payer.name, at: payer.address },
    },
    'by its BVN': { event: 'statement.odd', payload: { customer: { bvn: payer.bvn, name: payer.name } } },
    'by its account': { event: 'account.odd', payload: { account_number: accountNumber, called: payer.name } },
    'kept for an hour': {
      event: 'income_transaction',
      data: { success: true, ...personal, balance: 1, bankCode: '058', bankName: 'Sample', trans: [] },
    },
    'of nobody': { event: 'odd', data: { said: `${payer.name} of ${payer.address}` } },
    unrelated: {
      event: 'mandate.activated',
      data: { mandateId: 'ab'.repeat(12), status: 'active', accountNumber, accountName: payer.name },
    },
  };
  const deliver = async (body: object) => {
    const response = await receiver(
      new Request('http://127.0.0.1/hooks', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    if (response.status !== 200) throw new Error(`The delivery was answered with ${response.status}.`);
    await receiver.settled();
  };
  const erase = () => kit.loans.erasePayer(payer.payerId, { reason: 'asked for' });
  const end = async () => {
    await kit.loans.abandon(loan, { reason: 'not taken up' });
    await erase();
  };
  return { erase, payer, kit, loan, receiver, logged, bodies, deliver, end };
}
