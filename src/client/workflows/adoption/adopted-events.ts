import type { LoanDisbursedContent } from '../../../domain/bureau.ts';
import { formatInstant, lagosInstant } from '../../../domain/calendar.ts';
import { type AccountSelection, selectionFields } from '../../../domain/consent/selection.ts';
import type { LoanAdoption, LoanEvent, LoanOpened } from '../../../domain/loan/events/events.ts';
import { disbursementWithinApproval } from '../../../domain/loan/guards/report-guards.ts';
import { repaymentIsOwed } from '../../../domain/loan/guards/standing-guards.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { applyEvent } from '../../../domain/loan/transitions/reduce.ts';
import { day, objectId } from '../../../domain/values.ts';
import { check, flag, list, optional, type Problem, text } from '../../../validation/checks.ts';
import { given, type RecordCheck, record } from '../../../validation/record.ts';
import type { Mandate } from '../../../wire/types/mandate-types.ts';
import { checkedDay, checkedKobo, type LoanContext, nowText, obey } from '../loan-context.ts';
import { discoveredAccounts } from '../onboarding/attach-accounts.ts';
import { type OpenLoanInput, openingFields } from '../onboarding/open-loan.ts';
import { type RepaymentInput, repaymentFields } from '../payer/recorded-facts.ts';
import { approvalContent, fileReport } from '../reports/file-report.ts';
import { readingOf } from '../sync/listed-instalments.ts';

