import { systemClock } from '../../clock/clock.ts';
import { RateLimitError, type RepayKitError, ServiceError } from '../../errors.ts';
import { retryAfterMs } from '../../http/retry-after.ts';

/** What a bureau answered to a report. */
export interface BureauAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text. May hold personal data: do not log it. */
  readonly body: string;
}

/** What an answer means: it has the report now; it had it already; it will not take it as it is; it may take it later. */
export type BureauVerdict = 'acknowledged' | 'duplicate' | 'refused' | 'later';

/** What an answer means: as the merchant's judge says, else as its status says. */
export function verdictOf(
  answer: BureauAnswer,
  judge: ((answer: BureauAnswer) => BureauVerdict | undefined) | undefined,
): BureauVerdict {
  return judge?.(answer) ?? verdictOfStatus(answer.status);
}

function verdictOfStatus(status: number): BureauVerdict {
  if (status >= 200 && status < 300) return 'acknowledged';
  // 408 and 425 ask to come again, 429 to come later; where a redirect leads may be a page that says so.
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;
  return isFinal ? 'refused' : 'later';
}

/** Does the answer to a question say yes or no? */
export function isTrueAnswer({ status }: BureauAnswer): boolean | undefined {
  if (status >= 200 && status < 300) return true;
  return status === 404 || status === 410 ? false : undefined;
}

/** The error for an answer that does not acknowledge a report. */
export function bureauRefusal(
  answer: BureauAnswer,
  verdict: 'refused' | 'later',
  reasonOf: ((answer: BureauAnswer) => string | undefined) | undefined,
): RepayKitError {
  const { status } = answer;
  const reason = reasonOf?.(answer);
  const said = reason ? `: ${reason}` : '';
  const waitMs = retryAfterMs(answer.headers, systemClock.now());
  const facts = { operation: 'submitReport', attempts: 1, retryable: verdict === 'later' };
  if (status === 429)
    return new RateLimitError(`The bureau refused the report, too many requests${said}`, waitMs, facts);
  const hint = status >= 300 && status < 400 ? '; redirects are never followed: check url' : '';
  const refusal = { status, ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) };
  return new ServiceError(
    `The bureau ${verdict === 'later' ? 'did not take' : 'refused'} the report, status ${status}${said}${hint}`,
    refusal,
    facts,
  );
}
