/** One walk over a mandate's accounts, for an instalment's day or for a debit on demand. Spec §3.5. */
import { nextCascadeStep } from '../../../domain/collection.ts';
import { addKobo, type Kobo, minKobo, NO_MONEY, subtractKobo } from '../../../domain/money.ts';
import { responseCategory } from '../../../domain/response-codes.ts';
import { debit } from '../world/banks.ts';
import { nextSerial } from '../world/chance.ts';
import { addRow, type Column, setValue, valueAt } from '../world/columns.ts';
import { restAt, setStatus } from '../world/ledger.ts';
import { codeNumber, statusAfter } from '../world/orders.ts';
import type { Consent, Mandate } from '../world/records.ts';
import type { World } from '../world/world.ts';

/** The part of an order that goes to one instalment. */
export interface Share {
  /** Its row in the ledger. */
  readonly instalment: number;
  readonly amount: Kobo;
}

export interface Walk {
  /** Its row in the ledger. */
  readonly order: number;
  readonly mandate: Mandate;
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
  const { accounts, shares, maySweep } = walk;
  const total = sumShares(shares);
  let answers: readonly string[] = [];
  let rests: readonly Kobo[] = [];
  for (;;) {
    const next = nextCascadeStep({ accounts: accounts.length, answers, maySweep });
    switch (next.step) {
      case 'debit': {
        const consent = accounts[next.account] as Consent;
        const answer = debit(world, consent, total);
        writeAttempts(world, walk, { consent, shares, responseCode: answer.responseCode });
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
    writeAttempts(world, walk, { consent, shares: taken, responseCode });
    if (responseCategory(responseCode) === 'unknown-outcome') return 'unknown';
    if (responseCode === '00') shares = left;
  }
  return valueAt(world.ledger.orders.columns.collected, walk.order) > 0 ? 'collected' : 'missed';
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

type OrderOnMandate = Pick<Walk, 'order' | 'mandate'>;

function writeAttempts(
  world: World,
  { order, mandate }: OrderOnMandate,
  { consent, shares, responseCode }: Debited,
): void {
  const { attempts, instalments, orders } = world.ledger;
  const { columns } = attempts;
  const { lastAttempt } = instalments.columns;
  const status = statusAfter(responseCode);
  const code = codeNumber(world, responseCode);
  const account = mandate.consents.indexOf(consent);
  setValue(orders.columns.lastTried, order, account + 1);
  setValue(orders.columns.responseCode, order, code);
  world.attempts += shares.length;
  for (const { instalment, amount } of shares) {
    const row = addRow(attempts);
    setValue(columns.serial, row, nextSerial(world.chance));
    setValue(columns.previous, row, valueAt(lastAttempt, instalment));
    setValue(columns.order, row, order);
    setValue(columns.instalment, row, instalment);
    setValue(columns.consent, row, account);
    setValue(columns.responseCode, row, code);
    setValue(columns.amount, row, amount);
    setValue(columns.at, row, world.now);
    setValue(lastAttempt, instalment, row + 1);
    if (status === 'pending') addUnsettled(world, order, row);
    if (status === 'successful') book(world, { order, mandate }, { account, instalment, amount });
  }
}

function addUnsettled({ ledger: { unsettled } }: World, order: number, attempt: number): void {
  const { attempts, askAt } = unsettled.get(order) ?? { attempts: [], askAt: 0 };
  unsettled.set(order, { attempts: [...attempts, attempt], askAt });
}

/** A part of a debit that a bank booked. */
interface BookedShare extends Share {
  /** The index of the account in the mandate's accounts. */
  readonly account: number;
}

/** Adds an attempt's amount to its instalment, its order and its mandate. */
export function book(
  world: World,
  { order, mandate }: OrderOnMandate,
  { account, instalment, amount }: BookedShare,
): void {
  const { instalments, orders, mandates } = world.ledger;
  add(instalments.columns.collected, instalment, amount);
  add(orders.columns.collected, order, amount);
  add(mandates.columns.collected, mandate.row, amount);
  setValue(orders.columns.lastDebited, order, account + 1);
  if (restAt(world, instalment) === NO_MONEY) setStatus(world, instalment, 'success');
}

function add(column: Column<Kobo>, row: number, amount: Kobo): void {
  setValue(column, row, addKobo(valueAt(column, row), amount));
}
