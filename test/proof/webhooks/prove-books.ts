/** `npm run proof -- books [--loans=10000] [--seed=1]`: with webhooks that are lost, doubled, late and forged, the lender's books end as the server's. */
import { type BooksResult, playBooksRun } from './books-run.ts';
import { numberFlag } from './flags.ts';

const FULL = 10_000;
const SMALL = 60;

/** Holds if the books of every loan agree to the kobo, and every state change was handled exactly once. */
export async function proveBooks(print: (text: string) => void, isSmall: boolean): Promise<boolean> {
  const begun = performance.now();
  const log = (line: string) => print(`  ${line} after ${Math.round((performance.now() - begun) / 1_000)} s\n`);
  const result = await playBooksRun({
    loans: numberFlag('loans') ?? (isSmall ? SMALL : FULL),
    seed: numberFlag('seed') ?? 1,
    log,
  });
  print(textOf(result));
  return booksAgree(result);
}

/** Do they? */
export function booksAgree({
  collectedByServer,
  collectedByMerchant,
  differing,
  double,
  missing,
  wrongs,
}: BooksResult): boolean {
  return (
    collectedByServer === collectedByMerchant &&
    collectedByServer > 0 &&
    differing + double + missing + wrongs.length === 0
  );
}

function textOf({ hit, wrongs, ...figures }: BooksResult): string {
  const lines = Object.entries({ ...figures, ...hit }).map(
    ([name, figure]) => `  ${name.padEnd(22)}${figure.toLocaleString('en').padStart(16)}`,
  );
  return `${[...lines, ...wrongs.map((wrong) => `  WRONG: ${wrong}`)].join('\n')}\n`;
}
