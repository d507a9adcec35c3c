/** Money. Amounts travel as naira numbers. Every sum, split and comparison is done here, in whole kobo. */

declare const koboBrand: unique symbol;

/** A whole number of kobo (1 naira = 100 kobo). */
export type Kobo = number & { readonly [koboBrand]: true };

export const NO_MONEY = koboOf(0);

/** A trillion naira, more than any loan. Far above it, a number cannot represent every kobo. */
export const MAX_NAIRA = 10 ** 12;

/** Casts a number that is known to be whole kobo, such as a sum or a difference of amounts. */
export function koboOf(count: number): Kobo {
  return count as Kobo;
}

/** Undefined unless it is zero or more with at most two decimals (`1.005`, `-1`, `NaN`). */
export function koboFromNaira(naira: unknown): Kobo | undefined {
  if (typeof naira !== 'number' || !(naira >= 0) || naira > MAX_NAIRA) return undefined;
  const kobo = Math.round(Math.abs(naira) * 100);
  return kobo / 100 === naira ? koboOf(kobo) : undefined;
}

/** Accepts numbers and decimal text of either sign, rounded to the kobo. Undefined if it is neither, or too large. */
export function koboFromAnswer(amount: unknown): Kobo | undefined {
  const naira = typeof amount === 'string' && /^\s*[+-]?\d{1,13}(\.\d+)?\s*$/.test(amount) ? Number(amount) : amount;
  return typeof naira === 'number' && Math.abs(naira) <= MAX_NAIRA ? roundToKobo(naira * 100) : undefined;
}

// Half away from zero. The small term corrects products such as 1.005 * 100 = 100.49999999999999.
function roundToKobo(kobo: number): Kobo {
  const magnitude = Math.abs(kobo);
  return koboOf(Math.sign(kobo) * Math.round(magnitude + magnitude * Number.EPSILON));
}

export function nairaFromKobo(kobo: Kobo): number {
  return kobo / 100;
}

export function sumKobo(amounts: Iterable<Kobo>): Kobo {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return koboOf(sum);
}

export function addKobo(a: Kobo, b: Kobo): Kobo {
  return koboOf(a + b);
}

export function subtractKobo(from: Kobo, amount: Kobo): Kobo {
  return koboOf(from - amount);
}

export function minKobo(a: Kobo, b: Kobo): Kobo {
  return a < b ? a : b;
}

export function maxKobo(a: Kobo, b: Kobo): Kobo {
  return a > b ? a : b;
}

/** Splits a total into `parts` equal amounts of whole kobo. The last one includes the remainder. */
export function splitKobo(total: Kobo, parts: number): readonly Kobo[] {
  if (!Number.isInteger(parts) || parts < 1) return [];
  const each = koboOf(Math.floor(total / parts));
  return [...new Array<Kobo>(parts - 1).fill(each), koboOf(total - each * (parts - 1))];
}

/** Rounds half away from zero. 0 if the divisor is 0. Uses bigint to be exact at any size. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  if (divisor === 0n) return 0n;
  const isNegative = dividend < 0n !== divisor < 0n;
  const [above, below] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (2n * above + below) / (2n * below);
  return isNegative ? -rounded : rounded;
}

/** An equal share of a total, rounded to the kobo, half away from zero. 0 if there are no parts. */
export function averageKobo(total: Kobo | bigint, parts: number): Kobo {
  return koboOf(Number(divideRounded(BigInt(total), BigInt(parts))));
}

/** Formats decimal text with two decimals, as insights write amounts: `12500.00`, `-0.50`. Spec §6.4. */
export function decimalFromKobo(kobo: Kobo): string {
  const magnitude = Math.abs(kobo);
  return `${kobo < 0 ? '-' : ''}${Math.floor(magnitude / 100)}.${String(magnitude % 100).padStart(2, '0')}`;
}

/** Formats for people: `₦12,500.00`, `-₦0.50`. */
export function formatKobo(kobo: Kobo): string {
  const [, sign, naira = '', rest] = /^(-?)(\d+)(.*)$/.exec(decimalFromKobo(kobo)) ?? [];
  return `${sign}₦${naira.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`;
}
