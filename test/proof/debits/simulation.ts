import { ClientLoan } from './client-strategy.ts';
import { Merchant } from './merchant.ts';
import { type NaiveStrategy, naiveStrategies, playNaively } from './naive-strategies.ts';
import { WANTS_PER_LOAN } from './plan.ts';
import { emptyTally, type Tally } from './tally.ts';

/** How large a simulation is. */
export interface SimulationSize {
  /** Payments wanted by each strategy; a tenth of them by the client with its option that sends again. */
  readonly debits: number;
  readonly seed: number;
}

/** Who is played, and what came of it. */
export interface SimulationRow {
  readonly strategy: string;
  readonly tally: Tally;
}

/** What the client is called in the table. */
export const CLIENT = 'this client';
export const RESENDING_CLIENT = 'this client, resendAbsent';

// What was checked needs no memory.
const LOANS_KEPT = 50;

/** Plays all strategies on the same model; `goOn` is asked after every loan and may end it early. */
export async function simulateDebits(
  { debits, seed }: SimulationSize,
  goOn: (strategy: string, done: number, of: number) => boolean,
): Promise<readonly SimulationRow[]> {
  const rows: SimulationRow[] = [];
  for (const strategy of Object.keys(naiveStrategies) as NaiveStrategy[]) {
    const tally = emptyTally();
    await eachLoan(
      debits,
      (loan, count) => playNaively(strategy, { seed, loan }, { count, tally }),
      (done) => goOn(strategy, done, debits),
    );
    rows.push({ strategy, tally });
  }
  rows.push(await playClient(RESENDING_CLIENT, { debits: Math.ceil(debits / 10), seed }, goOn));
  rows.push(await playClient(CLIENT, { debits, seed }, goOn));
  return rows;
}

async function playClient(
  strategy: string,
  { debits, seed }: SimulationSize,
  goOn: (strategy: string, done: number, of: number) => boolean,
): Promise<SimulationRow> {
  const tally = emptyTally();
  const merchant = new Merchant();
  const policy = { resendAbsent: strategy === RESENDING_CLIENT };
  const play = async (loan: number, count: number) => {
    await new ClientLoan(merchant, { seed, loan }, { policy, tally }).live(count);
    if (loan % LOANS_KEPT === 0) merchant.forget();
  };
  await eachLoan(debits, play, (done) => goOn(strategy, done, debits));
  tally.crashes = merchant.crashes;
  return { strategy, tally };
}

async function eachLoan(
  debits: number,
  play: (loan: number, count: number) => Promise<void> | void,
  goOn: (done: number) => boolean,
): Promise<void> {
  let done = 0;
  for (let loan = 1; done < debits; loan += 1) {
    const count = Math.min(WANTS_PER_LOAN, debits - done);
    await play(loan, count);
    done += count;
    if (!goOn(done)) return;
  }
}
