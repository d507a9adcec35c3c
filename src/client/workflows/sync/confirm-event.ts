import { rankInstalmentStatus } from '../../../domain/collection.ts';
import { isText } from '../../../domain/identifiers.ts';
import type { Loan } from '../../../domain/loan/loan.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { collectionChangeName, type StateChange, stateChangesOf } from '../../../domain/loan/state-changes.ts';
import { koboFromAnswer, NO_MONEY } from '../../../domain/money.ts';
import { ServiceError } from '../../../errors.ts';
import { looseFields } from '../../../validation/checks.ts';
import { type NotificationNames, namesInNotification } from '../../../wire/webhooks/notification-names.ts';
import type { WebhookEvent } from '../../../wire/webhooks/webhook-events.ts';
import type { CollectionPayload } from '../../../wire/webhooks/webhook-types.ts';
import { type LoanContext, loanValue } from '../loan-context.ts';
import { bearsOut, type InstalmentProof } from './collection-evidence.ts';
import {
  checkEvent,
  isMandateBound,
  isSo,
  type MandateBoundEvent,
  type MandateEvent,
  mandateChangeOf,
  recordFailedBackup,
} from './mandate-events.ts';
import type { MandateSync, ReadingTerms, SyncResult } from './mandate-sync.ts';
import { notificationBody } from './notification-body.ts';

/** The service's answer about a webhook. */
export type LoanConfirmation =
  | {
      readonly kind: 'confirmed';
      /** The loan with the change applied. Absent for events without a loan. */
      readonly loan?: Loan;
      /** The name of the state change, independent of the webhook's wording. Absent if every delivery is a change. */
      readonly news?: string;
      /** Further changes that were found, as the webhooks that would have reported them. */
      readonly found?: readonly FoundChange[];
    }
  /** The webhook says too little to be checked. The service was asked, and what it shows is on file. */
  | { readonly kind: 'synced'; readonly reason: string; readonly found?: readonly FoundChange[] }
  /** The mandate was read often enough this hour. Reconciliation visits it soon and notifies you of what it finds. */
  | { readonly kind: 'deferred'; readonly reason: string }
  /** The service does not confirm it. Other changes that were found, such as another amount, are still notified. */
  | { readonly kind: 'unconfirmed'; readonly reason: string; readonly found?: readonly FoundChange[] }
  | { readonly kind: 'unrelated'; readonly reason: string };

/** A change that was found by asking the service. */
export interface FoundChange {
  /** The same in every process that finds the change, so that its handlers run once. */
  readonly name: string;
  /** The kind of event that handlers get. */
  readonly kind: StateChange['kind'];
  /** JSON of the webhook that would have reported it. */
  readonly body: string;
}

/** How to confirm an event. */
export interface ConfirmEventOptions {
  /** Awaited before the service is asked. Its errors are rethrown. */
  readonly beforeAsking?: (() => Promise<void>) | undefined;
  /** Whether the service itself reported the event. Then it is not asked again, and the loan is returned as on file. */
  readonly isProven?: boolean | undefined;
  /** Whether the same content came before. Then only new changes are reported. */
  readonly isRepetition?: boolean | undefined;
  /** Limits on reading the mandate. Default: it is read. */
  readonly terms?: ReadingTerms | undefined;
}

export interface Confirming {
  readonly context: LoanContext;
  readonly mandateSync: MandateSync;
}

