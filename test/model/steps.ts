/** Plays each happening against the client and the reference server. */
import type { Loan } from '../../src/domain/loan/loan.ts';
import { loanStages } from '../../src/domain/loan/stages.ts';
import { RepayKitError } from '../../src/errors.ts';
import { choice, openInput } from '../journeys/people.ts';
import { CHOSEN, type EARLY_STEPS, type Happening, LOANS, WRITES } from './happenings.ts';
import type { Play } from './play.ts';

/** Lets it happen. What the lender's own code is refused is an error of ours; anything else is a defect and ends the play. */
export async function happen(play: Play, it: Happening): Promise<void> {
  switch (it.kind) {
    case 'go on':
      return goOn(play, it.which);
    case 'go all the way':
      return goAllTheWay(play, it);
    case 'jump ahead':
      return jumpAhead(play, it.which, it.step);
    case 'wait':
      return wait(play, it.hours);
    case 'deposit':
      return deposit(play, it);
    case 'bank':
      return void (await play.server.controls.patchAccount(CHOSEN[it.account] as Account, {
        balance: it.kobo / 100,
        declineWith: it.declineWith,
      }));
    case 'script':
      return void (await play.server.controls.patchAccount(CHOSEN[it.account] as Account, { script: it.script }));
    case 'dispute':
      return dispute(play, it);
    case 'merchant':
      play.merchantStatus = it.status;
      return void (await play.server.controls.patchMerchant({ status: it.status as 'approved' }));
    case 'collect':
      return withLoan(play, it.which, 'collecting', (loan) =>
        play.kit.collections.collect(loan, { amount: it.kobo / 100, debitDate: dayIn(play, it.inDays) }),
      );
    case 'stranger debits':
      return strangerDebits(play, it);
    case 'stranger reports':
      return strangerReports(play, it);
    case 'refresh':
      return withLoan(play, it.which, 'collecting', (loan) => play.kit.mandates.refresh(loan));
    case 'repay':
      return withLoan(play, it.which, 'collecting', (loan) =>
        play.kit.loans.recordRepayment(loan, {
          amount: it.kobo / 100,
          date: dayIn(play, 0),
          reference: `cash-${it.reference}`,
        }),
      );
    case 'restart':
      return play.restart();
    case 'fault':
      // Latency within the deadline, so that its answer comes after all.
      return void (await play.server.controls.addFault({
        ...it.fault,
        ...(it.fault.kind === 'latency' && { delayMs: 2 }),
      }));
    case 'webhook fault':
      return void (await play.server.controls.addFault({
        ...it.fault,
        ...(it.fault.kind === 'webhook-delay' && { delayMs: 86_400_000 }),
      }));
    case 'faults end':
      return void (await play.server.controls.clearFaults());
  }
}

async function wait(play: Play, hours: number): Promise<void> {
  const { ran } = await play.server.clock.advance({ hours });
  // A suspended merchant cannot look at its collections; the count of debits shows it all the same.
  if (play.merchantStatus === 'suspended' && ran.attempts > 0)
    throw new Error(`${ran.attempts} debits for a suspended merchant`);
}

type Account = { readonly accountNumber: string; readonly bankCode: string };

/** The loan as the lender's file has it. */
export function loanOf(play: Play, index: number): Promise<Loan | undefined> {
  return play.kit.loans.get(LOANS[index]?.loanId ?? '').catch(() => undefined);
}

async function goOn(play: Play, index: number): Promise<void> {
  const { kit } = play;
  const known = LOANS[index] as (typeof LOANS)[number];
  const loan = await loanOf(play, index);
  await ours(async () => {
    switch (loan?.stage) {
      case undefined:
        return kit.loans.open(openInput(known.terms, known.loanId));
      case 'consented':
        return kit.discovery.discover(loan);
      case 'discovered':
        return kit.discovery.select(loan, choice);
      case 'selected':
        return kit.mandates.place(loan);
      case 'placed':
        return kit.mandates.attachByMicroDeposit(loan);
      case 'verifying':
        return kit.mandates.refresh(loan);
      case 'verified':
        return kit.bureau.reportApproved(loan);
      case 'approved':
        return (await kit.loans.mayDisburse(loan)).allowed
          ? kit.bureau.reportDisbursed(loan, { amount: 80_000, date: dayIn(play, 0), reference: `TRF-${index}` })
          : undefined;
      case 'disbursed':
        return kit.bureau.awaitReported(loan, { timeoutMs: 0 });
      case 'collecting':
        return loan.balances.outstanding === 0
          ? kit.bureau.close(loan, { finalStatus: 'repaid', closeDate: dayIn(play, 0) })
          : undefined;
      default:
        return undefined;
    }
  });
}

// The whole road when nothing comes in the way, with the primary and some backups proved.
async function goAllTheWay(
  play: Play,
  { which: index, proved }: { readonly which: number; readonly proved: readonly number[] },
): Promise<void> {
  for (let step = 0; step < 10; step += 1) {
    if ((await loanOf(play, index))?.stage === 'verifying') {
      for (const account of [0, ...proved]) await deposit(play, { which: index, account, outcome: 'accepted' });
    }
    await goOn(play, index);
  }
}

