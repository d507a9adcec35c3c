import { systemClock } from '../../clock/clock.ts';
import type { ConsoleContext } from './console-options.ts';
import { ChangeFeed } from './live.ts';

const LOOK_MS = 500;

/** Looks twice a second whether the log, the book or the inbox grew. Stores announce nothing themselves. */
export function watchBook(context: ConsoleContext, ended: AbortSignal): ChangeFeed {
  const feed = new ChangeFeed();
  void follow(context, feed, ended);
  return feed;
}

async function follow(context: ConsoleContext, feed: ChangeFeed, ended: AbortSignal): Promise<void> {
  let before: string | undefined;
  while (!ended.aborted) {
    // A store that cannot be read now says so in the answers themselves.
    const now = await markOf(context).catch(() => before);
    if (before !== undefined && now !== before) feed.add('book');
    before = now;
    await systemClock.sleep(LOOK_MS, ended).catch(() => undefined);
  }
}

async function markOf({ book, inbox }: ConsoleContext): Promise<string> {
  const [state, newest] = await Promise.all([book.state(), inbox?.list({ limit: 1, newestFirst: true })]);
  const [last] = newest ?? [];
  return JSON.stringify([state, last?.key, last?.status, last?.attempts]);
}
