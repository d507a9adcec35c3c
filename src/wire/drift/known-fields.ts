/**
 * Fields that services of this kind are known to send beyond the specification and that nobody reads. They are no news. By subject and the path of the object that
 * holds them.
 */

const mandate = [
  'email',
  'mobileNumber',
  'address',
  'acceptedTerms',
  'balanceEnquiry',
  'creditInsurance',
  'isDemo',
  'corporateAccount',
  'companyName',
  'companyAddress',
  '__v',
];

const fields: Readonly<Record<string, readonly string[]>> = {
  'createConsent data': mandate,
  'getMandate data': mandate,
  // What the reference server adds where a statement does not prove itself.
  'income_transaction data': ['proof'],
  'income_insight data': ['proof'],
  'income_insight_failure data': ['success', 'reason', 'appId'],
  'pdf_upload data': ['success', 'appId'],
};

/** The names that are no news in the object at a path of a subject. */
export function knownBeyondAt(subject: string, path: string): readonly string[] {
  const key = `${subject} ${path}`;
  return Object.hasOwn(fields, key) ? (fields[key] ?? []) : [];
}
