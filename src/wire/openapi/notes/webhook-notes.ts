// Generated from src/wire/webhook-types.ts: do not edit.
import type { InterfaceNotes } from '../interface-note.ts';

/** What the interfaces of src/wire/webhook-types.ts say about themselves. */
export const webhookNotes: InterfaceNotes = {
  CollectionPayload: {
    says: 'A collection. Spec §6.2; it travels without an `event`.',
    fields: {
      businessId: "The merchant's business.",
      consentId: 'The account that was debited or tried.',
      mandateId: 'The mandate.',
      accountName: 'The name the account is held under.',
      accountNumber: '10-digit NUBAN.',
      bankName: "The bank's name.",
      totalAmount: 'What the instalment amounts to, in naira.',
      providerMessage: "The bank's words.",
      amountCollected: 'What was collected on it, in naira.',
      status: '`success` in every sample, even where nothing was collected: read `instalmentStatus` instead.',
      collectedOn: 'When, ISO 8601.',
      collectionType: { says: '`auto` is seen.', known: ['auto', 'manual'] },
      instalmentReference: 'The instalment, UUID-style.',
      instalmentStatus: {
        says: 'What became of the instalment. Spec §3.2.',
        known: ['success', 'overdue', 'failed', 'partially paid', 'processing'],
      },
      reference: "The collection's reference.",
    },
  },
  MandateEventData: {
    says: 'What a mandate event tells. Spec §6.2 does not show it; only the mandate is sure.',
    fields: {
      mandateId: 'The mandate.',
      businessId: "The merchant's business.",
      consentId: 'The account it is about.',
      accountNumber: '10-digit NUBAN.',
      bankCode: 'CBN bank code.',
      status: {
        says: 'Where the account stands. Spec §3.1.',
        known: ['pending', 'active', 'failed', 'disputed', 'pending_timeout'],
      },
      reason: 'Why, for people.',
      occurredAt: 'When, ISO 8601.',
    },
  },
  IncomeTransactionData: {
    says: 'The entries of an uploaded statement. Spec §6.4, `income_transaction`.',
    fields: {
      success: 'Could the statement be read?',
      accountNumber: '10-digit NUBAN.',
      accountName: 'The name the account is held under.',
      bvn: "The borrower's BVN.",
      appId: "The merchant's application.",
      borrowerId: "The service's id of the borrower.",
      businessId: "The merchant's business.",
      balance: 'The closing balance, in naira.',
      bankCode: "The bank's short code.",
      bankName: "The bank's name.",
      pdfUrl: 'URL of the statement.',
      lastTransactionDate: 'When the last entry was made, ISO 8601.',
      trans: { says: 'The entries. Spec §2.11.', holds: 'StatementTransaction' },
    },
  },
  StatementEventData: {
    says: 'Account facts of a statement event; which of them come is not shown.',
    fields: {
      businessId: "The merchant's business.",
      borrowerId: "The service's id of the borrower.",
      bvn: "The borrower's BVN.",
      accountNumber: '10-digit NUBAN.',
      accountName: 'The name the account is held under.',
      bankCode: "The bank's short code.",
      bankName: "The bank's name.",
    },
  },
  PdfUploadData: {
    says: 'A statement was received. Seen in the field beyond spec §6.4.',
    fields: {
      pageCount: 'Pages of the PDF.',
      businessId: "The merchant's business.",
      borrowerId: "The service's id of the borrower.",
      bvn: "The borrower's BVN.",
      accountNumber: '10-digit NUBAN.',
      accountName: 'The name the account is held under.',
      bankCode: "The bank's short code.",
      bankName: "The bank's name.",
    },
  },
  IncomeInsightFailureData: {
    says: 'A statement could not be read. Seen in the field beyond spec §6.4.',
    fields: {
      message: 'Why, for people.',
      code: 'Why, as a word for programs.',
      businessId: "The merchant's business.",
      borrowerId: "The service's id of the borrower.",
      bvn: "The borrower's BVN.",
      accountNumber: '10-digit NUBAN.',
      accountName: 'The name the account is held under.',
      bankCode: "The bank's short code.",
      bankName: "The bank's name.",
    },
  },
  PolicyEventData: {
    says: 'Something happened to an insurance policy. Not shown in the specification; names as in §2.9.',
    fields: {
      _id: "The business policy's id. Spec §2.10.",
      number: "The policy's number.",
      status: 'Where it stands.',
    },
  },
};
