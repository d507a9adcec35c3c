import type { LoanState } from '../../../domain/loan/state.ts';
import { personMask, redactText } from '../../../redact/redact.ts';
import { valuesIn } from '../../call-mask.ts';
import { knownPayer } from './known-payer.ts';

const LONGEST_TEXT = 300;

type KnownState = Pick<LoanState, 'payer' | 'accounts'>;

/**
 * What a bank, a bureau or the service said, fit to stand in the open part of a loan's file, which no erasure reaches: whatever is known of the payer is taken out
 * of it, beside what looks like personal data anywhere.
 * @param more what else is known of the payer, such as the fields that the merchant added to a report
 */
export function withoutPersonal(text: string, state: KnownState, more?: unknown): string {
  return storable(masked(text, state, more).slice(0, LONGEST_TEXT));
}

/** What a person of the lender wrote, such as a reason or a note, for the same open part: masked in the same way, at its full length. */
export function noteWithoutPersonal(text: string, state: KnownState, more?: unknown): string {
  return storable(masked(text, state, more));
}

function masked(text: string, state: KnownState, more: unknown): string {
  const mask = personMask([...knownPayer(state), ...valuesIn(more)]);
  return redactText(mask(text));
}

// Stores keep neither halves of characters nor U+0000.
function storable(text: string): string {
  return text.replace(/\p{Surrogate}|\0/gu, '\ufffd');
}
