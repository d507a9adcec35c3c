import { type AccountKey, isSameAccount } from '../../domain/identifiers.ts';
import { type Kobo, koboFromNaira, NO_MONEY, subtractKobo } from '../../domain/money.ts';
import { countAnswer, isLocked, LOCKED_RESPONSE } from './daily-lock.ts';
import type { Attempt, BankAccount, Consent } from './records.ts';
import { addAccount, NO_SCRIPT, type World } from './world.ts';

/** What a bank answers to a debit. */
export interface BankAnswer {
  readonly responseCode: string;
  /** What could still be taken, where the bank declined because the balance did not reach. */
  readonly available: Kobo;
}

/** Account numbers that behave in a fixed way at whatever bank, so that a case can be tried without any control call. */
const magicCodes: ReadonlyMap<string, string> = new Map([
  ['0000000051', '51'],
  ['0000000091', '91'],
  ['0000000097', '97'],
  ['0000000099', '09'],
  ['0000000025', '25'],
]);

const BOOKED_AFTER_UNKNOWN = new Set(['0000000097', '0000000099']);
const SLOW = '0000000099';
const INACTIVE = '0000000025';
const MAGIC_BALANCE = koboFromNaira(1_000_000) ?? NO_MONEY;

/** An account by its key; undefined if no bank of this world holds it. */
export function findAccount(world: World, { bankCode, accountNumber }: AccountKey): BankAccount | undefined {
  return world.accounts.get(bankCode)?.get(accountNumber);
}

/** The account behind a consent; one that a bank opened only after the placement is found too. */
export function accountOf(world: World, consent: Consent): BankAccount | undefined {
  consent.account ??= findAccount(world, consent) ?? null;
  return consent.account ?? undefined;
}

/** The name on an account; empty for one that no bank holds. */
export function nameOf(world: World, account: BankAccount | undefined): string {
  return account ? (account.ownName ?? world.payers.get(account.bvn)?.name.toUpperCase() ?? '') : '';
}

/** Opens a magic account at a bank that does not hold it yet; every other number is left alone. */
export function openMagicAccount(world: World, key: AccountKey, bvn: string): void {
  if (!magicCodes.has(key.accountNumber) || findAccount(world, key)) return;
  addAccount(world, {
    accountNumber: key.accountNumber,
    bankCode: key.bankCode,
    ownName: world.payers.has(bvn) ? null : 'TEST ACCOUNT',
    bvn,
    balance: MAGIC_BALANCE,
    active: key.accountNumber !== INACTIVE,
    declineWith: null,
    script: NO_SCRIPT,
  });
}

/** Can the account send a deposit and be debited? */
export function isUsable(world: World, consent: Consent): boolean {
  return accountOf(world, consent)?.active === true;
}

/** Does the bank of this account take its time (45 s) to answer a debit? */
export function isSlow(key: AccountKey): boolean {
  return key.accountNumber === SLOW;
}

/** Debits an account: while it is locked nothing; else the script's next code first, then `declineWith`, then what the number or the balance says. */
export function debit(world: World, consent: Consent, amount: Kobo): BankAnswer {
  const account = accountOf(world, consent);
  if (!account) return decline('07');
  if (isLocked(world, account)) return decline(LOCKED_RESPONSE);
  const answer = bankAnswer(account, amount);
  countAnswer(world, account, answer.responseCode);
  // The decline that locks it also keeps what is there from a sweep.
  return isLocked(world, account) ? decline(answer.responseCode) : answer;
}

function bankAnswer(account: BankAccount, amount: Kobo): BankAnswer {
  const forced = nextForcedCode(account) ?? magicCodes.get(account.accountNumber);
  if (forced !== undefined) return decline(forced);
  if (!account.active) return decline('06');
  if (account.balance < amount) return { responseCode: '51', available: account.balance };
  account.balance = subtractKobo(account.balance, amount);
  return { responseCode: '00', available: NO_MONEY };
}

/** Asks about a debit with an unknown outcome: `00` if it was booked (now the balance shows it), an unknown code while it is undecided, else a decline. */
export function askAbout(world: World, { consent, responseCode: saidAtFirst }: Attempt, amount: Kobo): string {
  const account = accountOf(world, consent);
  if (!account) return '91';
  const responseCode = settledAnswer(account, saidAtFirst, amount);
  countAnswer(world, account, responseCode);
  return responseCode;
}

function settledAnswer(account: BankAccount, saidAtFirst: string, amount: Kobo): string {
  if (account.declineWith) return account.declineWith;
  // Only what the magic account itself said is booked later: a code that a script gave moves no money.
  if (!BOOKED_AFTER_UNKNOWN.has(account.accountNumber) || magicCodes.get(account.accountNumber) !== saidAtFirst)
    return '91';
  account.balance = subtractKobo(account.balance, amount);
  return '00';
}

function nextForcedCode(account: BankAccount): string | undefined {
  if (account.script.length === 0) return account.declineWith ?? undefined;
  const [code, ...rest] = account.script;
  account.script = rest;
  return code === null || code === '00' ? undefined : code;
}

function decline(responseCode: string): BankAnswer {
  return { responseCode, available: NO_MONEY };
}

/** Is the deposit's sender the account that was to be verified? */
export function isSentFrom(account: AccountKey, from: AccountKey | undefined): boolean {
  return from === undefined || isSameAccount(account, from);
}
