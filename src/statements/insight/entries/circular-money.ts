import { addTo } from './entry.ts';
import { medianOf } from './frequency.ts';
import type { ReturnedMoney } from './returned-money.ts';
import { type Stream, type StudiedEntry, streamsOf, totalOf } from './streams.ts';

// Ours: how soon and how completely money goes back to be the same money. A fee or a small gain may be between.
const CIRCLE_DAYS = 10;
const MONTH_DAYS = 31;
const CIRCLE_WITHIN = 0.1;
const SECOND_PERSON_WITHIN = 0.02;
// The limit stops the search in a hostile statement.
const MOST_IN_CIRCLE = 24;
const LEAST_INSTALMENTS = 3;
const LUMP_WITHIN = 0.02;
const INSTALMENTS_WITHIN = 0.05;

const plainDebits = new Set<string>('transfers other party'.split(' '));
const plainCredits = new Set<string>('inflow salary other_income'.split(' '));

export interface CircularMoney extends ReturnedMoney {
  /** Rows of credits that pay out what the holder had paid in by instalments. */
  readonly savings: ReadonlySet<number>;
}

/**
 * Finds money that goes round: in and out within days with one party, in any order, in parts, or less a fee; nearly all
 * of what a person sends in the whole statement; the same sums that a second person receives each time; or what payers
 * entrust to the holder, and he passes on.
 */
export function findCircularMoney(entries: readonly StudiedEntry[], holder: readonly string[] = []): CircularMoney {
  const found = { credit: new Set<number>(), debit: new Set<number>() };
  const savings = new Set<number>();
  const plain = entries.filter(({ side, category }) => (side === 'debit' ? plainDebits : plainCredits).has(category));
  const add = (circle: Stream) => {
    for (const entry of circle) found[entry.side].add(entry.row);
  };
  for (const stream of streamsOf(plain)) {
    const [credits, debits] = [sideOf(stream, 'credit'), sideOf(stream, 'debit')];
    if (credits.length === 0 || debits.length === 0) continue;
    for (const circle of circlesIn(stream)) add(circle);
    const isPerson = !stream.some((entry) => entry.kind === 'firm');
    if (
      isPerson &&
      credits.length > 1 &&
      debits.length > 1 &&
      isAbout(totalOf(credits), totalOf(debits), CIRCLE_WITHIN)
    )
      add(stream);
    if (isPerson) for (const credit of lumpsIn(credits, debits)) savings.add(credit.row);
  }
  const isOpen = ({ side, row }: StudiedEntry) => !found[side].has(row);
  for (const circle of passedOn(entries.filter(isOpen))) add(circle);
  // Without the holder's name, the person that is named and paid may be the holder.
  if (holder.length > 0) for (const circle of passedToNamed(entries.filter(isOpen))) add(circle);
  for (const circle of circlesOverTwo(plain.filter(isOpen))) add(circle);
  return { credits: found.credit, debits: found.debit, savings };
}

function sideOf(stream: Stream, side: StudiedEntry['side']): Stream {
  return stream.filter((entry) => entry.side === side);
}

function isAbout(a: number, b: number, within: number): boolean {
  return a > 0 && b > 0 && Math.abs(a - b) <= within * Math.max(a, b);
}

/** The shortest runs of entries within days of each other, whose credits and debits are nearly equal. */
function circlesIn(stream: Stream): readonly Stream[] {
  const circles: Stream[] = [];
  let start = 0;
  for (const [end, last] of stream.entries()) {
    const sums = { credit: 0, debit: 0 };
    for (let from = end; from >= Math.max(start, end - MOST_IN_CIRCLE); from -= 1) {
      const entry = stream[from];
      if (!entry || last.when.day - entry.when.day > CIRCLE_DAYS) break;
      sums[entry.side] += entry.amount;
      if (!isAbout(sums.credit, sums.debit, CIRCLE_WITHIN)) continue;
      circles.push(stream.slice(from, end + 1));
      start = end + 1;
      break;
    }
  }
  return circles;
}

// A savings club or a thrift collector: equal payments, and a multiple of them comes back at once.
function lumpsIn(credits: Stream, debits: Stream): Stream {
  const instalment = medianOf(debits.map((entry) => entry.amount));
  const equal = debits.filter((entry) => Math.abs(entry.amount - instalment) <= INSTALMENTS_WITHIN * instalment);
  if (equal.length < LEAST_INSTALMENTS || equal.length < debits.length - 1) return [];
  return credits.filter(({ amount }) => {
    const times = Math.round(amount / instalment);
    return times >= LEAST_INSTALMENTS && Math.abs(amount - times * instalment) <= LUMP_WITHIN * amount;
  });
}

