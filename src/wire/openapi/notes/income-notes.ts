// Generated from src/wire/income-types.ts: do not edit.
import type { InterfaceNotes } from '../interface-note.ts';

/** What the interfaces of src/wire/income-types.ts say about themselves. */
export const incomeNotes: InterfaceNotes = {
  StatementInput: {
    says: 'Form of both statement operations. Spec §4.14 and §4.15.',
    fields: {
      bvn: "The borrower's BVN, 11 digits.",
      accountName: 'The name the account is held under.',
      accountNumber: '10-digit NUBAN.',
      accountType: '`savings` is what the specification shows.',
      bankName: "The bank's name.",
      bankCode: "The bank's short code, of any form: wallets have longer ones than banks.",
      password: 'Password of the PDF.',
      statement: 'The PDF: bytes or a stream, as the transport takes it.',
    },
  },
};
