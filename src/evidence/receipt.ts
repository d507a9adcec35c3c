/**
 * Consent receipts: what the payer agreed to, when, on which notice, and what was withdrawn. The sections and names
 * follow ISO/IEC TS 27560 and the earlier Kantara consent receipt. Their conformance is not certified.
 */

import { parseInstant } from '../domain/calendar.ts';
import { type ConsentScope, consentScopes } from '../domain/consent/consent.ts';
import { DISCLAIMER } from '../domain/consent/notice.ts';
import type { LoanState } from '../domain/loan/state.ts';
import { requireInput } from '../errors.ts';
import { sha256 } from '../loan-file/hashing.ts';
import { anyText, optional, text } from '../validation/checks.ts';
import { record } from '../validation/record.ts';

export const RECEIPT_FORMAT = 'repaykit-consent-receipt/1';

/** The parts of a receipt that are not in the loan's file. */
export interface ReceiptInput {
  /** The lender, as the payer knows it. */
  readonly controller: {
    readonly name: string;
    /** How the payer contacts the lender about the data: an address, a telephone number, an e-mail address. */
    readonly contact: string;
    /** Such as `NG`. */
    readonly jurisdiction?: string;
  };
  /** How the payer can withdraw consent, in words for the payer. */
  readonly withdrawalMethod: string;
}

/** One purpose that the payer consented to. Spec §1.1. */
export interface ReceiptPurpose {
  /** The scope, as named in spec §1.1. */
  readonly purpose_id: ConsentScope;
  /** The description of the scope. */
  readonly purpose: string;
  readonly lawful_basis: 'consent';
  /** Withdrawn once the payer withdrew the scope. */
  readonly state: 'given' | 'withdrawn';
}

/** An act of the payer. */
export interface ReceiptEvent {
  /** ISO 8601, as it was recorded. */
  readonly event_time: string;
  /** The act of the payer. */
  readonly event_type: 'explicit consent' | 'withdrawal' | 'cancellation request';
  /** The result of the act. */
  readonly event_state: 'given' | 'withdrawn' | 'requested';
  /** The lender's own id of the payer. */
  readonly entity_id: string;
  /** Absent if it concerns the whole arrangement. */
  readonly purpose_id?: ConsentScope;
}

/** A receipt, as JSON. */
export interface ConsentReceipt {
  readonly schema_version: typeof RECEIPT_FORMAT;
  /** The id of the loan. */
  readonly record_id: string;
  /** The lender's own id of the payer. A receipt has no other personal data, except a notice that names the payer. */
  readonly pii_principal_id: string;
  /** How the payer's data is processed. */
  readonly pii_processing: {
    readonly privacy_notice: {
      readonly version: string;
      /** Language of the notice, such as `en`. */
      readonly language: string;
      /** The exact text that was shown. Absent if it named a payer who was erased. */
      readonly text?: string;
      /** SHA-256 of the text in UTF-8, hexadecimal. Absent if the text is. */
      readonly sha256?: string;
    };
    readonly purposes: readonly ReceiptPurpose[];
    /** Where consent was captured: `web`, `branch`, … */
    readonly collection_method: string;
    readonly withdrawal_method: string;
    /** The `party_id` of each controller. */
    readonly pii_controllers: readonly string[];
  };
  /** The parties, by role. */
  readonly party_identification: readonly {
    readonly party_id: string;
    readonly party_role: 'PII controller';
    readonly party_name: string;
    readonly party_contact: string;
    readonly jurisdiction?: string;
  }[];
  /** In time order. */
  readonly events: readonly ReceiptEvent[];
  /** Present if the loan began elsewhere and its consent came as evidence. */
  readonly adopted?: true;
  /** What the arrangement is and is not. Spec §1. */
  readonly disclaimer: string;
}

const CONTROLLER_ID = 'controller';

/** The receipt of a loan's consent, from the current file. @throws InputError if the lender is not named */
export function receiptOf(state: LoanState, input: ReceiptInput): ConsentReceipt {
  const { controller, withdrawalMethod } = requireInput('A receipt cannot be made', receiptInput, input);
  const { scopes, channel, language, notice } = state.consent;
  const { noticeText: text } = state;
  const withdrawn = new Set(state.revocations.map(({ scope }) => scope));
  return {
    schema_version: RECEIPT_FORMAT,
    record_id: state.loanId,
    pii_principal_id: state.payerId,
    pii_processing: {
      privacy_notice: { version: notice.version, language, ...(text !== undefined && { text, sha256: sha256(text) }) },
      purposes: scopes.map(({ scope }) => ({
        purpose_id: scope,
        purpose: consentScopes[scope],
        lawful_basis: 'consent',
        state: withdrawn.has(scope) ? 'withdrawn' : 'given',
      })),
      collection_method: channel,
      withdrawal_method: withdrawalMethod,
      pii_controllers: [CONTROLLER_ID],
    },
    party_identification: [
      {
        party_id: CONTROLLER_ID,
        party_role: 'PII controller',
        party_name: controller.name,
        party_contact: controller.contact,
        ...(controller.jurisdiction !== undefined && { jurisdiction: controller.jurisdiction }),
      },
    ],
    events: eventsOf(state),
    ...(state.adopted && { adopted: true }),
    disclaimer: DISCLAIMER,
  };
}

function eventsOf({ payerId, consent, revocations, cancellation }: LoanState): readonly ReceiptEvent[] {
  const entity_id = payerId;
  const consented = { event_type: 'explicit consent', event_state: 'given', entity_id } as const;
  const withdrawn = { event_type: 'withdrawal', event_state: 'withdrawn', entity_id } as const;
  const cancelled = { event_type: 'cancellation request', event_state: 'requested', entity_id } as const;
  const requests = cancellation ? [...cancellation.before, cancellation.requestedAt] : [];
  const events: readonly ReceiptEvent[] = [
    ...consent.scopes.map(({ scope, grantedAt }) => ({ event_time: grantedAt, ...consented, purpose_id: scope })),
    ...revocations.map(({ scope, revokedAt }) => ({ event_time: revokedAt, ...withdrawn, purpose_id: scope })),
    ...requests.map((requestedAt) => ({ event_time: requestedAt, ...cancelled })),
  ];
  // Times may have different offsets. Events of the same instant keep their recorded order.
  return [...events].sort((a, b) => (parseInstant(a.event_time) ?? 0) - (parseInstant(b.event_time) ?? 0));
}

const receiptInput = record<ReceiptInput>({
  controller: record<ReceiptInput['controller']>({
    name: text('the name of the merchant as the payer knows it'),
    contact: text('where the payer reaches the merchant'),
    jurisdiction: optional(anyText),
  }),
  withdrawalMethod: text('how the payer takes consent back'),
});
