import type { LoanState } from '../../../domain/loan/state.ts';
import { personMask, redactText } from '../../../redact.ts';
import { valuesIn } from '../../engine/call-mask.ts';
import { knownPayer } from './known-payer.ts';

const LONGEST_TEXT = 300;

/**
 * What a bank, a bureau or the service said, fit to stand in the open part of a loan's file, which no erasure reaches: whatever is known of the payer is taken out
 * of it, beside what looks like personal data anywhere.
 * @param more what else is known of the payer, such as the fields that the merchant added to a report
 */
export function withoutPersonal(text: string, state: Pick<LoanState, 'payer' | 'accounts'>, more?: unknown): string {
  const mask = personMask([...knownPayer(state), ...valuesIn(more)]);
  // Stores keep neither halves of characters nor U+0000.
  return redactText(mask(text))
    .slice(0, LONGEST_TEXT)
    .replace(/\p{Surrogate}|\0/gu, '\ufffd');
}
