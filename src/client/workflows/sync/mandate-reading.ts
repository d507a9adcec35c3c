import type { AccountKey } from '../../../domain/identifiers.ts';
import { isSameAccount } from '../../../domain/identifiers.ts';
import type { EventOf, MandateReading, ReportedInstalment } from '../../../domain/loan/events/events.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { applyEvent } from '../../../domain/loan/transitions/reduce.ts';
import { isAccountState } from '../../../domain/mandate.ts';
import { koboFromAnswer, NO_MONEY } from '../../../domain/money.ts';
import { contentHash } from '../../../loan-file/content-hash.ts';
import type { BreakdownItem, Consent, Mandate } from '../../../wire/mandate-types.ts';

/** What a mandate's answer says about a loan, in the loan file's terms. Spec §2.2, §2.3. */
export function readingOf(mandate: Mandate, state: LoanState): MandateReading {
  return {
    status: mandate.status,
    collected: koboFromAnswer(mandate.collectedAmount) ?? NO_MONEY,
    accounts: mandate.consents.flatMap((consent) => {
      const account = accountRefOf(state, consent);
      return account
        ? [{ account, consentId: consent._id, active: consent.active, ...statusOf(consent, mandate) }]
        : [];
    }),
    instalments: (mandate.repaymentDetails?.breakdown ?? []).map(instalmentOf),
  };
}

/** The loan's own name for an account, if it is one of the loan's. */
export function accountRefOf(state: LoanState, key: AccountKey): string | undefined {
  return state.accounts.find(({ details }) => details && isSameAccount(details, key))?.account;
}

// The interface shows `active` per account and one status for the mandate, which is the primary's; of a backup that is not active nothing more is known,
// unless the service adds a status of its own.
function statusOf(consent: Consent, mandate: Mandate): { readonly status?: string } {
  const status = ownStatusOf(consent);
  // What is shown of every account is whether it is active: a word of the service's own may take that away, and never give it.
  if (status !== undefined && (consent.active || status !== 'active')) return { status };
  if (consent.active) return { status: 'active' };
  return consent.primary && mandate.status !== 'active' ? { status: mandate.status } : {};
}

/** A status that the service adds to an account beyond §2.3: one of §3.1 in whatever case of letters, or another word as it came. */
export function ownStatusOf(consent: Consent): string | undefined {
  const { status } = consent as { readonly status?: unknown };
  if (typeof status !== 'string' || status.trim() === '') return undefined;
  const word = status
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return isAccountState(word) ? word : status;
}

function instalmentOf(item: BreakdownItem): ReportedInstalment {
  const amount = koboFromAnswer(item.amount);
  const collected = koboFromAnswer(item.amountCollected);
  return {
    breakdownId: item._id,
    ...(item.instalmentReference ? { instalmentReference: item.instalmentReference } : {}),
    ...(item.dueDate ? { dueDate: item.dueDate } : {}),
    ...(amount === undefined ? {} : { amount }),
    ...(collected === undefined ? {} : { collected }),
    ...(item.status ? { status: item.status } : {}),
  };
}

/** The event of a reading, if it makes any difference to the loan. */
export function changesOfReading(
  state: LoanState,
  reading: MandateReading,
  at: string,
): readonly EventOf<'mandate.read'>[] {
  const event: EventOf<'mandate.read'> = { type: 'mandate.read', at, ...reading };
  return isSameState(state, applyEvent(state, event)) ? [] : [event];
}

// What an event leaves alone is the very same object, so that only what it set is compared.
function isSameState(before: LoanState, after: LoanState | undefined): boolean {
  const names = Object.keys(before) as (keyof LoanState)[];
  return names.every(
    (name) =>
      name === 'version' ||
      before[name] === after?.[name] ||
      contentHash({ value: before[name] }) === contentHash({ value: after?.[name] }),
  );
}
