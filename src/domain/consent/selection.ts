/** The payer's choice of one primary account, and of backups in cascade order. Spec §1.2, §2.1. */

import { list, optional } from '../../validation/checks.ts';
import { type Fields, mistypedFields, type RecordCheck, record } from '../../validation/record.ts';
import { type Instant, parseInstant } from '../calendar.ts';
import { allowed, type Decision, firstRefusal, refused } from '../decision.ts';
import { type AccountKey, type BankCodeRule, isSameAccount } from '../identifiers.ts';
import { accountNumber, bankCode, instant, ipAddress } from '../values.ts';
import { evidenceIsPast } from './consent.ts';

/** The time and the place of the payer's choice, as evidence. */
export interface ChosenBy {
  /** The IP address that the choice came from. */
  readonly ipAddress: string;
  /** When the payer chose, ISO 8601 with its offset. */
  readonly at: string;
}

/** A backup account that the payer opted in to. Spec §1.2. */
export interface BackupChoice extends AccountKey {
  /** Present if the payer opted in to this account separately. Default: `chosenBy` of the whole choice. */
  readonly optedInBy?: ChosenBy;
}

/** The payer's choice. Listing a backup means that the payer opted in to it. Spec §2.1. */
export interface AccountSelection {
  /** The account that is debited first. The payer proves it before money is sent. Spec §1.2, §1.4. */
  readonly primaryAccount: AccountKey;
  /** The backups in cascade order, without limit. */
  readonly backupAccounts: readonly BackupChoice[];
  /** When and from where the payer chose. */
  readonly chosenBy: ChosenBy;
}

/** One more backup account, chosen later. Spec §1.2. */
export interface BackupSelection {
  /** The account to add. */
  readonly account: AccountKey;
  /** When and from where the payer opted in. */
  readonly chosenBy: ChosenBy;
}

export interface DiscoveredAccountFacts extends AccountKey {
  readonly active: boolean;
  /** How the mandate on it ended permanently, if it did. Spec §3.1. */
  readonly spent?: 'failed' | 'pending_timeout';
}

const chosenBy = record<ChosenBy>({
  ipAddress: ipAddress('the IP address that the payer chose from'),
  at: instant('the time of the choice'),
});

// An account from discovery may be passed with all its fields.
function accountKey(rule: BankCodeRule): RecordCheck<AccountKey, false> {
  return record<AccountKey>({ accountNumber, bankCode: bankCode[rule] }, { others: 'ignored' });
}

export function selectionFields(rule: BankCodeRule): Fields<AccountSelection> {
  const backup = record<BackupChoice>(
    { accountNumber, bankCode: bankCode[rule], optedInBy: optional(chosenBy) },
    // A mistyped evidence field would otherwise be lost silently.
    { others: 'ignored', rules: (_, given) => mistypedFields(given, ['optedInBy']) },
  );
  const takes = 'a list of the backups that the payer opted in to, [] for none';
  return { primaryAccount: accountKey(rule), backupAccounts: list(backup, { takes }), chosenBy };
}

export function backupSelection(rule: BankCodeRule): RecordCheck<BackupSelection, false> {
  return record<BackupSelection>({ account: accountKey(rule), chosenBy });
}

export interface ChoiceGround {
  readonly discovered: readonly DiscoveredAccountFacts[];
  readonly consentedAt: readonly Instant[];
  readonly now: Instant;
}

/** No account twice, all discovered and active, chosen by the payer after consenting. Spec §1.2. */
export function selectionIsFromDiscovery(
  { primaryAccount, backupAccounts, chosenBy }: AccountSelection,
  ground: ChoiceGround,
): Decision {
  const chosen = [primaryAccount, ...backupAccounts];
  const decisions = chosen.map((account, index) => {
    const name = index === 0 ? 'The primary account' : `Backup ${index}`;
    const isTwice = chosen.findIndex((other) => isSameAccount(other, account)) < index;
    const why = `${name} was chosen twice: each account has one place in the cascade`;
    return firstRefusal(
      isChoosable(account, name, ground.discovered),
      isTwice ? refused('selection-is-distinct', 'Spec §1.2', why) : allowed,
    );
  });
  const optIns = backupAccounts.map(({ optedInBy }, index) =>
    optedInBy ? choiceIsThePayers(optedInBy, `The opt-in to backup ${index + 1}`, ground) : allowed,
  );
  return firstRefusal(...decisions, choiceIsThePayers(chosenBy, 'The choice', ground), ...optIns);
}

/** One more backup: discovered, active, and chosen by the payer after consenting. Spec §1.2. */
export function backupIsFromDiscovery({ account, chosenBy }: BackupSelection, ground: ChoiceGround): Decision {
  return firstRefusal(
    isChoosable(account, 'The backup', ground.discovered),
    choiceIsThePayers(chosenBy, 'The opt-in', ground),
  );
}

function isChoosable(account: AccountKey, name: string, discovered: readonly DiscoveredAccountFacts[]): Decision {
  // Discovery may list an account twice. A listing that forbids it counts.
  const found = discovered.filter((candidate) => isSameAccount(candidate, account));
  if (found.length === 0) {
    const why = `${name} was not discovered for this payer: let the payer choose among loan.accounts`;
    return refused('selection-is-discovered', 'Spec §1.2', why);
  }
  if (found.some(({ active }) => !active)) {
    const why = `${name} is inactive at its bank: let the payer choose another one`;
    return refused('selection-is-active', 'Spec §1.2', why);
  }
  const spent = found.find((candidate) => candidate.spent)?.spent;
  if (!spent) return allowed;
  const end = spent === 'failed' ? 'was not honoured by its bank' : 'was not proved in time';
  const why = `${name} ${end} on this mandate, and the service does not open it again: let the payer choose another one, or open another loan`;
  return refused('selection-is-not-spent', 'Spec §3.1', why);
}

function choiceIsThePayers({ at }: ChosenBy, what: string, { consentedAt, now }: ChoiceGround): Decision {
  const choice = parseInstant(at) ?? 0;
  if (!consentedAt.some((grant) => grant > choice)) return evidenceIsPast(what, at, now);
  const why = `${what} is older than the consent: accounts may not be pre-selected, the payer chooses after consenting`;
  return refused('selection-is-the-payers', 'Spec §1.2', why);
}
