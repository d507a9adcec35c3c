import type { LoanDebit } from '../../../domain/loan/loan.ts';
import { fieldsOf } from '../../../validation/record.ts';

/** The fields of a debit as a loan lists it: whoever asks for one again, or decides on one, may pass it as it is. */
export const listedDebitFields = fieldsOf<LoanDebit>({
  debitId: true,
  amount: true,
  debitDate: true,
  status: true,
  reference: true,
  parkedFor: true,
  despiteUnknown: true,
});
