import { formatInstant, parseInstant } from '../../../domain/calendar.ts';
import type { ChoiceGround } from '../../../domain/consent/selection.ts';
import type { Decision } from '../../../domain/decision.ts';
import { isObjectId } from '../../../domain/identifiers.ts';
import type { AttachmentWay } from '../../../domain/loan/events/events.ts';
import { attachmentWasRefused } from '../../../domain/loan/guards/account-guards.ts';
import { stepIsAllowed } from '../../../domain/loan/guards/step-guards.ts';
import { loanSteps } from '../../../domain/loan/stages.ts';
import { chosenAccounts, type LoanAccountState, type LoanState } from '../../../domain/loan/state.ts';
import { grantInstants } from '../../../domain/loan/withdrawal-effect.ts';
import { nairaFromKobo } from '../../../domain/money.ts';
import { AnswerError, ConflictError, type FieldIssue, RepayKitError, ServiceError } from '../../../errors.ts';
import { afterSending } from '../../../loan-file/loan-files.ts';
import type { Consent, CreateConsentInput, CreatedConsent } from '../../../wire/types/mandate-types.ts';
import type { CallResult } from '../../call-promise.ts';
import { type LoanContext, nowText, obey } from '../loan-context.ts';
import { aboutLoan, payerOf } from '../payer/known-payer.ts';
import { askMandate, isSameId, refuseContradiction } from '../sync/ask-mandate.ts';
import { accountRefOf } from '../sync/listed-instalments.ts';

/** Places the mandate on every chosen account, primary first, after recording each intent. Spec §1.3, §4.3. */
export async function placeOnChosenAccounts(context: LoanContext, loanId: string): Promise<LoanState> {
  const rules = (now: LoanState) => stepIsAllowed('place', now, context.engine.settings.clock.today());
  let state = await confirmWhatStands(context, loanId);
  for (const { account } of chosenAccounts(state)) state = await placeOn(context, state, { account, rules });
  return context.files.decide(loanId, (now) =>
    now.stage === 'selected' && chosenAccounts(now).every(({ placement }) => placement === 'confirmed')
      ? [{ type: 'mandate.placed', at: nowText(context) }]
      : [],
  );
}

/** What to place, and the condition to check when the intent is written. */
export interface PlacementCall {
  readonly account: string;
  readonly rules: (state: LoanState) => Decision;
}

export async function placeOnOneAccount(context: LoanContext, loanId: string, call: PlacementCall): Promise<LoanState> {
  return placeOn(context, await confirmWhatStands(context, loanId), call);
}

async function confirmWhatStands(context: LoanContext, loanId: string): Promise<LoanState> {
  const state = await context.files.read(loanId);
  if (!chosenAccounts(state).some((account) => account.placement === 'intended')) return state;
  const mandate = await askMandate(context, state).catch((error: unknown) => {
    if (isUnknownMandate(error, state)) return undefined;
    throw error;
  });
  // A primary that the service lists as a backup is not placed as primary: the service must get it again.
  const hasItsPlace = (consent: Consent) =>
    consent.primary || accountRefOf(state, consent) !== state.selection?.primary;
  const standing = new Set(mandate?.consents.filter(hasItsPlace).map((consent) => accountRefOf(state, consent)));
  return context.files.decide(loanId, (now) =>
    chosenAccounts(now)
      .filter(({ account, placement }) => placement === 'intended' && standing.has(account))
      .map(({ account }) => ({ type: 'placement.confirmed', at: nowText(context), account })),
  );
}

// A service that names mandates itself may not know the id that was sent. That proves nothing, so the same placement is
// sent again, which places nothing twice (§4.3).
function isUnknownMandate(error: unknown, { isMandateNamed }: LoanState): boolean {
  if (error instanceof ServiceError)
    return error.status === 404 || (!isMandateNamed && unknownStatuses.has(error.status));
  return !isMandateNamed && error instanceof AnswerError;
}

// Statuses with which services report an unknown mandate. With 200 it is a failure envelope.
const unknownStatuses: ReadonlySet<number> = new Set([200, 400, 410, 422]);

