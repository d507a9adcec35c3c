import { type AccountSelection, selectionIsFromDiscovery } from '../../../domain/consent/selection.ts';
import type { Decision } from '../../../domain/decision.ts';
import type { EventOf } from '../../../domain/loan/events/events.ts';
import { stepIsAllowed } from '../../../domain/loan/guards/step-guards.ts';
import { loanSteps } from '../../../domain/loan/stages.ts';
import { chosenAccounts, type LoanAccountState, type LoanState } from '../../../domain/loan/state.ts';
import { isListedDecline, responseCategory } from '../../../domain/response-codes.ts';
import { type FieldIssue, ServiceError } from '../../../errors.ts';
import { afterSending } from '../../../loan-file/loan-files.ts';
import { personMask } from '../../../redact/redact.ts';
import { anything, isRecord, looseFields, oneOf, type Problem, text } from '../../../validation/checks.ts';
import { given, record } from '../../../validation/record.ts';
import type { DiscoveredAccount } from '../../../wire/types/discovery-types.ts';
import type { SignatureAttachment } from '../../../wire/types/mandate-types.ts';
import type { OperationId } from '../../../wire/types/operation-types.ts';
import { type LoanContext, nowText, obey, requireNoProblems } from '../loan-context.ts';
import { aboutLoan, knownPayer, payerOf, withoutPersonal } from '../payer/known-payer.ts';
import { idIssues, refuseContradiction } from '../sync/ask-mandate.ts';
import { accountRefOf } from '../sync/listed-instalments.ts';
import { choiceGround, confirmActiveAccounts, keysOf } from './place-mandate.ts';

/** The payer proves the account by sending ₦50 from it. Spec §4.4. */
export interface MicroDepositWay {
  readonly by: 'micro-deposit';
}

/** The payer's signature proves the account. Spec §4.5. */
export interface SignatureWay {
  readonly by: 'signature';
  /** Bare base64 of the signature's image. It must match the signature that the bank holds. */
  readonly file: string;
  /** The address of the bank's branch. */
  readonly bankAddress: string;
  /** The name registered on the account. Default: the name from discovery, otherwise the payer's name. */
  readonly accountName?: string;
  /** Name of the image file, if the service needs it. */
  readonly name?: string;
  /** Extension of the image file, if the service needs it. */
  readonly fileExtention?: string;
}

/** One way for all accounts, or one per account number. */
export type AttachmentPlan = MicroDepositWay | SignatureWay | Readonly<Record<string, MicroDepositWay | SignatureWay>>;

/** Attaches every chosen account that is not attached yet, in cascade order. Spec §4.4, §4.5. */
export async function attachAccounts(context: LoanContext, loanId: string, plan: AttachmentPlan): Promise<LoanState> {
  const rules = (now: LoanState) => stepIsAllowed('attach', now, context.engine.settings.clock.today());
  const missing = missingAccounts(await confirmActiveAccounts(context, loanId));
  requireNoProblems('The accounts cannot be attached', planProblems(plan, missing));
  for (const account of missing) await attachOne(context, loanId, { account, way: wayFor(plan, account), rules });
  return context.files.decide(loanId, (now) =>
    now.stage === 'placed' ? [{ type: 'mandate.attached', at: nowText(context) }] : [],
  );
}

/** What to attach and how, and the condition to check when the intent is written. */
export interface AttachmentCall {
  readonly account: LoanAccountState;
  readonly way: MicroDepositWay | SignatureWay;
  readonly rules: (state: LoanState) => Decision;
}

// The stages at which the first choice is attached, or a backup may be added.
const attachingStages: ReadonlySet<string> = new Set(['placed', ...loanSteps.addBackup.from]);

function missingAccounts(state: LoanState): readonly LoanAccountState[] {
  if (!attachingStages.has(state.stage)) return [];
  return chosenAccounts(state).filter(
    ({ placement, attachment }) => placement === 'confirmed' && (attachment === 'none' || attachment === 'intended'),
  );
}

function wayFor(plan: AttachmentPlan, { details }: LoanAccountState): MicroDepositWay | SignatureWay {
  return isOneWay(plan) ? plan : (plan[details?.accountNumber ?? ''] as MicroDepositWay | SignatureWay);
}

function isOneWay(plan: AttachmentPlan): plan is MicroDepositWay | SignatureWay {
  return typeof looseFields(plan).by === 'string';
}

