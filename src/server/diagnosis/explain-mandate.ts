/** Why a mandate was, was not, or will be collected. Spec §1.6, §3.4, §3.5. */

import { dateFromDayNumber, formatInstant, type Instant } from '../../domain/calendar.ts';
import { isOpenInstalment } from '../../domain/collection.ts';
import { NO_MONEY, nairaFromKobo } from '../../domain/money.ts';
import { responseMessage } from '../../domain/response-codes.ts';
import { maskAccountNumber } from '../../redact/redact.ts';
import { firstOpen, outstandingOf, statusOf } from '../engine/mandates/mandate-state.ts';
import { shownStatus } from '../engine/mandates/mandate-view.ts';
import { accountOf } from '../engine/world/banks.ts';
import { uuidOf } from '../engine/world/chance.ts';
import { collectedOf, termsOf } from '../engine/world/ledger.ts';
import type { Attempt, Mandate } from '../engine/world/records.ts';
import type { World } from '../engine/world/world.ts';
import { type ExplainedRow, type ExplainFacts, gatherFacts, lagosWords } from './explain-facts.ts';
import type * as shown from './explanation.ts';
import { findForInstalment } from './instalment-findings.ts';
import { mandateFindings } from './mandate-findings.ts';

const weight: Readonly<Record<shown.FindingEffect, number>> = { blocks: 0, delays: 1, explains: 2 };

/** Explains what blocks or delays the collection of a mandate, each reason with its rule, section and time. */
export function explainMandate(world: World, mandate: Mandate): shown.Explanation {
  const facts = gatherFacts(world, mandate);
  const instalments = facts.instalments.map((each) => ({
    instalment: each,
    findings: findForInstalment(facts, each),
  }));
  const next = firstOpen(world, mandate);
  // Of the future due dates, only the next one is a reason.
  const isReason = ({ row, dueDay, attempts }: ExplainedRow) =>
    row === next || dueDay <= facts.today || attempts.length > 0;
  const ofInstalments = instalments.flatMap(({ findings, instalment }) => (isReason(instalment) ? findings : []));
  const findings = [...mandateFindings.flatMap((make) => make(facts)), ...ofInstalments].sort(
    (a, b) => weight[a.effect] - weight[b.effect],
  );
  const { gate, nextAttempt } = facts;
  return {
    mandateId: mandate.id,
    now: formatInstant(world.now),
    status: statusOf(mandate),
    collectionMode: mandate.mode ?? 'auto',
    verdict: verdictOf(facts),
    summary: summaryOf(facts, findings),
    totalAmountDue: nairaFromKobo(termsOf(world, mandate)?.total ?? NO_MONEY),
    collectedAmount: nairaFromKobo(collectedOf(world, mandate)),
    outstandingBalance: nairaFromKobo(outstandingOf(world, mandate)),
    gate: {
      open: gate.open,
      since: formatInstant(gateSince(facts)),
      ...(gate.open ? {} : { rule: gate.rule, spec: gate.spec, reason: gate.reason }),
    },
    nextAttempt: nextAttempt === undefined ? null : formatInstant(nextAttempt),
    findings,
    accounts: facts.accounts.map((consent) => accountView(facts, consent)),
    instalments: instalments.map(({ instalment, findings: reasons }) => instalmentView(facts, instalment, reasons)),
  };
}

function gateSince({ shut, mandate }: ExplainFacts): Instant {
  const last = shut.at(-1);
  return last ? (last.until ?? last.from) : mandate.createdAt;
}

function verdictOf({ world, mandate, instalments, gate, nextAttempt }: ExplainFacts): shown.CollectionVerdict {
  if (termsOf(world, mandate) && outstandingOf(world, mandate) <= 0) return 'repaid';
  if (instalments.some(({ attempts }) => attempts.at(-1)?.status === 'pending')) return 'asking';
  if (mandate.expired || mandate.reported.includes('loan.closed')) return 'ended';
  return gate.open && nextAttempt !== undefined ? 'scheduled' : 'blocked';
}

// "Not active" alone says little, so the need of the primary account is added.
function causeOf([first, ...others]: readonly shown.Finding[]): readonly string[] {
  if (first?.rule !== 'debit-needs-active-mandate') return [];
  const cause = others.find(({ effect, accountNumber }) => effect === 'blocks' && accountNumber !== undefined);
  return cause ? [cause.message] : [];
}

function summaryOf({ gate, nextAttempt }: ExplainFacts, findings: readonly shown.Finding[]): string {
  const first = [findings[0]?.message ?? 'Nothing stands in the way of collecting.', ...causeOf(findings)].join(' ');
  if (!gate.open || nextAttempt === undefined) return first;
  const next = lagosWords(nextAttempt);
  return first.includes(next) ? first : `${first} Next attempt: ${next}.`;
}

// A year of daily attempts on many accounts makes thousands. Operation 4.9 lists all.
const ATTEMPTS_SHOWN = 100;

function accountView(
  { world, debitable }: ExplainFacts,
  consent: ExplainFacts['accounts'][number],
): shown.ExplainedAccount {
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

function instalmentView(
  { world, mandate }: ExplainFacts,
  instalment: ExplainedRow,
  reasons: readonly shown.Finding[],
): shown.ExplainedInstalment {
  const { attempts } = instalment;
  return {
    instalmentReference: uuidOf(world.chance, instalment.serial),
    dueDate: dateFromDayNumber(instalment.dueDay),
    amount: nairaFromKobo(instalment.amount),
    collected: nairaFromKobo(instalment.collected),
    status: shownStatus(world, mandate, instalment),
    attempts: attempts.slice(-ATTEMPTS_SHOWN).map(attemptView),
    earlierAttempts: Math.max(0, attempts.length - ATTEMPTS_SHOWN),
    why: reasons[0]?.message ?? (isOpenInstalment(instalment) ? waitingWords(mandate) : paidWords(instalment)),
  };
}

function waitingWords(mandate: Mandate): string {
  if (mandate.reported.includes('loan.closed')) return 'The loan is closed: nothing more is collected on it.';
  return mandate.mode === 'manual' ? 'It waits for a debit on demand (4.7).' : 'It waits for an attempt.';
}

function paidWords({ attempts }: ExplainedRow): string {
  const last = attempts.findLast(({ status }) => status === 'successful');
  return last ? `Collected in full at ${lagosWords(last.at)}.` : 'Nothing is left to collect on it.';
}

function attemptView({ at, consent, amount, status, responseCode }: Attempt): shown.ExplainedAttempt {
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
