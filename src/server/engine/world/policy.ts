import { flag, number, oneOf, optional, wholeNumber } from '../../../validation/checks.ts';
import { record } from '../../../validation/record.ts';

/** The banks' decision about a submitted signature. `manual` leaves it pending until a control call decides. */
export type SignaturePolicy = 'matched' | 'mismatched' | 'manual';

/** A mandate's id: `client` takes the one in the request, `service` generates one and answers it as `_id`. */
export type MandateIdPolicy = 'client' | 'service';

/** What to do with a statement that its own figures do not prove: add a `proof`, or count it as unreadable. */
export type UnprovedStatements = 'accept' | 'refuse';

/** The settable terms of the merchant agreement, and the platform's own behaviour. Set by `PATCH /_control/policy`. */
export interface Policy {
  /** Attempts on a due day, each over all accounts. Spec §8 "Retry attempts per due date". */
  readonly attemptsPerDueDate: number;
  /** Hours between two attempts. Attempts after midnight in Lagos do not run. */
  readonly attemptGapHours: number;
  /** The hour in Lagos of a day's first attempt. */
  readonly dueHour: number;
  /**
   * Whether the day's last attempt may collect a part when no account has the full amount. Spec §6.1
   * `collection.partial`.
   */
  readonly partialCollection: boolean;
  /** Hours for the ₦50 deposit before the account times out. Spec §3.1. */
  readonly microDepositHours: number;
  /** Minutes from an account's activation until it can be debited. */
  readonly readinessMinutes: number;
  /**
   * Whether an account is locked until the next Lagos day after 5 declines for insufficient funds or 10 others. A
   * success resets the count.
   */
  readonly dailyLock: boolean;
  /**
   * Which `_id` a mandate gets: the `mandateId` of the request (`client`), or a generated one that all later calls need
   * (`service`). Spec §4.3.
   */
  readonly mandateIds: MandateIdPolicy;
  /** The outcome of a submitted signature. Spec §4.5. */
  readonly signatures: SignaturePolicy;
  /** The unit of the amounts in `income_transaction`. An insight is always in naira. Spec §6.4. */
  readonly amountUnit: 'naira' | 'kobo';
  /** The outcome of a statement whose figures do not prove it. Spec §6.4. */
  readonly unprovedStatements: UnprovedStatements;
  /** Whether `pdf_upload` is sent before the results. Live services do this, beyond spec §6.4. */
  readonly pdfUploadEvent: boolean;
  /**
   * Webhook deliveries: the maximum of attempts, and the seconds before the second one. The wait doubles after that.
   */
  readonly webhook: { readonly attempts: number; readonly backoff: number };
}

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

/** Changes to the policy. */
export interface PolicyPatch extends Partial<Omit<Policy, 'webhook'>> {
  /** Webhook deliveries. */
  readonly webhook?: Partial<Policy['webhook']>;
}

/** The merchant's status on the platform. */
export const merchantStatus = oneOf(['approved', 'in-review', 'suspended']);

/** The valid policy. Server options and `PATCH /_control/policy` accept the same. */
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
      attempts: optional(wholeNumber({ min: 1, max: 100 }), 'How often a webhook is tried.'),
      backoff: optional(number({ min: 0, max: 86_400 }), 'Seconds before the second try, doubling after that.'),
    }),
  ),
});
