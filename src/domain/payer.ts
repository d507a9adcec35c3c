/** The payer: the person whose consent, BVN and accounts a loan rests on. Spec §1.1, §4.3. */

import { besideMistyped, fieldsOf } from '../validation/record.ts';
import type { Problem } from './decision.ts';
import { isBvn, isEmail, isText } from './identifiers.ts';
import { tellText } from './wrong-values.ts';

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

/** The fields of a payer. */
export const payerFields = fieldsOf<Payer>({
  payerId: true,
  bvn: true,
  name: true,
  email: true,
  mobileNumber: true,
  address: true,
});

/** What is wrong with a payer's data. */
export function payerProblems(payer: Payer): readonly Problem[] {
  const problems: Problem[] = [];
  for (const field of ['payerId', 'name', 'address'] as const) {
    const value: unknown = payer?.[field];
    if (!isText(value))
      problems.push({
        path: field,
        message:
          typeof value === 'string' || value === undefined
            ? 'is missing: give a text'
            : tellText(value, 'must be a text'),
      });
  }
  // It stands in clear in the log and its labels, and no erasure reaches it.
  if (payer?.payerId && [payer.bvn, payer.email, payer.mobileNumber].includes(payer.payerId))
    problems.push({
      path: 'payerId',
      message: 'is the BVN, e-mail address or phone number: it stays in the file in clear, so give an id of your own',
    });
  if (!isBvn(payer?.bvn))
    problems.push({ path: 'bvn', message: tellText(payer?.bvn, 'must be the 11 digits of the BVN') });
  if (!isEmail(payer?.email))
    problems.push({ path: 'email', message: tellText(payer?.email, 'must be an e-mail address') });
  if (!isPhone(payer?.mobileNumber))
    problems.push({
      path: 'mobileNumber',
      message: tellText(payer?.mobileNumber, 'must be a phone number of 7 to 15 digits'),
    });
  return besideMistyped(problems, payer, payerFields);
}

function isPhone(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length <= 30 &&
    /^\+?[\d\s()-]+$/.test(value) &&
    /^\d{7,15}$/.test(value.replace(/\D/g, ''))
  );
}