// What a payer writes who gives money for someone else: help me give Musa, buy cement for me, class dues.
const entrusted = new RegExp(
  '\\b(?:HELP|KINDLY|PLS|PLZ|PLEASE)\\b.*\\b(?:GIVE|SEND|PAY|BUY|PASS|TRANSFER|REMIT)\\b|\\bON ?WARD|\\bBEHALF\\b|' +
    '\\b(?:GIVE|SEND|PASS|REMIT)\\b.*\\b(?:TO|IT|HIM|HER|THEM|MY)\\b|' +
    '\\bBUY\\b|\\bDUES\\b|\\bLEV(?:Y|IES)\\b|\\bMATERIALS?\\b',
);

/** Credits that are entrusted to the holder, and the one debit that passes them on, alone or together. */
function passedOn(entries: readonly StudiedEntry[]): readonly Stream[] {
  const circles: Stream[] = [];
  let waiting: StudiedEntry[] = [];
  for (const entry of entries) {
    if (entry.side === 'credit') {
      const isPlain = plainCredits.has(entry.category) && entry.category !== 'salary';
      if (isPlain && entrusted.test(entry.remark.join(' '))) waiting = [...waiting, entry].slice(-MOST_IN_CIRCLE);
      continue;
    }
    waiting = waiting.filter(({ when }) => entry.when.day - when.day <= MONTH_DAYS);
    for (let from = waiting.length - 1; from >= 0; from -= 1) {
      if (!isAbout(totalOf(waiting.slice(from)), entry.amount, CIRCLE_WITHIN)) continue;
      circles.push([...waiting.slice(from), entry]);
      waiting = waiting.slice(0, from);
    }
  }
  return circles;
}

/** Credits whose remark names another person, who gets the same sum within days: a brother's salary. */
function passedToNamed(entries: readonly StudiedEntry[]): readonly Stream[] {
  const circles: Stream[] = [];
  let waiting: StudiedEntry[] = [];
  for (const entry of entries) {
    if (entry.side === 'credit') {
      if (plainCredits.has(entry.category) && entry.remark.length > 1)
        waiting = [...waiting, entry].slice(-MOST_IN_CIRCLE);
      continue;
    }
    if (entry.category === 'own_transfer' || entry.counterparty.length < 2) continue;
    const { counterparty, amount, when } = entry;
    const named = waiting.findLast(
      (credit) =>
        when.day - credit.when.day <= CIRCLE_DAYS &&
        isAbout(credit.amount, amount, SECOND_PERSON_WITHIN) &&
        (counterparty.filter((name) => credit.remark.some((word) => isSameName(word, name))).length > 1 ||
          (credit.amount === amount && counterparty.some((name) => isGivenTo(credit.remark, name)))),
    );
    if (!named) continue;
    circles.push([named, entry]);
    waiting = waiting.filter((credit) => credit !== named);
  }
  return circles;
}

// Give Musa, send to Musa, for Musa.
function isGivenTo(remark: readonly string[], name: string): boolean {
  const place = remark.findIndex((word) => isSameName(word, name));
  return remark.slice(Math.max(0, place - 2), Math.max(0, place)).some((word) => givingWords.has(word));
}

const givingWords: ReadonlySet<string> = new Set('GIVE SEND PASS REMIT FORWARD FOR'.split(' '));

function isSameName(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) > 2 && (a.startsWith(b) || b.startsWith(a)));
}

/** Pairs of an entry and an equal one of the other side with another person, where the same two pair again. */
function circlesOverTwo(entries: readonly StudiedEntry[]): readonly Stream[] {
  const pairs = new Map<string, StudiedEntry[]>();
  const persons = entries.filter((entry) => entry.stream !== undefined && entry.kind !== 'firm');
  for (const [at, first] of persons.entries()) {
    for (let next = at + 1; next <= at + MOST_IN_CIRCLE; next += 1) {
      const second = persons[next];
      if (!second || second.when.day - first.when.day > CIRCLE_DAYS) break;
      if (second.side === first.side || !isAbout(first.amount, second.amount, SECOND_PERSON_WITHIN)) continue;
      const key = `${first.side} ${first.stream} ${second.stream}`;
      addTo(pairs, key, first);
      addTo(pairs, key, second);
      break;
    }
  }
  return [...pairs.values()].filter((pair) => pair.length > 2);
}
