/** The banks' response codes to debits. Spec §7 shows `00` and `51`. The other codes follow common practice. */

/** The category of a response code. */
export type ResponseCategory =
  /** The money moved. */
  | 'approved'
  /** It is not known whether the money moved. Never debit again before asking. */
  | 'unknown-outcome'
  /** Not enough money on the account. */
  | 'funds'
  /** A limit of the account was reached. */
  | 'limits'
  /** The account cannot be debited. */
  | 'unusable'
  /** The bank refuses. */
  | 'refused'
  /** The same debit was sent before. */
  | 'already-sent'
  /** The bank or the switch is down. */
  | 'bank-down'
  /** The request was invalid. */
  | 'caller-error'
  /** A code outside the table. */
  | 'unlisted';

interface ResponseMeaning {
  readonly category: ResponseCategory;
  readonly message: string;
}

const listedCodes: ReadonlyMap<string, ResponseMeaning> = new Map([
  ['00', { category: 'approved', message: 'Approved or completed successfully' }],
  ['01', { category: 'unknown-outcome', message: 'Status unknown, please wait for settlement report' }],
  ['09', { category: 'unknown-outcome', message: 'Request processing in progress' }],
  ['68', { category: 'unknown-outcome', message: 'Response received too late' }],
  ['96', { category: 'unknown-outcome', message: 'System malfunction' }],
  ['97', { category: 'unknown-outcome', message: 'Timeout waiting for response from destination' }],
  ['51', { category: 'funds', message: 'Insufficient funds' }],
  ['61', { category: 'limits', message: 'Transfer limit exceeded' }],
  ['65', { category: 'limits', message: 'Exceeds withdrawal frequency' }],
  ['06', { category: 'unusable', message: 'Dormant account' }],
  ['07', { category: 'unusable', message: 'Invalid account' }],
  ['08', { category: 'unusable', message: 'Account name mismatch' }],
  ['25', { category: 'unusable', message: 'Unable to locate record' }],
  ['57', { category: 'unusable', message: 'Transaction not permitted to sender' }],
  ['05', { category: 'refused', message: 'Do not honour' }],
  ['34', { category: 'refused', message: 'Suspected fraud' }],
  ['35', { category: 'refused', message: 'Contact sending bank' }],
  ['63', { category: 'refused', message: 'Security violation' }],
  ['26', { category: 'already-sent', message: 'Duplicate record' }],
  ['94', { category: 'already-sent', message: 'Duplicate transaction' }],
  ['91', { category: 'bank-down', message: 'Beneficiary bank not available' }],
  ['92', { category: 'bank-down', message: 'Routing error' }],
  ['03', { category: 'caller-error', message: 'Invalid sender' }],
  ['12', { category: 'caller-error', message: 'Invalid transaction' }],
  ['13', { category: 'caller-error', message: 'Invalid amount' }],
  ['14', { category: 'caller-error', message: 'Invalid batch number' }],
  ['15', { category: 'caller-error', message: 'Invalid session or record ID' }],
  ['16', { category: 'caller-error', message: 'Unknown bank code' }],
  ['17', { category: 'caller-error', message: 'Invalid channel' }],
  ['18', { category: 'caller-error', message: 'Wrong method call' }],
  ['30', { category: 'caller-error', message: 'Format error' }],
]);

export function responseCategory(code: string): ResponseCategory {
  return listedCodes.get(code)?.category ?? 'unlisted';
}

/** Whether the money certainly did not move, so that the debit may be retried. True for unlisted codes. */
export function isDefiniteDecline(code: string): boolean {
  const category = responseCategory(code);
  return category !== 'approved' && category !== 'unknown-outcome';
}

/** Whether the money may have moved. False for missing and unlisted codes, which prove nothing. */
export function leavesOutcomeOpen(code: unknown): boolean {
  return openCategories.has(writtenCategory(code));
}

/** Whether the table lists the code, in any notation, as a certain decline. */
export function isListedDecline(code: unknown): boolean {
  const category = writtenCategory(code);
  return category !== 'unlisted' && !openCategories.has(category);
}

const openCategories: ReadonlySet<ResponseCategory> = new Set(['approved', 'unknown-outcome', 'already-sent']);

function writtenCategory(code: unknown): ResponseCategory {
  const digits = String(code ?? '').replace(/\D/g, '');
  return digits === '' ? 'unlisted' : responseCategory(String(Number(digits)).padStart(2, '0'));
}

export function responseMessage(code: string): string {
  return listedCodes.get(code)?.message ?? `Declined by the bank with code ${code}`;
}
