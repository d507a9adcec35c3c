/** One walk over a mandate's accounts, for an instalment's day or for a debit on demand. Spec §3.5. */
import { nextCascadeStep } from '../../../domain/collection.ts';
import { addKobo, type Kobo, minKobo, NO_MONEY, subtractKobo } from '../../../domain/money.ts';
import { responseCategory } from '../../../domain/response-codes.ts';
import { debit } from '../world/banks.ts';
import { nextSerial } from '../world/chance.ts';
import { addRow, setValue, valueAt } from '../world/columns.ts';
import { codeNumber, restAt, setStatus, statusAfter } from '../world/ledger.ts';
import type { CollectionOrder, Consent } from '../world/records.ts';
import type { World } from '../world/world.ts';

/** The part of an order that goes to one instalment. */
export interface Share {
  /** Its row in the ledger. */
  readonly instalment: number;
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

/** Walks the cascade once, moves the money, and records an attempt for each debit and instalment. */
export function walkAccounts(world: World, walk: Walk): WalkEnd {
  const { order, accounts, shares, maySweep } = walk;
  const total = sumShares(shares);
  let answers: readonly string[] = [];
  let rests: readonly Kobo[] = [];
  for (;;) {
    const next = nextCascadeStep({ accounts: accounts.length, answers, maySweep });
    switch (next.step) {
      case 'debit': {
        const consent = accounts[next.account] as Consent;
        const answer = debit(world, consent, total);
        writeAttempts(world, order, { consent, shares, responseCode: answer.responseCode });
        answers = withItem(answers, answer.responseCode);
        if (maySweep) rests = withItem(rests, answer.available);
        break;
      }
      case 'sweep':
        return sweep(world, walk, { accounts: next.accounts, rests });
      case 'ask-later':
        return 'unknown';
      case 'collected':
      case 'missed':
        return next.step;
    }
  }
}

// Most lists have one item. A list that grows with `push` reserves room for 16 more, and `concat` is slow.
function withItem<Item>(list: readonly Item[], item: Item): readonly Item[] {
  return list.length === 0 ? [item] : [...list, item];
}

interface ShortAccounts {
  /** Their indexes in the walk. */
  readonly accounts: readonly number[];
  /** What each account of the walk still has. */
  readonly rests: readonly Kobo[];
}

function sweep(world: World, walk: Walk, { accounts, rests }: ShortAccounts): WalkEnd {
  let shares = walk.shares;
  for (const index of accounts) {
    const consent = walk.accounts[index] as Consent;
    const amount = minKobo(rests[index] ?? NO_MONEY, sumShares(shares));
    if (amount <= 0) continue;
    const { responseCode } = debit(world, consent, amount);
    const [taken, left] = splitShares(shares, amount);
    writeAttempts(world, walk.order, { consent, shares: taken, responseCode });
    if (responseCategory(responseCode) === 'unknown-outcome') return 'unknown';
    if (responseCode === '00') shares = left;
  }
  return walk.order.collected > 0 ? 'collected' : 'missed';
}

function sumShares(shares: readonly Share[]): Kobo {
  let sum = NO_MONEY;
  for (const { amount } of shares) sum = addKobo(sum, amount);
  return sum;
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

interface Debited {
  readonly consent: Consent;
  readonly shares: readonly Share[];
  readonly responseCode: string;
}

function writeAttempts(world: World, order: CollectionOrder, { consent, shares, responseCode }: Debited): void {
  const { attempts, instalments } = world.ledger;
  const { columns } = attempts;
  const { lastAttempt } = instalments.columns;
  const status = statusAfter(responseCode);
  order.lastTried = consent;
  order.responseCode = responseCode;
  world.attempts += shares.length;
  for (const { instalment, amount } of shares) {
    const row = addRow(attempts);
    setValue(columns.serial, row, nextSerial(world.chance));
    setValue(columns.previous, row, valueAt(lastAttempt, instalment));
    setValue(columns.order, row, order.row);
    setValue(columns.instalment, row, instalment);
    setValue(columns.consent, row, order.mandate.consents.indexOf(consent));
    setValue(columns.responseCode, row, codeNumber(world, responseCode));
    setValue(columns.amount, row, amount);
    setValue(columns.at, row, world.now);
    setValue(lastAttempt, instalment, row + 1);
    if (status === 'pending') order.unsettled = [...(order.unsettled ?? []), row];
    if (status === 'successful') book(world, order, { consent, instalment, amount });
  }
}

/** Adds an attempt's amount to its instalment, its order and its mandate. */
export function book(
  world: World,
  order: CollectionOrder,
  { consent, instalment, amount }: Share & Pick<Debited, 'consent'>,
): void {
  const { collected } = world.ledger.instalments.columns;
  setValue(collected, instalment, addKobo(valueAt(collected, instalment), amount));
  order.collected = addKobo(order.collected, amount);
  order.mandate.collected = addKobo(order.mandate.collected, amount);
  order.lastDebited = consent;
  if (restAt(world, instalment) === NO_MONEY) setStatus(world, instalment, 'success');
}
