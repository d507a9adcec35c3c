import * as z from 'zod';
import type { Bank, DiscoverAccountsInput, DiscoveredAccount, Discovery, NoInput } from './discovery-types.ts';
import * as request from './request-fields.ts';
import { requestShape } from './shape-of.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Nothing travels with the request. */
export const noInputShape = requestShape<NoInput>({});

/** The banks of the micro-deposit. The specification shows no body, so names alone and other spellings are read too. Spec §4.1. */
export const banksShape: z.ZodType<readonly Bank[]> = z.transform((data: unknown, context) => {
  const banks = listIn(data, 'banks')?.map(readBank);
  if (banks?.every((bank) => bank !== undefined)) return banks;
  context.issues.push({ code: 'custom', input: data, message: 'expected a list of banks' });
  return z.NEVER;
});

function readBank(item: unknown): Bank | undefined {
  if (typeof item === 'string') return { name: item };
  if (!isFields(item)) return undefined;
  const name = firstText(item, ['name', 'bankName', 'bank_name']);
  if (name === undefined) return undefined;
  const bankCode = firstText(item, ['bankCode', 'bank_code', 'code']);
  const icon = firstText(item, ['icon', 'logo']);
  return { ...keptFields(item, ['bankCode', 'icon']), name, ...(bankCode === undefined ? {} : { bankCode }), ...(icon === undefined ? {} : { icon }) };
}

/** The body of account discovery. Spec §4.2. */
export const discoverAccountsInputShape = requestShape<DiscoverAccountsInput>({ bvn: request.bvn, type: request.words });

/** What discovery answers: accounts in one of two dialects, or anything else, kept as it came. Spec §4.2. */
export const discoveryShape: z.ZodType<Discovery> = z.transform((data: unknown): Discovery => {
  const accounts = listIn(data, 'accounts')?.map(readAccount);
  return accounts?.every((account) => account !== undefined) ? { kind: 'accounts', accounts } : { kind: 'other', answer: data };
});

function readAccount(item: unknown): DiscoveredAccount | undefined {
  if (!isFields(item)) return undefined;
  const institution = isFields(item.institution) ? item.institution : {};
  const accountNumber = firstText(item, ['accountNumber', 'account_number', 'nuban']);
  const bankCode = firstText(item, ['bankCode', 'bank_code']) ?? firstText(institution, ['bankCode', 'nipCode']);
  if (accountNumber === undefined || bankCode === undefined) return undefined;
  const bankName = firstText(item, ['bankName', 'bank_name']) ?? firstText(institution, ['name']);
  const accountName = firstText(item, ['accountName', 'account_name']);
  return {
    ...keptFields(item, ['bankName', 'accountName']),
    accountNumber,
    bankCode,
    ...(bankName === undefined ? {} : { bankName }),
    ...(accountName === undefined ? {} : { accountName }),
    active: item.active === undefined || item.active === null || item.active === true || item.active === 'true',
  };
}

function listIn(data: unknown, key: string): readonly unknown[] | undefined {
  if (Array.isArray(data)) return data;
  const list = isFields(data) ? data[key] : undefined;
  return Array.isArray(list) ? list : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstText(fields: Fields, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

// Everything the service sent, but for the fields that are read into another form, and for a `__proto__` that would become the result's own.
function keptFields(fields: Fields, read: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== '__proto__' && !read.includes(key)));
}
