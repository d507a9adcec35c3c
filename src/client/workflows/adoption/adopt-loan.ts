import { type AccountKey, isObjectId, isSameAccount } from '../../../domain/identifiers.ts';
import type { LoanEvent, LoanOpened } from '../../../domain/loan/events/events.ts';
import { adoptionAgrees } from '../../../domain/loan/guards/standing-guards.ts';
import { withNoticeInPlace } from '../../../domain/loan/notice-on-file.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { type Kobo, koboFromAnswer } from '../../../domain/money.ts';
import { type LoanTerms, scheduleOf } from '../../../domain/terms.ts';
import { ConflictError } from '../../../errors.ts';
import { contentHash } from '../../../loan-file/hashing.ts';
import type { Mandate } from '../../../wire/types/mandate-types.ts';
import { type LoanContext, nowText, obey, requireNoProblems } from '../loan-context.ts';
import { chosenAccountsOf } from '../onboarding/attach-accounts.ts';
import { isSameLoan, readOpening } from '../onboarding/open-loan.ts';
import { aboutLoan, noteWithoutPersonal, openTexts } from '../payer/known-payer.ts';
import { askAttempts, askMandate } from '../sync/ask-mandate.ts';
import { collectionEvents, proofOf } from '../sync/collection-evidence.ts';
import { listInstalments, mayHideChange, showsChange } from '../sync/listed-instalments.ts';
import { AdoptedFile, type AdoptLoanInput, adoptionCheck } from './adopted-events.ts';

/** Asks about the mandate, refuses contradictions, and writes the first events in one go. Spec §1.3, §2.2. */
export async function adoptLoan(context: LoanContext, input: AdoptLoanInput): Promise<LoanState> {
  const opening = readOpening(context, input, {
    subject: 'The loan cannot be adopted',
    declared: adoptionCheck(context),
  });
  const { mandateId, adoptedBy, reason, evidence, primaryAccount, backupAccounts } = input;
  const stated = noteWithoutPersonal(reason, { payer: input.payer, accounts: [] }, { primaryAccount, backupAccounts });
  const adopted = {
    adoptedBy,
    reason: stated,
    evidence: evidence.map(({ name, sha256 }) => ({ name, sha256: sha256.toLowerCase() })),
  };
  const accountNumbers = [primaryAccount, ...backupAccounts].map(({ accountNumber }) => accountNumber);
  const opened = withNoticeInPlace({ ...opening, mandateId, adopted }, accountNumbers);
  const known = await context.files.find(input.loanId);
  if (known) return requireSameAdoption(known, opened);
  await requireFreeMandate(context, opened);
  const file = await readBeginning(context, input, opened);
  try {
    return await context.files.begin(input.loanId, { ...file.opened, broughtAlong: file.more.length }, file.more);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    await requireFreeMandate(context, opened);
    return requireSameAdoption(await context.files.read(input.loanId), opened);
  }
}

async function readBeginning(context: LoanContext, input: AdoptLoanInput, opened: LoanOpened): Promise<AdoptedFile> {
  const file = new AdoptedFile(context, opened);
  // Read before the mandate: a debit that ends in between counts twice until it is settled, and not never.
  const debits = input.disbursement?.reported ? await openDebits(context, file.state) : [];
  const mandate = await askMandate(context, file.state);
  obey(adoptionAgrees(adoptionDifferences(mandate, input, opened.terms)));
  file.addAccounts(mandate);
  file.add(chosenAccountsOf(context, file.state, input));
  file.addMandate(mandate);
  file.addMoney(input);
  await addCollections(context, file, mandate);
  file.add(...debits);
  return file;
}

// The former system has reported earlier collections. So no report of them is filed here.
async function addCollections(context: LoanContext, file: AdoptedFile, mandate: Mandate): Promise<void> {
  if (file.state.stage !== 'disbursed' && file.state.stage !== 'collecting') return;
  const today = context.engine.settings.clock.today();
  for (const listed of listInstalments(mandate, file.state)) {
    const reading = { state: file.state, mandate, today };
    // Also if the service shows too little of it. Found later, it would be notified and reported twice.
    if (!showsChange(listed, reading) && !mayHideChange(listed, reading)) continue;
    const attempts = await askAttempts(context, { state: file.state, mandate, listed });
    const proof = proofOf({ listed, attempts }, { state: file.state, today });
    if (proof)
      file.add(
        ...collectionEvents(file.state, proof, { at: nowText(context), merchantReports: false, isFound: false }),
      );
  }
}

