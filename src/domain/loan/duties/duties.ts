import { lagosDay, type PlainDate, parseInstant } from '../../calendar.ts';
import { dischargesOf, isContradicted, keyAgain } from '../collected-after-stop.ts';
import type { FiledReport, LoanState } from '../state.ts';
import { isMoneySent } from '../withdrawal-effect.ts';
import { endingDuties } from './duties-at-the-end.ts';
import { payerDuties } from './duties-to-the-payer.ts';
import { platformDuties } from './duties-to-the-platform.ts';
import { byFirstDueDate, byNextDueDate, type Duty, type DutyCode, type Owed } from './duty.ts';

/** The duties owed now, without those recorded as done, unless later collections show that they are not. */
export function dutiesOf(state: LoanState, { today }: { readonly today: PlainDate }): readonly Duty[] {
  const duties = [
    reportingDuties(state, today),
    payerDuties(state, today),
    platformDuties(state, today),
    endingDuties(state, today),
    adoptionDuties(state),
  ].flat();
  return duties.flatMap((owed): readonly Duty[] =>
    shownByNothing.has(owed.duty)
      ? stillOwed(state, { key: owed.duty, ...owed, isDischargeable: true })
      : [{ key: owed.duty, ...owed, isDischargeable: false }],
  );
}

// The file cannot show that these are done, so a person records it.
const shownByNothing: ReadonlySet<DutyCode> = new Set<DutyCode>([
  'correct-closure',
  'notify-payer',
  'tell-platform',
  'release-mandate',
  'complete-evidence',
]);

// A duty that is owed again gets a new key. A late or repeated note on the first one then does not discharge it.
function stillOwed(state: LoanState, duty: Duty): readonly Duty[] {
  const notes = dischargesOf(state, duty.key);
  const last = notes.at(-1);
  if (!last) return [duty];
  if (!isContradicted(state, last)) return [];
  const why = `${duty.why}. Money was collected although this was noted as done on ${lagosDay(parseInstant(last.at) ?? 0)}: ask the platform again; if you let it collect that, note why`;
  return [{ ...duty, key: keyAgain(duty.key, notes.length), why }];
}

function reportingDuties(state: LoanState, today: PlainDate): readonly Owed[] {
  const waiting = state.reports.filter(({ acknowledged }) => !acknowledged);
  return [
    ...waiting.map((filed) => waitingReport(state, filed)),
    ...missingDisbursement(state),
    ...parkedDebits(state, today),
  ];
}

function waitingReport(state: LoanState, { report: { reportId, event, occurredAt }, stuck }: FiledReport): Owed {
  // Reports are sent in order, and nothing is collected before the bureau has the disbursement. §1.5
  const deadline = event === 'loan.approved' || event === 'loan.disbursed' ? byFirstDueDate(state) : {};
  const facts = { spec: 'Spec §6.3', since: occurredAt, ...deadline, subject: { reportId } };
  if (!stuck) {
    const why = `${event} has not reached the bureau yet: the worker, or bureau.awaitReported, delivers it`;
    return { duty: 'deliver-report', key: `deliver-report:${reportId}`, why, ...facts };
  }
  const why = `The bureau did not take ${event} after ${stuck.attempts} attempts (${stuck.reason}): see to it, then have it tried again with bureau.release; the reports after it wait`;
  return { duty: 'mend-report', key: `mend-report:${reportId}`, why, ...facts };
}

function missingDisbursement(state: LoanState): readonly Owed[] {
  if (state.stage !== 'approved') return [];
  const why =
    'The loan is approved: once the money was sent, report the disbursement with bureau.reportDisbursed; nothing is collected before. If none will be sent, abandon the loan';
  const approvals = state.reports.filter(({ report }) => report.event === 'loan.approved');
  return approvals.map(({ report: { occurredAt: since } }) => ({
    duty: 'report-disbursement',
    why,
    spec: 'Spec §1.5, §6.3',
    since,
    ...byFirstDueDate(state),
  }));
}

// No debit can replace it before it is settled. On a closed loan it can take nothing, so it does not matter.
function parkedDebits(state: LoanState, today: PlainDate): readonly Owed[] {
  if (state.stage !== 'collecting') return [];
  return state.debits
    .filter(({ status }) => status === 'parked')
    .map(({ debitId, intendedAt, debitDate, parkedFor }) => ({
      duty: 'settle-debit',
      key: `settle-debit:${debitId}`,
      why: `Whether the debit for ${debitDate} was taken is not known (${parkedFor}): ask the platform or the bank, and say what happened with collections.settle`,
      spec: 'Spec §4.7',
      since: intendedAt,
      ...byNextDueDate(state, today),
      subject: { debitId },
    }));
}

/** The documents that an adopted loan needs, matched by the beginning of the name. */
const documents = [
  { name: 'consent', of: 'the payer’s consent to all five scopes', spec: 'Spec §1.1', isNeeded: () => true },
  { name: 'choice', of: 'the payer’s choice of accounts', spec: 'Spec §1.2', isNeeded: () => true },
  { name: 'disbursement', of: 'the disbursement', spec: 'Spec §1', isNeeded: isMoneySent },
  {
    name: 'repayments',
    of: 'what was repaid before',
    spec: 'Spec §1, §6.3',
    isNeeded: ({ repayments, collected }: LoanState) => repayments.length > 0 || collected > 0,
  },
] as const;

function adoptionDuties(state: LoanState): readonly Owed[] {
  const { adopted } = state;
  if (!adopted) return [];
  return documents
    .filter(
      ({ name, isNeeded }) =>
        isNeeded(state) && !adopted.evidence.some((document) => document.name.toLowerCase().startsWith(name)),
    )
    .map(({ name, of, spec }) => ({
      duty: 'complete-evidence',
      key: `complete-evidence:${name}`,
      why: `The loan began elsewhere and no document named '${name}…' proves ${of}: find it, keep it, and note where`,
      spec,
    }));
}
