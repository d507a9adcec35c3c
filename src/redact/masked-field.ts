import type { FieldKind } from './field-names.ts';
import { DOCUMENT, maskAccountNumber, maskBvn, PERSONAL, SECRET } from './masks.ts';

// Fewer digits under `account` are a place in a list, a count or a part of a word.
const ACCOUNT_DIGITS = 6;

/** The text of a field of this kind, masked; undefined where nothing needs to be. */
export function maskFieldText(kind: FieldKind, text: string): string | undefined {
  switch (kind) {
    case 'secret':
      return SECRET;
    case 'personal':
      return PERSONAL;
    case 'document':
      return DOCUMENT;
    case 'account':
      return maskNumber(text, maskAccountNumber);
    case 'accountLike':
      return isAccountAlone(text.normalize('NFKC')) ? maskNumber(text, maskAccountNumber) : undefined;
    case 'bvn':
      return maskNumber(text, maskBvn);
  }
}

// `0123456789/058` is masked as any text is, so that its bank stays readable.
function isAccountAlone(text: string): boolean {
  return !/^\d{10}\/\d{3,6}$/.test(text) && text.replace(/\D/g, '').length >= ACCOUNT_DIGITS;
}

// Without blanks and dashes, so that the last digits are as many as they should be.
function maskNumber(text: string, mask: (number: string) => string): string {
  return mask(text.normalize('NFKC').replace(/[^\p{L}\p{N}*]/gu, ''));
}
