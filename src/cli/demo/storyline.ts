import type { Instant } from '../../domain/calendar.ts';
import { formatKobo, type Kobo } from '../../domain/money.ts';
import { maskAccountNumber } from '../../redact/redact.ts';
import type { StoryLine } from './story-lines.ts';

/** Something was not as the demo claims it to be. */
export class UnkeptClaim extends Error {
  override readonly name = 'UnkeptClaim';
}

/** Where a demo tells its story: lines with the story's own time, and claims that are checked before they are told. */
export class Storyline {
  readonly #tell: (line: StoryLine) => void;
  readonly #now: () => Instant;
  /** Claims that were checked. */
  claims = 0;

  constructor(tell: (line: StoryLine) => void, now: () => Instant) {
    this.#tell = tell;
    this.#now = now;
  }

  /** What the story is. */
  begin(text: string, disclaimer: string): void {
    this.#tell({ type: 'intro', text, disclaimer });
  }

  /** A headline between two acts. */
  act(title: string): void {
    this.#tell({ type: 'act', title });
  }

  /** Something that happened, now or at another time of the story. */
  tell(text: string, at: Instant = this.#now()): void {
    this.#tell({ type: 'told', at, text });
  }

  /** Something that a rule refused. */
  tellRefusal({
    rule,
    spec,
    message,
  }: {
    readonly rule: string;
    readonly spec: string;
    readonly message: string;
  }): void {
    const [text = message] = message.split(` (${rule}`);
    this.#tell({ type: 'refused', at: this.#now(), rule, spec, text });
  }

  /** Tells only what is so. @throws UnkeptClaim */
  claim(text: string, actual: unknown, expected: unknown): void {
    if (JSON.stringify(actual) !== JSON.stringify(expected)) {
      throw new UnkeptClaim(`${text}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`);
    }
    this.claims += 1;
    this.#tell({ type: 'claim', at: this.#now(), text });
  }

  /** Every claim was kept. */
  end(): void {
    this.#tell({ type: 'end', claims: this.claims });
  }
}

/** Naira for people. */
export function naira(amount: number): string {
  return formatKobo(Math.round(amount * 100) as Kobo);
}

/** An account for people: its bank and the last digits. */
export function shown({
  accountNumber,
  bankCode,
  bankName,
}: {
  readonly accountNumber: string;
  readonly bankCode: string;
  readonly bankName?: string;
}): string {
  return `${bankName ?? bankCode} ${maskAccountNumber(accountNumber)}`;
}
