/** Valid, invented inputs for a test's loan, different for each loan of a kit. */

import type { OpenLoanInput } from '../client/workflows/onboarding/open-loan.ts';
import type { Clock } from '../clock/clock.ts';
import { addPeriods, formatInstant, parsePlainDate } from '../domain/calendar.ts';
import { type Consent, consentCheck, consentScopes } from '../domain/consent/consent.ts';
import { DISCLAIMER } from '../domain/consent/notice.ts';
import { type Payer, payerCheck } from '../domain/consent/payer.ts';
import type { AccountSelection } from '../domain/consent/selection.ts';
import type { AccountKey } from '../domain/identifiers.ts';
import type { LoanAccount } from '../domain/loan/loan.ts';
import { type LoanTermsInput, termsCheck } from '../domain/terms.ts';
import { InputError, requireInput } from '../errors.ts';
import { inventPayer, MOST_ACCOUNTS } from '../server/scenarios/invented-payer.ts';
import { storyTerms } from '../server/scenarios/story.ts';
import { anything, type Check, list, optional } from '../validation/checks.ts';
import { fieldsOf, type RecordCheck, record } from '../validation/record.ts';

/** An account of a payer. Fields that you leave out are invented. */
export interface TestAccount extends Partial<AccountKey> {
  /** In naira. Default 200,000, which is more than a loan's total. */
  readonly balance?: number;
}

/** Overrides of the default loan. */
export interface LoanOverrides {
  /** Default `loan-1`, `loan-2`, … */
  readonly loanId?: string;
  /** Overrides of the invented payer. */
  readonly payer?: Partial<Payer>;
  /** Default: ₦80,000 lent, ₦90,000 to repay in three monthly instalments, the first in a month or at `startDate`. */
  readonly terms?: Partial<LoanTermsInput>;
  /** Short for `terms.collectionMode`; default `auto`. */
  readonly mode?: 'auto' | 'manual';
  /** Overrides of the default consent. */
  readonly consent?: Partial<Consent>;
  /** The number of accounts, or the accounts: first the primary, then backups in cascade order. Default 3. */
  readonly accounts?: number | readonly TestAccount[];
}

export interface LoanPlan {
  readonly open: OpenLoanInput;
  readonly accounts: readonly (AccountKey & { readonly balance: number })[];
  readonly selection: AccountSelection;
}

export interface LoanNumbers {
  readonly loan: number;
  readonly payer: number;
}

const DEFAULT_ACCOUNTS = 3;
const DEFAULT_BALANCE = 200_000;
// From the documentation range of RFC 5737, which no one owns.
const IP_ADDRESS = '203.0.113.7';

// You may pass accounts as a loan lists them. Of their other fields, the world uses only name and activity.
const listedFields = fieldsOf<LoanAccount>({
  accountNumber: true,
  bankCode: true,
  bankName: true,
  accountName: true,
  active: true,
  role: true,
  attachedBy: true,
  attachedAt: true,
  mandateStatus: true,
});

// Only field names are checked here: a mistyped field would silently give the default loan. Opening the loan checks the
// values.
function anyOf<Value extends object>(known: RecordCheck<Value>): Check<true> {
  return optional(record<object>(Object.fromEntries(Object.keys(known.fields).map((field) => [field, anything]))));
}

const account = record<TestAccount>(
  { accountNumber: anything, bankCode: anything, balance: anything },
  { returned: listedFields },
);
const accounts = list(account);
const loanOverrides = record<LoanOverrides>({
  loanId: anything,
  payer: anyOf(payerCheck),
  terms: anyOf(termsCheck),
  mode: anything,
  consent: anyOf(consentCheck),
  accounts: optional({
    ...accounts,
    problems: (value, path) => (typeof value === 'number' ? [] : accounts.problems(value, path)),
  }),
});

/** Plans a loan. The payer's number gives its accounts, and the clock gives its dates. @throws InputError */
export function planLoan(numbers: LoanNumbers, clock: Clock, overrides: LoanOverrides = {}): LoanPlan {
  const { loan, payer: payerNumber } = numbers;
  const { loanId = `loan-${loan}`, payer, terms, mode, consent, accounts: given = DEFAULT_ACCOUNTS } = overrides;
  requireInput('loanAt', loanOverrides, overrides);
  const asked: readonly TestAccount[] = typeof given === 'number' ? Array.from({ length: given }, () => ({})) : given;
  const message = `must be 1 to ${MOST_ACCOUNTS}: the first is the primary`;
  if (asked.length === 0 || asked.length > MOST_ACCOUNTS)
    throw new InputError('loanAt', [{ path: 'accounts', message }]);
  const { accounts: invented, ...person } = inventPayer(payerNumber, asked.length);
  const accounts = invented.map((account, index) => ({
    ...account,
    balance: DEFAULT_BALANCE,
    ...asAccount(asked[index]),
  }));
  const startDate = parsePlainDate(terms?.startDate) ?? addPeriods(clock.today(), 'monthly', 1);
  return {
    open: {
      loanId,
      payer: { ...person, ...payer },
      terms: { ...storyTerms(startDate), ...(mode && { collectionMode: mode }), ...terms },
      consent: { ...consentAt(clock), ...consent },
    },
    accounts,
    selection: selectionOf(accounts, clock),
  };
}

const worldFields = [...Object.keys(account.fields), 'accountName', 'active'];

function asAccount(account: TestAccount | undefined): TestAccount {
  return Object.fromEntries(Object.entries(account ?? {}).filter(([field]) => worldFields.includes(field)));
}

export function selectionOf(accounts: readonly AccountKey[], clock: Clock): AccountSelection {
  const [primary, ...backupAccounts] = accounts.map(({ accountNumber, bankCode }) => ({ accountNumber, bankCode }));
  return {
    primaryAccount: primary as AccountKey,
    backupAccounts,
    chosenBy: { ipAddress: IP_ADDRESS, at: formatInstant(clock.now()) },
  };
}

export function consentAt(clock: Clock): Consent {
  const grantedAt = formatInstant(clock.now());
  const scopes = Object.keys(consentScopes) as (keyof typeof consentScopes)[];
  return {
    scopes: scopes.map((scope) => ({ scope, grantedAt, ipAddress: IP_ADDRESS })),
    channel: 'web',
    language: 'en',
    notice: {
      version: 'test-1',
      text: `We debit the accounts you choose on your due dates and report the loan. ${DISCLAIMER}`,
    },
  };
}
