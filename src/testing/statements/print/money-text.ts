import type { MoneyStyle } from '../statement-layout.ts';

/** Kobo as a bank prints them. `sign` puts a plus before what is not less than nothing. */
export function moneyText(kobo: number, style: MoneyStyle, { sign = false }: { readonly sign?: boolean } = {}): string {
  const digits = `${style.symbol}${digitsOf(Math.abs(kobo), style)}`;
  const gap = style.signGap ? ' ' : '';
  if (kobo >= 0) return braced(sign && style.plus ? `+${gap}${digits}` : digits, style);
  if (style.negative === 'parentheses') return `(${digits})`;
  return braced(style.negative === 'minus' ? `-${gap}${digits}` : `${digits}${gap}-`, style);
}

function digitsOf(kobo: number, { grouping, trimmed }: MoneyStyle): string {
  const naira = String(Math.floor(kobo / 100)).replace(/\B(?=(\d{3})+$)/g, grouping);
  return trimmed && kobo % 100 === 0 ? naira : `${naira}.${String(kobo % 100).padStart(2, '0')}`;
}

function braced(text: string, { braces }: MoneyStyle): string {
  return braces ? `{${text}}` : text;
}
