import { formatInstant, HOUR_MS, type Instant } from '../../domain/calendar.ts';
import { formatKobo, type Kobo } from '../../domain/money.ts';
import { maskAccountNumber } from '../../redact/redact.ts';
import { paintWith } from '../terminal/terminal-text.ts';

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

/** One line of a story. */
type StoryLine =
  /** What the story is. */
  | { readonly type: 'intro'; readonly text: string; readonly disclaimer: string }
  /** A headline between two acts. */
  | { readonly type: 'act'; readonly title: string }
  /** Something that happened. */
  | { readonly type: 'told'; readonly at: Instant; readonly text: string }
  | {
      readonly type: 'refused';
      readonly at: Instant;
      readonly rule: string;
      readonly spec: string;
      readonly text: string;
    }
  /** Something that was checked, and is so. */
  | { readonly type: 'claim'; readonly at: Instant; readonly text: string }
  | { readonly type: 'end'; readonly claims: number };

/** Writes a line for people, or as one JSON object. */
export function lineWriter({
  json,
  showsColour,
}: {
  readonly json: boolean;
  readonly showsColour: boolean;
}): (line: StoryLine) => string {
  if (json) return (line) => `${JSON.stringify('at' in line ? { ...line, at: formatInstant(line.at) } : line)}\n`;
  const paint = paintWith(showsColour);
  const timed = (at: Instant, text: string) => `  ${paint('dim', lagosTime(at))}  ${text}\n`;
  return (line) => {
    switch (line.type) {
      case 'intro':
        return `${line.text}\n${line.disclaimer}\n`;
      case 'act':
        return `\n${paint('bold', line.title)}\n`;
      case 'told':
        return timed(line.at, line.text);
      case 'refused':
        return timed(line.at, `${paint('yellow', 'refused')} by ${line.rule} (${line.spec}): ${line.text}`);
      case 'claim':
        return timed(line.at, `${paint('green', '✓')} ${line.text}`);
      case 'end':
        return `\nAll ${line.claims} claims were kept.\n`;
    }
  };
}

// Due dates are Lagos days, so the story is told in Lagos time.
function lagosTime(at: Instant): string {
  return formatInstant(at + HOUR_MS)
    .slice(0, 16)
    .replace('T', ' ');
}
