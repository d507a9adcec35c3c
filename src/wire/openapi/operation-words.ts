/** What the contract says of each operation beyond its one sentence in `operation-types.ts`. */
import type { OperationId } from '../operation-types.ts';
import type { Repeatability } from '../operations.ts';

/** The groups of operations, with a sentence for each. */
export const groups = {
  Discovery: 'Banks of the micro-deposit, and the accounts of a payer who consented to be looked up.',
  Mandates: 'Placing a mandate on each account that the payer chose, proving the accounts, reading what became of it.',
  Collections: 'Debits on demand and what was collected.',
  Insurance: 'Products, claims and policies.',
  Income: 'Bank statements; what they hold arrives by webhook.',
} as const;

/** A group of operations. */
export type Group = keyof typeof groups;

/** Which group an operation belongs to, and what one has to know before calling it. */
export const operationWords: { readonly [Id in OperationId]: { readonly group: Group; readonly text: string } } = {
  listBanks: {
    group: 'Discovery',
    text: 'The specification shows no body; what is described here is what the known dialects have in common.',
  },
  discoverAccounts: {
    group: 'Discovery',
    text: `Only with the payer's consent, given beforehand (§1). The payer then chooses one primary account and opts in to each backup; nothing may be chosen for them.
The specification shows no body; what is described here is what the known dialects have in common.`,
  },
  createConsent: {
    group: 'Mandates',
    text: `Once for each account that the payer chose, with the same \`mandateId\`, \`email\` and BVN for every account of one loan. The \`_id\` of the answer is the
\`mandateId\` of all further operations, for the next account too; it may be another one than was sent. Fields from \`bvn\` on go beyond those that the specification lists.`,
  },
  attachByMicroDeposit: {
    group: 'Mandates',
    text: `The payer sends ₦50 to one of the destinations from exactly the account that was named; from another one it proves nothing. May be called for each account of a
mandate.`,
  },
  attachBySignature: {
    group: 'Mandates',
    text: "The signature must match the one that the payer's bank holds. Read `successful`: an answer with HTTP status 200 may say that it does not match.",
  },
  getMandate: {
    group: 'Mandates',
    text: `Status, linked accounts, totals and balances as they are now. A read, although it is a POST. The reference server knows two more words than §3: a mandate is
\`expired\` once its tenure is over, an instalment \`scheduled\` before its due date.`,
  },
  collectManually: {
    group: 'Collections',
    text: `Only for mandates whose \`collectionMode\` is \`manual\`, only once \`loan.disbursed\` was reported to the bureau (§3.4), and never beyond what the payer agreed to.
The answer says that the debit is scheduled, not that it was collected: see the collection log, or wait for the webhook.`,
  },
  collectionLog: {
    group: 'Collections',
    text: 'The specification shows one log; where there is none yet, `data` is null.',
  },
  collectionAttempts: {
    group: 'Collections',
    text: 'Newest first: retries, declines of the banks, and the walk from the primary account over the backups.',
  },
  listCollections: {
    group: 'Collections',
    text: "Over all mandates of the business. The specification shows no body; the records are those of 4.8 with the payer's BVN, where the service sends it.",
  },
  listProducts: {
    group: 'Insurance',
    text: 'A read, although it is a POST. A type that the service does not know gives an empty list.',
  },
  createClaim: {
    group: 'Insurance',
    text: 'The specification does not show which fields are required: amount, policy and where to pay are, because without them nobody could be paid.',
  },
  listPolicies: { group: 'Insurance', text: 'All policies that the business sold.' },
  uploadStatement: {
    group: 'Income',
    text: 'The answer only acknowledges the file (its `data` is not shown in the specification); the entries come as the webhook `income_transaction`.',
  },
  processIncome: {
    group: 'Income',
    text: 'The answer only acknowledges the file (its `data` is not shown in the specification); the insight comes as the webhook `income_insight`.',
  },
};

/** May the request be sent again? */
export const repeatWords: { readonly [Repeat in Repeatability]: string } = {
  safe: 'May it be sent again? Yes, at any time: it changes nothing.',
  'ask-first':
    'May it be sent again? After a failure whose effect is unknown, read the mandate first (4.6) and send only what is missing; the same call for the same account changes nothing.',
  never:
    'May it be sent again? No: there is no idempotency key, so a request that may have left must not be repeated, neither by hand nor by a gateway. Ask what became of it instead.',
};

/** Paragraphs of Markdown; how the lines of one are broken in the source does not count. */
export function paragraphs(...texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll('\n', ' ')).join('\n\n');
}
