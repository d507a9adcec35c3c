/** `npm run proof -- statements [--layouts=1000] [--from=1] [--tampered=40]`: statements of random layouts are read, and no falsified one proves itself. */
import { readRandomLayouts } from './statements-random.ts';
import { tamperWithEveryRow } from './statements-tampering.ts';
import { numberFlag } from './webhooks/flags.ts';

const FULL = { layouts: 1_000, tampered: 40 };
const SMALL = { layouts: 40, tampered: 4 };
const AT_A_TIME = 100;
const MOST_MONTHS = 6;

/** Holds if no reading that is not exact proves itself, and no falsified row leaves a proof that holds. What is not exact is listed. */
export async function proveStatements(print: (text: string) => void, isSmall: boolean): Promise<boolean> {
  const usual = isSmall ? SMALL : FULL;
  const [layouts, from, tampered] = [
    numberFlag('layouts') ?? usual.layouts,
    numberFlag('from') ?? 1,
    numberFlag('tampered') ?? usual.tampered,
  ];
  const isRight = await proveLayouts(print, from, layouts);
  return (await proveTampered(print, tampered)) && isRight;
}

async function proveLayouts(print: (text: string) => void, from: number, layouts: number): Promise<boolean> {
  const sum = { statements: 0, rows: 0, found: 0, narrations: 0, exact: 0, proved: 0, falselyProved: 0 };
  for (let first = from; first < from + layouts; first += AT_A_TIME) {
    const seeds = Array.from({ length: Math.min(AT_A_TIME, from + layouts - first) }, (_, index) => first + index);
    const read = await readRandomLayouts(seeds, (seed) => 1 + (seed % MOST_MONTHS));
    for (const key of ['statements', 'rows', 'found', 'narrations', 'exact', 'proved'] as const) sum[key] += read[key];
    sum.falselyProved += read.falselyProved.length;
    for (const { seed, difference } of read.failures) print(`  random layout ${seed} is not exact: ${difference}\n`);
    for (const seed of read.falselyProved) print(`  random layout ${seed} is PROVED AND WRONG\n`);
  }
  print(
    `${sum.statements} statements of random layouts with ${sum.rows} rows: ${sum.exact} exact, ${sum.proved} proved, ${sum.falselyProved} falsely proved; ` +
      `${sum.found} rows, ${sum.narrations} narrations exact\n`,
  );
  return sum.falselyProved === 0;
}

async function proveTampered(print: (text: string) => void, statements: number): Promise<boolean> {
  const { tally, deceived } = await tamperWithEveryRow(statements, (line) => print(`  falsified ${line}\n`));
  print(`\nEvery row of ${statements} statements that prove themselves, falsified one at a time:\n`);
  for (const [way, outcomes] of Object.entries(tally)) {
    print(
      `${way.padEnd(26)}${Object.entries(outcomes)
        .map(([outcome, count]) => `${count} ${outcome}`.padStart(18))
        .join('')}\n`,
    );
  }
  for (const one of deceived) print(`NO ${one}\n`);
  return deceived.length === 0;
}
