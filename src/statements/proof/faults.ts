import type { StatementProof } from './statement-proof.ts';

/** What a reading leaves unexplained: of two, the one that leaves less is the right one. */
export function faultsIn({ chain, printed, doubts }: StatementProof): number {
  return (
    10 * (chain.broken.length + printed.filter((figure) => !figure.agrees).length) +
    doubts.length +
    (chain.checked === 0 ? 5 : 0)
  );
}
