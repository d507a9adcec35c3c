/**
 * A history as text. Figures read those of all loans, so it holds numbers in few characters, without names, and times as
 * the difference to the time before.
 */
import type { AttemptGroup, AttemptRun, DueItem, LoanHistory, Movement, Schedule, UnknownDebit } from './history.ts';

export function historyText({ disbursed, closed, schedules, money, unknown, attempts }: LoanHistory): string {
  const writer = new TextWriter();
  writer.list(disbursed ? [disbursed] : [], ({ on, known, kobo }) => writer.day(on).time(known).number(kobo));
  writer.list(closed ? [closed] : [], ({ on, known, isWrittenOff }) =>
    writer
      .day(on)
      .time(known)
      .number(isWrittenOff ? 1 : 0),
  );
  writer.list(schedules, ({ from, recorded, known, settled, due }) => {
    writer.number(from).number(recorded).time(known).number(settled);
    writer.list(due, ([day, kobo]) => writer.day(day).number(kobo));
  });
  writer.list(money, ([on, known, kobo, kind]) => writer.day(on).time(known).number(kobo).number(kind));
  writer.list(unknown, ({ from, until, kobo }) =>
    writer
      .time(from)
      .number(until === undefined ? 0 : 1 + until - from)
      .number(kobo),
  );
  writer.list(attempts, ({ isTaken, isSweep, kobo, code, bank, position, runs }) => {
    writer.number(isTaken).number(isSweep).number(kobo).words(code).words(bank).number(position);
    writer.list(runs, ({ known, days, at }) => {
      writer.time(known).number(days);
      writer.list(at, (time) => writer.time(time));
    });
  });
  return writer.text;
}

/** Reads what {@link historyText} wrote. */
export function historyOf(text: string): LoanHistory {
  const reader = new TextReader(text);
  const [disbursed] = reader.list(readDisbursed);
  const [closed] = reader.list(readClosed);
  return {
    ...(disbursed && { disbursed }),
    ...(closed && { closed }),
    schedules: reader.list(readSchedule),
    money: reader.list(readMovement),
    unknown: reader.list(readUnknown),
    attempts: reader.list(readGroup),
  };
}

// The fields of a literal are read in the order in which it names them.
const readDisbursed = (reader: TextReader) => ({ on: reader.day(), known: reader.time(), kobo: reader.number() });
const readClosed = (reader: TextReader) => ({
  on: reader.day(),
  known: reader.time(),
  isWrittenOff: reader.number() === 1,
});
const readDue = (reader: TextReader): DueItem => [reader.day(), reader.number()];
const readSchedule = (reader: TextReader): Schedule => ({
  from: reader.number(),
  recorded: reader.number(),
  known: reader.time(),
  settled: reader.number(),
  due: reader.list(readDue),
});
const readMovement = (reader: TextReader): Movement => [reader.day(), reader.time(), reader.number(), reader.number()];
const readUnknown = (reader: TextReader): UnknownDebit => {
  const [from, lasted, kobo] = [reader.time(), reader.number(), reader.number()];
  return { from, ...(lasted > 0 && { until: from + lasted - 1 }), kobo };
};
const readTime = (reader: TextReader) => reader.time();
const readRun = (reader: TextReader): AttemptRun => ({
  known: reader.time(),
  days: reader.number(),
  at: reader.list(readTime),
});
const readGroup = (reader: TextReader): AttemptGroup => ({
  isTaken: reader.number() === 1 ? 1 : 0,
  isSweep: reader.number() === 1 ? 1 : 0,
  kobo: reader.number(),
  code: reader.words(),
  bank: reader.words(),
  position: reader.number(),
  runs: reader.list(readRun),
});

// A number is a row of digits, the largest first: 32 characters from `P` on, and 32 characters before them for the last
// one. Twice the number is written, so that odd ones can be negative.
const BASE = 32;
const FIRST = '0'.charCodeAt(0);

class TextWriter {
  text = '';
  #day = 0;
  #time = 0;

  number(value: number): this {
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    let digits = String.fromCharCode(FIRST + (rest % BASE));
    for (rest = Math.floor(rest / BASE); rest > 0; rest = Math.floor(rest / BASE))
      digits = String.fromCharCode(FIRST + BASE + (rest % BASE)) + digits;
    this.text += digits;
    return this;
  }

  day(day: number): this {
    this.number(day - this.#day);
    this.#day = day;
    return this;
  }

  time(time: number): this {
    this.number(time - this.#time);
    this.#time = time;
    return this;
  }

  words(words: string): this {
    // As in JSON, because a database does not keep every character.
    const safe = JSON.stringify(words).slice(1, -1);
    this.number(safe.length);
    this.text += safe;
    return this;
  }

  list<Item>(items: readonly Item[], write: (item: Item) => void): void {
    this.number(items.length);
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

  number(): number {
    let value = 0;
    for (;;) {
      const digit = this.#text.charCodeAt(this.#at) - FIRST;
      this.#at += 1;
      if (digit >= BASE) value = (value + digit - BASE) * BASE;
      else {
        value += digit;
        return value % 2 === 0 ? value / 2 : (value + 1) / -2;
      }
    }
  }

  day(): number {
    this.#day += this.number();
    return this.#day;
  }

  time(): number {
    this.#time += this.number();
    return this.#time;
  }

  words(): string {
    const length = this.number();
    const words = this.#text.slice(this.#at, this.#at + length);
    this.#at += length;
    return words.includes('\\') ? JSON.parse(`"${words}"`) : words;
  }

  list<Item>(read: (reader: this) => Item): Item[] {
    const items: Item[] = [];
    for (let left = this.number(); left > 0; left -= 1) items.push(read(this));
    return items;
  }
}
