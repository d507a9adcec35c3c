import { formatInstant, HOUR_MS, type Instant } from '../../domain/calendar.ts';
import type { AccountKey } from '../../domain/identifiers.ts';
import type { RuleError } from '../../errors.ts';
import { maskAccountNumber } from '../../redact/redact.ts';
import type { CliIo } from '../terminal/io.ts';
import { paintWith } from '../terminal/terminal-text.ts';

export class FailedCheck extends Error {
  override readonly name = 'FailedCheck';
}

/** Prints the lines of a demo with virtual time. Each check runs before it is printed. */
export class Storyline {
  readonly #write: (line: StoryLine) => void;
  readonly #now: () => Instant;
  checks = 0;

  constructor(write: (line: StoryLine) => void, now: () => Instant) {
    this.#write = write;
    this.#now = now;
  }

  begin(text: string, disclaimer: string): void {
    this.#write({ type: 'intro', text, disclaimer });
  }

  act(title: string): void {
    this.#write({ type: 'act', title });
  }

  /** Prints an event, now or at another virtual time. */
  print(text: string, at: Instant = this.#now()): void {
    this.#write({ type: 'event', at, text });
  }

  printRefusal({ rule, spec, message }: Pick<RuleError, 'rule' | 'spec' | 'message'>): void {
    const [text = message] = message.split(` (${rule}`);
    this.#write({ type: 'refused', at: this.#now(), rule, spec, text });
  }

  check(text: string, actual: unknown, expected: unknown): void {
    const [found, wanted] = [actual, expected].map((value) => JSON.stringify(value));
    if (found !== wanted) throw new FailedCheck(`${text}: expected ${wanted}, found ${found}`);
    this.checks += 1;
    this.#write({ type: 'claim', at: this.#now(), text });
  }

  end(): void {
    this.#write({ type: 'end', claims: this.checks });
  }
}

export function shown({ accountNumber, bankCode, bankName }: AccountKey & { readonly bankName?: string }): string {
  return `${bankName ?? bankCode} ${maskAccountNumber(accountNumber)}`;
}

// `--json` calls a check that passed a claim: programs read that name.
type StoryLine =
  | { readonly type: 'intro'; readonly text: string; readonly disclaimer: string }
  | { readonly type: 'act'; readonly title: string }
  | { readonly type: 'event' | 'claim'; readonly at: Instant; readonly text: string }
  | (Readonly<Record<'rule' | 'spec' | 'text', string>> & { readonly type: 'refused'; readonly at: Instant })
  | { readonly type: 'end'; readonly claims: number };

export function lineWriter(
  { showsColour }: Pick<CliIo, 'showsColour'>,
  { json }: { readonly json: boolean },
): (line: StoryLine) => string {
  if (json) return (line) => `${JSON.stringify('at' in line ? { ...line, at: formatInstant(line.at) } : line)}\n`;
  const paint = paintWith(showsColour);
  const timed = (at: Instant, text: string) => `  ${paint('dim', lagosTime(at))}  ${text}\n`;
  return (line) => {
    switch (line.type) {
      case 'intro':
        return `${line.text}\n${line.disclaimer}\n`;
      case 'act':
        return `\n${paint('bold', line.title)}\n`;
      case 'event':
        return timed(line.at, line.text);
      case 'refused':
        return timed(line.at, `${paint('yellow', 'refused')} by ${line.rule} (${line.spec}): ${line.text}`);
      case 'claim':
        return timed(line.at, `${paint('green', '✓')} ${line.text}`);
      case 'end':
        return `\nAll ${line.claims} checks passed.\n`;
    }
  };
}

// Due dates are Lagos days, so the demo shows Lagos time.
function lagosTime(at: Instant): string {
  return formatInstant(at + HOUR_MS)
    .slice(0, 16)
    .replace('T', ' ');
}