/** A webhook is a notification: asks the service, applies its answer, and says whether it confirms the webhook. */
export async function confirmEvent(
  { context, mandateSync }: Confirming,
  event: WebhookEvent,
  options: ConfirmEventOptions = {},
): Promise<LoanConfirmation> {
  checkEvent(event);
  const names = namesIn(event);
  if (names === undefined) return { kind: 'confirmed' };
  const named = await findNamed(context, names);
  if (!named) return ofNoLoan(event, names);
  const { state: before, byItsMandate } = named;
  const { isProven, isRepetition, beforeAsking, terms } = options;
  if (isProven) return { kind: 'confirmed', loan: loanValue(before) };
  if (isRepetition && event.kind === 'collection' && isOnFile(event.data, before))
    return { kind: 'synced', reason: 'it came before, and is on file' };
  const weighed = !isRepetition && byItsMandate && isCheckable(event) ? event : undefined;
  const asked = weighed?.kind === 'collection' ? weighed.data.instalmentReference : undefined;
  const reference = weighed ? asked : names.instalmentReferences[0];
  try {
    const synced = await mandateSync.sync({ before, beforeAsking, terms, reference });
    if (!synced) return deferred(event, before);
    const shown: Shown = { ...synced, found: foundSince(before, synced.state, context) };
    if (isRepetition)
      return { kind: 'synced', reason: 'it came before, and may report something new', found: shown.found };
    if (weighed?.kind === 'collection') return weighCollection(weighed.data, shown);
    if (weighed) return await weighMandateEvent(context, weighed, shown);
    return afterSync(event, byItsMandate, shown);
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 404)) throw error;
    // An event that belongs to no loan remains a hint.
    return isHint(event)
      ? { kind: 'confirmed' }
      : { kind: 'unconfirmed', reason: 'the service does not know the mandate' };
  }
}

// Events about statements or policies belong to no loan, although they may name one.
function isHint(event: WebhookEvent): boolean {
  return !isMandateBound(event) && (event.kind !== 'unknown' || /^income_/.test(event.event ?? ''));
}

/** The ids in an event. Undefined if there are none. */
function namesIn(event: WebhookEvent): NotificationNames | undefined {
  const { mandateIds, instalmentReferences, otherIds } = namesInNotification(event.raw);
  if (isMandateBound(event)) {
    const instalmentReference = looseFields(event.data).instalmentReference;
    return {
      mandateIds: [event.data.mandateId, ...mandateIds],
      instalmentReferences: isText(instalmentReference) ? [instalmentReference] : [],
      otherIds,
    };
  }
  return mandateIds.length + instalmentReferences.length + otherIds.length > 0
    ? { mandateIds, instalmentReferences, otherIds }
    : undefined;
}

async function findNamed({ files }: LoanContext, { mandateIds, instalmentReferences, otherIds }: NotificationNames) {
  for (const mandateId of new Set([...mandateIds, ...otherIds])) {
    const state = await files.findByMandate(mandateId);
    // If the mandate is only mentioned, the service is asked about it, and the rest of the notification is not trusted.
    if (state) return { state, byItsMandate: mandateId === mandateIds[0] };
  }
  for (const reference of instalmentReferences) {
    const state = await files.findByInstalment(reference);
    if (state) return { state, byItsMandate: false };
  }
  return undefined;
}

function ofNoLoan(
  event: WebhookEvent,
  { mandateIds: [mandateId], instalmentReferences: [reference] }: NotificationNames,
): LoanConfirmation {
  if (isHint(event)) return { kind: 'confirmed' };
  if (event.kind !== 'unknown') return { kind: 'unrelated', reason: `no loan on file has mandate ${mandateId}` };
  // The loan's file may show the instalment soon.
  if (mandateId === undefined && reference !== undefined)
    return {
      kind: 'unconfirmed',
      reason: `it names ${instalmentNamed(reference)} and no mandate, and no loan on file shows that instalment`,
    };
  return { kind: 'confirmed' };
}

// Text in the place of a reference may name a person.
function instalmentNamed(reference: string): string {
  return /\s/.test(reference.trim()) ? 'instalment by such a reference' : `instalment ${reference.trim()}`;
}

// An unknown status cannot be compared with what the service shows.
function isCheckable(event: WebhookEvent): event is WebhookEvent & MandateBoundEvent {
  return (
    isMandateBound(event) &&
    (event.kind !== 'collection' || rankInstalmentStatus(event.data.instalmentStatus.trim().toLowerCase()) >= 0)
  );
}

/** The service's answer, and what of it is new on the loan's file. */
type Shown = SyncResult & { readonly found: readonly FoundChange[] };

