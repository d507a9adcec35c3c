import type { LoanState } from '../../../domain/loan/state.ts';
import { redactText } from '../../../redact.ts';

const LONGEST_TEXT = 300;
// What is shorter stands in any sentence.
const SHORTEST = 4;

/**
 * What a bank, a bureau or the service said, fit to stand in the open part of a loan's file, which no erasure reaches: whatever is known of the payer is taken out
 * of it, beside what looks like personal data anywhere.
 * @param more what else is known of the payer, such as the fields that the merchant added to a report
 */
export function withoutPersonal(text: string, { payer, accounts }: LoanState, more?: unknown): string {
  const details = accounts.map((account) => account.details);
  const names = [payer?.name, ...details.map((account) => account?.accountName)].flatMap((name) => name?.split(/[\s,.]+/) ?? []);
  const spellings = textsIn([payer, details, names, more]).flatMap((known) => [
    known,
    JSON.stringify(known).slice(1, -1),
    known.toUpperCase(),
    known.toLowerCase(),
  ]);
  const longestFirst = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  const masked = longestFirst.reduce((said, spelling) => said.replaceAll(spelling, '[personal]'), text);
  // Stores keep neither halves of characters nor U+0000.
  return redactText(masked)
    .slice(0, LONGEST_TEXT)
    .replace(/\p{Surrogate}|\0/gu, '\ufffd');
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length >= SHORTEST ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
