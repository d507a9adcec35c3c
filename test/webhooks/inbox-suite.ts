import { describe } from 'vitest';
import type { Inbox } from '../../src/webhooks/inbox/inbox.ts';
import { describeArrivals } from './inbox/arrivals.ts';
import { describeClaims } from './inbox/claims.ts';
import { describeCrowds } from './inbox/crowds.ts';
import { describeDecisions } from './inbox/decisions.ts';
import { describeEffects } from './inbox/effects.ts';
import { describeEnds } from './inbox/ends.ts';
import { describeLists } from './inbox/lists.ts';
import { describeRecognition } from './inbox/recognition.ts';

/** How tests write something along with the end of a delivery, and look whether it is there. */
export interface EffectsUnderTest {
  /** Writes a line through the transaction that was lent. */
  write(transaction: unknown, line: string): void | Promise<void>;
  /** The lines that were committed. */
  lines(): Promise<readonly string[]>;
}

/** An inbox under test. */
export interface InboxUnderTest {
  readonly inbox: Inbox;
  /** Another inbox over the same items, as another process has it; the same one where an inbox is alone by nature. */
  readonly beside: Inbox;
  /** Absent where nothing is lent. */
  readonly effects?: EffectsUnderTest;
}

/** Opens an empty inbox; the caller of the suite closes what it opens. */
export type OpenInbox = () => Promise<InboxUnderTest>;

/** What differs by nature. */
export interface InboxNature {
  /** May what commits with an end take its time, or has it to be done when it returns? */
  readonly lends: 'awaited' | 'at-once';
}

/** The promise of an inbox, sentence by sentence: every implementation passes the same tests. */
export function describeInbox(name: string, nature: InboxNature, open: OpenInbox): void {
  describe(`an inbox ${name}`, () => {
    describeArrivals(open);
    describeClaims(open);
    describeRecognition(open);
    describeEnds(open);
    describeEffects(open, nature);
    describeDecisions(open);
    describeLists(open);
    describeCrowds(open);
  });
}
