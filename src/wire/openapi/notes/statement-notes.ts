// Generated from src/domain/income-insight.ts: do not edit.
import type { InterfaceNotes } from '../interface-note.ts';

/** What the interfaces of src/domain/income-insight.ts say about themselves. */
export const statementNotes: InterfaceNotes = {
  StatementTransaction: {
    says: 'An entry of a bank statement. Spec §2.11.',
    fields: {
      type: { says: 'Out or in.', known: ['debit', 'credit'] },
      narration: "The bank's text of the entry.",
      amount: 'In naira.',
      date: 'ISO 8601.',
      balance: 'Balance after the entry, in naira.',
      bankCode: "The bank's short code.",
    },
  },
};
