import { CLIENT, type SimulationRow, simulateDebits } from './simulation.ts';

const FULL = 1_000_000;
const SMALL = 3_000;

/**
 * A simulation of debits under faults far heavier than any network's: how often each strategy takes money twice, how many doubts the client settles by asking, and
 * how many are left to a person. `--debits=N --seed=N`; interrupting it prints what was played so far. Holds when the client, as it comes, took nothing twice and
 * every loan's file agrees with the bank.
 */
export async function proveDebits(print: (text: string) => void, isSmall: boolean): Promise<boolean> {
  const debits = numberOf('debits') ?? (isSmall ? SMALL : FULL);
  const seed = numberOf('seed') ?? 1;
  // Most errors of the run are its faults; their stack traces are not read.
  Error.stackTraceLimit = 0;
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
  };
  process.once('SIGINT', interrupt);
  const begun = performance.now();
  let reported = 0;
  const rows = await simulateDebits({ debits, seed }, (strategy, done, of) => {
    const now = performance.now();
    if (now - reported > 10_000) {
      reported = now;
      print(
        `${strategy}: ${done.toLocaleString('en')} of ${of.toLocaleString('en')} after ${Math.round((now - begun) / 1_000)} s\n`,
      );
    }
    return !isInterrupted;
  });
  process.removeListener('SIGINT', interrupt);
  print(tableOf(rows));
  const client = rows.find(({ strategy }) => strategy === CLIENT)?.tally;
  const holds = client !== undefined && client.wants > 0 && client.doubles === 0 && client.wrongBooks === 0;
  const wanted = client?.wants.toLocaleString('en') ?? '0';
  print(
    `\nSeed ${seed}, ${Math.round((performance.now() - begun) / 1_000)} s${isInterrupted ? ', interrupted' : ''}. `,
  );
  print(
    holds
      ? `${wanted} payments wanted from this client: none taken twice, every file agrees with the bank.\n`
      : `It does not hold; loans with wrong books: ${client?.wrongLoans.join(', ')}.\n`,
  );
  return holds;
}

function numberOf(name: string): number | undefined {
  const text = process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
  const value = Number(text);
  return text !== undefined && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

const columns: readonly (readonly [string, (row: SimulationRow) => string])[] = [
  ['strategy', ({ strategy }) => strategy],
  ['wanted', ({ tally }) => count(tally.wants)],
  ['requests', ({ tally }) => count(tally.requests)],
  ['doubtful', ({ tally }) => count(tally.doubtful)],
  ['taken twice', ({ tally }) => count(tally.doubles)],
  ['a million', ({ tally }) => count(tally.wants > 0 ? Math.round((tally.doubles / tally.wants) * 1_000_000) : 0)],
  ['naira too much', ({ tally }) => count(tally.doubledNaira)],
  ['settled by asking', ({ tally }) => count(tally.settledByAsking)],
  ['parked', ({ tally }) => count(tally.parked)],
  ['found later', ({ tally }) => count(tally.foundAfterParking)],
  ['by a person', ({ tally }) => count(tally.decidedByPerson)],
  ['crashes', ({ tally }) => count(tally.crashes)],
  ['wrong books', ({ tally }) => count(tally.wrongBooks)],
];

function count(value: number): string {
  return value.toLocaleString('en');
}

function tableOf(rows: readonly SimulationRow[]): string {
  const cells = [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  const line = (texts: readonly string[]) =>
    `${texts.map((text, index) => (index === 0 ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0))).join('  ')}\n`;
  return `\n${cells.map(line).join('')}`;
}
