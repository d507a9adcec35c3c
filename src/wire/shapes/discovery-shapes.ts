import * as z from 'zod/mini';
import { type BankCodeRule, isAccountNumber, isBankCode } from '../../domain/identifiers.ts';
import { isRecord } from '../../validation/checks.ts';
import type { Bank, DiscoverAccountsInput, DiscoveredAccount, Discovery, NoInput } from '../types/discovery-types.ts';
import { listIn } from './answer-forms.ts';
import * as request from './request-fields.ts';
import { onFirstUse, requestShape } from './shapes.ts';

type Fields = Readonly<Record<string, unknown>>;

export const noInputShape = onFirstUse(() => requestShape<NoInput>({}));

/** The banks of the micro-deposit, also as a list of names or in other spellings: no body is shown. Spec §4.1. */
export const banksShape = onFirstUse<z.ZodMiniType<readonly Bank[]>>(() =>
  z.transform((data: unknown, context) => {
    const banks = listIn(data, ['banks'])?.map(readBank);
    if (banks?.every((bank) => bank !== undefined)) return banks;
    context.issues.push({ code: 'custom', input: data, message: 'expected a list of banks' });
    return z.NEVER;
  }),
);

function readBank(item: unknown): Bank | undefined {
  if (typeof item === 'string') return { name: item };
  if (!isRecord(item)) return undefined;
  const name = firstText(item, ['name', 'bankName', 'bank_name']);
  if (name === undefined) return undefined;
  const bankCode = firstCode(item, ['bankCode', 'bank_code', 'code'], 3);
  const icon = firstText(item, ['icon', 'logo']);
  const kept = keptFields(item, ['bankCode', 'icon']);
  return { ...kept, name, ...(bankCode !== undefined && { bankCode }), ...(icon !== undefined && { icon }) };
}

export const discoveryInputShape = onFirstUse(() =>
  requestShape<DiscoverAccountsInput>({ bvn: request.bvn, type: request.text }),
);

/** The answer of discovery: accounts in one of the known formats, or any other value, kept unchanged. Spec §4.2. */
export const discoveryShapes: Readonly<Record<BankCodeRule, () => z.ZodMiniType<Discovery>>> = {
  strict: onFirstUse(() => discoveryShape('strict')),
  lenient: onFirstUse(() => discoveryShape('lenient')),
};

function discoveryShape(rule: BankCodeRule): z.ZodMiniType<Discovery> {
  return z.transform((data: unknown): Discovery => {
    const items = listIn(data, ['accounts', 'bankAccounts']);
    // An item without an account, such as a bank that was down, does not hide the others.
    const accounts = items?.flatMap((item) => readAccount(item, rule) ?? []);
    const isRead = accounts !== undefined && (accounts.length > 0 || items?.length === 0);
    return isRead ? { kind: 'accounts', accounts: withoutContradiction(accounts) } : { kind: 'other', answer: data };
  });
}

// An account that is listed twice is inactive if either entry is.
function withoutContradiction(accounts: readonly DiscoveredAccount[]): readonly DiscoveredAccount[] {
  const nameOf = ({ bankCode, accountNumber }: DiscoveredAccount) => `${bankCode} ${accountNumber}`;
  const inactive = new Set(accounts.flatMap((account) => (account.active ? [] : [nameOf(account)])));
  return accounts.map((account) =>
    account.active && inactive.has(nameOf(account)) ? { ...account, active: false } : account,
  );
}

function readAccount(item: unknown, rule: BankCodeRule): DiscoveredAccount | undefined {
  if (!isRecord(item)) return undefined;
  const bank = bankOf(item);
  const accountNumber = readAccountNumber(item);
  const bankCode = readBankCode(item, bank, rule);
  if (accountNumber === undefined || bankCode === undefined) return undefined;
  const bankName = firstText(item, ['bankName', 'bank_name']) ?? firstText(bank, ['name', 'bankName', 'bank_name']);
  const accountName = firstText(item, ['accountName', 'account_name']);
  return {
    ...keptFields(item, ['bankName', 'accountName']),
    accountNumber,
    bankCode,
    ...(bankName !== undefined && { bankName }),
    ...(accountName !== undefined && { accountName }),
    // An invalid account is shown, but never offered.
    active: isAccountNumber(accountNumber) && isBankCode(bankCode, rule) && isActive(item) && !isDenied(bank),
  };
}