/** The first operation that a plan sends. For a plan per account, that of its first account. */
export function attachingOperation(plan: AttachmentPlan): OperationId {
  const way: Partial<SignatureWay | MicroDepositWay> | undefined = isOneWay(plan) ? plan : Object.values(plan ?? {})[0];
  return way?.by === 'signature' ? 'attachBySignature' : 'attachByMicroDeposit';
}

function planProblems(plan: AttachmentPlan, missing: readonly LoanAccountState[]): readonly Problem[] {
  if (missing.length === 0) return [];
  if (typeof plan !== 'object' || plan === null || isOneWay(plan)) return wayProblems(plan, '');
  return missing.flatMap((account, index) => wayProblems(wayFor(plan, account), `accounts.${index}`));
}

const microDeposit = record<MicroDepositWay>({ by: oneOf(['micro-deposit']) });
const signature = record<SignatureWay>({
  by: oneOf(['signature']),
  file: text('the signature’s image as bare base64'),
  bankAddress: text('the location of the bank’s branch'),
  accountName: anything,
  name: anything,
  fileExtention: anything,
});

export function wayProblems(way: AttachmentPlan | undefined, path: string): readonly Problem[] {
  const { by }: { readonly by?: unknown } = isRecord(way) ? way : {};
  if (by === 'micro-deposit') return microDeposit.problems(way, path);
  if (by === 'signature') return signature.problems(way, path);
  const message =
    "say how each chosen account is attached: { by: 'micro-deposit' } or { by: 'signature', … }, for all or by account number";
  return [{ path: path || 'by', message }];
}

export async function attachOne(
  context: LoanContext,
  loanId: string,
  { account, way, rules }: AttachmentCall,
): Promise<LoanState> {
  const isMissing = (now: LoanState) => missingAccounts(now).some((candidate) => candidate.account === account.account);
  const named = { account: account.account, by: way.by };
  const state = await context.files.intend(loanId, (now) => {
    if (!isMissing(now)) return [];
    obey(rules(now));
    return [{ type: 'attachment.intended', at: nowText(context), ...named }];
  });
  // Another process may have attached it, or ended the loan, in the meantime.
  if (!isMissing(state)) return state;
  const answered = await askToAttach(context, state, { account, way, rules });
  return afterSending(
    context.files.decide(loanId, (now) =>
      isMissing(now)
        ? [{ type: 'attachment.confirmed', at: nowText(context), ...named, ...withNewBanks(answered, now) }]
        : [],
    ),
  );
}

// The service answers each attachment with the same banks. They are filed once.
function withNewBanks(answered: Answered, { transferDestinations: onFile }: LoanState): Answered {
  const isOnFile = JSON.stringify(answered.transferDestinations) === JSON.stringify(onFile);
  return isOnFile ? { ...answered, transferDestinations: [] } : answered;
}

type Answered = Pick<EventOf<'attachment.confirmed'>, 'accepted' | 'personal' | 'transferDestinations' | 'refusedWith'>;

async function askToAttach(context: LoanContext, state: LoanState, call: AttachmentCall): Promise<Answered> {
  const { account, way } = call;
  try {
    if (way.by === 'signature') return await attachBySignature(context, state, { account, way });
    return await attachByDeposit(context, state, account);
  } catch (error) {
    if (!isRefusedAccount(error, account)) throw error;
    // A service may refuse to attach an active account again. Then it is recorded as active.
    await confirmActiveAccounts(context, state.loanId);
    return { accepted: false, refusedWith: error.status, transferDestinations: [] };
  }
}

// With these a service refuses this account. 401, 403 and 429 concern the merchant, or are temporary.
const refusingStatuses: ReadonlySet<number> = new Set([200, 400, 404, 409, 422]);

// Only a refusal that proves that nothing was done. A conflict may be with the same attachment, sent before.
function isRefusedAccount(error: unknown, { attachment }: LoanAccountState): error is ServiceError {
  if (!(error instanceof ServiceError) || error.outcome !== 'none' || !refusingStatuses.has(error.status)) return false;
  return error.status !== 409 || attachment !== 'intended';
}

