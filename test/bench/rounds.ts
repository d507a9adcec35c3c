/** Fair comparisons: in each round every subject runs once, in a process of its own, in shuffled order. */
import { median } from './rows.ts';

/** What each subject gave in one round. */
export type Round<Name extends string, Measured> = Readonly<Record<Name, Measured>>;

/** Runs all subjects in each round, one after the other. `measure` starts the process. */
export async function measureRounds<Name extends string, Measured>(
  rounds: number,
  names: readonly Name[],
  measure: (name: Name, round: number) => Promise<Measured>,
): Promise<readonly Round<Name, Measured>[]> {
  const measured: Round<Name, Measured>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const found: [Name, Measured][] = [];
    for (const name of shuffled(names)) found.push([name, await measure(name, round)]);
    measured.push(Object.fromEntries(found) as Round<Name, Measured>);
  }
  return measured;
}

/** The median of the rounds' ratios with their spread, and the median figure of each side. */
export interface Comparison {
  readonly ratio: number;
  readonly ours: number;
  readonly theirs: number;
  /** `1.10–1.31×`: the least and the most of the rounds. */
  readonly spread: string;
}

/** Compares the figures of two subjects round by round. */
export function compareRounds<Name extends string, Measured>(
  rounds: readonly Round<Name, Measured>[],
  [ours, theirs]: readonly [Name, Name],
  figureOf: (measured: Measured) => number,
): Comparison {
  const ratios = rounds.map((round) => figureOf(round[ours]) / figureOf(round[theirs]));
  const middle = (name: Name) => median(rounds.map((round) => figureOf(round[name])));
  return { ratio: median(ratios), ours: middle(ours), theirs: middle(theirs), spread: `${spreadOf(ratios, 2)}×` };
}

/** The least and the most of some figures as text. */
export function spreadOf(figures: readonly number[], digits = 0): string {
  const [least, most] = [Math.min(...figures), Math.max(...figures)].map((figure) => figure.toFixed(digits));
  return `${least}–${most}`;
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
