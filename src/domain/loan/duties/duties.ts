import { addDays, lagosDay, type PlainDate, parseInstant } from '../../calendar.ts';
import { formatKobo } from '../../money.ts';
import { loanBalances } from '../balances.ts';
import { dischargesOf, isContradicted, keyAgain, RELEASE_KEY } from '../collected-after-stop.ts';
import { accountFailed } from '../guards/account-guards.ts';
import { closureIsTrue } from '../guards/report-guards.ts';
import { chosenAccounts, type FiledReport, type LoanState } from '../state.ts';
import { isMoneySent, isPlaced } from '../withdrawal-effect.ts';
import { payerDuties } from './duties-to-the-payer.ts';
import { platformDuties } from './duties-to-the-platform.ts';
import { accountSubject, byFirstDueDate, byNextDueDate, type Duty, type DutyCode, type Owed } from './duty.ts';

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

function endingDuties(state: LoanState, today: PlainDate): readonly Owed[] {
  return [
    closure(state, today),
    wrongClosure(state),
    refund(state),
    release(state, today),
    secondMandate(state),
  ].flat();
}

function closure(state: LoanState, today: PlainDate): readonly Owed[] {
  if (state.stage !== 'collecting') return [];
  const { endDate } = state.terms;
  if (closureIsTrue(state, 'repaid').allowed) {
    const why = 'The loan is fully repaid: report its closure with bureau.close';
    return [{ duty: 'report-closure', why, spec: 'Spec §6.3' }];
  }
  if (today <= endDate) return [];
  const why =
    'The tenure is over and nothing more is collected: report the closure with bureau.close, as what became of the rest';
  return [{ duty: 'report-closure', why, spec: 'Spec §1.6, §6.3', since: addDays(endDate, 1) }];
}

function wrongClosure(state: LoanState): readonly Owed[] {
  return state.reports.flatMap(({ report }) => {
    if (report.event !== 'loan.closed' || closureIsTrue(state, report.content.finalStatus).allowed) return [];
    const why = `The closure was reported as '${report.content.finalStatus}', but something is owed again: correct it with the bureau, which has no event for it`;
    return [{ duty: 'correct-closure', key: `correct-closure:${state.reversals.length}`, why, spec: 'Spec §6.3' }];
  });
}

// A debit in progress may still be booked after the payer repaid elsewhere. Nothing here can stop it.
function refund(state: LoanState): readonly Owed[] {
  const { overpaid } = loanBalances(state);
  if (overpaid === 0) return [];
  const why = `${formatKobo(overpaid)} came in beyond the terms: give it back to the payer, and record that with loans.recordReversal`;
  return [{ duty: 'refund-overpayment', why, spec: 'Spec §1' }];
}

function release(state: LoanState, today: PlainDate): readonly Owed[] {
  // A mandate is valid for the tenure (§8). After that there is nothing to release.
  if (!isPlaced(state) || state.mandateStatus === 'expired' || today > state.terms.endDate) return [];
  const reason = whyRelease(state);
  if (!reason) return leftOut(state, today);
  const why = `${reason}: have the mandate released by the platform, which shows no operation for it`;
  return [{ duty: 'release-mandate', key: RELEASE_KEY, why, spec: 'Spec §1, §1.1', ...byNextDueDate(state, today) }];
}

// The payer left it out of a later choice, but the service may still have it on the mandate and debit it.
function leftOut(state: LoanState, today: PlainDate): readonly Owed[] {
  const { accounts, selection } = state;
  if (!selection) return [];
  const chosen = chosenAccounts(state);
  return accounts
    .filter(
      (each) =>
        !chosen.includes(each) &&
        (each.attachment === 'intended' || each.attachment === 'confirmed') &&
        !accountFailed(each),
    )
    .map((each) => ({
      duty: 'release-mandate',
      key: `${RELEASE_KEY}:${each.account}:${selection.chosenAt}`,
      why: 'The payer’s last choice left an account out that may be attached: have the platform take it off the mandate, it shows no operation for that',
      spec: 'Spec §1, §1.2',
      ...byNextDueDate(state, today),
      subject: accountSubject(each),
    }));
}

function secondMandate({ isMandateNamed, mayHaveSecondMandate }: LoanState): readonly Owed[] {
  if (!isMandateNamed || !mayHaveSecondMandate) return [];
  const why =
    'A placement got no answer and was sent again, and the service names mandates itself: it may have made a second one for this payer. Ask the platform, and have it released';
  return [{ duty: 'release-mandate', key: `${RELEASE_KEY}:unanswered-placement`, why, spec: 'Spec §1, §4.3' }];
}

function whyRelease(state: LoanState): string | undefined {
  const { stage, cancellation, disputes, revocations } = state;
  if (stage === 'abandoned') return 'The loan was abandoned after its mandate was placed';
  if (disputes.some(({ outcome }) => outcome === 'upheld')) return 'The payer’s dispute was upheld';
  const { outstanding, debitable } = loanBalances(state);
  if (isMoneySent(state) && outstanding === 0) return 'The loan is fully repaid';
  if (isMoneySent(state) && debitable === 0)
    return 'All that the payer consented to has come in, whatever new terms ask for';
  if (stage === 'closed') return 'The loan is closed';
  if (!isMoneySent(state) && (cancellation || revocations.length > 0))
    return 'The payer took consent back before money was sent';
  return undefined;
}
