// Generated from src/wire/collection-types.ts: do not edit.
import type { InterfaceNotes } from '../interface-note.ts';

/** What the interfaces of src/wire/collection-types.ts say about themselves. */
export const collectionNotes: InterfaceNotes = {
  CollectManuallyInput: {
    says: 'Body of a debit on demand. Spec §4.7.',
    fields: {
      mandateId: "24 hexadecimal characters; the mandate's mode must be `manual`.",
      amount: 'What to debit, in naira, above zero, at most two decimals.',
      debitDate: 'The day to debit, `YYYY-MM-DD`.',
    },
  },
  ScheduledCollection: {
    says: 'Answer of a debit on demand: it is scheduled, not collected. Spec §4.7.',
    fields: {
      mandateId: 'The mandate.',
      totalAmount: 'What will be debited, in naira.',
      outstandingBalance: 'What is left to collect on the mandate, in naira.',
      transactionRefence: "The debit's reference, UUID-style; spelled exactly so.",
      paymentStatus: { says: '`pending` on scheduling. Spec §3.3.', known: ['successful', 'failed', 'pending'] },
      dueDate: 'When it will be debited, ISO 8601.',
    },
  },
  CollectionLogInput: {
    says: 'Query of the log of a mandate. Spec §4.8.',
    fields: { mandateId: '24 hexadecimal characters.' },
  },
  CollectionLog: {
    says: 'An order to collect and what became of it. Spec §2.5.',
    fields: {
      _id: "The log's own id.",
      businessId: "The merchant's business.",
      mandateId: 'The mandate.',
      consentId: 'The account it was collected from.',
      collectionType: { says: 'Scheduled or on demand.', known: ['auto', 'manual'] },
      status: { says: 'What became of it.', known: ['successful', 'failed', 'pending'] },
      amount: 'In naira.',
      transactionRefence: "The transaction's reference, UUID-style; spelled exactly so.",
      createdAt: 'When it was made, ISO 8601.',
    },
  },
  CollectionAttemptsInput: {
    says: 'Query of the attempts on an instalment. Spec §4.9.',
    fields: {
      mandateId: '24 hexadecimal characters.',
      breakdownId: "`_id` of the instalment in the mandate's breakdown, 24 hexadecimal characters.",
    },
  },
  CollectionAttempt: {
    says: 'One try at one account. Spec §2.6.',
    fields: {
      _id: "The attempt's own id.",
      mandateId: 'The mandate.',
      instalmentReference: 'The instalment, UUID-style.',
      accountNumber: 'The account that was tried.',
      bankCode: 'Its bank.',
      amount: 'In naira.',
      status: { says: '`successful` or `failed` are seen.', known: ['successful', 'failed', 'pending'] },
      responseCode: "The bank's response code: `00` approved, `51` insufficient funds. Spec §7.",
      responseMessage: "The bank's words.",
      collectionType: { says: 'Scheduled or on demand.', known: ['auto', 'manual'] },
      createdAt: 'When it was made, ISO 8601.',
    },
  },
  ListCollectionsInput: {
    says: 'Query of all collections of the business. Spec §4.10.',
    fields: {
      type: 'Scheduled or on demand; required.',
      status: 'Only those with this status.',
      search: 'Only those of this BVN or transaction reference.',
    },
  },
  CollectionRecord: {
    says: 'A past collection: a log and, where the service sends it, the payer. Spec §4.10 shows no body.',
    fields: {
      bvn: "The payer's BVN.",
      _id: "The log's own id.",
      businessId: "The merchant's business.",
      mandateId: 'The mandate.',
      consentId: 'The account it was collected from.',
      collectionType: { says: 'Scheduled or on demand.', known: ['auto', 'manual'] },
      status: { says: 'What became of it.', known: ['successful', 'failed', 'pending'] },
      amount: 'In naira.',
      transactionRefence: "The transaction's reference, UUID-style; spelled exactly so.",
      createdAt: 'When it was made, ISO 8601.',
    },
  },
};
