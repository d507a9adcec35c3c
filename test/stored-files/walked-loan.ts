/** The straight road of a loan: from each stage to the next. */
import type { AttachmentPlan, Loan, LoanAt, LoanStage, RepayKit } from '../../src/index.ts';
import { accountOf, accountsOf, type Opening, opening, type PayerId, payer } from './lender.ts';
import type { Scene } from './scene.ts';

interface Walk<To extends LoanStage> extends Opening {
  readonly to: To;
  readonly kit?: RepayKit;
  /** How many of the payer's accounts are chosen; default one. */
  readonly accounts?: number;
}

/** Who walks a loan, and where. */
type Walker = Pick<Scene, 'server' | 'kit' | 'now' | 'today' | 'settled'>;

/** Opens a loan and walks it to a stage. */
export async function walk<To extends LoanStage>(
  scene: Walker,
  { to, kit = scene.kit, accounts = 1, ...begun }: Walk<To>,
): Promise<LoanAt<To>> {
  let loan: Loan = await kit.loans.open(opening(begun, scene.now()));
  while (loan.stage !== to) {
    loan = await stepOn(scene, { kit, loan, accounts });
    await scene.settled();
  }
  return (await kit.loans.get(begun.loanId)) as LoanAt<To>;
}

interface Step {
  readonly kit: RepayKit;
  readonly loan: Loan;
  /** How many of the payer's accounts are chosen. */
  readonly accounts: number;
}

/** One step on, whatever the stage. */
export async function stepOn(
  scene: Pick<Scene, 'server' | 'now' | 'today'>,
  { kit, loan, accounts }: Step,
): Promise<Loan> {
  const payerId = loan.payerId as PayerId;
  switch (loan.stage) {
    case 'consented':
      return kit.discovery.discover(loan);
    case 'discovered': {
      const chosenBy = { ipAddress: '203.0.113.9', at: scene.now() };
      const backupAccounts = accountsOf(payerId).slice(1, accounts);
      return kit.discovery.select(loan, { primaryAccount: accountOf(payerId), backupAccounts, chosenBy });
    }
    case 'selected':
      return kit.mandates.place(loan);
    case 'placed':
      return kit.mandates.attach(loan, wayOf(loan));
    case 'verifying':
      await proveAccounts(scene, loan);
      return kit.mandates.awaitActive(loan);
    case 'verified':
      return kit.bureau.reportApproved(loan, {
        extra: { branch: `Ikeja, for ${payer(payerId).name}` },
      });
    case 'approved':
      return kit.bureau.reportDisbursed(loan, { amount: 80_000, date: scene.today(), reference: `TRF-${loan.loanId}` });
    case 'disbursed':
      return kit.bureau.awaitReported(loan);
    default:
      throw new Error(`there is no step on from '${loan.stage}'`);
  }
}

// A PNG of one pixel.
const SIGNATURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

function wayOf({ loanId }: Loan): AttachmentPlan {
  const signature = { by: 'signature', file: SIGNATURE, bankAddress: 'Ikeja, Lagos' } as const;
  return loanId === 'loan-signed' ? signature : { by: 'micro-deposit' };
}

async function proveAccounts({ server }: Pick<Scene, 'server'>, loan: LoanAt<'verifying'>): Promise<void> {
  const { mandateId, primaryAccount, backupAccounts } = loan;
  for (const { accountNumber, bankCode } of [primaryAccount, ...backupAccounts]) {
    const named = { mandateId, accountNumber, bankCode };
    if (loan.loanId === 'loan-signed') await server.controls.judgeSignature({ ...named, outcome: 'matched' });
    else await server.controls.makeDeposit(named);
  }
}
