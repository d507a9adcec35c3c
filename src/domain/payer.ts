import { text } from '../validation/checks.ts';
import { record } from '../validation/record.ts';
import { bvn, email, phone } from './values.ts';

/** The payer: the person whose consent, BVN and accounts a loan rests on. Spec §1.1, §4.3. */

/** The person who repays. Held beside the log as personal data, never printed. */
export interface Payer {
  /** Your own name for this person; it is what the audit trail shows. Spec §1.1. */
  readonly payerId: string;
  /** 11 digits. */
  readonly bvn: string;
  /** Full name. */
  readonly name: string;
  /** The same for every account of one loan. Spec §4.3. */
  readonly email: string;
  /** The payer's phone, which some banks check. */
  readonly mobileNumber: string;
  /** Residential address. */
  readonly address: string;
}

/** The check of a payer: a row of the lender's own table, which may hold more than is read. */
export const payerCheck = record<Payer>(
  { payerId: text(), bvn, name: text(), email, mobileNumber: phone, address: text() },
  {
    others: 'mistyped',
    rules: (_, { payerId, bvn: number, email: address, mobileNumber }) => {
      // It stands in clear in the log and its labels, and no erasure reaches it.
      const isPersonal = Boolean(payerId) && [number, address, mobileNumber].includes(payerId);
      const message =
        'is the BVN, e-mail address or phone number: it stays in the file in clear, so give an id of your own';
      return isPersonal ? [{ path: 'payerId', message }] : [];
    },
  },
);
