// What the payer still has to prove with ₦50: which account, until when, and where the money goes.
import type { LoanAccount, LoanAt, TransferDestination } from 'repaykit';
import type { AppContext } from '../context.ts';
import { LENDER } from '../notice.ts';
import { isRepaid } from '../objection-notes.ts';
import { isStoppedForGood } from '../pause.ts';
import { type Html, html, type Part } from '../web/html.ts';
import { button } from '../web/layout.ts';
import { accountName, accountProblem, time } from '../wording.ts';

/** A loan whose accounts were attached. */
export type AttachedLoan = LoanAt<
  'verifying' | 'verified' | 'approved' | 'disbursed' | 'collecting' | 'closed'
>;

/** A chosen account, and the state of its proof. */
export interface Proof {
  readonly account: LoanAccount;
  readonly role: string;
  readonly standing: 'proved' | 'waiting' | 'over' | 'failed';
  /** The deadline of the ₦50. It may have passed. */
  readonly until?: Date;
}

// #region proofs
/** The state of the proof of each chosen account. The deadline counts from the account's own attachment. */
export function proofsOf(
  loan: AttachedLoan,
  { clock, config }: Pick<AppContext, 'clock' | 'config'>,
): readonly Proof[] {
  return [loan.primaryAccount, ...loan.backupAccounts].map((account, index) => {
    const attachedAt = account.attachedAt ?? loan.attachedAt;
    const until =
      attachedAt === undefined
        ? undefined
        : new Date(Date.parse(attachedAt) + config.depositHours * 3_600_000);
    const standing = standingOf(
      account,
      until !== undefined && until.getTime() <= clock.now(),
    );
    return {
      account,
      role: index === 0 ? 'primary' : `backup ${index}`,
      standing,
      ...(until && { until }),
    };
  });
}

function standingOf(
  { mandateStatus = 'pending' }: LoanAccount,
  isOver: boolean,
): Proof['standing'] {
  if (mandateStatus === 'active') return 'proved';
  if (mandateStatus !== 'pending') return 'failed';
  return isOver ? 'over' : 'waiting';
}
// #endregion proofs

/** False once consent was revoked, a dispute was upheld, or everything is paid. */
export function isProofWanted(loan: AttachedLoan): boolean {
  return (
    !isStoppedForGood(loan) &&
    loan.mandateStatus !== 'expired' &&
    loan.stage !== 'closed' &&
    !isRepaid(loan)
  );
}

/** The accounts and what is left to do. Shows the destinations while an account waits. */
export function proofView(loan: AttachedLoan, proofs: readonly Proof[]): Html {
  const waiting = proofs
    .filter(({ standing }) => standing === 'waiting')
    .map(({ account }) => account);
  const isOpen = proofs.some(
    ({ standing }) => standing === 'waiting' || standing === 'over',
  );
  return html`<h2>From your accounts</h2>
<table><thead><tr><th scope="col">Account</th><th scope="col">Deposit</th></tr></thead>
<tbody>${proofs.map((proof) => html`<tr><td>${accountName(proof.account)} <span class="hint">${proof.role}</span></td><td>${depositWords(proof)}</td></tr>`)}</tbody></table>
${isOpen && [html`<p class="hint">A deposit is mostly confirmed within a few minutes.</p>`, button('/deposits', 'Check now')]}
${waiting.length > 0 && destinationsView(loan, waiting)}`;
}

function depositWords({ account, standing, until }: Proof): Part {
  if (standing === 'proved') return 'Confirmed';
  if (standing === 'failed') return accountProblem(account);
  if (standing === 'over')
    return html`Its time was over on ${time(until ?? 0)}. Please send nothing from it.`;
  return html`Waiting for your ₦50.${until !== undefined && html` It has to arrive by <strong>${time(until)}</strong>.`}`;
}

function destinationsView(
  { transferDestinations }: AttachedLoan,
  waiting: readonly LoanAccount[],
): Html {
  const title = html`<h2>To one of these</h2>`;
  if (transferDestinations.length === 0)
    return html`${title}<p>The platform named no account to send the ₦50 to. Please write to ${LENDER.contact}.</p>`;
  const { own, others } = destinationsOf(transferDestinations, waiting);
  return html`${title}
<table><thead><tr><th scope="col">Bank</th><th scope="col">Account number</th></tr></thead>
<tbody>${own.map((destination) => destinationRow(destination, html` <span class="hint">your own bank</span>`))}${others.map((destination) => destinationRow(destination))}</tbody></table>`;
}

// A transfer within one bank costs least and arrives first.
function destinationsOf(
  destinations: readonly TransferDestination[],
  waiting: readonly LoanAccount[],
) {
  const banks = waiting.map(({ bankName }) => bankName?.toLowerCase());
  const rank = ({ bankName }: TransferDestination) =>
    banks.indexOf(bankName.toLowerCase());
  const own = destinations
    .filter((destination) => rank(destination) >= 0)
    .sort((a, b) => rank(a) - rank(b));
  return {
    own,
    others: destinations.filter((destination) => rank(destination) < 0),
  };
}

function destinationRow(
  { bankName, accountNumber }: TransferDestination,
  note?: Html,
): Html {
  return html`<tr><td>${bankName}${note}</td><td>${accountNumber}</td></tr>`;
}
