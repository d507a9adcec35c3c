import { type AccountKey, isSameAccount } from '../../../domain/identifiers.ts';
import { koboFromAnswer } from '../../../domain/money.ts';
import { type LoanTerms, scheduleOf } from '../../../domain/terms.ts';
import type { Mandate } from '../../../wire/mandate-types.ts';
import type { AdoptLoanInput } from './adoption-input.ts';

/**
 * Where the service and the merchant disagree about a loan that began elsewhere, named without any value. The e-mail cannot be compared: no answer shows it
 * (§2.2); the next placement on this mandate would find out. Spec §1.3, §2.2, §2.3.
 */
export function adoptionDifferences(mandate: Mandate, input: AdoptLoanInput, terms: LoanTerms): readonly string[] {
  return [
    ...payerDifferences(mandate, input),
    ...termsDifferences(mandate, terms),
    ...accountDifferences(mandate, input),
    ...statusDifferences(mandate),
  ];
}

function payerDifferences({ bvn }: Mandate, { payer }: AdoptLoanInput): readonly string[] {
  // Some deployments mask it: then the digits that are shown have to agree.
  const isSame =
    bvn.length === payer.bvn.length &&
    [...bvn].every((digit, place) => !/\d/.test(digit) || digit === payer.bvn[place]);
  return isSame ? [] : ['the BVN is another one'];
}

function termsDifferences(mandate: Mandate, terms: LoanTerms): readonly string[] {
  const differences: string[] = [];
  if (koboFromAnswer(mandate.totalAmountDue) !== terms.totalAmountDue) differences.push('totalAmountDue differs');
  if (mandate.startDate !== null && mandate.startDate !== terms.startDate) differences.push('startDate differs');
  if (mandate.endDate !== null && mandate.endDate !== terms.endDate) differences.push('endDate differs');
  if (mandate.collectionMode !== terms.collectionMode) differences.push('collectionMode differs');
  const listed = mandate.repaymentDetails?.breakdown ?? [];
  const scheduled = scheduleOf(terms);
  const isOther = listed.some(({ dueDate, amount }, place) => {
    const instalment = scheduled[place];
    return (
      (dueDate !== undefined && dueDate !== instalment?.dueDate) ||
      (amount !== undefined && koboFromAnswer(amount) !== instalment?.amount)
    );
  });
  if (listed.length > 0 && (listed.length !== scheduled.length || isOther))
    differences.push('the schedule differs: give its breakdown as it stands');
  return differences;
}

function accountDifferences(
  { consents }: Mandate,
  { primaryAccount, backupAccounts }: AdoptLoanInput,
): readonly string[] {
  const differences: string[] = [];
  const find = (key: AccountKey) => consents.find((consent) => isSameAccount(consent, key));
  if (!find(primaryAccount)?.primary) differences.push('primaryAccount is not its primary');
  backupAccounts.forEach((key, index) => {
    if (find(key)?.primary !== false) differences.push(`backupAccounts.${index} is none of its backups`);
  });
  // A primary that was replaced after it failed stays listed at some services; it is debited no more.
  const others = consents.filter(
    (consent) => consent.active && ![primaryAccount, ...backupAccounts].some((key) => isSameAccount(consent, key)),
  );
  if (others.length > 0) differences.push(`it has ${others.length} active account(s) that are not among yours`);
  return differences;
}

function statusDifferences({ status, consents }: Mandate): readonly string[] {
  const primary = consents.find((consent) => consent.primary);
  return status === 'active' && primary?.active !== true
    ? ["its status is 'active', but its primary account is not"]
    : [];
}
