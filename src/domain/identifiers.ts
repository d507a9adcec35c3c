/** Checks of the interface's identifiers. Spec §2.1, §4 and §8. */

/** Bank Verification Number: 11 digits. */
export function isBvn(value: unknown): value is string {
  return typeof value === 'string' && /^\d{11}$/.test(value);
}

/** NUBAN account number: 10 digits. Spec §8. */
export function isAccountNumber(value: unknown): value is string {
  return typeof value === 'string' && /^\d{10}$/.test(value);
}

/** `strict`: the 3 digits of spec §8. `lenient`: 3 to 6 digits, as microfinance banks use them. */
export type BankCodeRule = 'strict' | 'lenient';

/** CBN bank code. Spec §8. */
export function isBankCode(value: unknown, rule: BankCodeRule = 'strict'): value is string {
  return typeof value === 'string' && (rule === 'strict' ? /^\d{3}$/ : /^\d{3,6}$/).test(value);
}

/** `mandateId`, `breakdownId`, `_id`: 24 hexadecimal characters. Spec §4. */
export function isObjectId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-fA-F]{24}$/.test(value);
}

/** A UUID-style reference. Spec §2.2. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

/** An e-mail address, checked for shape only. */
export function isEmail(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value);
}

/** An IPv4 or IPv6 address without a zone or port. */
export function isIpAddress(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(value))
    return value.split('.').every((part) => Number(part) <= 255);
  return isIpV6(value);
}

// Eight groups of hexadecimal digits. `::` may replace groups of zeros once, and the last two may be an IPv4 address.
function isIpV6(value: string): boolean {
  const ipV4 = /(?<=:)[\d.]+$/.exec(value)?.[0];
  if (ipV4?.includes('.')) return isIpAddress(ipV4) && isIpV6(`${value.slice(0, -ipV4.length)}0:0`);
  const halves = value.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const groups = halves.flat();
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
}

/** An account as the interface identifies it: number and bank. Spec §2.1. */
export interface AccountKey {
  /** 10-digit NUBAN. */
  readonly accountNumber: string;
  /** 3-digit CBN bank code. */
  readonly bankCode: string;
}

export function isSameAccount(a: AccountKey, b: AccountKey): boolean {
  return a.accountNumber === b.accountNumber && a.bankCode === b.bankCode;
}

/** Text that is not empty, not blank, and at most `longest` characters long. */
export function isText(value: unknown, longest = Number.POSITIVE_INFINITY): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest;
}
