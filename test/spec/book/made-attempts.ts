/** The attempts of a made-up platform. */
import { formatInstant, type PlainDate } from '../../../src/domain/calendar.ts';
import type { AttemptFacts } from '../../../src/domain/loan/events/events.ts';
import { koboOf } from '../../../src/domain/money.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Unsaid = { -readonly [Field in keyof AttemptFacts]: AttemptFacts[Field] };

/** What the platform knows of an instalment. */
export interface Inside {
  readonly reference: string;
  readonly dueDate: PlainDate;
  readonly amount: number;
  collected: number;
  /** Attempts that are not on file. */
  unsaid: Unsaid[];
}

const codes = ['51', '61', '96', undefined];

interface Walk {
  readonly from: number;
  readonly pick: number;
  readonly part: number;
}

/** The cascade of a day: each account in full, then a sweep of what the accounts have. */
export function walkCascade(item: Inside, { from, pick, part }: Walk): void {
  if (item.collected >= item.amount) return;
  const open = item.amount - item.collected;
  let time = from;
  const banks = ['058', '044', pick % 5 === 0 ? undefined : '058'];
  const add = (position: number, status: Unsaid['status'], amount: number, code?: string) => {
    const bank = banks[position];
    time += pick % 4 === 0 ? 0 : 61_500;
    const facts = { status, amount: koboOf(amount), ...(code && { code }), ...(bank && { bank }) };
    const account = pick % 11 === 0 ? {} : { account: `a${position + 1}`, position };
    item.unsaid.push({ ...facts, ...account, at: [formatInstant(time)] });
    if (status === 'successful') item.collected += amount;
  };
  const pays = pick % 5;
  for (let position = 0; position < Math.min(3, pays + 1); position += 1)
    if (position === pays) add(position, 'successful', open, '00');
    else add(position, 'failed', open, codes[(pick + position) % codes.length]);
  if (pays < 3 || part > 90) return;
  for (const position of [0, 1, 2].slice(pick % 3)) {
    const swept = Math.min(item.amount - item.collected, Math.floor((open * part) / 250));
    if (swept > 0) add(position, 'successful', swept, '00');
  }
}

/** Two attempts a day, at the same times, all in vain. */
export function declineDaily(item: Inside, now: number, days: number): void {
  const first = now - days * DAY;
  const at = [formatInstant(first), formatInstant(first + 90 * MINUTE)];
  if (item.collected >= item.amount || at[0]?.slice(0, 10) !== at[1]?.slice(0, 10)) return;
  const facts = { status: 'failed' as const, amount: koboOf(item.amount - item.collected), code: '51', bank: '058' };
  item.unsaid.push({ ...facts, at, dailyUntil: formatInstant(now - DAY).slice(0, 10) });
}

/** Equal attempts share an entry. */
export function grouped(attempts: readonly AttemptFacts[]): readonly AttemptFacts[] {
  const groups = new Map<string, AttemptFacts>();
  for (const [index, { at, ...facts }] of attempts.entries()) {
    const name = facts.dailyUntil === undefined ? JSON.stringify(facts) : `${index}`;
    groups.set(name, { ...facts, at: [...(groups.get(name)?.at ?? []), ...at].sort() });
  }
  return [...groups.values()];
}
