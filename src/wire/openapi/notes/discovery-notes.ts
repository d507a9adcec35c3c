// Generated from src/wire/discovery-types.ts: do not edit.
import type { InterfaceNotes } from '../interface-note.ts';

/** What the interfaces of src/wire/discovery-types.ts say about themselves. */
export const discoveryNotes: InterfaceNotes = {
  Bank: {
    says: 'A bank that supports the micro-deposit. Spec §4.1 shows no body, so only the name is sure.',
    fields: {
      name: "The bank's name.",
      bankCode: 'CBN bank code, where the service gives one.',
      icon: "URL of the bank's logo, where the service gives one.",
    },
  },
  DiscoverAccountsInput: {
    says: 'Body of account discovery. Spec §4.2.',
    fields: {
      bvn: "The payer's BVN, 11 digits.",
      type: 'Required; its allowed values are not shown in the specification, `bvn` is the usual one.',
    },
  },
  DiscoveredAccount: {
    says: 'A bank account found under a BVN. Spec §4.2 shows no body; this is what the known dialects have in common.',
    fields: {
      accountNumber: '10-digit NUBAN; as the service wrote it where that is none, and then not `active`.',
      bankCode:
        "CBN bank code; the bank's NIP code where a service sends nothing else and the option `bankCodes` takes it.",
      bankName: "The bank's name.",
      accountName: 'The name the account is held under.',
      active:
        "May a mandate be placed on it? True unless the service says otherwise, or says it in an unknown word, or its number or its bank's code is none. Spec §1.2.",
    },
  },
  AccountsDiscovered: {
    says: 'The answer is a list of accounts.',
    fields: {
      kind: '',
      accounts: { says: "The payer's accounts, in the service's order.", holds: 'DiscoveredAccount' },
    },
  },
  OtherDiscovery: {
    says: 'The answer is something else, such as a request for a one-time code; kept for the merchant to read.',
    fields: { kind: '', answer: '`data` as the service sent it.' },
  },
};
