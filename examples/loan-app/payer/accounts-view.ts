// The form of the choice. Nothing is preselected.
import type { DiscoveredLoan, LoanAccount, VerifyingLoan } from 'repaykit';
import { type Html, html } from '../web/html.ts';
import {
  describedBy,
  type Page,
  type Problems,
  problemOf,
  summary,
} from '../web/layout.ts';
import { accountName } from '../wording.ts';

/** A choice, by places in the list of accounts. `order` is 0 if the payer gave none. */
export interface Choice {
  readonly primary: number;
  readonly backups: readonly {
    readonly index: number;
    readonly order: number;
  }[];
}

const ordinals = [
  '1st',
  '2nd',
  '3rd',
  '4th',
  '5th',
  '6th',
  '7th',
  '8th',
  '9th',
  '10th',
];

/** The page. */
export function accountsView(
  loan: DiscoveredLoan | VerifyingLoan,
  choice: Choice = { primary: -1, backups: [] },
  problems: Problems = {},
): Page {
  const listed = loan.accounts.map((account, index) => ({ account, index }));
  const active = listed.filter(({ account }) => account.active);
  const inactive = loan.accounts.filter((account) => !account.active);
  const main = html`${loan.stage === 'verifying' && html`<p class="standing">An account of your first choice was not confirmed. Please choose again; the loan stays the same.</p>`}
<p>These accounts were found for your BVN.</p>
${summary(problems)}
<form method="post" action="/accounts">
<fieldset><legend>Primary account</legend><p class="hint">It is debited first on each due date.</p>${problemOf(problems, 'primary')}
${active.map(({ account, index }) => primaryView(account, index, { choice, problems }))}
</fieldset>
<fieldset><legend>Backup accounts</legend><p class="hint">Only if you want any. They are debited in your order when the primary account cannot pay.</p>${problemOf(problems, 'backups')}
${active.map(({ account, index }) => backupView(account, index, { choice, problems, places: active.length - 1 }))}
</fieldset>
${inactive.length > 0 && html`<h2>Not active</h2><p class="hint">Their banks say that these accounts are not active, so they cannot be chosen.</p><ul>${inactive.map((account) => html`<li>${accountName(account)}</li>`)}</ul>`}
<p><button>These are my accounts</button></p>
</form>
<p><a href="/objections">Dispute or cancel</a></p>`;
  return { title: 'Choose your accounts', main };
}

interface Form {
  readonly choice: Choice;
  readonly problems: Problems;
}

function primaryView(
  account: LoanAccount,
  index: number,
  { choice, problems }: Form,
): Html {
  const checked = choice.primary === index && html` checked`;
  return html`<div class="choice"><input type="radio" id="primary-${index}" name="primary" value="${index}"${checked}${describedBy(problems, 'primary')}>
<label for="primary-${index}">${accountName(account)}${noteOf(account)}</label></div>`;
}

function backupView(
  account: LoanAccount,
  index: number,
  { choice, problems, places }: Form & { readonly places: number },
): Html {
  const backup = choice.backups.find((chosen) => chosen.index === index);
  const order = `order-${index}`;
  return html`<div class="choice"><input type="checkbox" id="backup-${index}" name="backup" value="${index}"${backup !== undefined && html` checked`}${describedBy(problems, 'backups')}>
<label for="backup-${index}">${accountName(account)}${noteOf(account)}</label>
<select name="${order}" aria-label="Order of ${accountName(account)}"><option value="0">order</option>${ordinals
    .slice(0, places)
    .map(
      (ordinal, place) =>
        html`<option value="${place + 1}"${backup?.order === place + 1 && html` selected`}>${ordinal}</option>`,
    )}</select></div>`;
}

function noteOf({ mandateStatus }: LoanAccount): Html | false {
  if (mandateStatus === 'active')
    return html` <span class="hint">confirmed already</span>`;
  return (
    (mandateStatus === 'failed' || mandateStatus === 'pending_timeout') &&
    html` <span class="hint">was not confirmed last time</span>`
  );
}
