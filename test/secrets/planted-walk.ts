import type { CollectingLoan, Loan } from '../../src/index.ts';
import { transfer } from '../journeys/people.ts';
import { type allFaults, type PlantedFixture, plantedOpening, underFaults } from './planted-fixture.ts';
import { bankAccounts, choice, extra, signature } from './planted-values.ts';

/** Walks the payer's loan until it is collected, with everything going wrong at every step on the way. */
export async function walkWithFaults(
  stage: PlantedFixture,
  { terms, kinds }: { readonly terms?: Parameters<typeof plantedOpening>[0]; readonly kinds?: typeof allFaults } = {},
): Promise<CollectingLoan> {
  const { kit, server, look } = stage;
  let loan: Loan = await kit.loans.open(plantedOpening(terms));
  while (loan.stage !== 'collecting') {
    look(loan);
    const step = await stepFrom(stage, loan);
    await underFaults(stage, step, kinds).catch(() => undefined);
    if (loan.stage === 'verifying') {
      for (const { accountNumber, bankCode } of [loan.primaryAccount, ...loan.backupAccounts]) {
        await server.controls
          .makeDeposit({ mandateId: loan.mandateId, accountNumber, bankCode })
          .catch(() => undefined);
      }
    }
    loan = await kit.loans.get('loan-1');
  }
  look(loan);
  return loan;
}

async function stepFrom({ kit }: PlantedFixture, at: Loan): Promise<() => Promise<unknown>> {
  const present = async () => (await kit.loans.get('loan-1')) as never;
  const [primary] = bankAccounts;
  switch (at.stage) {
    case 'consented':
      return async () => kit.discovery.discover(await present());
    case 'discovered':
      return async () => kit.discovery.select(await present(), choice);
    case 'selected':
      return async () => kit.mandates.place(await present());
    case 'placed':
      return async () =>
        kit.mandates.attach(await present(), {
          [primary.accountNumber]: { by: 'signature', ...signature },
          [bankAccounts[1].accountNumber]: { by: 'micro-deposit' },
        });
    case 'verifying':
      return async () => kit.mandates.refresh(await present());
    case 'verified':
      return async () => kit.bureau.reportApproved(await present(), { extra });
    case 'approved':
      return async () => {
        await kit.loans.mayDisburse(await present());
        return kit.bureau.reportDisbursed(await present(), { ...transfer, extra });
      };
    case 'disbursed':
      // A lease and a pause pass while it waits, so time has to go on beside it.
      return async () => kit.bureau.awaitReported(await present(), { timeoutMs: 0 });
    default:
      return async () => kit.loans.get(at.loanId);
  }
}
