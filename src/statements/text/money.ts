import { type Kobo, koboOf } from '../../domain/money.ts';
import { currencyMark, currencyOfMark } from './currency.ts';

export interface PrintedMoney {
  readonly magnitude: Kobo;
  /** -1 for minus or parentheses, 1 for plus, 0 for no sign. */
  readonly sign: -1 | 0 | 1;
  /** From a suffix such as `CR`. */
  readonly side?: 'debit' | 'credit';
  /** The ISO code of the currency that stands beside the figure, if any. */
  readonly currency?: string;
}

// OD or DR marks an overdrawn balance.
const SIDE = '(?<side>CR|DR|OD|C|D)?\\.?';
const DIGITS = '(?<whole>\\d{1,3}(?:,\\d{3})+|\\d{1,13})(?:\\.(?<part>\\d{1,2}))?';
const money = new RegExp(`^(?<before>[-+(]*)${DIGITS}(?<after>[-+)]*)${SIDE}$`, 'i');

// Removes currency marks, braces and quotes, and replaces every kind of dash by a minus.
function plain(text: string): string {
  const bare = text.replace(/[\s{}'"*#]/g, '').replace(/[−–—‐‑]/g, '-');
  return /[^\d.,()+-]/.test(bare) ? bare.replace(currencyMark, '') : bare;
}

const markBetweenDigits = new RegExp(`\\d\\s*(?:${currencyMark.source})\\s*\\d`, 'i');

/** Reads an amount such as `1,234.56`, `₦ 5,000.00`, `USD -3.75`, `(20.00)` or `1,000.00 CR`; else undefined. */
export function moneyOf(text: string): PrintedMoney | undefined {
  const kobo = plainKobo(text);
  if (kobo !== undefined) return { magnitude: koboOf(kobo), sign: 0 };
  // A currency symbol starts the figure. Digits before it belong to something else.
  const hasMark = /[^\d\s.,()+-]/.test(text);
  if (!/\d/.test(text) || (hasMark && markBetweenDigits.test(text))) return undefined;
  if (hasMark && SIDE_FIRST.test(text)) return withSideFirst(text);
  const groups = money.exec(plain(text))?.groups;
  if (!groups) return undefined;
  const { before = '', after = '', whole = '', part = '', side } = groups;
  const magnitude = koboOf(Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0')));
  if (!Number.isSafeInteger(magnitude)) return undefined;
  const marks = before + after;
  const sign = /[-(]/.test(marks) ? -1 : marks.includes('+') ? 1 : 0;
  const mark = hasMark ? text.match(currencyMark)?.[0] : undefined;
  return {
    magnitude,
    sign,
    ...(side && { side: side.toUpperCase().startsWith('C') ? 'credit' : 'debit' }),
    ...(mark && { currency: currencyOfMark(mark) }),
  };
}

const [COMMA, POINT, ZERO, NINE] = [0x2c, 0x2e, 0x30, 0x39];

// A fast path for most figures, such as `1,234.56`: digits in threes, and two after the point.
function plainKobo(text: string): number | undefined {
  const end = text.length - 3;
  if (end < 1 || end > LONGEST_WHOLE || text.charCodeAt(end) !== POINT) return undefined;
  let kobo = 0;
  for (let at = 0; at < text.length; at++) {
    if (at === end) continue;
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE && (at > end || (end - at) % 4 !== 0)) kobo = 10 * kobo + code - ZERO;
    else if (code !== COMMA || at === 0 || at > end || (end - at) % 4 !== 0) return undefined;
  }
  return kobo;
}

const LONGEST_WHOLE = '999,999,999,999'.length;
const SIDE_FIRST = /^[CD]R/i;

// `DR 2024` is text, and `DR 2,024` an amount.
function withSideFirst(text: string): PrintedMoney | undefined {
  const rest = /[.,]\d/.test(text) ? moneyOf(text.slice(2).replace(/^[.\s]+/, '')) : undefined;
  return rest && !rest.side ? { ...rest, side: /^C/i.test(text) ? 'credit' : 'debit' } : undefined;
}

/** Whether a cell means "no amount": `-`, `--`, `NIL`. */
export function isFiller(text: string): boolean {
  return /^[-.]*$|^(nil|n\/a|null)$/i.test(plain(text));
}

/** Whether the figure has kobo. Amounts do, counts do not. */
export function hasKobo(text: string): boolean {
  return /\.\d{2}\D*$/.test(text.trim());
}
