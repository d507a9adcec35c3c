/** The words and the stars that stand where something was masked. */

/** In the place of a key, a token or a password. */
export const SECRET = '[secret]';
/** In the place of a name, an address and whatever else tells of a person. */
export const PERSONAL = '[personal]';
/** In the place of a signature, a statement or an image. */
export const DOCUMENT = '[document]';

/** Masks an account number down to its last four digits, the most a payer needs to recognise it. */
export function maskAccountNumber(accountNumber: string): string {
  return maskAllBut(accountNumber, 4);
}

/** Masks a BVN down to its last two digits. */
export function maskBvn(bvn: string): string {
  return maskAllBut(bvn, 2);
}

/** Masks a number of unknown kind, of which only the digits are left: what has 11 is a BVN or a phone number, all else an account number. */
export function maskDigits(digits: string): string {
  return digits.length === 11 ? maskBvn(digits) : maskAccountNumber(digits);
}

function maskAllBut(text: string, kept: number): string {
  if (text.length <= kept) return '*'.repeat(text.length);
  return '*'.repeat(text.length - kept) + text.slice(-kept);
}
