import type { RepayKit } from '../../client/repay-kit.ts';
import type { StatementUpload } from '../../client/resources/income.ts';
import { contextOf, type LoanContext } from '../../client/workflows/loan-context.ts';
import { keepAsking, withinTime } from '../../client/workflows/wait.ts';
import { AbortedError, DeadlineError, type ErrorFacts, RepayKitError } from '../../errors.ts';
import { BodySeal } from '../../loan-file/body-seal.ts';
import { openedList, originalOf } from '../../webhooks/inbox/sealed-inbox.ts';
import { type StatementAnswer, type StatementWant, uploadedFor } from './belonging.ts';
import { StatementWatch } from './statement-watch.ts';
import {
  checkWaitOptions,
  type InboxOrReceiver,
  type StatementProgress,
  takeTurn,
  type UploadAndWaitOptions,
  type WaitSettings,
} from './wait-options.ts';

/**
 * Uploads a bank statement and waits for what comes of it by webhook, to whichever process: it is found in the inbox that the receivers share. Events name no
 * upload, so one is taken only if it came after the upload began and everything that it says about merchant, payer and account is true of this one; what names
 * nobody, as an insight of a borrower that is not known, is not guessed. One statement of a payer at a time: another call is refused before anything is sent.
 * Spec §4.14, §4.15, §6.4.
 *
 * @example
 * ```ts
 * const answer = await uploadAndWait(kit, receiver, { ...person, statement: 'statement.pdf' }, { want: 'transactions' });
 * if (answer.outcome === 'read') console.log(answer.event.data.trans.length);
 * ```
 * @throws ConfigurationError; RuleError `statement-is-single`, `request-is-single`; what the upload throws; DeadlineError or AbortedError with outcome `unknown` once it was
 * uploaded: do not upload it again, its event may still come
 */
export async function uploadAndWait<Want extends StatementWant>(
  kit: RepayKit,
  inbox: InboxOrReceiver,
  input: StatementUpload,
  options: UploadAndWaitOptions<Want>,
): Promise<StatementAnswer<Want>> {
  const context = contextOf(kit);
  const checked = checkWaitOptions(inbox, options);
  const { keys } = context.files;
  // An inbox that was given as it is holds sealed bodies where the client has keys.
  const settings = keys ? { ...checked, inbox: openedList(checked.inbox, new BodySeal(keys)) } : checked;
  const { clock, businessId, appId } = context.engine.settings;
  const began = clock.now();
  const upload = uploadedFor({ businessId, appId }, { ...input });
  const turn = await takeTurn(originalOf(checked.inbox), {
    payer: String(upload.bvn),
    now: began,
    assumeEarlierUploadLost: settings.assumeEarlierUploadLost === true,
  });
  const takesNameless = () => settings.assumeOnlyUploadInFlight === true && turn.isAlone();
  const watch = new StatementWatch({
    inbox: settings.inbox,
    upload,
    want: settings.want,
    began,
    borrowerId: settings.borrowerId,
    takesNameless,
  });
  const wait: Wait<Want> = { kit, context, settings, watch, began, tell: teller(settings, () => clock.now() - began) };
  let isUnanswered = false;
  try {
    await watch.start();
    const answer = await answerTo(wait, input);
    // The watch gives nothing but what answers `want`.
    return answer as StatementAnswer<Want>;
  } catch (error) {
    isUnanswered = !(error instanceof RepayKitError) || error.outcome === 'unknown';
    throw error;
  } finally {
    const hasCome = async () => (await watch.look({ isWhole: true })) !== undefined;
    turn.end(isUnanswered ? { now: clock.now(), hasCome } : undefined);
  }
}

interface Wait<Want extends StatementWant> {
  readonly kit: RepayKit;
  readonly context: LoanContext;
  readonly settings: WaitSettings<Want>;
  readonly watch: StatementWatch;
  readonly began: number;
  readonly tell: (progress: Omit<StatementProgress, 'waitedMs'>) => void;
}

async function answerTo<Want extends StatementWant>(
  wait: Wait<Want>,
  input: StatementUpload,
): Promise<StatementAnswer> {
  try {
    await send(wait, input);
  } catch (error) {
    // Whatever became of the call: where its event is there, it arrived.
    const isUnknown = error instanceof RepayKitError && error.outcome === 'unknown';
    const answer = isUnknown ? await wait.watch.look({ isWhole: true }).catch(() => undefined) : undefined;
    if (answer) return answer;
    throw error;
  }
  return awaitEvent(wait);
}

async function send<Want extends StatementWant>(
  { kit, context, settings, tell }: Wait<Want>,
  input: StatementUpload,
): Promise<unknown> {
  const { want, once, signal, timeoutMs } = settings;
  const options = {
    timeoutMs: Math.ceil(Math.min(timeoutMs, context.engine.settings.timeouts.uploadMs)),
    onUploadProgress: ({ sentBytes }: { readonly sentBytes: number }) => tell({ phase: 'uploading', sentBytes }),
    ...(signal && { signal }),
    ...(once === undefined ? {} : { once }),
  };
  return want === 'transactions'
    ? kit.income.uploadStatement(input, options)
    : kit.income.processIncome(input, options);
}

// What an inbox takes to answer, beyond the time that the caller gave: an inbox that never answers must not make the wait endless.
const GRACE_MS = 10_000;

async function awaitEvent<Want extends StatementWant>({
  context,
  settings,
  watch,
  began,
  tell,
}: Wait<Want>): Promise<StatementAnswer> {
  const { clock } = context.engine.settings;
  const { timeoutMs, signal } = settings;
  const leftMs = Math.max(1, timeoutMs - (clock.now() - began));
  let cause: unknown;
  const timeout = () => nothingCame(watch.nameless, { timeoutMs, cause });
  const lookOnce = async () => {
    tell({ phase: 'waiting' });
    try {
      const answer = await watch.look();
      if (answer) return answer;
    } catch (error) {
      // The statement is uploaded: an inbox that fails for a moment is no reason to forget it.
      cause = error;
    }
    if (clock.now() - began >= timeoutMs) throw timeout();
    return undefined;
  };
  try {
    return await withinTime({ timeoutMs: leftMs + GRACE_MS, timeout, signal }, (ending) =>
      keepAsking(context, { timeoutMs: leftMs, timeout, signal: ending }, lookOnce),
    );
  } catch (error) {
    throw signal?.aborted
      ? new AbortedError(`The wait was ended by its signal. ${UPLOADED}`, { ...afterUpload, cause: signal.reason })
      : error;
  }
}

const UPLOADED = 'The statement was uploaded and its event may still come to the receiver: do not upload it again';
const afterUpload: ErrorFacts = { attempts: 1, outcome: 'unknown', retryable: false };

function nothingCame(
  nameless: number,
  { timeoutMs, cause }: { readonly timeoutMs: number; readonly cause: unknown },
): DeadlineError {
  const hint =
    nameless > 0
      ? `. ${nameless} came that name nobody: give borrowerId, or state assumeOnlyUploadInFlight if that is so`
      : '';
  return new DeadlineError(`Nothing came of the statement within ${timeoutMs} ms. ${UPLOADED}${hint}`, timeoutMs, {
    ...afterUpload,
    cause,
  });
}

function teller(
  settings: WaitSettings<StatementWant>,
  waitedMs: () => number,
): (progress: Omit<StatementProgress, 'waitedMs'>) => void {
  return (progress) => {
    try {
      settings.onProgress?.({ ...progress, waitedMs: waitedMs() });
    } catch {
      // Whoever watches must not be able to stop the wait.
    }
  };
}
