import { type BureauEventName, mayReport } from '../../domain/bureau.ts';
import { dateFromDayNumber } from '../../domain/calendar.ts';
import { isOpenInstalment } from '../../domain/collection.ts';
import { formatKobo } from '../../domain/money.ts';
import { maskAccountNumber, redactText } from '../../redact/redact.ts';
import type { MandateEvent } from '../engine/mandates/mandate-events.ts';
import { firstOpen, outstandingOf, primaryOf } from '../engine/mandates/mandate-state.ts';
import { plannedAt } from '../engine/world/agenda.ts';
import { accountOf, isLocked } from '../engine/world/banks.ts';
import { midnightOf } from '../engine/world/lagos-time.ts';
import { collectedOf, termsOf } from '../engine/world/ledger.ts';
import { isUnsettledOn, manualOrdersOn, newestOrderOn } from '../engine/world/orders.ts';
import type { Consent } from '../engine/world/records.ts';
import {
  accountWords,
  type ExplainFacts,
  type FindingMaker,
  finding,
  gateSides,
  lagosWords,
  type Reason,
  shutPeriods,
} from './explain-facts.ts';
import type { Finding } from './explanation.ts';

/** The mandate has no accounts, or active backups but no active primary. */
const findPrimary: FindingMaker = ({ mandate, accounts }) => {
  const primary = primaryOf(mandate);
  if (!primary) {
    const message = 'No account of the mandate is the primary one: place one with primary: true (4.3).';
    return [finding('blocks', { rule: 'mandate-needs-primary', spec: 'Spec §1.2', message })];
  }
  const active = accounts.filter((consent) => consent !== primary && consent.state === 'active');
  if (primary.state === 'active' || active.length === 0) return [];
  const backups = active.length === 1 ? 'One backup account is' : `${active.length} backup accounts are`;
  const message = `${backups} active, but without an active primary account nothing is debited, from the backups neither.`;
  const reason = { rule: 'primary-goes-first', spec: 'Spec §1.4', message };
  return [{ ...finding('blocks', reason), ...aboutAccount(primary) }];
};

/** What each account still needs. For a backup this only explains why the cascade skips it. */
const findAccounts: FindingMaker = (facts) => {
  if (facts.mandate.expired) return [];
  const otherwise = facts.debitable.length === 0 ? 'delays' : 'explains';
  return facts.accounts.flatMap((consent) => {
    const lack = lackOf(facts, consent);
    const effect = consent.primary && consent.state !== 'active' ? 'blocks' : otherwise;
    return lack ? [{ ...finding(effect, lack), ...aboutAccount(consent) }] : [];
  });
};

function lackOf(facts: ExplainFacts, consent: Consent): Reason | undefined {
  switch (consent.state) {
    case 'pending':
      return pendingLack(facts, consent);
    case 'failed':
      return failedLack(facts, consent);
    case 'disputed': {
      const since = lastOf(facts.history, consent, 'deposit-disputed')?.at;
      const message = `The payer disputed the ₦50 deposit of ${accountWords(consent)}: collection is paused until the dispute is resolved.`;
      return { rule: 'deposit-is-undisputed', spec: 'Spec §3.1', message, since };
    }
    case 'pending_timeout': {
      const since = lastOf(facts.history, consent, 'timed-out')?.at;
      const message = `No ₦50 deposit came from ${accountWords(consent)} in time: tell the payer and let another account be chosen.`;
      return { rule: 'deposit-comes-in-time', spec: 'Spec §3.1', message, since };
    }
    case 'active':
      return activeLack(facts, consent);
  }
}

