/** Tells an observer. Whatever it throws, or its promise rejects with, stays here: who watches a debit must not be able to change what becomes of it. */
export function quietly(tell: () => unknown): void {
  try {
    const told = tell();
    if (isThenable(told)) void Promise.resolve(told).then(ignore, ignore);
  } catch {}
}

function isThenable(value: unknown): boolean {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
}

function ignore(): void {}
