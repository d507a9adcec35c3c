/** Reasons about an instalment: its attempts, and what comes next. Spec §3.2, §3.5. */
import { dateFromDayNumber } from '../../domain/calendar.ts';
import { isOpenInstalment } from '../../domain/collection.ts';
import { formatKobo, NO_MONEY } from '../../domain/money.ts';
import { isDefiniteDecline, responseMessage } from '../../domain/response-codes.ts';
import { restOf } from '../engine/mandates/mandate-state.ts';
import { uuidOf } from '../engine/world/chance.ts';
import { dayOf, dueInstantOf, midnightOf, nextRoundOf } from '../engine/world/lagos-time.ts';
import { roundsOf, termsOf, wakeAtOf } from '../engine/world/ledger.ts';
import type { Attempt } from '../engine/world/records.ts';
import type { World } from '../engine/world/world.ts';
import { accountWords, type ExplainedRow, type ExplainFacts, finding, lagosWords } from './explain-facts.ts';
import type { Finding } from './explanation.ts';

type InstalmentFinding = (facts: ExplainFacts, instalment: ExplainedRow) => Finding | undefined;

/** The reasons for one instalment, the most important first; none for a paid one. */
export function findForInstalment(facts: ExplainFacts, instalment: ExplainedRow): readonly Finding[] {
  if (!isOpenInstalment(instalment)) return [];
  return makers.flatMap((make) => {
    const found = make(facts, instalment);
    return found ? [{ ...found, instalmentReference: uuidOf(facts.world.chance, instalment.serial) }] : [];
  });
}

const findUnknownOutcome: InstalmentFinding = ({ world }, { attempts }) => {
  const row = attempts.findLast(({ status }) => status === 'pending');
  if (!row) return undefined;
  const { askAt } = row.order;
  const asked = askAt > world.now ? ` The bank is asked again at ${lagosWords(askAt)}.` : '';
  const message = `The outcome of the debit of ${formatKobo(row.amount)} from ${accountWords(row.consent)} is unknown (${codeWords(row)}): the instalment is held at processing and not debited before it is settled.${asked}`;
  const times = { since: row.at, until: askAt || undefined };
  return finding('delays', { rule: 'unknown-debits-are-settled-first', spec: 'Spec §3.2', message, ...times });
};

const findNotDue: InstalmentFinding = ({ world, today, mandate }, { dueDay, amount }) => {
  const due = dueInstantOf(dueDay, world.policy);
  if (dueDay < today || due <= world.now || mandate.mode === 'manual' || mandate.reported.includes('loan.closed'))
    return undefined;
  const message = `${formatKobo(amount)} fall due on ${dateFromDayNumber(dueDay)}: the first attempt is at ${lagosWords(due)}, if the gate is open then.`;
  return finding('delays', { rule: 'debit-on-due-date', spec: 'Spec §1.6', message, until: due });
};

const findShutOnDueDate: InstalmentFinding = ({ world, shut, mandate }, { dueDay }) => {
  const due = dueInstantOf(dueDay, world.policy);
  if (due > world.now || mandate.mode === 'manual') return undefined;
  const period = shut.find(({ from, until }) => from <= due && (until === null || until > due));
  if (!period && due >= mandate.createdAt) return undefined;
  if (!period) {
    const message = `When it fell due, on ${dateFromDayNumber(dueDay)}, there was no mandate yet: what fell due before is tried at the next ${hourWords(world)} once the gate is open.`;
    const times = { since: due, until: mandate.createdAt };
    return finding('explains', { rule: 'passed-due-dates-follow', spec: 'Spec §3.4', message, ...times });
  }
  const { decision, from: since, until } = period;
  const { rule, spec } = decision;
  const opened =
    until === null
      ? '.'
      : `; it opened at ${lagosWords(until)}, so that the instalment is tried from the next ${hourWords(world)} after that on.`;
  const message = `When it fell due, at ${lagosWords(due)}, the gate was shut since ${lagosWords(since)}: ${decision.reason.replace(/\.$/, '')}${opened}`;
  return finding(until === null ? 'blocks' : 'explains', { rule, spec, message, since, until });
};