function pendingLack({ history }: ExplainFacts, consent: Consent): Reason {
  const attached = lastOf(history, consent, 'account.attached', 'dispute-reinstated');
  if (consent.attachedBy === null || !attached) {
    const since = lastOf(history, consent, 'account.placed')?.at;
    const message = `The mandate is placed on ${accountWords(consent)} but not attached: attach it by micro-deposit (4.4) or by e-signature (4.5).`;
    return { rule: 'account-is-attached', spec: 'Spec §4.4', message, since };
  }
  if (consent.attachedBy === 'signature') {
    const message = `The bank has not judged the signature for ${accountWords(consent)} yet.`;
    return { rule: 'signature-is-judged', spec: 'Spec §4.5', message, since: attached.at };
  }
  const until = consent.deadline;
  const elsewhere = lastOf(history, consent, 'deposit-from-elsewhere');
  if (elsewhere && elsewhere.at >= attached.at) {
    const message = `A ₦50 deposit came from another account at ${lagosWords(elsewhere.at)}: it must come from ${accountWords(consent)} itself, until ${lagosWords(until)}.`;
    return { rule: 'deposit-comes-from-the-account', spec: 'Spec §4.4', message, since: elsewhere.at, until };
  }
  const message = `The ₦50 deposit from ${accountWords(consent)} has not arrived: the payer has until ${lagosWords(until)}.`;
  return { rule: 'deposit-is-awaited', spec: 'Spec §3.1', message, since: attached.at, until };
}

function failedLack({ history }: ExplainFacts, consent: Consent): Reason {
  const failure = lastOf(history, consent, 'mandate.failed');
  const because = failure?.detail ? `: ${failure.detail}` : '.';
  const message = `The verification of ${accountWords(consent)} failed${because} Tell the payer and let another account be chosen.`;
  return { rule: 'account-is-accepted', spec: 'Spec §3.1', message, since: failure?.at };
}

function activeLack({ world, history, today }: ExplainFacts, consent: Consent): Reason | undefined {
  if (consent.deadline > world.now) {
    const since = lastOf(history, consent, 'mandate.activated')?.at;
    const message = `The merchant agreement lets ${accountWords(consent)} be debited from ${lagosWords(consent.deadline)} on (policy.readinessMinutes).`;
    return { rule: 'account-is-ready', spec: 'Spec §3.1', message, since, until: consent.deadline };
  }
  const account = accountOf(world, consent);
  if (account && isLocked(world, account)) {
    const message = `The debits of ${accountWords(consent)} were declined so often today that it is left alone until tomorrow (policy.dailyLock).`;
    return { rule: 'account-is-not-locked', spec: 'Spec §8', message, until: midnightOf(today + 1) };
  }
  if (account?.active === false) {
    const message = `The bank has made ${accountWords(consent)} inactive: every debit is declined.`;
    return { rule: 'account-is-active-at-its-bank', spec: 'Spec §3.1', message };
  }
  return undefined;
}

function aboutAccount({ accountNumber, bankCode }: Consent): Pick<Finding, 'accountNumber' | 'bankCode'> {
  return { accountNumber: maskAccountNumber(accountNumber), bankCode };
}

function lastOf(history: readonly MandateEvent[], consent: Consent, ...events: readonly string[]) {
  return history.findLast((each) => each.consent === consent && events.includes(each.event));
}

const findMissingTerms: FindingMaker = ({ world, mandate }) => {
  if (termsOf(world, mandate)) return [];
  const message =
    'The mandate has no terms, so nothing falls due: send totalAmountDue, startDate, endDate and frequency with a consent (4.3).';
  return [finding('blocks', { rule: 'debit-needs-terms', spec: 'Spec §2.2', message, since: mandate.createdAt })];
};

const findRepayment: FindingMaker = ({ world, mandate, instalments }) => {
  if (!termsOf(world, mandate) || outstandingOf(world, mandate) > 0) return [];
  const last = instalments.flatMap(({ attempts }) => attempts).reduce((latest, { at }) => Math.max(latest, at), 0);
  const message = `The loan is fully repaid (${formatKobo(collectedOf(world, mandate))}): nothing is left to collect.`;
  return [finding('blocks', { rule: 'loan-is-repaid', spec: 'Spec §1', message, since: last || undefined })];
};