async function placeOn(context: LoanContext, { loanId }: LoanState, { account, rules }: PlacementCall) {
  const { clock, timeouts } = context.engine.settings;
  const endsBy = clock.now() + (context.options?.timeoutMs ?? timeouts.placeMs) + CLAIM_MARGIN_MS;
  const claim = { id: globalThis.crypto.randomUUID(), until: formatInstant(endsBy) };
  const state = await context.files.intend(loanId, (now) => {
    if (!isMissing(now, account)) return [];
    obey(rules(now));
    requireUnclaimed(context, now);
    return [{ type: 'placement.intended', at: nowText(context), account, ...(now.isMandateNamed ? {} : { claim }) }];
  });
  // Another process may have placed it, or ended the loan, in the meantime.
  const missing = isMissing(state, account);
  if (!missing?.details) return state;
  const call = context.engine.call('createConsent', consentInput(context, state, missing), aboutLoan(context, state));
  try {
    return await confirmPlacement(context, state, { account, answered: await call.withResponse() });
  } catch (error) {
    const mayBePlaced = !(error instanceof RepayKitError) || error.outcome === 'unknown';
    const releasing = context.files.decide(loanId, (now) =>
      now.placing?.id === claim.id && isMissing(now, account)
        ? [{ type: 'placement.intended', at: nowText(context), account, mayBePlaced }]
        : [],
    );
    // If that cannot be recorded, the claim expires by itself.
    await releasing.catch(() => undefined);
    throw error;
  }
}

// How much longer than its call a claim lasts: time to file the outcome, and for clocks that differ.
const CLAIM_MARGIN_MS = 30_000;

// A service that names mandates itself creates one for each placement without an id: two calls would create two.
function requireUnclaimed({ engine }: LoanContext, { loanId, isMandateNamed, placing }: LoanState): void {
  if (isMandateNamed || !placing || (parseInstant(placing.until) ?? 0) <= engine.settings.clock.now()) return;
  throw new ConflictError(
    `Loan '${loanId}' is being placed by another call: load it and place it again when that has ended, at the latest at ${placing.until}`,
    { operation: 'createConsent' },
  );
}

// The `_id` of the first placement is on file before the next one, and all later calls send it. Spec §4.3.
async function confirmPlacement(
  context: LoanContext,
  { loanId, mandateId }: LoanState,
  { account, answered }: { readonly account: string; readonly answered: CallResult<CreatedConsent> },
): Promise<LoanState> {
  const name = answered.data._id;
  const requireFree = async () => refuseAnswer(answered, await ownerIssues(context, loanId, name));
  if (!isSameId(name, mandateId) && isObjectId(name)) await requireFree();
  try {
    const writing = context.files.decide(loanId, (now) => {
      refuseAnswer(answered, nameIssues(now, name));
      const isNew = !isSameId(name, now.mandateId);
      // Recorded even if the loan has moved on: without its id the mandate could never be released.
      if (!isMissing(now, account) && !isNew) return [];
      return [{ type: 'placement.confirmed', at: nowText(context), account, ...(isNew ? { mandateId: name } : {}) }];
    });
    return await afterSending(writing);
  } catch (error) {
    if (error instanceof ConflictError) await requireFree();
    throw error;
  }
}

// The stages at which the first choice is placed, or a backup may be added.
const placingStages: ReadonlySet<string> = new Set(['selected', ...loanSteps.addBackup.from]);

function isMissing(state: LoanState, account: string): LoanAccountState | undefined {
  if (!placingStages.has(state.stage)) return undefined;
  return chosenAccounts(state).find(
    (candidate) => candidate.account === account && candidate.placement !== 'confirmed',
  );
}

// All accounts of a loan share one id (§1.3). Continuing with another id would split the loan.
function nameIssues({ mandateId, isMandateNamed }: LoanState, name: string): readonly FieldIssue[] {
  if (isSameId(name, mandateId)) return [];
  if (!isObjectId(name)) return [{ path: 'data._id', message: 'is not 24 hexadecimal characters' }];
  return isMandateNamed
    ? [{ path: 'data._id', message: `is ${name}, but the loan's other accounts are placed on mandate ${mandateId}` }]
    : [];
}