/** The first events of an adopted loan's file. Each rule is checked against the events before it. */
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

  get state(): LoanState {
    return this.#state;
  }

  add(...events: readonly LoanEvent[]): void {
    for (const event of events) this.#state = applyEvent(this.#state, event) as LoanState;
    this.more.push(...events);
  }

  /** The mandate's accounts count as discovered: the service names them for this BVN. */
  addAccounts({ consents }: Mandate): void {
    const found = consents.map(({ accountNumber, bankCode, accountName }) => {
      return { accountNumber, bankCode, accountName, active: true };
    });
    this.add(discoveredAccounts(found, this.#at));
  }

  /** Adds the placement, the attachment and the mandate's state, as the service shows them. */
  addMandate(mandate: Mandate): void {
    const { selection } = this.#state;
    const accounts = selection ? [selection.primary, ...selection.backups] : [];
    const by = mandate.authorizationType === 'e-signature' ? 'signature' : 'micro-deposit';
    const at = this.#at;
    for (const account of accounts) this.add({ type: 'placement.confirmed', at, account });
    this.add({ type: 'mandate.placed', at });
    const attached = { by, accepted: true, transferDestinations: [] } as const;
    for (const account of accounts) this.add({ type: 'attachment.confirmed', at, account, ...attached });
    this.add({ type: 'mandate.attached', at });
    this.add({ type: 'mandate.read', at, ...readingOf(mandate, this.#state) });
  }

  /** Adds approval and disbursement, whether reported elsewhere or not yet, then repayments. @throws RuleError */
  addMoney({ disbursement, repayments = [] }: AdoptLoanInput): void {
    if (!disbursement) return;
    // Not compared with the day of the consent, which may have been given again while the loan ran elsewhere.
    const { reported, recordedOn, amount, date, reference } = disbursement;
    obey(disbursementWithinApproval(this.#state, checkedKobo(amount)));
    const sentAt = formatInstant(lagosInstant(checkedDay(date)));
    const content: LoanDisbursedContent = { amount, date, reference };
    const approval = { event: 'loan.approved', content: approvalContent(this.#state) } as const;
    this.#report(fileReport(this.#state, approval, sentAt), reported);
    const disbursed = fileReport(this.#state, { event: 'loan.disbursed', content }, sentAt);
    this.#report(
      disbursed.map((event) => ({ ...event, ...given({ recordedOn }) })),
      reported,
    );
    for (const { amount: naira, date: paidOn, reference: name, recordedOn: on } of repayments) {
      const repaid = checkedKobo(naira);
      obey(repaymentIsOwed(this.#state, repaid));
      const repayment = given({ amount: repaid, date: paidOn, reference: name, recordedOn: on });
      this.add({ type: 'repayment.recorded', at: this.#at, ...repayment });
    }
  }

  // The event keeps its own date. It is written down now.
  #report(filed: readonly LoanEvent[], reported: boolean): void {
    for (const event of filed) {
      if (event.type !== 'report.filed') continue;
      this.add({ ...event, at: this.#at });
      if (reported) this.add({ type: 'report.acknowledged', at: this.#at, reportId: event.report.reportId });
    }
  }
}

/** A loan from another system, with all facts that its file needs. */
export interface AdoptLoanInput extends OpenLoanInput, AccountSelection, LoanAdoption {
  /** The mandate's id at the service, 24 hexadecimal characters. */
  readonly mandateId: string;
  /** Present if money was sent. */
  readonly disbursement?: {
    /** Naira. */
    readonly amount: number;
    /** `YYYY-MM-DD`. */
    readonly date: string;
    readonly reference: string;
    /** The day on which the system before recorded it, `YYYY-MM-DD`. */
    readonly recordedOn?: string;
    /** Whether the bureau has already acknowledged approval and disbursement. If not, both are filed and delivered. */
    readonly reported: boolean;
  };
  /** Earlier repayments outside the platform. */
  readonly repayments?: readonly AdoptedRepayment[];
}

/** A repayment that another system recorded. */
export interface AdoptedRepayment extends RepaymentInput {
  /** The day on which it recorded it, `YYYY-MM-DD`. */
  readonly recordedOn?: string;
}

type Disbursement = NonNullable<AdoptLoanInput['disbursement']>;

const evidence = record<LoanAdoption['evidence'][number]>({
  name: text("the name of the document, such as 'consent.pdf'"),
  sha256: text('the SHA-256 of its bytes in hex', (hash) => /^[0-9a-f]{64}$/i.test(hash)),
});

/** The check of an adoption. `today` is the last day on which anything was paid. */
export function adoptionCheck({ engine }: LoanContext): RecordCheck<AdoptLoanInput> {
  const { clock, bankCodes } = engine.settings;
  const today = clock.today();
  const past = (of: string) =>
    check({
      ...day,
      test: (value) => {
        const wrong = day.problems(value, '')[0]?.message;
        if (wrong !== undefined) return wrong;
        return String(value) <= today || `lies ahead: give the day of ${of}, ${today} at the latest`;
      },
    });
  const payment = { ...repaymentFields, date: past('the payment'), recordedOn: optional(past('its recording')) };
  return record<AdoptLoanInput>(
    {
      ...openingFields,
      ...selectionFields(bankCodes),
      mandateId: objectId('the mandate at the service'),
      adoptedBy: text('the name of who takes the loan over'),
      reason: text('the reason why the loan did not begin here'),
      evidence: list(evidence, { takes: 'a list of the documents: { name, sha256 }, [] for none' }),
      disbursement: optional(record<Disbursement>({ ...payment, reported: flag })),
      repayments: optional(list(record<AdoptedRepayment>(payment), { takes: 'a list of { amount, date, reference }' })),
    },
    { rules: repaymentRules },
  );
}

function repaymentRules(
  { repayments = [] }: Partial<AdoptLoanInput>,
  { disbursement }: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  const seen = new Set<string>();
  const repeated = repayments.flatMap(({ reference }, index) =>
    seen.size === seen.add(reference).size
      ? [{ path: `repayments.${index}.reference`, message: 'is given twice: each payment has a reference of its own' }]
      : [],
  );
  if (repayments.length === 0 || disbursement !== undefined) return repeated;
  return [...repeated, { path: 'repayments', message: 'cannot be there before a disbursement' }];
}
