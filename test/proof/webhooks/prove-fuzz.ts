/** `npm run proof -- fuzz [--inputs=200000] [--seed=1]`: any bytes are answered, and none takes twice the CPU of a genuine statement. */
import { numberFlag } from './flags.ts';
import { playFuzzRun, type Timed } from './fuzz-run.ts';

const FULL = 200_000;
const SMALL = 2_000;
// Compared with a genuine body of the greatest length on the same machine, because a busy machine also costs CPU.
const MOST_TIMES_GENUINE = 2;

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
  for (const timed of result.slowest) print(lineOf(timed));
  print(`Compared with:\n${lineOf(result.genuine)}`);
  return (
    result.falls.length === 0 &&
    !result.changed &&
    result.slowest.every(({ workMs }) => workMs <= MOST_TIMES_GENUINE * result.genuine.workMs)
  );
}

function lineOf({ name, bytes, answerMs, workMs }: Timed): string {
  const [answer, all] = [answerMs, workMs].map((ms) => ms.toFixed(1).padStart(8));
  return `${answer} ms of CPU to answer ${all} in all ${bytes.toLocaleString('en').padStart(10)} bytes  ${name}\n`;
}