const findDeclines: InstalmentFinding = (_facts, { attempts }) => {
  const last = attempts.at(-1);
  if (last?.status !== 'failed') return undefined;
  const round = attempts.filter(
    ({ at, order, responseCode }) => at === last.at && order.row === last.order.row && isDefiniteDecline(responseCode),
  );
  const list = round.map((row) => `${accountWords(row.consent)}: ${codeWords(row)}`).join('; ');
  const message = `At ${lagosWords(last.at)} every account that could be debited declined: ${list}.`;
  return finding('explains', { rule: 'all-accounts-declined', spec: 'Spec §3.5', message, since: last.at });
};

const findPart: InstalmentFinding = (_facts, instalment) => {
  if (instalment.collected === NO_MONEY) return undefined;
  const last = instalment.attempts.findLast(({ status }) => status === 'successful');
  const message = `${formatKobo(instalment.collected)} of ${formatKobo(instalment.amount)} were collected, no account had the whole; ${formatKobo(restOf(instalment))} are left.`;
  return finding('explains', { rule: 'what-is-there-is-taken', spec: 'Spec §6.1', message, since: last?.at });
};

const findNextRound: InstalmentFinding = ({ world, mandate, gate, today }, { dueDay }) => {
  const wakeAt = wakeAtOf(world, mandate);
  const { day, rounds } = roundsOf(world, mandate);
  if (!gate.open || wakeAt === 0 || dueDay > today || day !== today || dayOf(wakeAt) !== today) return undefined;
  const message = `The day's attempt ${rounds + 1} of ${roundsOfDay(world, today)} is at ${lagosWords(wakeAt)}.`;
  return finding('delays', { rule: 'attempts-per-due-date', spec: 'Spec §8', message, until: wakeAt });
};

const findDailyTries: InstalmentFinding = ({ mandate, gate, today, world }, { dueDay }) => {
  const terms = termsOf(world, mandate);
  const wakeAt = wakeAtOf(world, mandate);
  // If another attempt follows today, a different finding reports it.
  if (
    !gate.open ||
    !terms ||
    wakeAt === 0 ||
    dueInstantOf(dueDay, world.policy) > world.now ||
    (roundsOf(world, mandate).day === today && dayOf(wakeAt) === today)
  )
    return undefined;
  const left = `What is left of the instalment of ${dateFromDayNumber(dueDay)} is tried every day up to ${dateFromDayNumber(terms.endDay)}`;
  const message = `${left}, older instalments first; next at ${lagosWords(wakeAt)}.`;
  const until = midnightOf(terms.endDay + 1);
  return finding('delays', { rule: 'rest-is-tried-daily', spec: 'Spec §3.2', message, until });
};

const findExpiry: InstalmentFinding = ({ world, mandate }, { dueDay }) => {
  const terms = termsOf(world, mandate);
  if (!mandate.expired || !terms) return undefined;
  const message = `The tenure ended on ${dateFromDayNumber(terms.endDay)} before the instalment of ${dateFromDayNumber(dueDay)} was paid: it stays overdue and is not collected any more.`;
  const since = midnightOf(terms.endDay + 1);
  return finding('blocks', { rule: 'debit-within-tenure', spec: 'Spec §6.1', message, since });
};

// The present comes before the past.
const makers: readonly InstalmentFinding[] = [
  findExpiry,
  findUnknownOutcome,
  findNextRound,
  findDeclines,
  findPart,
  findShutOnDueDate,
  findDailyTries,
  findNotDue,
];

function codeWords({ responseCode }: Attempt): string {
  return `${responseCode} ${responseMessage(responseCode)}`;
}

function hourWords(world: World): string {
  return lagosWords(dueInstantOf(0, world.policy)).slice(11, 16);
}

function roundsOfDay(world: World, day: number): number {
  let rounds = 0;
  while (nextRoundOf(day, rounds, world.policy) !== undefined) rounds += 1;
  return rounds;
}
