/** Why a mandate was, was not, or will be collected. Spec §1.6, §3.4, §3.5. */
import { dateFromDayNumber, formatInstant } from '../../../domain/calendar.ts';
import { isOpenInstalment } from '../../../domain/instalment.ts';
import { NO_MONEY, nairaFromKobo } from '../../../domain/money.ts';
import { responseMessage } from '../../../domain/response-codes.ts';
import { maskAccountNumber } from '../../../redact.ts';
import { accountOf } from '../bank-accounts.ts';
import { uuidOf } from '../chance.ts';
import { statusOf } from '../gate.ts';
import { outstandingOf } from '../mandate-totals.ts';
import { repaymentDetails } from '../mandate-view.ts';
import type { Attempt, Instalment, Mandate } from '../records.ts';
import type { World } from '../world.ts';
import { findAccounts, findPrimary } from './account-findings.ts';
import { aboutAccount, type ExplainFacts, type FindingMaker, gatherFacts, lagosWords } from './explain-facts.ts';
import type { CollectionVerdict, ExplainedAccount, ExplainedAttempt, ExplainedInstalment, Explanation, Finding, FindingEffect } from './explanation.ts';
import { findMissingApproval, findShutGate } from './gate-findings.ts';
import { gateSince } from './gate-history.ts';
import { findForInstalment } from './instalment-findings.ts';
import { findDroppedDebit, findEndOfTenure, findManualMode, findMissingTerms, findRepayment } from './loan-findings.ts';

// One maker for each concern; of findings that weigh the same, the earlier one here comes first.
const makers: readonly FindingMaker[] = [
  findRepayment,
  findShutGate,
  findMissingApproval,
  findPrimary,
  findAccounts,
  findMissingTerms,
  findEndOfTenure,
  findManualMode,
  findDroppedDebit,
];

const weight: Readonly<Record<FindingEffect, number>> = { blocks: 0, delays: 1, explains: 2 };

/** Explains a mandate: what stands in the way of collecting it, each with its rule, section and time. */
export function explainMandate(world: World, mandate: Mandate): Explanation {
  const facts = gatherFacts(world, mandate);
  const instalments = mandate.instalments.map((instalment) => ({ instalment, findings: findForInstalment(facts, instalment) }));
  const ofInstalments = instalments.flatMap(({ findings, instalment }) => (isWorthTelling(facts, instalment) ? findings : []));
  const findings = [...makers.flatMap((make) => make(facts)), ...ofInstalments].sort((a, b) => weight[a.effect] - weight[b.effect]);
  const { gate, nextAttempt } = facts;
  return {
    mandateId: mandate.id,
    now: formatInstant(world.now),
    status: statusOf(mandate),
    collectionMode: mandate.mode ?? 'auto',
    verdict: verdictOf(facts),
    summary: summaryOf(facts, findings),
    totalAmountDue: nairaFromKobo(mandate.terms?.total ?? NO_MONEY),
    collectedAmount: nairaFromKobo(mandate.collected),
    outstandingBalance: nairaFromKobo(outstandingOf(mandate)),
    gate: {
      open: gate.open,
      since: formatInstant(gateSince(facts.moments)),
      ...(gate.open ? {} : { rule: gate.rule, spec: gate.spec, reason: gate.reason }),
    },
    nextAttempt: nextAttempt === undefined ? null : formatInstant(nextAttempt),
    findings,
    accounts: facts.accounts.map((consent) => accountView(facts, consent)),
    instalments: repaymentDetails(world, mandate).breakdown.map((shown, index) => {
      const { instalment, findings: reasons } = instalments[index] as (typeof instalments)[number];
      return instalmentView(facts, instalment, { status: String(shown.status), reasons });
    }),
  };
}

// Of the dates that are still to come only the next one is a reason.
function isWorthTelling({ mandate, today }: ExplainFacts, instalment: Instalment): boolean {
  if (instalment.dueDay <= today || instalment.attempts !== null) return true;
  return instalment === mandate.instalments.find((each) => isOpenInstalment(each));
}

function verdictOf({ mandate, gate, nextAttempt }: ExplainFacts): CollectionVerdict {
  if (mandate.terms && outstandingOf(mandate) <= 0) return 'repaid';
  if (mandate.instalments.some(({ attempts }) => attempts?.at(-1)?.status === 'pending')) return 'asking';
  if (mandate.expired || mandate.reported.includes('loan.closed')) return 'ended';
  return gate.open && nextAttempt !== undefined ? 'scheduled' : 'blocked';
}

function summaryOf({ gate, nextAttempt }: ExplainFacts, findings: readonly Finding[]): string {
  const first = findings[0]?.message ?? 'Nothing stands in the way of collecting.';
  return gate.open && nextAttempt !== undefined ? `${first} Next attempt: ${lagosWords(nextAttempt)}.` : first;
}

function accountView({ world, debitable }: ExplainFacts, consent: ExplainFacts['accounts'][number]): ExplainedAccount {
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

interface Shown {
  readonly status: string;
  readonly reasons: readonly Finding[];
}

function instalmentView({ world, mandate }: ExplainFacts, instalment: Instalment, { status, reasons }: Shown): ExplainedInstalment {
  return {
    instalmentReference: uuidOf(world.chance, instalment.serial),
    dueDate: dateFromDayNumber(instalment.dueDay),
    amount: nairaFromKobo(instalment.amount),
    collected: nairaFromKobo(instalment.collected),
    status,
    attempts: (instalment.attempts ?? []).map(attemptView),
    why: reasons[0]?.message ?? (isOpenInstalment(instalment) ? waitingWords(mandate) : paidWords(instalment)),
  };
}

function waitingWords(mandate: Mandate): string {
  return mandate.mode === 'manual' ? 'It waits for a debit on demand (4.7).' : 'It waits for an attempt.';
}

function paidWords({ attempts }: Instalment): string {
  const last = attempts?.findLast(({ status }) => status === 'successful');
  return last ? `Collected in full at ${lagosWords(last.at)}.` : 'Nothing is left to collect on it.';
}

function attemptView({ at, consent, amount, status, responseCode }: Attempt): ExplainedAttempt {
  const { accountNumber = '', bankCode = '' } = aboutAccount(consent);
  return {
    at: formatInstant(at),
    bankCode,
    accountNumber,
    amount: nairaFromKobo(amount),
    status,
    responseCode,
    meaning: responseMessage(responseCode),
  };
}
