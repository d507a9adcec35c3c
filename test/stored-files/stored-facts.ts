/** What stored files say, by the public entry points alone: the same for the program that wrote them and for every later source. */
import { type RepayKit, type Transport, type VirtualClock, virtualClock } from '../../src/index.ts';
import {
  createTestDelivery,
  type InboxItem,
  parse,
  type Receiver,
  receive,
  unverified,
} from '../../src/webhooks/index.ts';
import { END, lenderKit, payer, payerIds, receiptInput, SIGNING_KEY } from './lender.ts';
import type { Place } from './scene.ts';

/** A lender who reads its stores after the last fact was written, while the service is away. */
export interface Reader {
  readonly kit: RepayKit;
  readonly receiver: Receiver;
  readonly clock: VirtualClock;
  /** Bodies that the receiver's handler was given. */
  readonly handled: unknown[];
}

/** A service that is away. */
const away: Transport = {
  send: () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
  close: async () => undefined,
};

export function readerOf({ store, inbox, keys, checkpoints: sink }: Place, transport = away): Reader {
  const clock = virtualClock(Date.parse(END));
  const handled: unknown[] = [];
  const handle = ({ data }: { readonly data: unknown }) => void handled.push(data);
  const kit = lenderKit({ store, keys, checkpoints: { key: SIGNING_KEY, sink }, clock, transport });
  const receiver = receive({
    verify: unverified(),
    inbox,
    confirm: kit,
    clock,
    concurrency: 1,
    on: { pdf_upload: handle, collection: handle, 'mandate.activated': handle, 'mandate.disputed': handle },
  });
  return { kit, receiver, clock, handled };
}

/** Everything that the stores say of the loans. */
export async function loanFacts(place: Place) {
  const { kit } = readerOf(place);
  const { loans } = await kit.loans.list({ limit: 1_000 });
  const facts = [];
  for (const loan of loans) {
    const { loanId, mandateId } = loan;
    // Why a duty is owed is worded by the source that reads.
    const duties = (await kit.loans.duties(loan)).map(({ why: _why, ...duty }) => duty);
    const receipt = await kit.loans.receipt(loanId, receiptInput);
    facts.push({ loan, duties, receipt, found: await foundByMandate(kit, mandateId) });
  }
  const found = [];
  for (const payerId of payerIds) {
    const ids = async (query: object) => (await kit.loans.list(query)).loans.map(({ loanId }) => loanId);
    found.push({ payerId, byPayer: await ids({ payerId }), byBvn: await ids({ bvn: payer(payerId).bvn }) });
  }
  const { heads } = await place.store.list({ limit: 1_000 });
  return plain({ loans: facts, found, heads });
}

/** The loan that a webhook about a mandate leads to. */
async function foundByMandate(kit: RepayKit, mandateId: string): Promise<string | undefined> {
  const { body } = createTestDelivery('mandate.activated', { mandateId }, { secret: 'whsec' });
  const confirmation = await kit.confirm(parse(body), { isProven: true });
  return confirmation.kind === 'confirmed' ? confirmation.loan?.loanId : confirmation.kind;
}

/** Every kept delivery by its status, its body opened. */
export async function inboxFacts(place: Place) {
  const { receiver } = readerOf(place);
  const byStatus: Record<string, readonly InboxItem[]> = {};
  for (const status of ['unfinished', 'done', 'quarantined'] as const)
    byStatus[status] = await receiver.inbox.list({ status, limit: 1_000 });
  return plain(byStatus);
}

/** The waiting work that a worker gets at an instant; it holds it from then on. */
export async function claimWork({ store }: Place, now: number) {
  return plain(
    await store.claim({ now, leaseMs: 60_000, limit: 1_000, kinds: ['reports', 'debits', 'reconcile', 'news'] }),
  );
}

// As JSON would keep it, to be compared with what was kept as JSON.
function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}
