/** `npm run proof -- forged [--deliveries=1000000] [--loans=100] [--seed=1]`: forged deliveries change nothing. */
import { numberFlag } from './flags.ts';
import { type Flood, playFlood } from './flood.ts';
import { type ForgedResult, playForgedRun } from './forged-run.ts';

const FULL = { deliveries: 1_000_000, loans: 100, flood: 20_000 };
const SMALL = { deliveries: 3_000, loans: 20, flood: 600 };
const ASKS_PER_SECOND = 200;

/** Holds if nothing changed, nothing untrue was reported, and the flood was held back. */
export async function proveForged(print: (text: string) => void, isSmall: boolean): Promise<boolean> {
  const size = isSmall ? SMALL : FULL;
  const begun = performance.now();
  const log = (line: string) => print(`  ${line} after ${Math.round((performance.now() - begun) / 1_000)} s\n`);
  const deliveries = numberFlag('deliveries') ?? size.deliveries;
  const loans = numberFlag('loans') ?? size.loans;
  const result = await playForgedRun({ deliveries, loans, seed: numberFlag('seed') ?? 1, log });
  print(textOf(result));
  const flood = await playFlood({ deliveries: size.flood, loans: size.loans, asksPerSecond: ASKS_PER_SECOND });
  print(
    `a flood at ${ASKS_PER_SECOND} questions a second: ${countsOf(flood)}\n${Math.round((performance.now() - begun) / 1_000)} s\n`,
  );
  return isHarmless(result) && flood.questions <= flood.allowed;
}

/** Did nothing come of the forgeries? */
export function isHarmless({
  changes,
  reportedUntrue,
  reportedAgain,
  callsInVain,
  writesForWrongSecrets,
}: ForgedResult): boolean {
  return changes.length + reportedUntrue.length + reportedAgain + callsInVain + writesForWrongSecrets === 0;
}

function textOf({ changes, reportedUntrue, ...figures }: ForgedResult): string {
  const lines = Object.entries(figures).flatMap(([name, figure]) =>
    typeof figure === 'number'
      ? [`${name.padEnd(28)}${figure.toLocaleString('en').padStart(10)}`]
      : [`${name}: ${countsOf(figure)}`],
  );
  return `${[...lines, ...changes.map((each) => `CHANGED: ${each}`), ...reportedUntrue.map((each) => `TOLD, and never so: ${each}`)].join('\n')}\n`;
}

function countsOf(counts: Flood | Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${Math.round(count).toLocaleString('en')}`)
    .join(', ');
}