async function ownerIssues({ files }: LoanContext, loanId: string, name: string): Promise<readonly FieldIssue[]> {
  const owner = await files.findByMandate(name);
  return owner && owner.loanId !== loanId
    ? [{ path: 'data._id', message: `is the mandate of loan '${owner.loanId}'` }]
    : [];
}

function refuseAnswer(answered: CallResult<CreatedConsent>, issues: readonly FieldIssue[]): void {
  const hint =
    'ask the service how it takes mandateId, then place the loan again; until then a backup can be left out with discovery.reselect, and the loan ended with loans.abandon';
  refuseContradiction(answered, { operation: 'createConsent', outcome: 'unknown', issues, hint });
}

function consentInput(context: LoanContext, state: LoanState, account: LoanAccountState): CreateConsentInput {
  const { bvn, email, address, mobileNumber } = payerOf(state);
  const { totalAmountDue, startDate, endDate, period, collectionMode, breakdown: lines } = state.terms;
  const breakdown = lines?.map(({ dueDate, amount }) => ({ dueDate, amount: nairaFromKobo(amount) }));
  return {
    ...keysOf(context, state, account),
    bvn,
    email,
    address,
    mobileNumber,
    startDate,
    endDate,
    collectionMode,
    primary: state.selection?.primary === account.account,
    totalAmountDue: nairaFromKobo(totalAmountDue),
    frequency: context.engine.settings.frequencies[period] ?? period,
    ...(breakdown && { repaymentDetails: { breakdown } }),
  };
}

/** What identifies an account of a loan in a request. Spec §4.3 to §4.5. */
export function keysOf({ engine }: LoanContext, { mandateId }: LoanState, { details }: LoanAccountState) {
  const { appId, businessId } = engine.settings;
  return {
    appId,
    businessId,
    mandateId,
    accountNumber: details?.accountNumber ?? '',
    bankCode: details?.bankCode ?? '',
  };
}

/** What a choice is checked against: the discovered accounts, the time of consent, and the present time. Spec §1.2. */
export function choiceGround({ engine }: LoanContext, state: LoanState): ChoiceGround {
  return {
    discovered: state.accounts.flatMap((account) =>
      account.details ? [{ ...account.details, active: account.usable, ...spent(account) }] : [],
    ),
    consentedAt: grantInstants(state),
    now: engine.settings.clock.now(),
  };
}

// The payer may choose again what the service did not accept: a signature that did not match, a refused attachment.
function spent(account: LoanAccountState): Pick<ChoiceGround['discovered'][number], 'spent'> {
  const { mandateStatus } = account;
  const isSpent = !attachmentWasRefused(account) && (mandateStatus === 'failed' || mandateStatus === 'pending_timeout');
  return isSpent ? { spent: mandateStatus } : {};
}

/** Asks about attachments without an answer. An account that is active now was attached. */
export async function confirmActiveAccounts(context: LoanContext, loanId: string): Promise<LoanState> {
  const state = await context.files.read(loanId);
  if (!chosenAccounts(state).some(isInDoubt)) return state;
  const { consents } = await askMandate(context, state);
  const active = new Set(consents.filter((consent) => consent.active).map((consent) => accountRefOf(state, consent)));
  const attached = { accepted: true, transferDestinations: [] };
  return context.files.decide(loanId, (now) =>
    chosenAccounts(now)
      .filter(isInDoubt)
      .filter(({ account }) => active.has(account))
      .map(({ account, attachedBy: by }) => {
        return { type: 'attachment.confirmed', at: nowText(context), account, by, ...attached };
      }),
  );
}

function isInDoubt(account: LoanAccountState): account is LoanAccountState & { readonly attachedBy: AttachmentWay } {
  return account.attachment === 'intended' && account.attachedBy !== undefined;
}
