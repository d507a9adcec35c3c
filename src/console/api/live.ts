/** Server-Sent Events: what changed, at most a few times a second. */
import { systemClock } from '../../clock/clock.ts';

/** Changes by kind, gathered between two messages. */
export class ChangeFeed {
  readonly #kinds = new Set<string>();
  #wake: (() => void) | undefined;

  readonly add = (kind: string): void => {
    this.#kinds.add(kind);
    this.#wake?.();
  };

  /** Waits for changes, at most `waitMs`. */
  async next(waitMs: number, ended: AbortSignal): Promise<readonly string[]> {
    if (this.#kinds.size === 0) {
      const woken = new AbortController();
      this.#wake = () => woken.abort();
      await systemClock.sleep(waitMs, AbortSignal.any([woken.signal, ended])).catch(() => undefined);
      this.#wake = undefined;
    }
    const kinds = [...this.#kinds];
    this.#kinds.clear();
    return kinds;
  }
}

const HEARTBEAT_MS = 15_000;
const GATHER_MS = 200;

/** The messages of a stream: the kinds of changes as JSON. A comment while nothing changes keeps proxies from closing it. */
export async function* eventStream(feed: ChangeFeed, ended: AbortSignal): AsyncGenerator<Uint8Array> {
  yield Buffer.from(': open\n\n');
  while (!ended.aborted) {
    const kinds = await feed.next(HEARTBEAT_MS, ended);
    if (ended.aborted) return;
    yield Buffer.from(kinds.length > 0 ? `data: ${JSON.stringify(kinds)}\n\n` : ': still open\n\n');
    await systemClock.sleep(GATHER_MS, ended).catch(() => undefined);
  }
}
