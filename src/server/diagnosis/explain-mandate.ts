/** Why a mandate was, was not, or will be collected. Spec §1.6, §3.4, §3.5. */
import { formatInstant, type Instant } from '../../domain/calendar.ts';
import { NO_MONEY, nairaFromKobo } from '../../domain/money.ts';
import { statusOf } from '../engine/gate.ts';
import { firstOpen, outstandingOf } from '../engine/mandate-totals.ts';
import { repaymentDetails } from '../engine/mandate-view.ts';
import type { Instalment, Mandate } from '../engine/records.ts';
import type { World } from '../engine/world.ts';
import { findAccounts, findPrimary } from './account-findings.ts';
import { type ExplainFacts, type FindingMaker, gatherFacts, lagosWords } from './explain-facts.ts';
import { accountView, instalmentView } from './explained-parts.ts';
import type { CollectionVerdict, Explanation, Finding, FindingEffect } from './explanation.ts';
import { findMissingApproval, findShutGate } from './gate-findings.ts';
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
  const instalments = mandate.instalments.map((instalment) => ({
    instalment,
    findings: findForInstalment(facts, instalment),
  }));
  const next = firstOpen(mandate);
  // Of the dates that are still to come only the next one is a reason.
  const isReason = (instalment: Instalment) =>
    instalment === next || instalment.dueDay <= facts.today || instalment.attempts !== null;
  const ofInstalments = instalments.flatMap(({ findings, instalment }) => (isReason(instalment) ? findings : []));
  const findings = [...makers.flatMap((make) => make(facts)), ...ofInstalments].sort(
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
    totalAmountDue: nairaFromKobo(mandate.terms?.total ?? NO_MONEY),
    collectedAmount: nairaFromKobo(mandate.collected),
    outstandingBalance: nairaFromKobo(outstandingOf(mandate)),
    gate: {
      open: gate.open,
      since: formatInstant(gateSince(facts)),
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

function gateSince({ shut, mandate }: ExplainFacts): Instant {
  const last = shut.at(-1);
  return last ? (last.until ?? last.from) : mandate.createdAt;
}

function verdictOf({ mandate, gate, nextAttempt }: ExplainFacts): CollectionVerdict {
  if (mandate.terms && outstandingOf(mandate) <= 0) return 'repaid';
  if (mandate.instalments.some(({ attempts }) => attempts?.at(-1)?.status === 'pending')) return 'asking';
  if (mandate.expired || mandate.reported.includes('loan.closed')) return 'ended';
  return gate.open && nextAttempt !== undefined ? 'scheduled' : 'blocked';
}

// That a mandate is not active says little without what its primary account lacks.
function causeOf([first, ...others]: readonly Finding[]): readonly string[] {
  if (first?.rule !== 'debit-needs-active-mandate') return [];
  const cause = others.find(({ effect, accountNumber }) => effect === 'blocks' && accountNumber !== undefined);
  return cause ? [cause.message] : [];
}

function summaryOf({ gate, nextAttempt }: ExplainFacts, findings: readonly Finding[]): string {
  const first = [findings[0]?.message ?? 'Nothing stands in the way of collecting.', ...causeOf(findings)].join(' ');
  if (!gate.open || nextAttempt === undefined) return first;
  const next = lagosWords(nextAttempt);
  return first.includes(next) ? first : `${first} Next attempt: ${next}.`;
}
