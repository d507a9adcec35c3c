import { HOUR_MS, type Instant, MINUTE_MS } from '../../domain/calendar.ts';
import { ConfigurationError, RuleError } from '../../errors.ts';
import { anyText, flag, func, looseFields, number, oneOf, optional, signal, text } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import type { Inbox } from '../../webhooks/inbox/inbox.ts';
import type { StatementWant } from './belonging.ts';

/** The progress of an upload. */
export interface StatementProgress {
  /** `waiting`: the statement is uploaded, and its event has not come yet. */
  readonly phase: 'uploading' | 'waiting';
  /** Bytes passed to the connection so far. Present only while uploading. */
  readonly sentBytes?: number;
  /** Milliseconds since the start, on the client's clock. */
  readonly waitedMs: number;
}

/** Options of `uploadAndWait`. */
export interface UploadAndWaitOptions<Want extends StatementWant = StatementWant> {
  /**
   * What to wait for. `transactions` uploads with {@link repaykit!Income.uploadStatement}, `insight` with
   * {@link repaykit!Income.processIncome}.
   */
  readonly want: Want;
  /** The longest wait, in milliseconds; default 10 minutes. Measured on the client's clock and on the system clock. */
  readonly timeoutMs?: number;
  /** Ends the wait at once. A completed upload is not undone. */
  readonly signal?: AbortSignal;
  /** Called while bytes are sent and at each search of the inbox. Errors it throws are ignored. */
  readonly onProgress?: (progress: StatementProgress) => void;
  /** Your idempotency key for this upload: it is never sent twice. */
  readonly once?: string;
  /**
   * The service's borrower id of this payer, if you know it from an earlier event. An insight may name nothing else.
   * Default: found in the inbox, if possible.
   */
  readonly borrowerId?: string;
  /**
   * Declares that no other process uploads a statement for this business now. An insight or failure that names no one
   * is then accepted, if it is the only one. Default false: it is never accepted.
   */
  readonly assumeOnlyUploadInFlight?: boolean;
  /**
   * Declares that the missing event of this payer's earlier upload will never come. Default false: for an hour, it
   * could be mistaken for the event of this upload.
   */
  readonly assumeEarlierUploadLost?: boolean;
}

type ListedInbox = Pick<Inbox, 'list'>;

/** An inbox, or an object with one, such as a receiver. */
export type InboxOrReceiver = ListedInbox | { readonly inbox: ListedInbox };

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

interface Upload {
  readonly isUnderWay: boolean;
  /** Whether its event has come in the meantime. */
  readonly hasCome: () => Promise<boolean>;
  /** In epoch milliseconds. */
  readonly forgetAt: Instant;
}

interface UploadRequest {
  readonly payer: string;
  readonly now: Instant;
  readonly assumeEarlierUploadLost: boolean;
}

// As long as the inbox keeps an event's body, so that a late one is noticed.
const LATE_MS = HOUR_MS;

const uploadsOf = new WeakMap<object, Map<string, Upload>>();

/**
 * Reserves the inbox for one upload of a payer, because the events of two concurrent ones could not be distinguished.
 * @throws RuleError `statement-is-single`
 */
export async function reserveUpload(inbox: object, request: UploadRequest) {
  const { payer, now, assumeEarlierUploadLost } = request;
  const uploads = uploadsOf.get(inbox) ?? new Map<string, Upload>();
  uploadsOf.set(inbox, uploads);
  for (const [name, { isUnderWay, forgetAt }] of uploads) if (!isUnderWay && forgetAt <= now) uploads.delete(name);
  const earlier = uploads.get(payer);
  if (earlier?.isUnderWay)
    throw refusal('A statement of this payer is under way: wait for its event, then upload the next');
  uploads.set(payer, { isUnderWay: true, hasCome: async () => false, forgetAt: now });
  try {
    if (earlier && !assumeEarlierUploadLost && !(await earlier.hasCome()))
      throw refusal(
        'No event has come for the earlier statement of this payer, and a late one could be taken for the event of this one: wait for it, or state assumeEarlierUploadLost',
      );
  } catch (error) {
    if (earlier) uploads.set(payer, earlier);
    throw error;
  }
  return {
    /** Whether no other upload is known. */
    isAlone: () => uploads.size === 1,
    /** `unanswered`: the statement was uploaded but no event came. Its event may come late. */
    end(unanswered?: Pick<Upload, 'hasCome'> & { readonly now: Instant }) {
      if (unanswered)
        uploads.set(payer, { isUnderWay: false, hasCome: unanswered.hasCome, forgetAt: unanswered.now + LATE_MS });
      else uploads.delete(payer);
    },
  };
}

function refusal(message: string): RuleError {
  return new RuleError({ rule: 'statement-is-single', spec: 'Spec §6.4', message: `${message}. Nothing was sent` });
}
