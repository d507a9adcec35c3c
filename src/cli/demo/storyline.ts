import { formatInstant, HOUR_MS, type Instant } from '../../domain/calendar.ts';
import { formatKobo, type Kobo } from '../../domain/money.ts';
import { maskAccountNumber } from '../../redact.ts';

/** Something was not as the demo claims it to be. */
export class UnkeptClaim extends Error {
  override readonly name = 'UnkeptClaim';
}

/** Where a demo tells its story: lines with the story's own time, and claims that are checked before they are told. */
export class Storyline {
  readonly #out: (text: string) => void;
  readonly #now: () => Instant;
  readonly #colour: boolean;
  /** Claims that were checked. */
  claims = 0;

  constructor(out: (text: string) => void, now: () => Instant, colour: boolean) {
    this.#out = out;
    this.#now = now;
    this.#colour = colour;
  }

  /** A headline between two acts. */
  act(title: string): void {
    this.#out(`\n${this.#paint('1', title)}\n`);
  }

  /** Something that happened, now or at another time of the story. */
  tell(text: string, at: Instant = this.#now()): void {
    this.#out(`  ${this.#paint('2', lagosTime(at))}  ${text}\n`);
  }

  /** Something that a rule refused. */
  tellRefusal({ rule, spec, message }: { readonly rule: string; readonly spec: string; readonly message: string }): void {
    const [reason] = message.split(` (${rule}`);
    this.tell(`${this.#paint('33', 'refused')} by ${rule} (${spec}): ${reason}`);
  }

  /** Tells only what is so. @throws UnkeptClaim */
  claim(text: string, actual: unknown, expected: unknown): void {
    if (JSON.stringify(actual) !== JSON.stringify(expected)) {
      throw new UnkeptClaim(`${text}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`);
    }
    this.claims += 1;
    this.tell(`${this.#paint('32', '✓')} ${text}`);
  }

  #paint(code: string, text: string): string {
    return this.#colour ? `\u001b[${code}m${text}\u001b[0m` : text;
  }
}

// Due dates are Lagos days, so the story is told in Lagos time.
function lagosTime(at: Instant): string {
  return formatInstant(at + HOUR_MS)
    .slice(0, 16)
    .replace('T', ' ');
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
