import type { LoanDisbursedContent } from '../../../domain/bureau.ts';
import { formatInstant, lagosInstant, type PlainDate } from '../../../domain/calendar.ts';
import type { LoanEvent, LoanOpened } from '../../../domain/loan/events/events.ts';
import { disbursementWithinApproval } from '../../../domain/loan/guards/report-guards.ts';
import { repaymentIsOwed } from '../../../domain/loan/guards/standing-guards.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { applyEvent } from '../../../domain/loan/transitions/reduce.ts';
import { type Kobo, koboFromNaira } from '../../../domain/money.ts';
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
