/** The accounts and instalments of an explanation. */
import { dateFromDayNumber, formatInstant } from '../../domain/calendar.ts';
import { isOpenInstalment } from '../../domain/instalment.ts';
import { nairaFromKobo } from '../../domain/money.ts';
import { responseMessage } from '../../domain/response-codes.ts';
import { maskAccountNumber } from '../../redact.ts';
import { accountOf } from '../engine/bank-accounts.ts';
import { uuidOf } from '../engine/chance.ts';
import type { Attempt, Instalment, Mandate } from '../engine/records.ts';
import { type ExplainFacts, lagosWords } from './explain-facts.ts';
import type { ExplainedAccount, ExplainedAttempt, ExplainedInstalment, Finding } from './explanation.ts';

// A year of daily tries over many accounts is thousands; operation 4.9 gives them all.
const ATTEMPTS_SHOWN = 100;

/** An account as collecting sees it now. */
export function accountView(
  { world, debitable }: ExplainFacts,
  consent: ExplainFacts['accounts'][number],
): ExplainedAccount {
  const account = accountOf(world, consent);
  return {
    accountNumber: maskAccountNumber(consent.accountNumber),
    bankCode: consent.bankCode,
    primary: consent.primary,
    status: consent.state,
    debitable: debitable.includes(consent),
    balance: account ? nairaFromKobo(account.balance) : null,
  };
}

/** How an instalment is shown, and the reasons found for it. */
interface Shown {
  readonly status: string;
  readonly reasons: readonly Finding[];
}

/** An instalment with its attempts and why it stands where it stands. */
export function instalmentView(
  { world, mandate }: ExplainFacts,
  instalment: Instalment,
  { status, reasons }: Shown,
): ExplainedInstalment {
  const attempts = instalment.attempts ?? [];
  return {
    instalmentReference: uuidOf(world.chance, instalment.serial),
    dueDate: dateFromDayNumber(instalment.dueDay),
    amount: nairaFromKobo(instalment.amount),
    collected: nairaFromKobo(instalment.collected),
    status,
    attempts: attempts.slice(-ATTEMPTS_SHOWN).map(attemptView),
    earlierAttempts: Math.max(0, attempts.length - ATTEMPTS_SHOWN),
    why: reasons[0]?.message ?? (isOpenInstalment(instalment) ? waitingWords(mandate) : paidWords(instalment)),
  };
}

function waitingWords(mandate: Mandate): string {
  if (mandate.reported.includes('loan.closed')) return 'The loan is closed: nothing more is collected on it.';
  return mandate.mode === 'manual' ? 'It waits for a debit on demand (4.7).' : 'It waits for an attempt.';
}

function paidWords({ attempts }: Instalment): string {
  const last = attempts?.findLast(({ status }) => status === 'successful');
  return last ? `Collected in full at ${lagosWords(last.at)}.` : 'Nothing is left to collect on it.';
}

function attemptView({ at, consent, amount, status, responseCode }: Attempt): ExplainedAttempt {
  return {
    at: formatInstant(at),
    bankCode: consent.bankCode,
    accountNumber: maskAccountNumber(consent.accountNumber),
    amount: nairaFromKobo(amount),
    status,
    responseCode,
    meaning: responseMessage(responseCode),
  };
}
