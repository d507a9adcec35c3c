// What a situation leaves behind: asserted here, and kept for the test that compares the guide with it.
import assert from 'node:assert/strict';
import type { TestKit } from 'repaykit/testing';
import type { WebhookEvent } from 'repaykit/webhooks';
import { runDue } from 'repaykit/worker';

/** What one situation leaves behind, once the worker has run. */
export interface Left {
  readonly stage: string;
  /** New events in the loan file, each name once. */
  readonly file: readonly string[];
  /** The webhooks that the service sent. */
  readonly webhooks?: readonly string[];
  /** What no webhook reported: the worker found it and called the handlers. */
  readonly found?: readonly string[];
  /** The duties that are owed now, each name once. */
  readonly duties?: readonly string[];
}

/** The events of a collection: confirmed by the service, and reported to the bureau. */
export const COLLECTED: readonly string[] = [
  'collection.confirmed',
  'report.filed',
  'report.acknowledged',
];

/** Follows the loans of a test kit. */
export function watchLoans({ kit, loanAt, controls, webhooks }: TestKit) {
  const situations = new Map<string, Required<Left>>();
  const known = new Map<string, Facts>();

  async function factsOf(loanId: string): Promise<Facts> {
    const { mandateId } = await kit.loans.get(loanId);
    const { items } = await controls.webhooks();
    return {
      file: await eventsOf(loanId),
      webhooks: items
        .filter((webhook) => webhook.mandateId === mandateId)
        .map(({ event }) => event),
      handled: webhooks.received
        .filter(
          ({ data }) =>
            (data as { mandateId?: string }).mandateId === mandateId,
        )
        .map(nameOf),
    };
  }

  // #region events
  /** The names of the events in a loan file, oldest first. */
  async function eventsOf(loanId: string): Promise<string[]> {
    const lines = (await kit.loans.evidence(loanId)).trim().split('\n');
    return lines
      .map((line) => JSON.parse(line).type as string | undefined)
      .filter((type) => type !== undefined);
  }
  // #endregion events

  /** Starts at what the file has now. */
  async function from({ loanId }: { loanId: string }): Promise<void> {
    known.set(loanId, await factsOf(loanId));
  }

  /** A loan of ₦90,000 in three monthly instalments, the first in a month. */
  async function running(mode: 'auto' | 'manual' = 'auto') {
    const loan = await loanAt('collecting', { mode });
    await from(loan);
    return loan;
  }

  /** Lets the worker run, then asserts what is new since the last call. */
  async function changed(
    { loanId }: { loanId: string },
    expected: Left,
    { worker = true } = {},
  ): Promise<Required<Left>> {
    if (worker) await runDue(kit, { inbox: webhooks.receiver });
    await webhooks.receiver.settled();
    const before = known.get(loanId) ?? { file: [], webhooks: [], handled: [] };
    const now = await factsOf(loanId);
    known.set(loanId, now);
    const sent = once(now.webhooks.slice(before.webhooks.length));
    const loan = await kit.loans.get(loanId);
    const actual = {
      stage: loan.stage,
      file: once(now.file.slice(before.file.length)),
      webhooks: sent,
      found: once(now.handled.slice(before.handled.length)).filter(
        (name) => !sent.includes(name),
      ),
      duties: once((await kit.loans.duties(loan)).map(({ duty }) => duty)),
    };
    const full = { webhooks: [], found: [], duties: [], ...expected };
    assert.deepEqual(actual, full, loanId);
    return full;
  }

  /** The same, for a situation that the guide has a heading for. */
  async function left(
    situation: string,
    loan: { loanId: string },
    expected: Left,
    options?: { worker: boolean },
  ): Promise<void> {
    situations.set(situation, await changed(loan, expected, options));
  }

  return { from, running, changed, left, situations };
}

interface Facts {
  readonly file: readonly string[];
  readonly webhooks: readonly string[];
  readonly handled: readonly string[];
}

function once(names: readonly string[]): string[] {
  return [...new Set(names)];
}

const collections: Readonly<Record<string, string>> = {
  collected: 'collection.success',
  'partly-collected': 'collection.partial',
  missed: 'collection.failed',
};

function nameOf(event: WebhookEvent): string {
  if (event.kind !== 'collection') return event.kind;
  return collections[event.outcome] ?? event.kind;
}
