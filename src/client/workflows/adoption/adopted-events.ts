import type { LoanDisbursedContent } from '../../../domain/bureau.ts';
import { formatInstant, lagosInstant, type PlainDate } from '../../../domain/calendar.ts';
import { type AccountKey, isSameAccount } from '../../../domain/identifiers.ts';
import type { LoanEvent, LoanOpened } from '../../../domain/loan/events/events.ts';
import { disbursementWithinApproval } from '../../../domain/loan/guards/report-guards.ts';
import { repaymentIsOwed } from '../../../domain/loan/guards/standing-guards.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { applyEvent } from '../../../domain/loan/transitions/reduce.ts';
import { type Kobo, koboFromAnswer, koboFromNaira } from '../../../domain/money.ts';
import { type LoanTerms, scheduleOf } from '../../../domain/terms.ts';
import type { Mandate } from '../../../wire/mandate-types.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { obey } from '../refusals.ts';
import { fileReport } from '../reports/file-report.ts';
import { approvalContent } from '../reports/report-inputs.ts';
import { readingOf } from '../sync/mandate-reading.ts';
import type { AdoptLoanInput } from './adoption-input.ts';

/** The beginning of an adopted loan's file, put together event by event, so that each rule is asked on what came before. */
export class AdoptedFile {
  readonly opened: LoanOpened;
  readonly more: LoanEvent[] = [];
  readonly #at: string;
  #state: LoanState;

  constructor(context: LoanContext, opened: LoanOpened) {
    this.opened = opened;
    this.#at = nowText(context);
    this.#state = applyEvent(undefined, opened) as LoanState;
  }

  /** What the events so far add up to. */
  get state(): LoanState {
    return this.#state;
  }

  /** Adds events. */
  add(...events: readonly LoanEvent[]): void {
    for (const event of events) this.#state = applyEvent(this.#state, event) as LoanState;
    this.more.push(...events);
  }

  /** The mandate's accounts count as discovered: the service itself names them for this BVN. */
  addAccounts({ consents }: Mandate): void {
    const named = consents.map((consent, index) => ({ account: `a${index + 1}`, consent }));
    this.add({
      type: 'accounts.discovered',
      at: this.#at,
      accounts: named.map(({ account }) => ({ account, active: true })),
      personal: {
        accounts: Object.fromEntries(
          named.map(({ account, consent: { accountNumber, bankCode, accountName } }) => [
            account,
            { accountNumber, bankCode, ...(accountName ? { accountName } : {}) },
          ]),
        ),
      },
    });
  }

