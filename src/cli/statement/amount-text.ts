import { formatKobo, koboFromAnswer } from '../../domain/money.ts';

/** An amount as `12,500.00` or `-0.50`, without its currency; `?` where it is not known. */
export function amountText(naira: number | null): string {
  const kobo = koboFromAnswer(naira);
  return kobo === undefined ? '?' : formatKobo(kobo).replace('₦', '');
}