// Prefers a valid number. Another one, such as a masked one, is kept unchanged.
function readAccountNumber(item: Fields): string | undefined {
  const numbers = ['accountNumber', 'account_number', 'nuban'].map((key) => firstCode(item, [key], 10));
  return numbers.find(isAccountNumber) ?? numbers.find((number) => number !== undefined);
}

function bankOf({ institution, bank }: Fields): Fields {
  if (isRecord(institution)) return institution;
  if (isRecord(bank)) return bank;
  return typeof bank === 'string' ? { name: bank } : {};
}

// Prefers a code that fits the rule. Another one is kept unchanged, except for a NIP code, which is not a code of §8.
function readBankCode(item: Fields, bank: Fields, rule: BankCodeRule): string | undefined {
  const codes = [
    firstCode(item, ['bankCode', 'bank_code'], 3),
    firstCode(bank, ['bankCode', 'bank_code'], 3),
    firstCode(bank, ['code', 'cbnCode'], 3),
  ];
  const nipCode = firstCode(bank, ['nipCode'], 6) ?? firstCode(item, ['nipCode'], 6);
  return [...codes, nipCode].find((code) => isBankCode(code, rule)) ?? codes.find((code) => code !== undefined);
}

const activeValues: ReadonlySet<unknown> = new Set([true, 1, ...'true 1 yes y active open opened enabled'.split(' ')]);
const noValues: ReadonlySet<unknown> = new Set([false, 0, 'false', '0', 'no', 'n']);
const claims: ReadonlySet<string> = new Set(['active', 'enabled', 'status', 'state']);
const denials: ReadonlySet<unknown> = new Set(
  'inactive disabled deactivated suspended dormant closed blocked frozen pnd postnodebit nodebit'.split(' '),
);

// Inactive accounts are excluded from mandate setup (§1.2). An unknown value does not prove that an account is active.
function isActive(item: Fields): boolean {
  return claimsOf(item).every(([name, value]) => !claims.has(name) || activeValues.has(value)) && !isDenied(item);
}

// For a bank, only a known denial counts, because `online` may be its status.
function isDenied(fields: Fields): boolean {
  return claimsOf(fields).some(([name, value]) =>
    claims.has(name) ? noValues.has(value) || denials.has(value) : denials.has(name) && !noValues.has(value),
  );
}

function claimsOf(fields: Fields): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    const plain = typeof value === 'string' ? value.trim().toLowerCase() : value;
    return plain === '' || plain === null || plain === undefined ? [] : [[plainName(key), plain] as const];
  });
}

// `isActive`, `is_active` and `accountStatus` mean `active` and `status`.
function plainName(key: string): string {
  return key
    .toLowerCase()
    .replace(/[_-]/g, '')
    .replace(/^(?:is|account)+/, '');
}

function firstText(fields: Fields, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

// Digits as text, or as a number that lost its leading zeros.
function firstCode(fields: Fields, keys: readonly string[], digits: number): string | undefined {
  for (const key of keys) {
    const value = fields[key];
    const text = typeof value === 'string' ? value.trim() : '';
    if (text !== '') return plainCode(text, digits);
    const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
    if (isWhole && String(value).length <= Math.max(digits, 6)) return String(value).padStart(digits, '0');
  }
  return undefined;
}

// Pads a bank's code, but no account number: its first or last digit may be missing. Digits may be grouped.
function plainCode(text: string, digits: number): string {
  if (digits === 3 && /^\d{1,2}$/.test(text)) return text.padStart(digits, '0');
  const joined = text.replace(/(?<=\d)[\s.-](?=\d)/g, '');
  return digits === 10 && isAccountNumber(joined) ? joined : text;
}

// Without the fields read into another form, and without `__proto__`, which would become the result's prototype.
function keptFields(fields: Fields, read: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== '__proto__' && !read.includes(key)));
}
