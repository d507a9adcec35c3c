/** The payer's choice of one primary account and backups in cascade order. Spec §1.2, §2.1. */

import { fieldsOf, mistypedFields, unknownFields } from '../validation/record.ts';
import { type Instant, parseInstant } from './calendar.ts';
import { evidenceIsPast } from './consent.ts';
import { allowed, type Decision, firstRefusal, type Problem, refused } from './decision.ts';
import {
  type AccountKey,
  type BankCodeRule,
  isAccountNumber,
  isBankCode,
  isIpAddress,
  isSameAccount,
} from './identifiers.ts';
import { tellInstant, tellText } from './wrong-values.ts';

/** Who chose, and when: the payer's own act is part of the evidence. */
export interface ChosenBy {
  /** The address that the choice came from. */
  readonly ipAddress: string;
  /** When the payer chose, ISO 8601 with its offset. */
  readonly at: string;
}

/** A backup that the payer opted in to. Spec §1.2. */
export interface BackupChoice extends AccountKey {
  /** Where opting in to this account was an act of its own; else `chosenBy` of the whole choice counts. */
  readonly optedInBy?: ChosenBy;
}

/** The payer's choice. Each backup listed is an opt-in of the payer. Spec §2.1. */
export interface AccountSelection {
  /** The account debited first; proved before money is sent. Spec §1.2, §1.4. */
  readonly primaryAccount: AccountKey;
  /** In cascade order; no limit. */
  readonly backupAccounts: readonly BackupChoice[];
  /** When and from where the payer chose. */
  readonly chosenBy: ChosenBy;
}

/** One more backup, chosen later. Spec §1.2. */
export interface BackupSelection {
  /** The account that is added. */
  readonly account: AccountKey;
  /** When and from where the payer opted in. */
  readonly chosenBy: ChosenBy;
}

/** An account that discovery found. */
export interface DiscoveredAccountFacts extends AccountKey {
  /** Inactive accounts cannot be chosen. */
  readonly active: boolean;
  /** How the mandate on it ended for good, where it did. Spec §3.1. */
  readonly spent?: 'failed' | 'pending_timeout';
}

/** The fields of a choice. */
export const selectionFields = fieldsOf<AccountSelection>({
  primaryAccount: true,
  backupAccounts: true,
  chosenBy: true,
});
const backupFields = fieldsOf<BackupSelection>({ account: true, chosenBy: true });
const chosenByFields = fieldsOf<ChosenBy>({ ipAddress: true, at: true });

/** What is wrong with the shape of a choice, which may be part of more. Fields beside an account's are fine: it comes from discovery with all that is known of it. */
export function selectionProblems(selection: AccountSelection, bankCodes: BankCodeRule): readonly Problem[] {
  const problems = accountProblems(selection?.primaryAccount, 'primaryAccount', bankCodes);
  if (!Array.isArray(selection?.backupAccounts)) {
    problems.push({ path: 'backupAccounts', message: 'list the backups that the payer opted in to, or [] for none' });
  } else {
    selection.backupAccounts.forEach((account, index) => {
      problems.push(...accountProblems(account, `backupAccounts.${index}`, bankCodes));
      // Evidence that is mistyped beside an account would be lost.
      problems.push(...mistypedFields(account, optIn, { under: `backupAccounts.${index}` }));
      if (account?.optedInBy !== undefined)
        problems.push(...choiceProblems(account.optedInBy, `backupAccounts.${index}.optedInBy`));
    });
  }
  return [...problems, ...choiceProblems(selection?.chosenBy, 'chosenBy')];
}

const optIn = fieldsOf<Pick<BackupChoice, 'optedInBy'>>({ optedInBy: true });

/** What is wrong with the shape of a later choice of one backup. */
export function backupProblems(selection: BackupSelection, bankCodes: BankCodeRule): readonly Problem[] {
  return [
    ...unknownFields(selection, backupFields),
    ...accountProblems(selection?.account, 'account', bankCodes),
    ...choiceProblems(selection?.chosenBy, 'chosenBy'),
  ];
}

function choiceProblems(chosenBy: ChosenBy, path: string): readonly Problem[] {
  const { ipAddress, at } = (chosenBy ?? {}) as Partial<ChosenBy>;
  const problems: Problem[] = unknownFields(chosenBy, chosenByFields, { under: path });
  if (!isIpAddress(ipAddress))
    problems.push({
      path: `${path}.ipAddress`,
      message: tellText(ipAddress, 'give the IP address that the payer chose from'),
    });
  if (parseInstant(at) === undefined)
    problems.push({
      path: `${path}.at`,
      message: tellInstant(at, 'give the time of the choice as ISO 8601 with its offset'),
    });
  return problems;
}

