import { described, flag, number, oneOf, optional, wholeNumber } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';

/** How the platform's banks decide over a submitted signature; `manual` leaves it pending until a control call judges it. */
export type SignaturePolicy = 'matched' | 'mismatched' | 'manual';

/** Whose `mandateId` names a mandate: the one that the caller sent, or one that the service makes and answers as `_id`. */
export type MandateIdPolicy = 'client' | 'service';

/** A bank statement whose own figures do not prove the reading: it is announced with a `proof` that says so, or it counts as unreadable. */
export type UnprovedStatements = 'accept' | 'refuse';

/** The merchant agreement's settable terms and the platform's own habits. Set by `PATCH /_control/policy`. */
export interface Policy {
  /** Walks over the accounts on a day on which something is due. Spec §8 "Retry attempts per due date". */
  readonly attemptsPerDueDate: number;
  /** Hours between two of them; those that would fall past midnight in Lagos do not happen. */
  readonly attemptGapHours: number;
  /** The hour in Lagos at which a day's first attempt runs. */
  readonly dueHour: number;
  /** May the day's last attempt take a part when no account has the full amount? Spec §6.1 `collection.partial`. */
  readonly partialCollection: boolean;
  /** Hours that a payer has for the ₦50 deposit before the account times out. Spec §3.1. */
  readonly microDepositHours: number;
  /** Minutes from an account's activation until it can be debited. */
  readonly readinessMinutes: number;
  /** Is an account left alone until the next Lagos day after 5 declines for want of funds or 10 others? A success begins the count anew. */
  readonly dailyLock: boolean;
  /** Which `_id` names a mandate: the `mandateId` that was sent (`client`), or one that the service makes and all later calls need (`service`). Spec §4.3. */
  readonly mandateIds: MandateIdPolicy;
  /** The outcome of a submitted signature. Spec §4.5. */
  readonly signatures: SignaturePolicy;
  /** What the amounts of `income_transaction` count; an insight is always in naira. Spec §6.4. */
  readonly amountUnit: 'naira' | 'kobo';
  /** The outcome of a statement that does not prove itself. Spec §6.4. */
  readonly unprovedStatements: UnprovedStatements;
  /** Does `pdf_upload` go out before what was read? Seen in the field, beyond spec §6.4. */
  readonly pdfUploadEvent: boolean;
  /** Deliveries: attempts in all, and seconds before the second one, doubling after that. */
  readonly webhook: { readonly attempts: number; readonly backoff: number };
}

/** What a new world begins with. */
export const DEFAULT_POLICY: Policy = {
  attemptsPerDueDate: 3,
  attemptGapHours: 4,
  dueHour: 8,
  partialCollection: true,
  microDepositHours: 168,
  readinessMinutes: 0,
  dailyLock: false,
  mandateIds: 'client',
  signatures: 'matched',
  amountUnit: 'naira',
  unprovedStatements: 'accept',
  pdfUploadEvent: false,
  webhook: { attempts: 1, backoff: 60 },
};

/** Terms of the merchant agreement to change. */
export interface PolicyPatch extends Partial<Omit<Policy, 'webhook'>> {
  /** How deliveries are tried. */
  readonly webhook?: Partial<Policy['webhook']>;
}

/** The standing that the platform gives a merchant. */
export const merchantStatus = oneOf(['approved', 'in-review', 'suspended']);

/** What the terms may be. Options of the server and `PATCH /_control/policy` take the same. */
export const policyTerms = record<PolicyPatch>({
  attemptsPerDueDate: optional(wholeNumber({ min: 1, max: 100 })),
  attemptGapHours: optional(number({ above: 0, max: 24 })),
  dueHour: optional(number({ min: 0, below: 24 })),
  partialCollection: optional(flag),
  microDepositHours: optional(number({ above: 0, max: 8_760 })),
  readinessMinutes: optional(number({ min: 0, max: 525_600 })),
  dailyLock: optional(flag),
  mandateIds: optional(oneOf(['client', 'service'])),
  signatures: optional(oneOf(['matched', 'mismatched', 'manual'])),
  amountUnit: optional(oneOf(['naira', 'kobo'])),
  unprovedStatements: optional(oneOf(['accept', 'refuse'])),
  pdfUploadEvent: optional(flag),
  webhook: optional(
    record<Partial<Policy['webhook']>>({
      attempts: optional(described(wholeNumber({ min: 1, max: 100 }), 'How often a webhook is tried.')),
      backoff: optional(
        described(number({ min: 0, max: 86_400 }), 'Seconds before the second try, doubling after that.'),
      ),
    }),
  ),
});
