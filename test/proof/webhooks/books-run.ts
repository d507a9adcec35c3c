/** A portfolio whose webhooks are dropped, doubled, turned round, late and forged all the time, and how the lender's books compare with the server's in the end. */
import { memoryStore } from '../../../src/loan-file/memory-store.ts';
import { REFERENCE_DEFAULTS } from '../../../src/server/defaults.ts';
import { createReferenceServer, type NewFault, type ReferenceServer } from '../../../src/server/index.ts';
import { parse } from '../../../src/webhooks/index.ts';
import { reconcile } from '../../../src/worker/reconcile/reconcile.ts';
import { Dice } from '../tampering/dice.ts';
import { lendingOf } from './books-borrowers.ts';
import { type Portfolio, playDueDates, type StoryCounts, workOnce } from './books-story.ts';
import { compareBooks } from './books-verdict.ts';
import { BEGINS, lend } from './borrowers.ts';
import { type Merchant, openMerchant, reporting } from './merchant.ts';

/** How a run goes. */
export interface BooksRun {
  readonly loans: number;
  readonly seed: number;
  readonly log?: (line: string) => void;
}

/** What came out. */
export interface BooksResult extends Omit<StoryCounts, 'errors'> {
  readonly loans: number;
  /** Webhooks that the service raised. */
  readonly raised: number;
  /** What the faults did to them, by kind. */
  readonly hit: Readonly<Record<string, number>>;
  /** Webhooks with the right secret that the receiver answered with 200; several may report the same. */
  readonly arrived: number;
  /** State changes that handlers received. */
  readonly reported: number;
  /** Of these, the same twice. */
  readonly double: number;
  /** What arrived, or is so in the end, and reached no handler. */
  readonly missing: number;
  /** Collected in all, in kobo, by both sides. */
  readonly collectedByServer: number;
  readonly collectedByMerchant: number;
  /** Loans of which the books do not agree. */
  readonly differing: number;
  readonly wrongs: readonly string[];
  readonly seconds: number;
}

/**
 * All the time. The first that strikes a webhook counts, so that each probability is of what those before it leave: of all webhooks 20 % are dropped, 20 % doubled,
 * 5 % carry a wrong secret, 10 % change places and 10 % are late, half of those by minutes and half by most of a day.
 */
const faults: readonly NewFault[] = [
  { kind: 'webhook-drop', probability: 0.2 },
  { kind: 'webhook-duplicate', probability: 0.2 / 0.8 },
  { kind: 'webhook-wrong-secret', probability: 0.05 / 0.6 },
  { kind: 'webhook-reorder', probability: 0.1 / 0.55 },
  { kind: 'webhook-delay', probability: 0.05 / 0.45, delayMs: 7 * 60_000 },
  { kind: 'webhook-delay', probability: 0.05 / 0.4, delayMs: 20 * 3_600_000 },
];

const LOANS_AT_ONCE = 16;

/** Plays a run. */
export async function playBooksRun({ loans, seed, log = () => undefined }: BooksRun): Promise<BooksResult> {
  const begun = performance.now();
  const ear = new Ear();
  const server = createReferenceServer({ now: BEGINS, seed, webhook: { handler: (request) => ear.handle(request) } });
  const merchant = openMerchant({ server, clock: server.clock, store: memoryStore(), receiver: { concurrency: 32 } });
  ear.merchant = merchant;
  for (const fault of faults) await server.controls.addFault(fault);
  const counts: StoryCounts = { found: 0, looks: 0, redelivered: 0, errors: [] };
  const portfolio: Portfolio = { server, merchant, loans, dice: new Dice(seed), log, counts };
  try {
    await lendAll(portfolio);
    await playDueDates(portfolio);
    await endStory(portfolio);
    const { wrongs, ...books } = await compareBooks({
      server,
      kit: merchant.kit,
      loans,
      reported: merchant.reported,
      arrived: ear.arrived,
    });
    const { errors, ...counted } = counts;
    const { items } = await server.controls.faults();
    return {
      loans,
      raised: items[0]?.calls ?? 0,
      hit: hitBy(items),
      arrived: ear.count,
      ...counted,
      ...books,
      wrongs: [...errors, ...wrongs],
      seconds: Math.round((performance.now() - begun) / 1_000),
    };
  } finally {
    await merchant.receiver.settled();
    await merchant.close();
    await server.close();
  }
}

async function lendAll({ server, merchant, loans, log }: Portfolio): Promise<void> {
  for (let from = 1; from <= loans; from += LOANS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(LOANS_AT_ONCE, loans + 1 - from) }, (_, index) => from + index);
    await Promise.all(numbers.map((number) => lend(merchant.kit, server, lendingOf(number))));
    if (Math.floor((from + LOANS_AT_ONCE) / 1_000) > Math.floor(from / 1_000))
      log(`${from + numbers.length - 1} loans lent`);
  }
  await merchant.receiver.settled();
}

// The tenure ends, what is late arrives, and the lender looks once more at everything.
async function endStory({ server, merchant, counts, log }: Portfolio): Promise<void> {
  for (const instant of ['2026-04-16T12:00:00Z', '2026-04-17T12:00:00Z', '2026-04-18T12:00:00Z']) {
    await server.clock.to(instant);
    await workOnce({ merchant, counts });
  }
  const { missingCount, looked, errors } = await reconcile(merchant.kit, {
    inbox: merchant.receiver,
    all: true,
    requestsPerSecond: 1_000_000,
    concurrency: 16,
  });
  await merchant.receiver.settled();
  counts.found += missingCount;
  counts.looks += looked;
  for (const { loanId, reason } of errors) counts.errors.push(`the last look at ${loanId}: ${reason}`);
  log(`the last look at all loans found ${missingCount}`);
}

/** Hands webhooks to the lender, and knows which of them the lender has to know. */
class Ear {
  merchant: Merchant | undefined;
  readonly arrived = new Set<string>();
  count = 0;

  async handle(request: Request): Promise<Response> {
    if (!this.merchant) return new Response(null, { status: 503 });
    const body = await request.clone().text();
    const isTrue = request.headers.get('x-auth-signature') === REFERENCE_DEFAULTS.webhookSecret;
    const response = await this.merchant.receiver(request);
    if (isTrue && response.status === 200) {
      this.count += 1;
      this.arrived.add(reporting(parse(body)));
    }
    return response;
  }
}

function hitBy(
  faultsNow: Awaited<ReturnType<ReferenceServer['controls']['faults']>>['items'],
): Readonly<Record<string, number>> {
  const hit: Record<string, number> = {};
  for (const { kind, hits } of faultsNow) hit[kind] = (hit[kind] ?? 0) + hits;
  return hit;
}
