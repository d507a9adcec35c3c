/** Loan tapes that were tampered with, thousands of times, and honest ones. */
import { Dice } from '../tampering/dice.ts';
import { copyOf, type MadeTape, makeTape, type Portfolio, playPortfolio, verdictOn } from './open-tape.ts';
import { rewritten, signed, type TapeTampering, unsigned } from './tape-tamperings.ts';

/** Every kind of tampering, and whether the funder needs checkpoints that he kept. */
export const tapeTamperings: readonly (readonly [name: string, tamper: TapeTampering, needsKept: boolean])[] = [
  ...Object.entries({ ...unsigned, ...signed }).map(([name, tamper]) => [name, tamper, false] as const),
  ...Object.entries(rewritten).map(([name, tamper]) => [name, tamper, true] as const),
];

export async function makeTapes(portfolio: Portfolio, count: number): Promise<readonly MadeTape[]> {
  const tapes: MadeTape[] = [];
  for (let seed = 0; seed < count; seed++) tapes.push(await makeTape(portfolio, new Dice(seed)));
  return tapes;
}

/** Tampers with tapes in one way, and returns the seeds of what was not found. */
export async function tryTampering(
  [, tamper, needsKept]: (typeof tapeTamperings)[number],
  tapes: readonly MadeTape[],
  trials: number,
): Promise<readonly number[]> {
  const missed: number[] = [];
  for (let [seed, done] = [0, 0]; done < trials; seed++) {
    if (seed > 100 * trials) throw new Error('hardly any tape offers something to change');
    const made = tapes[seed % tapes.length] as MadeTape;
    const tape = copyOf(made.tape);
    if (tamper(tape, new Dice(seed), made) === false) continue;
    done += 1;
    if ((await verdictOn(tape, needsKept ? made.kept : undefined)).ok) missed.push(seed);
  }
  return missed;
}

/** Flips one bit of one file, and returns the seeds of what was not found. */
export async function tryFlippedBits(tapes: readonly MadeTape[], trials: number): Promise<readonly number[]> {
  const missed: number[] = [];
  for (let seed = 0; seed < trials; seed++) {
    const { tape } = tapes[seed % tapes.length] as MadeTape;
    const dice = new Dice(seed);
    const file = dice.of(['manifest.json', 'tape.csv', 'definitions.csv', 'evidence.ndjson']);
    const verdict = await verdictOn(tape, undefined, (name, text) => (name === file ? dice.flipBit(text) : text));
    if (verdict.ok) missed.push(seed);
  }
  return missed;
}

/** Makes honest tapes, with and without evidence, and returns the seeds of those that were doubted. */
export async function countDoubted(portfolio: Portfolio, count: number): Promise<readonly number[]> {
  const doubted: number[] = [];
  for (let seed = 0; seed < count; seed++) {
    const { tape, older, kept } = await makeTape(portfolio, new Dice(1_000_000 + seed), seed % 4 > 0);
    if (!(await verdictOn(tape, kept)).ok || !(await verdictOn(older, undefined)).ok) doubted.push(seed);
  }
  return doubted;
}

/** Holds if all tampering is found, and no honest tape is doubted. */
export async function proveTapes(print: (text: string) => void, isSmall: boolean): Promise<boolean> {
  const kinds = tapeTamperings.length + 1;
  const trials = isSmall ? 10 : Math.ceil(10_000 / kinds);
  const portfolio = await playPortfolio(isSmall ? 16 : 60, isSmall ? 5 : 10);
  const tapes = await makeTapes(portfolio, isSmall ? 10 : 100);
  const show = (name: string, missed: readonly number[]) => {
    print(`${name.padEnd(62)}${String(trials).padStart(6)} tried ${String(missed.length).padStart(4)} missed\n`);
    return missed.length === 0;
  };
  let holds = true;
  for (const kind of tapeTamperings) holds = show(kind[0], await tryTampering(kind, tapes, trials)) && holds;
  holds = show('one bit of a file flipped', await tryFlippedBits(tapes, trials)) && holds;
  const honest = isSmall ? 20 : 1_000;
  const doubted = await countDoubted(portfolio, honest / 2);
  print(`\n${kinds * trials} changed tapes of ${kinds} kinds; ${honest} honest tapes: ${doubted.length} doubted\n`);
  return holds && doubted.length === 0;
}