// The wrong order neither goes through nor reaches the service.
async function jumpAhead(play: Play, index: number, step: (typeof EARLY_STEPS)[number]): Promise<void> {
  const { kit } = play;
  const loan = (await loanOf(play, index)) as never as LoanAtAnyStage;
  const starts = {
    select: 'discovered',
    place: 'selected',
    attach: 'placed',
    reportApproved: 'verified',
    reportDisbursed: 'approved',
  } as const;
  const start = step === 'collect' || step === 'close' ? 'collecting' : starts[step];
  if (!loan || loan.stage === 'abandoned' || loanStages.indexOf(loan.stage) >= loanStages.indexOf(start)) return;
  const before = await writes(play);
  const error = await ours(() => {
    if (step === 'select') return kit.discovery.select(loan, choice);
    if (step === 'place') return kit.mandates.place(loan);
    if (step === 'attach') return kit.mandates.attachByMicroDeposit(loan);
    if (step === 'reportApproved') return kit.bureau.reportApproved(loan);
    if (step === 'reportDisbursed')
      return kit.bureau.reportDisbursed(loan, { amount: 80_000, date: dayIn(play, 0), reference: 'TRF' });
    if (step === 'collect') return kit.collections.collect(loan, { amount: 1, debitDate: dayIn(play, 1) });
    return kit.bureau.close(loan, { finalStatus: 'written_off', closeDate: dayIn(play, 0) });
  });
  if (error?.name !== 'RuleError')
    throw new Error(`${step} at stage ${loan.stage} ended with ${error?.name ?? 'success'}`);
  if ((await writes(play)) !== before) throw new Error(`${step} at stage ${loan.stage} reached the service`);
}

// biome-ignore lint/suspicious/noExplicitAny: the compiler refuses the wrong order, so it has to look away here
type LoanAtAnyStage = any;

async function writes(play: Play): Promise<number> {
  const { items } = await play.server.controls.requests();
  return items.filter(({ operation }) => operation !== null && (WRITES as readonly string[]).includes(operation))
    .length;
}

async function deposit(
  play: Play,
  it: { readonly which: number; readonly account: number; readonly outcome: string },
): Promise<void> {
  const loan = await loanOf(play, it.which);
  const { accountNumber, bankCode } = CHOSEN[it.account] as Account;
  if (!loan) return;
  const astray = it.outcome === 'astray';
  const from = { accountNumber: '9999999999', bankCode: '999' };
  const outcome = astray ? 'accepted' : (it.outcome as 'accepted');
  await ours(() =>
    play.server.controls.makeDeposit({
      mandateId: loan.mandateId,
      accountNumber,
      bankCode,
      outcome,
      ...(astray && { from }),
    }),
  );
}

async function dispute(play: Play, it: { readonly which: number; readonly how: string }): Promise<void> {
  const loan = await loanOf(play, it.which);
  if (!loan) return;
  const { controls } = play.server;
  const { mandateId } = loan;
  const refusal = await ours(() =>
    it.how === 'open'
      ? controls.openDispute(mandateId)
      : controls.resolveDispute(mandateId, { outcome: it.how as 'reinstated' | 'failed' }),
  );
  if (refusal) return;
  if (it.how === 'open') play.disputed.add(mandateId);
  else play.disputed.delete(mandateId);
}

async function strangerDebits(
  play: Play,
  it: { readonly which: number; readonly kobo: number; readonly inDays: number },
): Promise<void> {
  const loan = await loanOf(play, it.which);
  if (!loan) return;
  const body = { mandateId: loan.mandateId, amount: it.kobo / 100, debitDate: dayIn(play, it.inDays) };
  await quietlyRaw(play, 'PUT /v1/mandates/consent/business/manual/activate', body);
}

async function strangerReports(play: Play, it: { readonly which: number; readonly event: string }): Promise<void> {
  const loan = await loanOf(play, it.which);
  if (!loan) return;
  const content = {
    'loan.approved': { offerTerms: 'three', approvedAmount: 80_000, tenure: 'P3M' },
    'loan.disbursed': { amount: 80_000, date: dayIn(play, 0), reference: 'TRF-S' },
    'loan.closed': { finalStatus: 'repaid', closeDate: dayIn(play, 0) },
  }[it.event];
  const report = {
    reportId: `${it.event}-of-a-stranger`,
    event: it.event,
    mandateId: loan.mandateId,
    occurredAt: '2026-01-05T08:00:00Z',
    content,
  };
  await quietlyRaw(play, 'POST /_bureau/reports', report);
}

// A fault may take the answer away, or never give one.
async function quietlyRaw(play: Play, target: string, body: object): Promise<void> {
  const faults = await play.server.controls.faults();
  if (faults.items.some(({ kind }) => kind === 'timeout')) return;
  await play.raw(target, body).catch(() => undefined);
}

async function withLoan(
  play: Play,
  index: number,
  stage: Loan['stage'],
  act: (loan: LoanAtAnyStage) => Promise<unknown>,
): Promise<void> {
  const loan = await loanOf(play, index);
  if (loan?.stage === stage) await ours(() => act(loan));
}

/** Runs what may be refused: the error if it is one of ours, undefined on success; anything else is a defect. */
async function ours(act: () => unknown): Promise<RepayKitError | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (error instanceof RepayKitError) return error;
    throw error;
  }
}

function dayIn(play: Play, days: number): string {
  return new Date(play.server.clock.now() + 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
}
