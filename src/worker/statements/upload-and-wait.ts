import type { RepayKit } from '../../client/repay-kit.ts';
import type { StatementUpload } from '../../client/resources/income.ts';
import { contextOf, type LoanContext } from '../../client/workflows/loan-context.ts';
import { keepAsking, withinTime } from '../../client/workflows/wait.ts';
import { quietly } from '../../clock/mutex.ts';
import { AbortedError, DeadlineError, type ErrorFacts, RepayKitError } from '../../errors.ts';
import { BodySeal } from '../../loan-file/body-seal.ts';
import { openedList, originalOf } from '../../webhooks/inbox/sealed-inbox.ts';
import { type StatementAnswer, type StatementWant, uploadedFor } from './belonging.ts';
import { StatementWatch } from './statement-watch.ts';
import {
  checkWaitOptions,
  type InboxOrReceiver,
  reserveUpload,
  type StatementProgress,
  type UploadAndWaitOptions,
  type WaitSettings,
} from './wait-options.ts';

/**
 * Uploads a bank statement and waits for its event in the receivers' shared inbox, because the webhook may reach any
 * process. Events name no upload. So an event is accepted only if it came after the upload began, and its merchant,
 * payer and account match. An event that names no payer is not accepted. Upload one statement of a payer at a time: a
 * second call is refused before anything is sent. Spec §4.14, §4.15, §6.4.
 *
 * @example
 * ```ts
 * const answer = await uploadAndWait(kit, receiver, { ...person, statement: 'statement.pdf' }, { want: 'transactions' });
 * if (answer.outcome === 'read') console.log(answer.event.data.trans.length);
 * ```
 * @throws ConfigurationError; RuleError `statement-is-single`, `request-is-single`; errors of the upload; DeadlineError
 * or AbortedError with outcome `unknown` after the upload: do not upload again, the event may still come
 */
// biome-ignore lint/complexity/useMaxParams: a public function may have a fourth for its options
export async function uploadAndWait<Want extends StatementWant>(
  kit: RepayKit,
  inbox: InboxOrReceiver,
  input: StatementUpload,
  options: UploadAndWaitOptions<Want>,
): Promise<StatementAnswer<Want>> {
  const context = contextOf(kit);
  const checked = checkWaitOptions(inbox, options);
  const { keys } = context.files;
  // An inbox that does not come from a receiver has sealed bodies if the client has keys.
  const settings = keys ? { ...checked, inbox: openedList(checked.inbox, new BodySeal(keys)) } : checked;
  const { clock, businessId, appId } = context.engine.settings;
  const began = clock.now();
  const upload = uploadedFor({ businessId, appId }, { ...input });
  const reservation = await reserveUpload(originalOf(checked.inbox), {
    payer: String(upload.bvn),
    now: began,
    assumeEarlierUploadLost: settings.assumeEarlierUploadLost === true,
  });
  const takesNameless = () => settings.assumeOnlyUploadInFlight === true && reservation.isAlone();
  const watch = new StatementWatch({ ...settings, upload, began, takesNameless, borrowerId: settings.borrowerId });
  const report: Wait['report'] = (progress) =>
    quietly(() => settings.onProgress?.({ ...progress, waitedMs: clock.now() - began }));
  let isUnanswered = false;
  try {
    await watch.start();
    const answer = await answerTo({ kit, context, settings, watch, began, report }, input);
    // The watch finds only answers to `want`.
    return answer as StatementAnswer<Want>;
  } catch (error) {
    isUnanswered = !(error instanceof RepayKitError) || error.outcome === 'unknown';
    throw error;
  } finally {
    const hasCome = async () => (await watch.find({ isWhole: true })) !== undefined;
    reservation.end(isUnanswered ? { now: clock.now(), hasCome } : undefined);
  }
}

interface Wait {
  readonly kit: RepayKit;
  readonly context: LoanContext;
  readonly settings: WaitSettings;
  readonly watch: StatementWatch;
  readonly began: number;
  readonly report: (progress: Omit<StatementProgress, 'waitedMs'>) => void;
}

async function answerTo(wait: Wait, input: StatementUpload): Promise<StatementAnswer> {
  try {
    await send(wait, input);
  } catch (error) {
    // If its event exists, the upload arrived, whatever happened to the call.
    const isUnknown = error instanceof RepayKitError && error.outcome === 'unknown';
    const answer = isUnknown ? await wait.watch.find({ isWhole: true }).catch(() => undefined) : undefined;
    if (answer) return answer;
    throw error;
  }
  return awaitEvent(wait);
}

async function send({ kit, context, settings, report }: Wait, input: StatementUpload): Promise<unknown> {
  const { want, once, signal, timeoutMs } = settings;
  const options = {
    timeoutMs: Math.ceil(Math.min(timeoutMs, context.engine.settings.timeouts.uploadMs)),
    onUploadProgress: ({ sentBytes }: { readonly sentBytes: number }) => report({ phase: 'uploading', sentBytes }),
    ...(signal && { signal }),
    ...(once === undefined ? {} : { once }),
  };
  return want === 'transactions'
    ? kit.income.uploadStatement(input, options)
    : kit.income.processIncome(input, options);
}

// How much longer than the caller's time an inbox may take. One that never responds must not make the wait endless.
const GRACE_MS = 10_000;

async function awaitEvent({ context, settings, watch, began, report }: Wait): Promise<StatementAnswer> {
  const { clock } = context.engine.settings;
  const { timeoutMs, signal } = settings;
  const leftMs = Math.max(1, timeoutMs - (clock.now() - began));
  let cause: unknown;
  const timeout = () => nothingCame(watch.nameless, timeoutMs, cause);
  const findOnce = async () => {
    report({ phase: 'waiting' });
    try {
      const answer = await watch.find();
      if (answer) return answer;
    } catch (error) {
      // The statement is uploaded, so a brief failure of the inbox does not end the wait.
      cause = error;
    }
    if (clock.now() - began >= timeoutMs) throw timeout();
    return undefined;
  };
  try {
    return await withinTime({ timeoutMs: leftMs + GRACE_MS, timeout, signal }, (ending) =>
      keepAsking(context, { timeoutMs: leftMs, timeout, signal: ending }, findOnce),
    );
  } catch (error) {
    throw signal?.aborted
      ? new AbortedError(`The wait was ended by its signal. ${UPLOADED}`, { ...afterUpload, cause: signal.reason })
      : error;
  }
}

const UPLOADED = 'The statement was uploaded and its event may still come to the receiver: do not upload it again';
const afterUpload: ErrorFacts = { attempts: 1, outcome: 'unknown', retryable: false };

function nothingCame(nameless: number, timeoutMs: number, cause: unknown): DeadlineError {
  const hint =
    nameless > 0
      ? `. ${nameless} came that name no one: give borrowerId, or set assumeOnlyUploadInFlight if no other upload is in flight`
      : '';
  const message = `Nothing came of the statement within ${timeoutMs} ms. ${UPLOADED}${hint}`;
  return new DeadlineError(message, timeoutMs, { ...afterUpload, cause });
}
