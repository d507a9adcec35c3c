/** One walk over a mandate's accounts, for an instalment's day or for a debit on demand. Spec §3.5. */
import { nextCascadeStep } from '../../../domain/collection.ts';
import { type Kobo, minKobo, NO_MONEY, subtractKobo, sumKobo } from '../../../domain/money.ts';
import { responseCategory } from '../../../domain/response-codes.ts';
import { restOf } from '../mandates/mandate-state.ts';
import { type BankAnswer, debit } from '../world/banks.ts';
import { nextSerial } from '../world/chance.ts';
import type { Attempt, CollectionOrder, Consent, Instalment } from '../world/records.ts';
import type { World } from '../world/world.ts';

/** The part of an order that goes to one instalment. */
export interface Share {
  readonly instalment: Instalment;
  readonly amount: Kobo;
}

export interface Walk {
  readonly order: CollectionOrder;
  /** The active accounts in cascade order. */
  readonly accounts: readonly Consent[];
  /** Oldest instalment first. */
  readonly shares: readonly Share[];
  /** Whether a part may be collected when no account holds the full amount. */
  readonly maySweep: boolean;
}

export type WalkEnd = 'collected' | 'unknown' | 'missed';

interface TriedAccount extends BankAnswer {
  readonly consent: Consent;
}

/** Walks the cascade once, moves the money, and records an attempt for each debit and instalment. */
export function walkAccounts(world: World, walk: Walk): WalkEnd {
  const total = sumKobo(walk.shares.map((share) => share.amount));
  const tried: TriedAccount[] = [];
  for (;;) {
    const answers = tried.map(({ responseCode }) => responseCode);
    const next = nextCascadeStep({ accounts: walk.accounts.length, answers, maySweep: walk.maySweep });
    switch (next.step) {
      case 'debit': {
        const consent = walk.accounts[next.account] as Consent;
        const answer = debit(world, consent, total);
        writeAttempts(world, walk.order, { consent, shares: walk.shares, responseCode: answer.responseCode });
        tried.push({ ...answer, consent });
        break;
      }
      case 'sweep': {
        const accounts = next.accounts.flatMap((index) => tried[index] ?? []);
        return sweep(world, walk, accounts);
      }
      case 'ask-later':
        return 'unknown';
      case 'collected':
      case 'missed':
        return next.step;
    }
  }
}

function sweep(world: World, walk: Walk, accounts: readonly TriedAccount[]): WalkEnd {
  let shares = walk.shares;
  for (const { consent, available } of accounts) {
    const amount = minKobo(available, sumKobo(shares.map((share) => share.amount)));
    if (amount <= 0) continue;
    const { responseCode } = debit(world, consent, amount);
    const [taken, left] = splitShares(shares, amount);
    writeAttempts(world, walk.order, { consent, shares: taken, responseCode });
    if (responseCategory(responseCode) === 'unknown-outcome') return 'unknown';
    if (responseCode === '00') shares = left;
  }
  return walk.order.collected > 0 ? 'collected' : 'missed';
}

// Oldest first. Splits the shares into those that the amount covers and the rest.
function splitShares(shares: readonly Share[], amount: Kobo): readonly [taken: Share[], left: Share[]] {
  const taken: Share[] = [];
  const left: Share[] = [];
  let rest = amount;
  for (const share of shares) {
    const part = minKobo(rest, share.amount);
    if (part > 0) taken.push({ instalment: share.instalment, amount: part });
    if (part < share.amount) left.push({ instalment: share.instalment, amount: subtractKobo(share.amount, part) });
    rest = subtractKobo(rest, part);
  }
  return [taken, left];
}

function writeAttempts(
  world: World,
  order: CollectionOrder,
  { consent, shares, responseCode }: Pick<Attempt, 'consent' | 'responseCode'> & Pick<Walk, 'shares'>,
): void {
  const category = responseCategory(responseCode);
  const status = category === 'approved' ? 'successful' : category === 'unknown-outcome' ? 'pending' : 'failed';
  order.lastTried = consent;
  order.responseCode = responseCode;
  world.attempts += shares.length;
  const rows = shares.map(({ instalment, amount }) => {
    const serial = nextSerial(world.chance);
    const row: Attempt = { serial, consent, order, instalment, amount, status, responseCode, at: world.now };
    // `concat` allocates the exact length. A list that grows with `push` reserves room for 16 more items.
    instalment.attempts = instalment.attempts ? instalment.attempts.concat(row) : [row];
    return row;
  });
  if (status === 'pending') order.unsettled = rows;
  if (status === 'successful') for (const row of rows) book(row);
}

/** Adds the attempt's amount to its instalment, its order and its mandate. */
export function book({ order, instalment, amount, consent }: Attempt): void {
  for (const place of [instalment, order, order.mandate]) place.collected = sumKobo([place.collected, amount]);
  order.lastDebited = consent;
  if (restOf(instalment) === NO_MONEY) instalment.status = 'success';
}
