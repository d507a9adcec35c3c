/** The units of figures: naira, and shares from 0 to 1. */
import { koboOf, nairaFromKobo } from '../domain/money.ts';

export function naira(kobo: number): number {
  return nairaFromKobo(koboOf(kobo));
}

/** A part of a whole, from 0 to 1. 0 if the whole is nothing. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
