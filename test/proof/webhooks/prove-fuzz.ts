/** `npm run proof -- fuzz [--inputs=200000] [--seed=1]`: whatever bytes come, they are answered, and none takes longer than 50 ms. */
import { numberFlag } from './flags.ts';
import { playFuzzRun } from './fuzz-run.ts';

const FULL = 200_000;
const SMALL = 2_000;
const LONGEST_MS = 50;

/** Holds if every body was answered with 2xx or 4xx, nothing changed, and none took too long. */
export async function proveFuzz(print: (text: string) => void, isSmall: boolean): Promise<boolean> {
  const begun = performance.now();
  const log = (line: string) => print(`  ${line} after ${Math.round((performance.now() - begun) / 1_000)} s\n`);
  const inputs = numberFlag('inputs') ?? (isSmall ? SMALL : FULL);
  const result = await playFuzzRun({ inputs, seed: numberFlag('seed') ?? 1, tries: 5, log });
  print(
    `${result.inputs.toLocaleString('en')} bodies: ${JSON.stringify(result.answers)}, ${result.falls.length} falls${result.changed ? ', and something CHANGED' : ''}\n`,
  );
  for (const fall of result.falls.slice(0, 20)) print(`FALL: ${fall}\n`);
  for (const { name, bytes, answerMs, workMs } of result.slowest) {
    print(
      `${answerMs.toFixed(1).padStart(8)} ms to answer ${workMs.toFixed(1).padStart(8)} ms to work on ${bytes.toLocaleString('en').padStart(10)} bytes  ${name}\n`,
    );
  }
  return (
    result.falls.length === 0 &&
    !result.changed &&
    result.slowest.every(({ answerMs, workMs }) => Math.max(answerMs, workMs) <= LONGEST_MS)
  );
}
