// The attempts on the instalments that are due, for the payer and the officer.
import {
  adviseOnDecline,
  type CollectionAttempt,
  type DeclineAdvice,
  type LoanAccount,
  type LoanAt,
  RepayKitError,
} from 'repaykit';
import type { AppContext } from './context.ts';
import { type Html, html, type Part } from './web/html.ts';
import { accountName, day, naira, time } from './wording.ts';

type OwedLoan = LoanAt<'collecting' | 'closed'>;

/** An instalment and its attempts, newest first. */
export interface TriedInstalment {
  readonly dueDate: string;
  readonly attempts: readonly CollectionAttempt[];
}

// #region attempts
/** Asks the service, once for each due instalment. Undefined if it does not answer soon. */
export async function triedInstalments(
  { kit, clock }: AppContext,
  { mandateId, instalments }: OwedLoan,
): Promise<readonly TriedInstalment[] | undefined> {
  const today = clock.today();
  try {
    const tried = instalments.map(async ({ breakdownId, dueDate }) => {
      if (breakdownId === undefined || dueDate === undefined || dueDate > today)
        return [];
      const attempts = await kit.collections.attempts(mandateId, breakdownId, {
        timeoutMs: 5_000,
        retries: 0,
      });
      return [{ dueDate, attempts }];
    });
    return (await Promise.all(tried)).flat();
  } catch (error) {
    if (error instanceof RepayKitError) return undefined;
    throw error;
  }
}
// #endregion attempts

/** The section of a page. */
export function attemptsView(
  { accounts }: OwedLoan,
  tried: readonly TriedInstalment[] | undefined,
): Part {
  if (tried === undefined)
    return html`<h2>Attempts</h2><p>The platform does not answer at the moment. Load this page again in a minute.</p>`;
  const known = tried.filter(({ attempts }) => attempts.length > 0);
  return (
    known.length > 0 &&
    html`<h2>Attempts</h2>${known.map(
      ({
        dueDate,
        attempts,
      }) => html`<h3>Instalment due on ${day(dueDate)}</h3>${listOf(attempts.slice(0, SHOWN), accounts)}
${attempts.length > SHOWN && html`<details><summary>${attempts.length - SHOWN} earlier ones</summary>${listOf(attempts.slice(SHOWN), accounts)}</details>`}`,
    )}`
  );
}

// A platform may try what is left every day, several times.
const SHOWN = 5;

function listOf(
  attempts: readonly CollectionAttempt[],
  accounts: readonly LoanAccount[],
): Html {
  return html`<ul>${attempts.map((attempt) => attemptView(attempt, accounts))}</ul>`;
}

/** The time of the platform's last attempt. Undefined if there was none, or it is unknown. */
export function lastTry(
  tried: readonly TriedInstalment[] | undefined,
): string | undefined {
  return (tried ?? [])
    .flatMap(({ attempts }) => attempts.map(({ createdAt }) => createdAt))
    .sort((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1);
}

/** Whether an account had too little money at its last attempt. True if that is unknown. */
export function wasShortOfMoney(
  tried: readonly TriedInstalment[] | undefined,
  accounts: readonly LoanAccount[],
): boolean {
  const last = accounts.flatMap((account) => lastAnswer(tried, account) ?? []);
  return last.length === 0 || last.includes('funds');
}

/** Whether the bank said at the last attempt that this account cannot be debited. */
export function isUnusable(
  tried: readonly TriedInstalment[] | undefined,
  account: LoanAccount,
): boolean {
  return lastAnswer(tried, account) === 'unusable';
}

function lastAnswer(
  tried: readonly TriedInstalment[] = [],
  { accountNumber, bankCode }: LoanAccount,
): DeclineAdvice['category'] | undefined {
  const own = tried.flatMap(({ attempts }) =>
    attempts.filter(
      (attempt) =>
        attempt.accountNumber === accountNumber &&
        attempt.bankCode === bankCode,
    ),
  );
  const last = own.sort(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  )[0];
  return (
    last &&
    (last.status === 'successful'
      ? 'approved'
      : adviseOnDecline(last.responseCode ?? '').category)
  );
}

function attemptView(
  attempt: CollectionAttempt,
  accounts: readonly LoanAccount[],
): Html {
  const { accountNumber = '', bankCode = '', amount, createdAt } = attempt;
  const account = accounts.find(
    (known) =>
      known.accountNumber === accountNumber && known.bankCode === bankCode,
  );
  return html`<li>${naira(amount)} from ${accountName(account ?? { accountNumber, bankCode, active: true })}: ${resultOf(attempt)} <span class="hint">${time(createdAt)}</span></li>`;
}

// The app's own words, because the bank's may repeat personal data.
function resultOf({ status, responseCode = '' }: CollectionAttempt): string {
  if (status === 'successful') return 'collected';
  if (status === 'pending') return 'with the bank';
  return results[adviseOnDecline(responseCode).category];
}

const results: Readonly<Record<DeclineAdvice['category'], string>> = {
  approved: 'collected',
  'unknown-outcome': 'the bank has not said yet whether it paid',
  funds: 'not enough money on the account',
  limits: 'a limit of the account was reached',
  unusable: 'this account cannot be debited',
  refused: 'the bank refused',
  'already-sent': 'sent before',
  'bank-down': 'the bank could not be reached',
  'caller-error': 'the request was not accepted',
  unlisted: 'not collected',
};
