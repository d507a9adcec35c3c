import { text } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { bvn, email, phone } from '../values.ts';

/** The person who repays. Stored apart from the log as personal data, and never printed. */
export interface Payer {
  /** Your own id of this person, shown in the audit trail. Spec §1.1. */
  readonly payerId: string;
  /** 11 digits. */
  readonly bvn: string;
  /** Full name. */
  readonly name: string;
  /** Must be the same for every account of one loan. Spec §4.3. */
  readonly email: string;
  /** The payer's phone number. Some banks check it. */
  readonly mobileNumber: string;
  /** Residential address. */
  readonly address: string;
}

/** Checks a payer. It may be a row of the lender's own table, so extra fields are allowed. */
export const payerCheck = record<Payer>(
  { payerId: text(), bvn, name: text(), email, mobileNumber: phone, address: text() },
  {
    others: 'mistyped',
    rules: (_, { payerId, bvn: number, email: address, mobileNumber }) => {
      // The payer id is stored in clear in the log and its labels, where erasure does not reach it.
      const isPersonal = Boolean(payerId) && [number, address, mobileNumber].includes(payerId);
      const message =
        'is the BVN, e-mail address or phone number: it stays in the file in clear, so give an id of your own';
      return isPersonal ? [{ path: 'payerId', message }] : [];
    },
  },
);