/** The answer to a webhook that cannot be checked in detail: what is new on the loan's file. */
function afterSync(event: WebhookEvent, byItsMandate: boolean, { state, proof, found }: Shown): LoanConfirmation {
  if (event.kind === 'collection' && byItsMandate && proof && bearsOut(proof, event.data))
    return confirmed(state, changesOfCollection(state, proof, event.data));
  if (!isMandateBound(event)) return { kind: 'confirmed', loan: loanValue(state), found };
  const reason = 'it says nothing that can be checked';
  // A change that is not visible yet may be visible in a moment.
  return found.length === 0
    ? { kind: 'unconfirmed', reason: `${reason}, and the service shows nothing new` }
    : { kind: 'synced', reason: `${reason}: what the service shows is notified instead`, found };
}

function isOnFile(data: CollectionPayload, { collections }: LoanState): boolean {
  const facts = collections.find((known) => known.instalmentReference === data.instalmentReference);
  const isSameStatus = facts?.status === data.instalmentStatus.trim().toLowerCase();
  return isSameStatus && facts.collected === koboFromAnswer(data.amountCollected);
}

/** The changes on a loan's file, as the webhooks that would have reported them. */
function foundSince(before: LoanState, state: LoanState, { engine }: LoanContext): readonly FoundChange[] {
  const { clock, businessId } = engine.settings;
  const known = new Set(stateChangesOf(before, clock.today()).map(({ name }) => name));
  return stateChangesOf(state, clock.today())
    .filter(({ name }) => !known.has(name))
    .map((change) => {
      const body = notificationBody(change, state, { businessId, happenedAt: undefined });
      return { name: change.name, kind: change.kind, body };
    });
}

function weighCollection(data: CollectionPayload, { state, proof, found }: Shown): LoanConfirmation {
  if (proof && bearsOut(proof, data)) return confirmed(state, changesOfCollection(state, proof, data));
  const reason = proof
    ? `the service shows the instalment as '${proof.facts.status}', and it never had the state in the webhook`
    : `the service knows no ${instalmentNamed(data.instalmentReference)} on the mandate`;
  return { kind: 'unconfirmed', found, reason };
}

async function weighMandateEvent(
  context: LoanContext,
  event: MandateEvent,
  { state, mandate, found }: Shown,
): Promise<LoanConfirmation> {
  const isTenureOver = context.engine.settings.clock.today() > state.terms.endDate;
  if (isSo(event, mandate, isTenureOver)) {
    const known = await recordFailedBackup(context, event, { state, mandate });
    return confirmed(known, mandateChangeOf(event, known, mandate));
  }
  const reason = `the service shows the mandate as '${mandate.status}', which does not bear ${event.kind} out`;
  return { kind: 'unconfirmed', found, reason };
}

function deferred(event: WebhookEvent, state: LoanState): LoanConfirmation {
  if (!isMandateBound(event)) return { kind: 'confirmed', loan: loanValue(state) };
  const reason = `mandate ${state.mandateId} was read often enough this hour: reconciliation visits it soon`;
  return { kind: 'deferred', reason };
}

function confirmed(state: LoanState, news: string | undefined): LoanConfirmation {
  // The former system of an adopted loan has notified it already.
  if (news !== undefined && state.notifiedBefore.includes(news))
    return { kind: 'unrelated', reason: 'it was notified where the loan began' };
  return { kind: 'confirmed', loan: loanValue(state), ...(news === undefined ? {} : { news }) };
}

// Uses the instalment's name on file, whichever of its names the webhook used.
function changesOfCollection(
  { mandateId }: LoanState,
  { facts }: InstalmentProof,
  { instalmentStatus, amountCollected }: CollectionPayload,
): string {
  return collectionChangeName(mandateId, {
    instalmentReference: facts.instalmentReference,
    status: instalmentStatus,
    collected: koboFromAnswer(amountCollected) ?? NO_MONEY,
  });
}
