/** Duties at the end of a loan: its closure, and the release of the mandate. Spec §1, §1.6, §6.3. */
import { addDays, type PlainDate } from '../../calendar.ts';
import { formatKobo } from '../../money.ts';
import { loanBalances } from '../balances.ts';
import { RELEASE_KEY } from '../collected-after-stop.ts';
import { accountFailed } from '../guards/account-guards.ts';
import { closureIsTrue } from '../guards/report-guards.ts';
import { chosenAccounts, type LoanState } from '../state.ts';
import { isMoneySent, isPlaced } from '../withdrawal-effect.ts';
import { accountSubject, byNextDueDate, type Owed } from './duty.ts';

export function endingDuties(state: LoanState, today: PlainDate): readonly Owed[] {
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
