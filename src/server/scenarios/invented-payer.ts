/** Invented payers for tests. The same number always gives the same payer. */
import type { AccountKey } from '../../domain/identifiers.ts';
import { BANKS } from '../engine/world/banks.ts';
import type { NewPayer } from '../engine/world/world.ts';

/** An invented payer, with the accounts of the BVN. */
export interface InventedPayer extends Pick<NewPayer, 'bvn' | 'name'> {
  /** The merchant's id of the payer. */
  readonly payerId: string;
  /** Does not exist. */
  readonly email: string;
  /** Does not exist. */
  readonly mobileNumber: string;
  /** Residential address. */
  readonly address: string;
  /** In cascade order: the first is the primary. */
  readonly accounts: readonly AccountKey[];
}

/** The highest number of an invented payer: it has six digits of the account number. */
export const LAST_PAYER = 999_999;

/** The most accounts of an invented payer: the index has two digits of the account number. */
export const MOST_ACCOUNTS = 99;

// The lengths of the two lists have no common divisor, so that neighbouring numbers share no name.
const FIRST_NAMES = ['Chidinma', 'Yusuf', 'Folake', 'Emeka', 'Halima', 'Tunde', 'Amara', 'Ibrahim'];
const LAST_NAMES = ['Bello', 'Okafor', 'Adewale', 'Nwosu', 'Garba', 'Ojo', 'Eze', 'Lawal', 'Idowu'];

/** Invents the payer of a number, up to {@link LAST_PAYER}, with accounts at different banks if possible. */
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
