import { HOUR_MS, type Instant, MINUTE_MS } from '../../domain/calendar.ts';
import { ConfigurationError, RuleError } from '../../errors.ts';
import { anyText, flag, func, number, oneOf, optional, signal, text } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import type { Inbox } from '../../webhooks/inbox/inbox.ts';
import type { StatementWant } from './belonging.ts';

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

const waitOptions = record<UploadAndWaitOptions>({
  want: oneOf(['transactions', 'insight']),
  timeoutMs: optional(number({ above: 0, of: 'milliseconds' })),
  signal: optional(signal),
  onProgress: optional(func),
  once: optional(anyText),
  borrowerId: optional(text("the service's id of the payer")),
  assumeOnlyUploadInFlight: optional(flag),
  assumeEarlierUploadLost: optional(flag),
});

/** Checks inbox and options. @throws ConfigurationError naming every mistake at once */
export function checkWaitOptions<Want extends StatementWant>(
  given: InboxOrReceiver,
  options: UploadAndWaitOptions<Want>,
): WaitSettings<Want> {
  const inbox = inboxOf(given);
  const issues = [...waitOptions.problems(options, '')];
  if (!inbox) issues.unshift({ path: 'inbox', message: 'must be an inbox, or a receiver, which has one' });
  if (!inbox || issues.length > 0) throw new ConfigurationError('uploadAndWait', issues);
  return { ...options, inbox, timeoutMs: options.timeoutMs ?? 10 * MINUTE_MS };
}

function inboxOf(given: InboxOrReceiver): Pick<Inbox, 'list'> | undefined {
  const { inbox, list } = (given ?? {}) as { readonly inbox?: Partial<Inbox>; readonly list?: unknown };
  if (typeof list === 'function') return given as Pick<Inbox, 'list'>;
  return typeof inbox?.list === 'function' ? (inbox as Pick<Inbox, 'list'>) : undefined;
}

/** An upload of a payer, in this process. */
interface Upload {
  readonly isUnderWay: boolean;
  /** Whether its event has come meanwhile. */
  readonly hasCome: () => Promise<boolean>;
  /** From when on it is not waited for any more, in epoch milliseconds. */
  readonly forgetAt: Instant;
}

/** A payer's turn to upload a statement. */
interface UploadTurn {
  /** Is nobody else's upload under way? */
  isAlone(): boolean;
  /** Ends the turn. With `hasCome`, something was uploaded and nothing has come of it: its event may come late. */
  end(unanswered?: { readonly now: Instant; readonly hasCome: () => Promise<boolean> }): void;
}

/** Whose turn is wanted. */
interface TurnWish {
  readonly payer: string;
  readonly now: Instant;
  readonly assumeEarlierUploadLost: boolean;
}

// As long as the inbox keeps the body of an event, so that a late one is seen.
const LATE_MS = HOUR_MS;

const uploadsOf = new WeakMap<object, Map<string, Upload>>();

/** Takes a payer's turn at an inbox. @throws RuleError `statement-is-single` */
export async function takeTurn(inbox: object, { payer, now, assumeEarlierUploadLost }: TurnWish): Promise<UploadTurn> {
  const uploads = uploadsOf.get(inbox) ?? new Map<string, Upload>();
  uploadsOf.set(inbox, uploads);
  for (const [name, { isUnderWay, forgetAt }] of uploads) if (!isUnderWay && forgetAt <= now) uploads.delete(name);
  const earlier = uploads.get(payer);
  if (earlier?.isUnderWay)
    throw refusal('A statement of this payer is under way: wait for what comes of it, then upload the next');
  uploads.set(payer, { isUnderWay: true, hasCome: async () => false, forgetAt: now });
  try {
    if (earlier && !assumeEarlierUploadLost && !(await earlier.hasCome())) {
      throw refusal(
        'Nothing has come of the statement of this payer that was uploaded before, and it could be taken for what comes of this one: wait for it, or state assumeEarlierUploadLost',
      );
    }
  } catch (error) {
    if (earlier) uploads.set(payer, earlier);
    throw error;
  }
  return {
    isAlone: () => uploads.size === 1,
    end(unanswered) {
      if (unanswered)
        uploads.set(payer, { isUnderWay: false, hasCome: unanswered.hasCome, forgetAt: unanswered.now + LATE_MS });
      else uploads.delete(payer);
    },
  };
}

function refusal(message: string): RuleError {
  return new RuleError({ rule: 'statement-is-single', spec: 'Spec §6.4', message: `${message}. Nothing was sent` });
}