async function attachByDeposit(context: LoanContext, state: LoanState, account: LoanAccountState): Promise<Answered> {
  const { email, mobileNumber, address } = payerOf(state);
  const operation = 'attachByMicroDeposit';
  const input = { ...keysOf(context, state, account), email, mobileNumber, address };
  const result = await context.engine.call(operation, input, aboutLoan(context, state)).withResponse();
  const { data, message } = result;
  const issues = data.mandate ? idIssues('data.mandate._id', data.mandate._id, state.mandateId) : [];
  refuseContradiction(result, {
    operation,
    outcome: 'unknown',
    issues,
    hint: 'the account may hang on another mandate; ask the service how it takes mandateId',
  });
  const mask = personMask(knownPayer(state));
  const transferDestinations = data.transfer_destinations.map((destination) => ({
    bankName: withoutPersonal(destination.bank_name, state),
    accountNumber: mask(destination.account_number),
    ...(destination.icon && mask(destination.icon) === destination.icon ? { icon: destination.icon } : {}),
  }));
  return { accepted: true, transferDestinations, ...(message ? { personal: { instructions: message } } : {}) };
}

async function attachBySignature(
  context: LoanContext,
  state: LoanState,
  { account, way }: { readonly account: LoanAccountState; readonly way: SignatureWay },
): Promise<Answered> {
  const { email, mobileNumber, address, name: payerName } = payerOf(state);
  const { file, bankAddress, name, fileExtention } = way;
  const operation = 'attachBySignature';
  const input = given({
    ...keysOf(context, state, account),
    accountName: way.accountName ?? account.details?.accountName ?? payerName,
    email,
    phone: mobileNumber,
    address,
    bankAddress,
    file,
    name: name || undefined,
    fileExtention: fileExtention || undefined,
  });
  const result = await context.engine.call(operation, input, aboutLoan(context, state)).withResponse();
  const { successful, result: processed, message } = result.data;
  refuseContradiction(result, {
    operation,
    outcome: 'unknown',
    issues: verdictIssues(result.data),
    hint: 'whether the bank took the signature is not known; repeat the step, which asks the service first',
  });
  const instructions = processed || message;
  return { accepted: successful, transferDestinations: [], ...(instructions ? { personal: { instructions } } : {}) };
}

// The bank's two statements about one signature must agree. Spec §4.5.
function verdictIssues({ successful, responseCode, exceptionThrown }: SignatureAttachment): readonly FieldIssue[] {
  const issues: FieldIssue[] = [];
  if (exceptionThrown === true && successful)
    issues.push({ path: 'data.exceptionThrown', message: 'is true beside `successful: true`' });
  if (responseCode === undefined || responseCode.trim() === '') return issues;
  const isApproved = responseCategory(responseCode.trim().padStart(2, '0')) === 'approved';
  if (successful ? isListedDecline(responseCode) : isApproved)
    issues.push({ path: 'data.responseCode', message: `says otherwise than \`successful: ${successful}\`` });
  return issues;
}

/** The payer's choice as the loan's file holds it. An opt-in has its own evidence if there is any. Spec §1.2. */
export function chosenAccountsOf(
  context: LoanContext,
  state: LoanState,
  selection: AccountSelection,
): EventOf<'accounts.selected'> {
  obey(selectionIsFromDiscovery(selection, choiceGround(context, state)));
  const { primaryAccount, backupAccounts, chosenBy } = selection;
  const optIns = backupAccounts.flatMap(({ optedInBy, ...key }) =>
    optedInBy ? [[accountRefOf(state, key) ?? '', optedInBy] as const] : [],
  );
  const optedInAt = Object.fromEntries(optIns.map(([ref, { at }]) => [ref, at]));
  const optInIpAddresses = Object.fromEntries(optIns.map(([ref, { ipAddress }]) => [ref, ipAddress]));
  return {
    type: 'accounts.selected',
    at: nowText(context),
    primary: accountRefOf(state, primaryAccount) ?? '',
    backups: backupAccounts.map((account) => accountRefOf(state, account) ?? ''),
    chosenAt: chosenBy.at,
    ...(optIns.length > 0 ? { optedInAt } : {}),
    personal: { ipAddress: chosenBy.ipAddress, ...(optIns.length > 0 ? { optInIpAddresses } : {}) },
  };
}

/** The payer's accounts as the loan's file holds them, each under a name of its own. Spec §1.2. */
export function discoveredAccounts(accounts: readonly DiscoveredAccount[], at: string): EventOf<'accounts.discovered'> {
  const named = accounts.map(({ active, accountNumber, bankCode, ...names }, index) => {
    const bankName = names.bankName || undefined;
    const accountName = names.accountName || undefined;
    return { account: `a${index + 1}`, active, details: given({ accountNumber, bankCode, bankName, accountName }) };
  });
  return {
    type: 'accounts.discovered',
    at,
    accounts: named.map(({ account, active, details }) => ({ account, active, bank: details.bankCode })),
    personal: { accounts: Object.fromEntries(named.map(({ account, details }) => [account, details])) },
  };
}