/** What is wrong with the shape of an account. */
export function accountProblems(account: AccountKey, path: string, bankCodes: BankCodeRule): Problem[] {
  const problems: Problem[] = [];
  const { accountNumber, bankCode } = (account ?? {}) as Partial<AccountKey>;
  if (!isAccountNumber(accountNumber))
    problems.push({ path: `${path}.accountNumber`, message: tellText(accountNumber, 'must be a 10-digit NUBAN') });
  if (!isBankCode(bankCode, bankCodes)) {
    const wanted = bankCodes === 'strict' ? 'must be a 3-digit CBN bank code' : 'must be a bank code of 3 to 6 digits';
    problems.push({ path: `${path}.bankCode`, message: tellText(bankCode, wanted) });
  }
  return problems;
}

/** What a choice is checked against. */
export interface ChoiceGround {
  readonly discovered: readonly DiscoveredAccountFacts[];
  /** When each scope was granted. */
  readonly consentedAt: readonly Instant[];
  readonly now: Instant;
}

/** One primary, each account once, all of them discovered and active, chosen by the payer after consenting. Spec §1.2. */
export function selectionIsFromDiscovery(
  { primaryAccount, backupAccounts, chosenBy }: AccountSelection,
  ground: ChoiceGround,
): Decision {
  const chosen = [primaryAccount, ...backupAccounts];
  const decisions = chosen.map((account, index) => {
    const name = index === 0 ? 'The primary account' : `Backup ${index}`;
    const isTwice = chosen.findIndex((other) => isSameAccount(other, account)) < index;
    return firstRefusal(
      accountIsChoosable(account, name, ground.discovered),
      isTwice
        ? refused(
            'selection-is-distinct',
            'Spec §1.2',
            `${name} was chosen twice: each account has one place in the cascade`,
          )
        : allowed,
    );
  });
  const optIns = backupAccounts.map(({ optedInBy }, index) =>
    optedInBy ? choiceIsThePayers(optedInBy, `The opt-in to backup ${index + 1}`, ground) : allowed,
  );
  return firstRefusal(...decisions, choiceIsThePayers(chosenBy, 'The choice', ground), ...optIns);
}

/** One more backup: discovered, active, and opted in to by the payer after consenting. Spec §1.2. */
export function backupIsFromDiscovery({ account, chosenBy }: BackupSelection, ground: ChoiceGround): Decision {
  return firstRefusal(
    accountIsChoosable(account, 'The backup', ground.discovered),
    choiceIsThePayers(chosenBy, 'The opt-in', ground),
  );
}

function accountIsChoosable(
  account: AccountKey,
  name: string,
  discovered: readonly DiscoveredAccountFacts[],
): Decision {
  // Discovery may list an account twice: then what speaks against it counts.
  const found = discovered.filter((candidate) => isSameAccount(candidate, account));
  if (found.length === 0)
    return refused(
      'selection-is-discovered',
      'Spec §1.2',
      `${name} was not discovered for this payer: let the payer choose among loan.accounts`,
    );
  if (found.some(({ active }) => !active))
    return refused(
      'selection-is-active',
      'Spec §1.2',
      `${name} is inactive at its bank: let the payer choose another one`,
    );
  const spent = found.find((candidate) => candidate.spent)?.spent;
  if (spent) {
    const why = spent === 'failed' ? 'was not honoured by its bank' : 'was not proved in time';
    return refused(
      'selection-is-not-spent',
      'Spec §3.1',
      `${name} ${why} on this mandate, and the service does not open it again: let the payer choose another one, or open another loan`,
    );
  }
  return allowed;
}

function choiceIsThePayers({ at }: ChosenBy, what: string, { consentedAt, now }: ChoiceGround): Decision {
  const choice = parseInstant(at) ?? 0;
  if (consentedAt.some((grant) => grant > choice)) {
    return refused(
      'selection-is-the-payers',
      'Spec §1.2',
      `${what} is older than the consent: accounts may not be pre-selected, the payer chooses after consenting`,
    );
  }
  return evidenceIsPast(what, at, now);
}
