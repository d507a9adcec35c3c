/** Payers for tests: invented, different by their number, the same for the same number. */
import type { AccountKey } from '../../domain/identifiers.ts';
import { BANKS } from '../engine/banks.ts';

/** A payer as a merchant knows one, with the accounts that the BVN leads to. */
export interface InventedPayer {
  /** The merchant's own name for the payer. */
  readonly payerId: string;
  /** 11 digits. */
  readonly bvn: string;
  /** The holder of the accounts. */
  readonly name: string;
  /** Never one that exists. */
  readonly email: string;
  /** Never one that exists. */
  readonly mobileNumber: string;
  /** Residential address. */
  readonly address: string;
  /** In cascade order: the first is the one to choose as primary. */
  readonly accounts: readonly AccountKey[];
}

/** The highest number that an invented payer may have: six digits of the account numbers hold it. */
export const LAST_PAYER = 999_999;

/** The most accounts that an invented payer may have: two digits of the account numbers tell them apart. */
export const MOST_ACCOUNTS = 99;

// Of different length without a common divisor, so that neighbours share neither name.
const FIRST_NAMES = ['Chidinma', 'Yusuf', 'Folake', 'Emeka', 'Halima', 'Tunde', 'Amara', 'Ibrahim'];
const LAST_NAMES = ['Bello', 'Okafor', 'Adewale', 'Nwosu', 'Garba', 'Ojo', 'Eze', 'Lawal', 'Idowu'];

/** Invents the payer of a number, from 1 to {@link LAST_PAYER}, with so many accounts, each at another bank as far as banks go. */
export function inventPayer(number: number, accounts: number): InventedPayer {
  const firstName = FIRST_NAMES[number % FIRST_NAMES.length] ?? '';
  const lastName = LAST_NAMES[number % LAST_NAMES.length] ?? '';
  return {
    payerId: `payer-${number}`,
    bvn: `223${digits(number, 8)}`,
    name: `${firstName} ${lastName}`,
    email: `${firstName}.${lastName}.${number}@example.com`.toLowerCase(),
    mobileNumber: `0803${digits(number, 7)}`,
    address: `${number} Cedar Close, Ikeja`,
    accounts: Array.from({ length: accounts }, (_, index) => ({
      accountNumber: `04${digits(number, 6)}${digits(index + 1, 2)}`,
      bankCode: BANKS[(number + index) % BANKS.length]?.bankCode ?? '',
    })),
  };
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
