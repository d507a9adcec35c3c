/**
 * A history as text. Figures read those of all loans, so it holds numbers in few characters, without names, and times as
 * the difference to the time before.
 */
import { HOUR_MS, SECOND_MS } from '../domain/calendar.ts';
import {
  type AttemptOutcome,
  type DueItem,
  type LoanAttempts,
  type LoanHistory,
  type Movement,
  RUN_FIELDS,
  type Schedule,
  type UnknownDebit,
} from './history.ts';

export function historyText({ disbursed, closed, schedules, money, unknown, attempts }: LoanHistory): string {
  const writer = new TextWriter();
  writer.list(disbursed ? [disbursed] : [], ({ on, known, kobo }) => writer.day(on).time(known).signed(kobo));
  writer.list(closed ? [closed] : [], ({ on, known, isWrittenOff }) =>
    writer
      .day(on)
      .time(known)
      .whole(isWrittenOff ? 1 : 0),
  );
  writer.list(schedules, ({ from, recorded, known, settled, due }) => {
    writer.signed(from).signed(recorded).time(known).signed(settled);
    writer.list(due, ([day, kobo]) => writer.day(day).signed(kobo));
  });
  writer.list(money, ([on, known, kobo, kind]) => writer.day(on).time(known).signed(kobo).whole(kind));
  writer.list(unknown, ({ from, until, kobo }) =>
    writer
      .time(from)
      .whole(until === undefined ? 0 : 1 + until - from)
      .signed(kobo),
  );
  writeAttempts(writer, attempts);
  return writer.text;
}

/** Reads what {@link historyText} wrote. */
export function historyOf(text: string): LoanHistory {
  const reader = new TextReader(text);
  const disbursed = reader.whole() > 0 ? { on: reader.day(), known: reader.time(), kobo: reader.signed() } : undefined;
  const closed =
    reader.whole() > 0 ? { on: reader.day(), known: reader.time(), isWrittenOff: reader.whole() === 1 } : undefined;
  const schedules: Schedule[] = [];
  for (let left = reader.whole(); left > 0; left -= 1) schedules.push(readSchedule(reader));
  const money: Movement[] = [];
  for (let left = reader.whole(); left > 0; left -= 1)
    money.push([reader.day(), reader.time(), reader.signed(), reader.whole()]);
  const unknown: UnknownDebit[] = [];
  for (let left = reader.whole(); left > 0; left -= 1) unknown.push(readUnknown(reader));
  const attempts = readAttempts(reader);
  return { ...(disbursed && { disbursed }), ...(closed && { closed }), schedules, money, unknown, attempts };
}

// The fields of a literal are read in the order in which it names them.
function readSchedule(reader: TextReader): Schedule {
  const [from, recorded, known, settled] = [reader.signed(), reader.signed(), reader.time(), reader.signed()];
  const due: DueItem[] = [];
  for (let left = reader.whole(); left > 0; left -= 1) due.push([reader.day(), reader.signed()]);
  return { from, recorded, known, settled, due };
}

function readUnknown(reader: TextReader): UnknownDebit {
  const [from, lasted, kobo] = [reader.time(), reader.whole(), reader.signed()];
  return { from, ...(lasted > 0 && { until: from + lasted - 1 }), kobo };
}

const HOUR_SECONDS = HOUR_MS / SECOND_MS;
const DAY_HOURS = 24;

function writeAttempts(writer: TextWriter, { outcomes, runs }: LoanAttempts): void {
  writer.list(outcomes, ({ isTaken, isSweep, code, bank, position }) =>
    writer
      .whole(isTaken + 2 * isSweep)
      .signed(position)
      .words(code)
      .words(bank),
  );
  writer.whole(runs.length);
  for (let at = 0; at < runs.length; ) {
    const [known = 0, outcome = 0, kobo = 0, day = 0, days = 0, count = 0] = runs.slice(at, at + RUN_FIELDS);
    writer.time(known).whole(outcome).signed(kobo).day(day).whole(days).whole(count);
    at += RUN_FIELDS;
    // Most attempts are made on the hour.
    for (const time of runs.slice(at, at + count))
      writer.whole(Math.floor(time / HOUR_SECONDS) + DAY_HOURS * (time % HOUR_SECONDS));
    at += count;
  }
}

function readAttempts(reader: TextReader): LoanAttempts {
  const outcomes: AttemptOutcome[] = [];
  for (let left = reader.whole(); left > 0; left -= 1) {
    const [kind, position] = [reader.whole(), reader.signed()];
    const [isTaken, isSweep] = [kind % 2 === 1 ? 1 : 0, kind > 1 ? 1 : 0] as const;
    outcomes.push({ isTaken, isSweep, code: reader.words(), bank: reader.words(), position });
  }
  const length = reader.whole();
  const runs = new Array<number>(length);
  for (let at = 0; at < length; ) {
    runs[at] = reader.time();
    runs[at + 1] = reader.whole();
    runs[at + 2] = reader.signed();
    runs[at + 3] = reader.day();
    runs[at + 4] = reader.whole();
    const count = reader.whole();
    runs[at + 5] = count;
    at += RUN_FIELDS;
    for (const end = at + count; at < end; at += 1) {
      const time = reader.whole();
      runs[at] =
        time < DAY_HOURS ? time * HOUR_SECONDS : (time % DAY_HOURS) * HOUR_SECONDS + Math.floor(time / DAY_HOURS);
    }
  }
  return { outcomes, runs };
}

// A number is a row of digits, the largest first: 32 characters from `P` on, and for the last one 32 characters from `0`
// on.
const BASE = 32;
const FIRST = '0'.charCodeAt(0);

class TextWriter {
  text = '';
  #day = 0;
  #time = 0;

  /** A number from 0 on. */
  whole(value: number): this {
    let digits = String.fromCharCode(FIRST + (value % BASE));
    for (let rest = Math.floor(value / BASE); rest > 0; rest = Math.floor(rest / BASE))
      digits = String.fromCharCode(FIRST + BASE + (rest % BASE)) + digits;
    this.text += digits;
    return this;
  }

  signed(value: number): this {
    return this.whole(value < 0 ? -2 * value - 1 : 2 * value);
  }

  day(day: number): this {
    this.signed(day - this.#day);
    this.#day = day;
    return this;
  }

  time(time: number): this {
    this.signed(time - this.#time);
    this.#time = time;
    return this;
  }

  words(words: string): this {
    // As in JSON, because a database does not keep every character.
    const safe = JSON.stringify(words).slice(1, -1);
    this.whole(safe.length);
    this.text += safe;
    return this;
  }

  list<Item>(items: readonly Item[], write: (item: Item) => void): void {
    this.whole(items.length);
    for (const item of items) write(item);
  }
}

class TextReader {
  readonly #text: string;
  #at = 0;
  #day = 0;
  #time = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): number {
    let value = 0;
    for (;;) {
      const digit = this.#text.charCodeAt(this.#at) - FIRST;
      this.#at += 1;
      if (digit >= BASE) value = (value + digit - BASE) * BASE;
      else return value + digit;
    }
  }

  signed(): number {
    const value = this.whole();
    return value % 2 === 0 ? value / 2 : (value + 1) / -2;
  }

  day(): number {
    this.#day += this.signed();
    return this.#day;
  }

  time(): number {
    this.#time += this.signed();
    return this.#time;
  }

  words(): string {
    const length = this.whole();
    const words = this.#text.slice(this.#at, this.#at + length);
    this.#at += length;
    return words.includes('\\') ? JSON.parse(`"${words}"`) : words;
  }
}