// A debit in progress counts against what may be collected, also if another system sent it. The list shows no debit date: today's date
// prevents a second debit today, and until the end of the terms it is unknown whether its day has passed.
async function openDebits(context: LoanContext, state: LoanState): Promise<readonly LoanEvent[]> {
  if (state.terms.collectionMode !== 'manual') return [];
  const { clock } = context.engine.settings;
  const query = { type: 'manual', status: 'pending', ...(state.payer ? { search: state.payer.bvn } : {}) } as const;
  const { data: listed, isPartial } = await context.engine
    .call('listCollections', query, aboutLoan(context, state))
    .withResponse();
  const open = listed.filter(({ status }) => status !== 'successful' && status !== 'failed');
  const isUnclear = isPartial || open.some(({ mandateId }) => !isObjectId(mandateId));
  const unclear =
    'the service lists only a part of the debits that are under way, or not whose they are: wait for their end';
  obey(adoptionAgrees(isUnclear ? [unclear] : []));
  const pending = open.filter(({ mandateId }) => mandateId?.toLowerCase() === state.mandateId.toLowerCase());
  const texts = openTexts(state);
  const isUnreadable = pending.some(
    ({ amount, transactionRefence }) => !(Number(koboFromAnswer(amount)) > 0) || !texts.isReference(transactionRefence),
  );
  const unreadable = 'a debit is under way whose amount or reference is not shown: wait for its end';
  obey(adoptionAgrees(isUnreadable ? [unreadable] : []));
  const at = nowText(context);
  return pending.flatMap(({ amount, transactionRefence: reference }): LoanEvent[] => {
    const debitId = globalThis.crypto.randomUUID();
    const days = { debitDate: clock.today(), latestDate: state.terms.endDate };
    return [
      { type: 'debit.intended', at, debitId, amount: koboFromAnswer(amount) as Kobo, ...days },
      { type: 'debit.scheduled', at, debitId, reference, foundByAsking: true },
    ];
  });
}

async function requireFreeMandate({ files }: LoanContext, { mandateId, loanId }: LoanOpened): Promise<void> {
  const owner = await files.findByMandate(mandateId);
  if (!owner || owner.loanId === loanId) return;
  requireNoProblems('The mandate belongs to another loan', [
    { path: 'mandateId', message: `is the mandate of loan '${owner.loanId}': one loan has one mandate` },
  ]);
}

function requireSameAdoption(known: LoanState, opened: LoanOpened): LoanState {
  const isSame =
    isSameLoan(known, opened) &&
    known.mandateId === opened.mandateId &&
    contentHash(known.adopted ?? null) === contentHash(opened.adopted ?? null);
  const message = `a loan '${known.loanId}' with another payer, mandate, terms or evidence is on file: choose another loanId`;
  requireNoProblems('The loan exists', isSame ? [] : [{ path: 'loanId', message }]);
  return known;
}

/** The contradictions between the service and the lender about an adopted loan. Contains no values. */
function adoptionDifferences(mandate: Mandate, input: AdoptLoanInput, terms: LoanTerms): readonly string[] {
  return [
    ...payerDifferences(mandate, input),
    ...termsDifferences(mandate, terms),
    ...accountDifferences(mandate, input),
    ...statusDifferences(mandate),
  ];
}

function payerDifferences({ bvn }: Mandate, { payer }: AdoptLoanInput): readonly string[] {
  // Some deployments mask it. Then the digits that are shown must match.
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

function accountDifferences({ consents }: Mandate, { primaryAccount, backupAccounts }: AdoptLoanInput) {
  const differences: string[] = [];
  const find = (key: AccountKey) => consents.find((consent) => isSameAccount(consent, key));
  if (!find(primaryAccount)?.primary) differences.push('primaryAccount is not its primary');
  backupAccounts.forEach((key, index) => {
    if (find(key)?.primary !== false) differences.push(`backupAccounts.${index} is none of its backups`);
  });
  // Some services keep a failed primary in the list after its replacement. It is no longer debited.
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
