/** After the last kill: nothing goes wrong any more, time goes on, and one process brings everything to its end. */
import type { RepayKit } from '../../../src/client/repay-kit.ts';
import type { Loan } from '../../../src/domain/loan/loan.ts';
import { RepayKitError } from '../../../src/errors.ts';
import { Dice } from '../tampering/dice.ts';
import { loanIdOf, nextStep } from './merchant.ts';
import type { Platform } from './platform.ts';

/** How everything ended. */
export interface Settled {
  readonly loans: readonly Loan[];
  /** Debits that were shown nowhere, so that a person had to say what became of them; the person asked the platform. */
  readonly parked: number;
  /** Loans that did not come to rest. */
  readonly restless: readonly string[];
}

/** What is to be brought to its end, and when it takes too long. */
export interface ToSettle {
  readonly numbers: readonly number[];
  readonly limit: AbortSignal;
}

const ROUNDS = 60;
const LOANS_AT_ONCE = 4;

/** Brings loans to rest: past onboarding, no debit open, no report waiting. */
export async function settleAll(kit: RepayKit, platform: Platform, { numbers, limit }: ToSettle): Promise<Settled> {
  const { server } = platform;
  let parked = 0;
  let waiting = numbers;
  for (let round = 1; round <= ROUNDS && waiting.length > 0; round += 1) {
    if (limit.aborted) throw new Error(`${waiting.length} loans did not come to rest in time`);
    const left: number[] = [];
    for (let from = 0; from < waiting.length; from += LOANS_AT_ONCE) {
      const some = waiting.slice(from, from + LOANS_AT_ONCE);
      const isAtRest = await Promise.all(some.map((number) => goOn(number)));
      left.push(...some.filter((_, index) => !isAtRest[index]));
    }
    waiting = left;
    // A day now and then, so that the debits of later days come due; else a while, so that what is shown nowhere counts as absent.
    await platform.skip(round % 6 === 0 ? 'P1D' : 'PT17M');
  }
  const loans = await Promise.all(numbers.map((number) => kit.loans.get(loanIdOf(number))));
  return { loans, parked, restless: waiting.map(loanIdOf) };

  async function goOn(number: number): Promise<boolean> {
    let loan = await kit.loans.get(loanIdOf(number));
    try {
      while (loan.stage !== 'collecting' && loan.stage !== 'closed') {
        if (loan.stage === 'verifying') await platform.payDeposits(loan.mandateId, number);
        await nextStep(kit, loan, { dice: new Dice(number), today: server.clock.today() }).take();
        loan = await kit.loans.get(loanIdOf(number));
      }
      if (loan.stage === 'collecting') {
        loan = (await kit.collections.settle(loan)).loan;
        for (const { debitId, status, amount } of loan.debits) {
          if (status !== 'parked') continue;
          parked += 1;
          const shown = (await kit.collections.list({ type: 'manual' })).filter(
            (log) => log.mandateId === loan.mandateId && log.amount === amount,
          );
          const result = shown.some((log) => log.status === 'successful') ? 'taken' : 'not-taken';
          loan = (
            await kit.collections.settle(loan, {
              debitId,
              result,
              decidedBy: 'A. Person',
              reason: 'The platform was asked',
            })
          ).loan;
        }
        loan = await kit.bureau.awaitReported(loan);
        if (loan.balances.openDebits > 0) return false;
        if (loan.balances.outstanding > 0) return true;
        await kit.bureau.awaitReported(
          await kit.bureau.close(loan, { finalStatus: 'repaid', closeDate: server.clock.today() }),
        );
      } else await kit.bureau.awaitReported(loan);
      return true;
    } catch (error) {
      // Work that a killed process still holds, or a window that has not passed: the next round is later.
      if (error instanceof RepayKitError && error.code !== 'store_failed' && error.code !== 'evidence_broken')
        return false;
      throw error;
    }
  }
}
