/** Does something once for all callers, and again for the next one if it failed. */
export function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= act().catch((error) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}
