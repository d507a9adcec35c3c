/** Thrown where the first byte of a request is about to leave, when it is too late for that. The transport that receives it sends nothing. */
export class HeldBackError extends Error {
  override readonly name = 'HeldBackError';
  readonly code = 'REPAYKIT_HELD_BACK';

  constructor() {
    super('The request was held back: the clock is outside of the time in which it may leave.');
  }
}

/** Is this why a transport failed? `fetch` wraps what its body threw. */
export function wasHeldBack(error: unknown): boolean {
  for (
    let each = error, depth = 0;
    depth < 4;
    each = (each as { readonly cause?: unknown } | null | undefined)?.cause, depth += 1
  ) {
    if (each instanceof HeldBackError) return true;
  }
  return false;
}
