// Generated from src/wire/mandate-types.ts: do not edit.
import type { InterfaceNotes } from '../interface-note.ts';

/** What the interfaces of src/wire/mandate-types.ts say about themselves. */
export const mandateNotes: InterfaceNotes = {
  Consent: {
    says: 'An account linked to a mandate. Spec §2.3.',
    fields: {
      _id: "The consent's own id.",
      accountNumber: '10-digit NUBAN.',
      bankCode: '3-digit CBN bank code.',
      accountName: 'The name the account is held under.',
      primary: 'The account that is debited first. Spec §3.5.',
      active: "Has the payer's bank honoured it?",
    },
  },
  BreakdownItem: {
    says: "An instalment of a mandate's schedule. Spec §2.2 shows only `_id`; the other fields are there where the service sends them.",
    fields: {
      _id: 'The `breakdownId` of 4.9, 24 hexadecimal characters.',
      instalmentReference: 'The reference that webhooks and attempts carry. Spec §2.6 and §6.2.',
      dueDate: 'The day it falls due, `YYYY-MM-DD`.',
      amount: 'What falls due, in naira.',
      amountCollected: 'What was collected on it so far, in naira.',
      status: {
        says: 'Where it stands. Spec §3.2.',
        known: ['success', 'overdue', 'failed', 'partially paid', 'processing'],
      },
    },
  },
  RepaymentDetails: {
    says: 'The schedule of a mandate. Spec §2.2.',
    fields: { breakdown: { says: 'The instalments, in the order of their due dates.', holds: 'BreakdownItem' } },
  },
  Mandate: {
    says: 'A mandate. Spec §2.2; the optional fields are seen in the field beyond it.',
    fields: {
      _id: 'The `mandateId`, 24 hexadecimal characters.',
      businessId: "The merchant's business.",
      reference: "The service's reference, UUID-style.",
      bvn: "The payer's BVN.",
      status: {
        says: 'Where it stands. Spec §3.1.',
        known: ['pending', 'active', 'failed', 'disputed', 'pending_timeout'],
      },
      totalAmountDue: 'What the loan terms allow to collect, in naira.',
      outstandingBalance: 'What is left to collect, in naira.',
      collectedAmount: 'What was collected so far, in naira.',
      startDate: 'First day of the tenure, `YYYY-MM-DD`; null on a mandate without terms.',
      endDate: 'Last day of the tenure, `YYYY-MM-DD`; null on a mandate without terms.',
      frequency: { says: 'How often instalments fall due; null on a mandate without terms.', known: ['monthly', 'Y'] },
      collectionMode: { says: 'Scheduled or on demand.', known: ['auto', 'manual'] },
      consents: { says: 'The linked accounts. Spec §2.3.', holds: 'Consent' },
      repaymentDetails: { says: 'The schedule, where the service sends it. Spec §2.2.', holds: 'RepaymentDetails' },
      appId: "The merchant's application.",
      productId: "The service's product.",
      debitType: '`recurring` is seen.',
      mandateType: '`variable` or `fixed` are seen.',
      authorizationType: '`e-signature` or `micro-deposit` are seen.',
      createdAt: 'When it was created, ISO 8601.',
      updatedAt: 'When it last changed, ISO 8601.',
    },
  },
  BreakdownTerm: {
    says: 'An instalment as the merchant sets it.',
    fields: {
      dueDate: 'The day it falls due, `YYYY-MM-DD`.',
      amount: 'What falls due, in naira, above zero, at most two decimals.',
    },
  },
  CreateConsentInput: {
    says: 'Body of a consent for one account. Spec §4.3; from `bvn` on beyond what it lists.',
    fields: {
      appId: "The merchant's application.",
      businessId: "The merchant's business.",
      email: "The payer's e-mail; the same for every account of a loan.",
      mandateId:
        '24 hexadecimal characters, the same for every account of a loan; left out, the service mints it. It may answer with an `_id` of its own all the same.',
      accountNumber: '10-digit NUBAN.',
      bankCode: '3-digit CBN bank code.',
      address: "The payer's residential address.",
      mobileNumber: "The payer's phone.",
      bvn: "The payer's BVN, 11 digits.",
      primary: 'Is this the account that is debited first?',
      totalAmountDue: 'What the loan terms allow to collect, in naira.',
      startDate: 'First day of the tenure, `YYYY-MM-DD`.',
      endDate: 'Last day of the tenure, `YYYY-MM-DD`.',
      frequency: 'How often instalments fall due.',
      collectionMode: 'Scheduled or on demand.',
      repaymentDetails: { says: 'The schedule, where the merchant sets it.', holds: 'BreakdownTerm' },
    },
  },
  CreatedConsent: {
    says: 'The mandate document that creating a consent answers with; only its `_id` is sure. Spec §4.3.',
    fields: {
      _id: 'The `mandateId` that all further operations use.',
      status: {
        says: 'Where the mandate stands, where the service says so.',
        known: ['pending', 'active', 'failed', 'disputed', 'pending_timeout'],
      },
      reference: "The service's reference, where it gives one.",
    },
  },
  AttachByMicroDepositInput: {
    says: 'Body of an attachment by micro-deposit. Spec §4.4, all fields required.',
    fields: {
      appId: "The merchant's application.",
      businessId: "The merchant's business.",
      mandateId: 'The `_id` from consent creation.',
      accountNumber: '10-digit NUBAN; the ₦50 must come from exactly this account.',
      bankCode: '3-digit CBN bank code.',
      email: "The payer's e-mail.",
      mobileNumber: "The payer's phone.",
      address: "The payer's residential address.",
    },
  },
  TransferDestination: {
    says: 'An account that the payer may send the ₦50 to. Spec §2.4.',
    fields: {
      bank_name: "The bank's name.",
      account_number: 'The account to transfer to.',
      icon: "URL of the bank's logo; some services leave it out.",
    },
  },
  AttachedMandate: {
    says: 'The mandate inside the answer of 4.4.',
    fields: { _id: 'The `mandateId`.', consents: "Ids of the mandate's consents." },
  },
  MicroDepositAttachment: {
    says: 'Answer of an attachment by micro-deposit. Spec §4.4.',
    fields: {
      mandate: { says: 'The mandate and its consents; some services leave it out.', holds: 'AttachedMandate' },
      transfer_destinations: { says: 'Where the payer may send the ₦50.', holds: 'TransferDestination' },
    },
  },
  AttachBySignatureInput: {
    says: 'Body of an attachment by e-signature. Spec §4.5; the two optional fields are seen in the field.',
    fields: {
      appId: "The merchant's application.",
      businessId: "The merchant's business.",
      mandateId: 'The `_id` from consent creation.',
      accountNumber: '10-digit NUBAN.',
      accountName: 'The name registered on the account.',
      bankCode: '3-digit CBN bank code.',
      email: "The payer's e-mail.",
      phone: "The payer's phone.",
      address: "The payer's residential address.",
      bankAddress: "Where the bank's branch is.",
      file: "The image of the payer's signature, bare base64 without a `data:` prefix.",
      name: 'Name of the image file, where the service wants it.',
      fileExtention: 'Its extension, spelled so, where the service wants it.',
    },
  },
  SignatureAttachment: {
    says: 'Answer of an attachment by e-signature. Spec §4.5.',
    fields: {
      hasResult: 'Is there a result?',
      result: 'What became of it, for people.',
      resultType: "The service's number for the kind of result.",
      message: 'What happened, for people.',
      validationMessages: "Null in the specification's sample.",
      successful: 'Was the signature accepted?',
      exceptionThrown: "Did the bank's side fail?",
      error: "Null in the specification's sample.",
      responseCode: '`00` is seen for accepted.',
    },
  },
  GetMandateInput: { says: 'Body of a mandate read. Spec §4.6.', fields: { mandateId: '24 hexadecimal characters.' } },
};