  /** Placement, attachment and the mandate's state, as the service shows them. */
  addMandate(mandate: Mandate): void {
    const { selection } = this.#state;
    const accounts = selection ? [selection.primary, ...selection.backups] : [];
    const by = mandate.authorizationType === 'e-signature' ? 'signature' : 'micro-deposit';
    const at = this.#at;
    this.add(...accounts.map((account): LoanEvent => ({ type: 'placement.confirmed', at, account })), {
      type: 'mandate.placed',
      at,
    });
    const attached = accounts.map(
      (account): LoanEvent => ({
        type: 'attachment.confirmed',
        at,
        account,
        by,
        accepted: true,
        transferDestinations: [],
      }),
    );
    this.add(...attached, { type: 'mandate.attached', at });
    this.add({ type: 'mandate.read', at, ...readingOf(mandate, this.#state) });
  }

  /** Approval and disbursement, as reported elsewhere or as still to be reported; then what was repaid outside the platform. @throws RuleError */
  addMoney({ disbursement, repayments = [] }: AdoptLoanInput): void {
    if (!disbursement) return;
    // Its day is not held against that of the consent, which may have been asked for anew, for all scopes, while the loan ran elsewhere.
    const { reported, amount, date, reference } = disbursement;
    obey(disbursementWithinApproval(this.#state, koboFromNaira(amount) as Kobo));
    const sentAt = formatInstant(lagosInstant(date as PlainDate));
    const content: LoanDisbursedContent = { amount, date, reference };
    this.#report(
      fileReport(this.#state, { event: 'loan.approved', content: approvalContent(this.#state) }, sentAt),
      reported,
    );
    this.#report(fileReport(this.#state, { event: 'loan.disbursed', content }, sentAt), reported);
    for (const repayment of repayments) {
      const repaid = koboFromNaira(repayment.amount) as Kobo;
      obey(repaymentIsOwed(this.#state, repaid));
      this.add({
        type: 'repayment.recorded',
        at: this.#at,
        amount: repaid,
        date: repayment.date,
        reference: repayment.reference,
      });
    }
  }

  // It happened when it happened; written down it is now.
  #report(filed: readonly LoanEvent[], reported: boolean): void {
    for (const event of filed) {
      if (event.type !== 'report.filed') continue;
      this.add({ ...event, at: this.#at });
      if (reported) this.add({ type: 'report.acknowledged', at: this.#at, reportId: event.report.reportId });
    }
  }
}

/**
 * Where the service and the merchant disagree about a loan that began elsewhere, named without any value. The e-mail cannot be compared: no answer shows it
 * (§2.2); the next placement on this mandate would find out. Spec §1.3, §2.2, §2.3.
 */
export function adoptionDifferences(mandate: Mandate, input: AdoptLoanInput, terms: LoanTerms): readonly string[] {
  return [
    ...payerDifferences(mandate, input),
    ...termsDifferences(mandate, terms),
    ...accountDifferences(mandate, input),
    ...statusDifferences(mandate),
  ];
}

function payerDifferences({ bvn }: Mandate, { payer }: AdoptLoanInput): readonly string[] {
  // Some deployments mask it: then the digits that are shown have to agree.
  const isSame =
    bvn.length === payer.bvn.length &&
    [...bvn].every((digit, place) => !/\d/.test(digit) || digit === payer.bvn[place]);
  return isSame ? [] : ['the BVN is another one'];
}

function termsDifferences(mandate: Mandate, terms: LoanTerms): readonly string[] {
  const differences: string[] = [];
  if (koboFromAnswer(mandate.totalAmountDue) !== terms.totalAmountDue) differences.push('totalAmountDue differs');
  if (mandate.startDate !== null && mandate.startDate !== terms.startDate) differences.push('startDate differs');
  if (mandate.endDate !== null && mandate.endDate !== terms.endDate) differences.push('endDate differs');
  if (mandate.collectionMode !== terms.collectionMode) differences.push('collectionMode differs');
  const listed = mandate.repaymentDetails?.breakdown ?? [];
  const scheduled = scheduleOf(terms);
  const isOther = listed.some(({ dueDate, amount }, place) => {
    const instalment = scheduled[place];
    return (
      (dueDate !== undefined && dueDate !== instalment?.dueDate) ||
      (amount !== undefined && koboFromAnswer(amount) !== instalment?.amount)
    );
  });
  if (listed.length > 0 && (listed.length !== scheduled.length || isOther))
    differences.push('the schedule differs: give its breakdown as it stands');
  return differences;
}

function accountDifferences(
  { consents }: Mandate,
  { primaryAccount, backupAccounts }: AdoptLoanInput,
): readonly string[] {
  const differences: string[] = [];
  const find = (key: AccountKey) => consents.find((consent) => isSameAccount(consent, key));
  if (!find(primaryAccount)?.primary) differences.push('primaryAccount is not its primary');
  backupAccounts.forEach((key, index) => {
    if (find(key)?.primary !== false) differences.push(`backupAccounts.${index} is none of its backups`);
  });
  // A primary that was replaced after it failed stays listed at some services; it is debited no more.
  const others = consents.filter(
    (consent) => consent.active && ![primaryAccount, ...backupAccounts].some((key) => isSameAccount(consent, key)),
  );
  if (others.length > 0) differences.push(`it has ${others.length} active account(s) that are not among yours`);
  return differences;
}

function statusDifferences({ status, consents }: Mandate): readonly string[] {
  const primary = consents.find((consent) => consent.primary);
  return status === 'active' && primary?.active !== true
    ? ["its status is 'active', but its primary account is not"]
    : [];
}
