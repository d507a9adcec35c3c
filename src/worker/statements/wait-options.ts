import { HOUR_MS, type Instant, MINUTE_MS } from '../../domain/calendar.ts';
import { ConfigurationError, RuleError } from '../../errors.ts';
import { anyText, flag, func, looseFields, number, oneOf, optional, signal, text } from '../../validation/checks.ts';
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

/** How to upload a statement and wait for its event. */
export interface UploadAndWaitOptions<Want extends StatementWant = StatementWant> {
  /** `transactions` uploads by {@link repaykit!Income.uploadStatement}, `insight` by {@link repaykit!Income.processIncome}. */
  readonly want: Want;
  /** How long to wait in all, in milliseconds on the client's clock, and no longer on the machine's; default 10 minutes. */
  readonly timeoutMs?: number;
  /** Ends the wait at once. What was uploaded stays uploaded. */
  readonly signal?: AbortSignal;
  /** Called while bytes go out and at each search of the inbox. What it throws changes nothing. */
  readonly onProgress?: (progress: StatementProgress) => void;
  /** A key of your own for this upload: it never goes out twice. */
  readonly once?: string;
  /** The service's id of this payer, where an earlier event had it: an insight may name nothing else. Learned from the inbox where it can be. */
  readonly borrowerId?: string;
  /**
   * States that no process uploads another statement for this business now: the one insight or failure that comes and names no one is then taken for this upload's.
   * Default false: it is taken for none.
   */
  readonly assumeOnlyUploadInFlight?: boolean;
  /** States that the event of this payer's earlier upload, which has not come, never will. Default false: until an hour has passed, it could be taken for this one's. */
  readonly assumeEarlierUploadLost?: boolean;
}

type ListedInbox = Pick<Inbox, 'list'>;

/** An inbox, or what has one, such as a receiver. */
export type InboxOrReceiver = ListedInbox | { readonly inbox: ListedInbox };

/** The options, checked and with their defaults. */
export interface WaitSettings extends UploadAndWaitOptions {
  readonly timeoutMs: number;
  readonly inbox: ListedInbox;
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
export function checkWaitOptions(given: InboxOrReceiver, options: UploadAndWaitOptions): WaitSettings {
  const inbox = [given, looseFields(given).inbox].find(isListed);
  const issues = [...waitOptions.problems(options, '')];
  if (!inbox) issues.unshift({ path: 'inbox', message: 'must be an inbox, or a receiver, which has one' });
  if (!inbox || issues.length > 0) throw new ConfigurationError('uploadAndWait', issues);
  return { ...options, inbox, timeoutMs: options.timeoutMs ?? 10 * MINUTE_MS };
}

function isListed(value: unknown): value is ListedInbox {
  return typeof looseFields(value).list === 'function';
}

/** An upload of a payer, in this process. */
interface Upload {
  readonly isUnderWay: boolean;
  /** Whether its event has come meanwhile. */
  readonly hasCome: () => Promise<boolean>;
  /** When it is forgotten, in epoch milliseconds. */
  readonly forgetAt: Instant;
}

/** A payer's right to upload a statement: the events of two of them could not be distinguished. */
export interface UploadReservation {
  /** Is no other upload known? */
  isAlone(): boolean;
  /** Ends it. With `hasCome`, something was uploaded and nothing came of it: its event may come late. */
  end(unanswered?: { readonly now: Instant; readonly hasCome: () => Promise<boolean> }): void;
}

interface UploadRequest {
  readonly payer: string;
  readonly now: Instant;
  readonly assumeEarlierUploadLost: boolean;
}

// As long as the inbox keeps the body of an event, so that a late one is seen.
const LATE_MS = HOUR_MS;

const uploadsOf = new WeakMap<object, Map<string, Upload>>();

/** Reserves the inbox for one upload of a payer. @throws RuleError `statement-is-single` */
export async function reserveUpload(inbox: object, request: UploadRequest): Promise<UploadReservation> {
  const { payer, now, assumeEarlierUploadLost } = request;
  const uploads = uploadsOf.get(inbox) ?? new Map<string, Upload>();
  uploadsOf.set(inbox, uploads);
  for (const [name, { isUnderWay, forgetAt }] of uploads) if (!isUnderWay && forgetAt <= now) uploads.delete(name);
  const earlier = uploads.get(payer);
  if (earlier?.isUnderWay)
    throw refusal('A statement of this payer is under way: wait for what comes of it, then upload the next');
  uploads.set(payer, { isUnderWay: true, hasCome: async () => false, forgetAt: now });
  try {
    if (earlier && !assumeEarlierUploadLost && !(await earlier.hasCome()))
      throw refusal(
        'Nothing has come of the statement of this payer that was uploaded before, and it could be taken for what comes of this one: wait for it, or state assumeEarlierUploadLost',
      );
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
