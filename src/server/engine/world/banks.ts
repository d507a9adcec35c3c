import type { AccountKey } from '../../../domain/identifiers.ts';
import { type Kobo, NO_MONEY, subtractKobo } from '../../../domain/money.ts';
import { responseCategory } from '../../../domain/response-codes.ts';
import { dayOf } from './lagos-time.ts';
import type { Attempt, BankAccount, Consent } from './records.ts';
import { findAccount, findPayer, openAccount, payerDetails, type World } from './world.ts';

export interface Bank {
  readonly name: string;
  /** 3-digit CBN code. Spec §8. */
  readonly bankCode: string;
  readonly icon: string;
  /** The platform's account at this bank. Payers send the ₦50 to it. Spec §2.4. */
  readonly depositAccount: string;
}

function bank(name: string, bankCode: string): Bank {
  return { name, bankCode, icon: `https://icons.example/banks/${bankCode}.svg`, depositAccount: `9000000${bankCode}` };
}

/** The banks that support the micro-deposit. Spec §4.1. */
export const BANKS: readonly Bank[] = [
  bank('Access Bank', '044'),
  bank('Access Bank (Diamond)', '063'),
  bank('Citibank Nigeria', '023'),
  bank('Ecobank Nigeria', '050'),
  bank('Fidelity Bank', '070'),
  bank('First Bank of Nigeria', '011'),
  bank('First City Monument Bank', '214'),
  bank('Globus Bank', '103'),
  bank('Guaranty Trust Bank', '058'),
  bank('Heritage Bank', '030'),
  bank('Jaiz Bank', '301'),
  bank('Keystone Bank', '082'),
  bank('Parallex Bank', '104'),
  bank('Polaris Bank', '076'),
  bank('Providus Bank', '101'),
  bank('Stanbic IBTC Bank', '221'),
  bank('Standard Chartered Bank', '068'),
  bank('Sterling Bank', '232'),
  bank('Suntrust Bank', '100'),
  bank('Titan Trust Bank', '102'),
  bank('Union Bank of Nigeria', '032'),
  bank('United Bank for Africa', '033'),
  bank('Unity Bank', '215'),
  bank('Wema Bank', '035'),
  bank('Zenith Bank', '057'),
];

const names = new Map(BANKS.map(({ bankCode, name }) => [bankCode, name]));

/** The display name of a bank. A bank outside the list is named by its code. */
export function bankName(bankCode: string): string {
  return names.get(bankCode) ?? `Bank ${bankCode}`;
}

export interface BankAnswer {
  readonly responseCode: string;
  /** The balance that could still be collected after a decline for insufficient funds. */
  readonly available: Kobo;
}

/** Account numbers with fixed behaviour at every bank, to try a case without a control call. */
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
const MAGIC_NAIRA = 1_000_000;

/** The account behind a consent. Finds an account that was opened after the placement, too. */
export function accountOf(world: World, consent: Consent): BankAccount | undefined {
  consent.account ??= findAccount(world, consent) ?? null;
  return consent.account ?? undefined;
}

/** The name on an account. Empty if no bank has the account. */
export function nameOf(world: World, account: BankAccount | undefined): string {
  if (!account) return '';
  if (account.ownName !== null) return account.ownName;
  const payer = findPayer(world, account.bvn);
  return payer ? payerDetails(world, payer).name.toUpperCase() : '';
}

/** Opens a magic account at a bank that does not have it yet. Ignores every other number. */
export function openMagicAccount(world: World, { accountNumber, bankCode }: AccountKey, bvn: string): void {
  const key = { accountNumber, bankCode };
  if (!magicCodes.has(accountNumber) || findAccount(world, key)) return;
  const name = findPayer(world, bvn) ? {} : { accountName: 'TEST ACCOUNT' };
  openAccount(world, bvn, { ...key, ...name, balance: MAGIC_NAIRA, active: accountNumber !== INACTIVE });
}

export function isUsable(world: World, consent: Consent): boolean {
  return accountOf(world, consent)?.active === true;
}

/** Whether the bank of this account needs 45 s to answer a debit. */
export function isSlow(key: AccountKey): boolean {
  return key.accountNumber === SLOW;
}

/** The answer comes from the lock, the script, `declineWith`, the magic number, or the balance, in this order. */
export function debit(world: World, consent: Consent, amount: Kobo): BankAnswer {
  const account = accountOf(world, consent);
  if (!account) return decline('07');
  if (isLocked(world, account)) return decline(LOCKED_RESPONSE);
  const answer = bankAnswer(account, amount);
  countAnswer(world, account, answer.responseCode);
  // The decline that locks the account also stops a sweep from using the balance.
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

/** Asks about an unknown debit. `00`: booked, and the balance shows it. Unknown codes: still undecided. */
export function askAbout(world: World, { consent, responseCode: saidAtFirst }: Attempt, amount: Kobo): string {
  const account = accountOf(world, consent);
  if (!account) return '91';
  const responseCode = settledAnswer(account, saidAtFirst, amount);
  countAnswer(world, account, responseCode);
  return responseCode;
}

function settledAnswer(account: BankAccount, saidAtFirst: string, amount: Kobo): string {
  if (account.declineWith) return account.declineWith;
  // Only a code of the magic account itself is booked later. A scripted code moves no money.
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

// The limits of comparable services.
const FUNDS_DECLINES = 5;
const OTHER_DECLINES = 10;

/** The code of a locked account: too many tries. Code 61 would name an amount limit. A sweep skips both. */
const LOCKED_RESPONSE = '65';

export function isLocked(world: World, account: BankAccount): boolean {
  if (!world.policy.dailyLock || world.declines.day !== dayOf(world.now)) return false;
  const count = world.declines.byAccount.get(account);
  return count !== undefined && (count.funds >= FUNDS_DECLINES || count.others >= OTHER_DECLINES);
}

/** Counts a bank's answer towards the lock. A success resets the count. An unknown outcome is not a decline. */
function countAnswer(world: World, account: BankAccount, responseCode: string): void {
  if (!world.policy.dailyLock) return;
  const today = dayOf(world.now);
  if (world.declines.day !== today) world.declines = { day: today, byAccount: new Map() };
  const { byAccount } = world.declines;
  const category = responseCategory(responseCode);
  if (category === 'approved') byAccount.delete(account);
  if (category === 'approved' || category === 'unknown-outcome') return;
  const count = byAccount.get(account) ?? { funds: 0, others: 0 };
  if (category === 'funds') count.funds += 1;
  else count.others += 1;
  byAccount.set(account, count);
}
