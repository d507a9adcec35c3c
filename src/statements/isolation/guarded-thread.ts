import type { StatementLimits } from '../limits.ts';
import { boundedDecompression } from './bounded-inflate.ts';
import { collectGarbage } from './garbage.ts';
import type { MemoryReport } from './memory-report.ts';
import { copyOwnMessages } from './own-messages.ts';

/** The limits that hold while a thread reads, and how it ends when one is passed: at once, because the engine would catch an exception and go on. */
export interface Guard {
  limits: StatementLimits;
  /** Bytes inflated since the reading last came forward. A page's content may be torn into many streams, or name one again and again. */
  inflated: number;
  end(limit: keyof StatementLimits): never;
}

/** Below it a growing buffer is not worth a look. */
const LARGE = 1_048_576;

/**
 * Guards the thread it is called in, for good: only a reading thread calls it. The engine has no limits of its own, but all its decoders, plain or
 * encrypted, one or chained, grow their buffers by copying the old one into one of twice the size: so copying is where growth is seen.
 */
export function guardThread(guard: Guard, report: MemoryReport): void {
  const bytes = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;
  const { set } = bytes;
  bytes.set = function (this: Uint8Array, source, offset) {
    if (source.length >= LARGE) {
      if (source.length >= guard.limits.streamBytes) guard.end('streamBytes');
      checkMemory(guard, report);
    }
    set.call(this, source, offset);
  };
  globalThis.DecompressionStream = boundedDecompression({
    left: () => Math.max(1, guard.limits.streamBytes - guard.inflated),
    take: (inflated) => {
      guard.inflated += inflated;
    },
    full: () => guard.end('streamBytes'),
  });
  globalThis.structuredClone = copyOwnMessages(globalThis.structuredClone);
  // Nothing that a document names is ever asked for.
  Object.assign(globalThis, { fetch: undefined, WebSocket: undefined, XMLHttpRequest: undefined });
}

/** The reading came forward: what was inflated before is done with, and what is in use may be looked at. */
export function comeForward(guard: Guard, report: MemoryReport): void {
  guard.inflated = 0;
  checkMemory(guard, report);
}

// Reports what the thread uses, and ends it when that is more than its limit.
function checkMemory({ limits, end }: Guard, report: MemoryReport): void {
  if (report.write() <= limits.memoryBytes) return;
  collectGarbage();
  if (report.write() > limits.memoryBytes) end('memoryBytes');
}
