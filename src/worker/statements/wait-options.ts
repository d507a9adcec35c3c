import { isSignal } from '../../client/call-options.ts';
import { MINUTE_MS } from '../../domain/calendar.ts';
import { ConfigurationError, type FieldIssue } from '../../errors.ts';
import type { Inbox } from '../../webhooks/inbox/inbox.ts';
import type { StatementWant } from './statement-answer.ts';

/** How far an upload has come. */
export interface StatementProgress {
  /** `waiting`: it is uploaded, and the event has not come. */
  readonly phase: 'uploading' | 'waiting';
  /** Bytes handed to the connection so far; while uploading. */
  readonly sentBytes?: number;
  /** Milliseconds since it began, on the client's clock. */
  readonly waitedMs: number;
}

/** How to upload a statement and wait for what comes of it. */
export interface UploadAndWaitOptions<Want extends StatementWant = StatementWant> {
  /** `transactions` uploads by {@link repaykit!Income.uploadStatement}, `insight` by {@link repaykit!Income.processIncome}. */
  readonly want: Want;
  /** How long to wait in all, in milliseconds on the client's clock, and no longer on the machine's; default 10 minutes. */
  readonly timeoutMs?: number;
  /** Ends the wait at once. What was uploaded stays uploaded. */
  readonly signal?: AbortSignal;
  /** Told while bytes go out and at each look into the inbox. What it throws changes nothing. */
  readonly onProgress?: (progress: StatementProgress) => void;
  /** A key of your own for this upload: it never goes out twice. */
  readonly once?: string;
  /** The service's id of this payer, where an earlier event told it: an insight may name nobody else. Learned from the inbox where it can be. */
  readonly borrowerId?: string;
  /**
   * States that nobody else uploads statements for this business now, in no process: the one insight or failure that comes and names nobody is then taken for this
   * upload's. Default false: what names nobody is nobody's.
   */
  readonly assumeOnlyUploadInFlight?: boolean;
  /** States that the event of this payer's earlier upload, which has not come, never will. Default false: until an hour has passed, it could be taken for this one's. */
  readonly assumeEarlierUploadLost?: boolean;
}

/** An inbox, or who has one, such as a receiver. */
export type InboxOrReceiver = Pick<Inbox, 'list'> | { readonly inbox: Pick<Inbox, 'list'> };

/** The options, checked and with their defaults. */
export interface WaitSettings<Want extends StatementWant> extends UploadAndWaitOptions<Want> {
  readonly timeoutMs: number;
  readonly inbox: Pick<Inbox, 'list'>;
}

type Check = readonly [holds: (value: unknown) => boolean, message: string];

const isFlag: Check = [(value) => typeof value === 'boolean', 'must be true or false'];

const checks: Readonly<Record<keyof UploadAndWaitOptions, Check>> = {
  want: [(value) => value === 'transactions' || value === 'insight', "must be 'transactions' or 'insight'"],
  timeoutMs: [
    (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
    'must be milliseconds, more than zero',
  ],
  signal: [isSignal, 'must be an AbortSignal'],
  onProgress: [(value) => typeof value === 'function', 'must be a function'],
  once: [(value) => typeof value === 'string', 'must be a key of your own'],
  borrowerId: [(value) => typeof value === 'string' && value.trim() !== '', "must be the service's id of the payer"],
  assumeOnlyUploadInFlight: isFlag,
  assumeEarlierUploadLost: isFlag,
};

/** Checks inbox and options. @throws ConfigurationError naming every mistake at once */
export function checkWaitOptions<Want extends StatementWant>(
  given: InboxOrReceiver,
  options: UploadAndWaitOptions<Want>,
): WaitSettings<Want> {
  const issues: FieldIssue[] = [];
  const inbox = inboxOf(given);
  if (!inbox) issues.push({ path: 'inbox', message: 'must be an inbox, or a receiver, which has one' });
  const named: Readonly<Record<string, unknown>> = { ...(options as Partial<typeof options>), want: options?.want };
  for (const [name, value] of Object.entries(named)) {
    const [holds, message] = Object.hasOwn(checks, name)
      ? checks[name as keyof typeof checks]
      : [() => false, `is unknown; known are ${Object.keys(checks).join(', ')}`];
    const isLeftOut = value === undefined && name !== 'want';
    if (!isLeftOut && !holds(value)) issues.push({ path: name, message });
  }
  if (!inbox || issues.length > 0) throw new ConfigurationError('uploadAndWait', issues);
  return { ...options, inbox, timeoutMs: options.timeoutMs ?? 10 * MINUTE_MS };
}

function inboxOf(given: InboxOrReceiver): Pick<Inbox, 'list'> | undefined {
  const { inbox, list } = (given ?? {}) as { readonly inbox?: Partial<Inbox>; readonly list?: unknown };
  if (typeof list === 'function') return given as Pick<Inbox, 'list'>;
  return typeof inbox?.list === 'function' ? (inbox as Pick<Inbox, 'list'>) : undefined;
}
