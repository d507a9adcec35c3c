/** The payer's choice of one primary account and backups in cascade order. Spec §1.2, §2.1. */
import { parseInstant } from './calendar.ts';
import { allowed, type Decision, type Problem, refused } from './decision.ts';
import { type AccountKey, type BankCodeRule, isAccountNumber, isBankCode, isIpAddress, isSameAccount } from './identifiers.ts';

/** Who chose, and when: the payer's own act is part of the evidence. */
export interface ChosenBy {
  /** The address that the choice came from. */
  readonly ipAddress: string;
  /** When the payer chose, ISO 8601 with its offset. */
  readonly at: string;
}

/** The payer's choice. Each backup listed is an opt-in of the payer. Spec §2.1. */
export interface AccountSelection {
  readonly primaryAccount: AccountKey;
  /** In cascade order; no limit. */
  readonly backupAccounts: readonly AccountKey[];
  readonly chosenBy: ChosenBy;
}

/** An account that discovery found. */
export interface DiscoveredAccountFacts extends AccountKey {
  /** Inactive accounts cannot be chosen. */
  readonly active: boolean;
}

/** What is wrong with the shape of a choice. */
export function selectionProblems(selection: AccountSelection, bankCodes: BankCodeRule): readonly Problem[] {
  const problems = accountProblems(selection?.primaryAccount, 'primaryAccount', bankCodes);
  if (!Array.isArray(selection?.backupAccounts)) {
    problems.push({ path: 'backupAccounts', message: 'list the backups that the payer opted in to, or [] for none' });
  } else {
    selection.backupAccounts.forEach((account, index) => {
      problems.push(...accountProblems(account, `backupAccounts.${index}`, bankCodes));
    });
  }
  if (!isIpAddress(selection?.chosenBy?.ipAddress)) {
    problems.push({ path: 'chosenBy.ipAddress', message: 'give the IP address that the payer chose from' });
  }
  if (parseInstant(selection?.chosenBy?.at) === undefined) {
    problems.push({ path: 'chosenBy.at', message: 'give the time of the choice as ISO 8601 with its offset' });
  }
  return problems;
}

/** What is wrong with the shape of an account. */
export function accountProblems(account: AccountKey, path: string, bankCodes: BankCodeRule): Problem[] {
  const problems: Problem[] = [];
  if (!isAccountNumber(account?.accountNumber)) problems.push({ path: `${path}.accountNumber`, message: 'must be a 10-digit NUBAN' });
  if (!isBankCode(account?.bankCode, bankCodes)) {
    problems.push({ path: `${path}.bankCode`, message: bankCodes === 'strict' ? 'must be a 3-digit CBN bank code' : 'must be a bank code of 3 to 6 digits' });
  }
  return problems;
}

/** One primary, each account once, all of them discovered and active, chosen by the payer after consenting. Spec §1.2. */
export function selectionIsFromDiscovery(selection: AccountSelection, discovered: readonly DiscoveredAccountFacts[], consentedAt: readonly string[]): Decision {
  const chosen = [selection.primaryAccount, ...selection.backupAccounts];
  for (const [index, account] of chosen.entries()) {
    const name = index === 0 ? 'The primary account' : `Backup ${index}`;
    const found = discovered.find((candidate) => isSameAccount(candidate, account));
    if (!found) return refused('selection-is-discovered', 'Spec §1.2', `${name} was not discovered for this payer: let the payer choose among loan.accounts`);
    if (!found.active) return refused('selection-is-active', 'Spec §1.2', `${name} is inactive at its bank: let the payer choose another one`);
    if (chosen.findIndex((other) => isSameAccount(other, account)) < index) {
      return refused('selection-is-distinct', 'Spec §1.2', `${name} was chosen twice: each account has one place in the cascade`);
    }
  }
  const choice = parseInstant(selection.chosenBy.at) ?? 0;
  if (consentedAt.some((grant) => (parseInstant(grant) ?? 0) > choice)) {
    return refused(
      'selection-is-the-payers',
      'Spec §1.2',
      'The choice is older than the consent: accounts may not be pre-selected, the payer chooses after consenting',
    );
  }
  return allowed;
}