const findManualMode: FindingMaker = ({ world, mandate }) => {
  if (mandate.mode !== 'manual' || firstOpen(world, mandate) === undefined) return [];
  const scheduled = manualOrdersOn(world, mandate)
    .filter((order) => !order.unsettled)
    .map((order) => {
      const at = plannedAt(world.agenda, 'manualDebits', order) ?? world.now;
      const message = `A debit of ${formatKobo(order.amount)} on demand is scheduled for ${lagosWords(at)}.`;
      const times = { since: order.createdAt, until: at };
      return finding('delays', { rule: 'debit-is-scheduled', spec: 'Spec §4.7', message, ...times });
    });
  const isWaiting = scheduled.length > 0;
  const message = `The mandate's collectionMode is manual: nothing is debited on its due dates by itself${isWaiting ? '.' : '; schedule a debit (4.7).'}`;
  const onDemand = { rule: 'debit-is-on-demand', spec: 'Spec §4.7', message };
  return [...scheduled, finding(isWaiting ? 'explains' : 'blocks', onDemand)];
};

const findDroppedDebit: FindingMaker = ({ world, mandate }) => {
  const newestOrder = newestOrderOn(world, mandate);
  if (newestOrder?.kind !== 'manual' || newestOrder.status !== 'failed' || newestOrder.responseCode !== '') return [];
  const message = `The debit of ${formatKobo(newestOrder.amount)} on demand reached no bank: when its time came the gate was shut, no account could be debited, or less was owed.`;
  const since = newestOrder.createdAt;
  return [finding('explains', { rule: 'debit-is-checked-again', spec: 'Spec §3.4', message, since })];
};

/** After the last attempt of the tenure nothing more is collected, although the gate is still open. */
const findEndOfTenure: FindingMaker = ({ world, mandate, instalments, gate, nextAttempt }) => {
  const terms = termsOf(world, mandate);
  if (!terms || mandate.mode === 'manual' || !gate.open || nextAttempt !== undefined) return [];
  if (!instalments.some((each) => isOpenInstalment(each) && !isUnsettledOn(world, each.row))) return [];
  const message = `The last attempt of the tenure is over: nothing is collected after ${dateFromDayNumber(terms.endDay)}.`;
  const until = midnightOf(terms.endDay + 1);
  return [finding('blocks', { rule: 'debit-within-tenure', spec: 'Spec §6.1', message, until })];
};

const findShutGate: FindingMaker = ({ moments, world, history }) =>
  gateSides.flatMap((side) => {
    const period = shutPeriods(moments, side).at(-1);
    if (!period || period.until !== null) return [];
    const standing = side === 'merchantApproved' ? ` It is ${world.merchant.status}.` : '';
    const dispute =
      period.decision.rule === 'debit-is-undisputed'
        ? disputeWords(history.findLast(({ event }) => event === 'dispute.opened')?.detail)
        : '';
    const { decision, from: since } = period;
    const message = `${decision.reason}${standing}${dispute} Since ${lagosWords(since)}.`;
    return [finding('blocks', { rule: decision.rule, spec: decision.spec, message, since })];
  });

function disputeWords(detail: string | null | undefined): string {
  return detail ? ` The payer says: ${redactText(detail).replace(/[.\s]+$/, '')}.` : '';
}

/** The approval is missing: a disbursement cannot be reported before it. */
const findMissingApproval: FindingMaker = ({ mandate }) => {
  if (mandate.reported.includes('loan.disbursed')) return [];
  const decision = mayReport('loan.disbursed', new Set<BureauEventName>(mandate.reported));
  if (decision.allowed) return [];
  const { rule, spec, message } = decision;
  return [finding('blocks', { rule, spec, message: `${message}.`, since: mandate.createdAt })];
};

/** In this order, findings with the same effect are shown. */
export const mandateFindings: readonly FindingMaker[] = [
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
