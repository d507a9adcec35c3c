/**
 * Every error that repaykit throws. All extend {@link RepayKitError} and say what a caller needs to decide: a closed
 * `code`, whether a retry can help, and whether the call may have taken effect.
 */
import { redactText } from './redact/redact.ts';
import { type ErrorFacts, type FieldIssue, RepayKitError, type StatementErrorCode } from './repaykit-error.ts';
import type { RecordCheck } from './validation/record.ts';

export {
  type ErrorCode,
  type ErrorFacts,
  type FieldIssue,
  type Outcome,
  RepayKitError,
  type StatementErrorCode,
} from './repaykit-error.ts';

/**
 * Options of a constructor or a command are invalid. Nothing was started. `issues` lists all mistakes. Cause and fix:
 * `docs/errors.md#config_invalid`.
 */
export class ConfigurationError extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['ConfigurationError', 'RepayKitError'];
  declare readonly name: 'ConfigurationError';
  /** Every invalid option. */
  readonly issues: readonly FieldIssue[];

  constructor(subject: string, issues: readonly FieldIssue[], facts?: ErrorFacts) {
    super('config_invalid', listIssues(subject, issues), facts);
    this.issues = maskIssues(issues);
  }
}

/** An argument has the wrong shape. Nothing was sent. Cause and fix: `docs/errors.md#input_invalid`. */
export class InputError extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['InputError', 'RepayKitError'];
  declare readonly name: 'InputError';
  /** Every invalid field. */
  readonly issues: readonly FieldIssue[];

  constructor(subject: string, issues: readonly FieldIssue[], facts?: ErrorFacts) {
    super('input_invalid', listIssues(subject, issues), facts);
    this.issues = maskIssues(issues);
  }
}

/** Returns valid options. Undefined counts as an empty record. @throws ConfigurationError with every mistake */
export function requireOptions<Value>(subject: string, declared: RecordCheck<Value>, given: unknown = {}): Value {
  const issues = declared.problems(given, '');
  if (issues.length > 0) throw new ConfigurationError(subject, issues.map(named('options')));
  // The check above has proved it.
  return given as Value;
}

/** Returns a valid input. Undefined counts as an empty record. @throws InputError with every mistake */
export function requireInput<Value>(subject: string, declared: RecordCheck<Value>, given: unknown = {}): Value {
  const issues = declared.problems(given, '');
  if (issues.length > 0) throw new InputError(subject, issues.map(named('input')));
  // The check above has proved it.
  return given as Value;
}

function named(whole: string): (issue: FieldIssue) => FieldIssue {
  return ({ path, message }) => ({ path: path || whole, message });
}

function listIssues(subject: string, issues: readonly FieldIssue[]): string {
  const named = issues.slice(0, MOST_LISTED).map(({ path, message }) => (path ? `${path}: ${message}` : message));
  const more = issues.length > named.length ? `; and ${issues.length - named.length} more` : '';
  return `${subject}: ${named.join('; ')}${more}`;
}

// No one reads a longer message. `issues` holds all of them.
const MOST_LISTED = 50;

function maskIssues(issues: readonly FieldIssue[]): readonly FieldIssue[] {
  return issues.map((issue) => ({ path: redactText(issue.path), message: redactText(issue.message) }));
}

/** A refusal by a rule, with the section of the interface specification that states it. */
export interface RuleRefusal {
  /** The rule's name, such as `debit-needs-disbursement`. */
  readonly rule: string;
  /** The section that states it, such as `Spec §1.5`. */
  readonly spec: string;
  /** What happened and what to do next. */
  readonly message: string;
}

/** A rule refused a method before anything was sent. Cause and fix: `docs/errors.md#rule_refused`. */
export class RuleError extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['RuleError', 'RepayKitError'];
  declare readonly name: 'RuleError';
  /** The rule's name, such as `debit-needs-disbursement`. */
  readonly rule: string;
  /** The section that states the rule, such as `Spec §1.5`. */
  readonly spec: string;

  constructor(refusal: RuleRefusal, facts?: ErrorFacts) {
    super('rule_refused', `${refusal.message} (${refusal.rule}, ${refusal.spec})`, facts);
    this.rule = refusal.rule;
    this.spec = refusal.spec;
  }
}

/** The loan value is out of date. `current` is the current loan. Cause and fix: `docs/errors.md#loan_stale`. */
export class StaleLoanError<Current = unknown> extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['StaleLoanError', 'RepayKitError'];
  declare readonly name: 'StaleLoanError';
  /** The current loan. Not enumerable, so that a printed error does not show the loan. */
  declare readonly current: Current;

  constructor(message: string, current: Current, facts?: ErrorFacts) {
    super('loan_stale', message, facts);
    Object.defineProperty(this, 'current', { value: current, enumerable: false });
  }
}

/**
 * Another process changed the same loan first. Load it again and decide again. Cause and fix:
 * `docs/errors.md#version_conflict`.
 */
export class ConflictError extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['ConflictError', 'RepayKitError'];
  declare readonly name: 'ConflictError';

  constructor(message: string, facts?: ErrorFacts) {
    super('version_conflict', message, { retryable: true, ...facts });
  }
}

/**
 * The connection failed or broke. `outcome` says whether the request may have arrived. Cause and fix:
 * `docs/errors.md#connection_failed`.
 */
export class ConnectionError extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['ConnectionError', 'RepayKitError'];
  declare readonly name: 'ConnectionError';

  constructor(message: string, facts?: ErrorFacts) {
    super('connection_failed', message, facts);
  }
}

/**
 * The call's deadline passed. It covers connecting, all attempts, the waits between them and the body. Cause and fix:
 * `docs/errors.md#deadline_exceeded`.
 */
export class DeadlineError extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['DeadlineError', 'RepayKitError'];
  declare readonly name: 'DeadlineError';
  /** The deadline in milliseconds. */
  readonly deadlineMs: number;

  constructor(message: string, deadlineMs: number, facts?: ErrorFacts) {
    super('deadline_exceeded', message, facts);
    this.deadlineMs = deadlineMs;
  }
}

/** The caller's signal ended the call. Its reason is the `cause`. Cause and fix: `docs/errors.md#aborted`. */
export class AbortedError extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['AbortedError', 'RepayKitError'];
  declare readonly name: 'AbortedError';

  constructor(message: string, facts?: ErrorFacts) {
    super('aborted', message, facts);
  }
}

/**
 * The service asked the client to slow down, for longer than the remaining time. Cause and fix:
 * `docs/errors.md#rate_limited`.
 */
export class RateLimitError extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['RateLimitError', 'RepayKitError'];
  declare readonly name: 'RateLimitError';
  /** How long the service asked to wait, in milliseconds, if it said so. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs: number | undefined, facts?: ErrorFacts) {
    super('rate_limited', message, { retryable: true, ...facts });
    this.retryAfterMs = retryAfterMs;
  }
}

/** The service's answer to a refused call. */
export interface ServiceRefusal {
  /** The HTTP status. 200 if the refusal is a failure envelope. */
  readonly status: number;
  /** The service's own code, if it gave one. */
  readonly serviceCode?: string;
  /** The service's rule, if it named one. */
  readonly rule?: string;
  /** The fields that the service rejected, if it listed them. */
  readonly fields?: readonly FieldIssue[];
  /** How long the service asked to wait, in milliseconds, if it said so. */
  readonly retryAfterMs?: number;
}

/**
 * The service refused: an HTTP status of 400 and up, or a failure envelope. Spec §7. Cause and fix:
 * `docs/errors.md#service_refused`.
 */
export class ServiceError extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['ServiceError', 'RepayKitError'];
  declare readonly name: 'ServiceError';
  /** The HTTP status. 200 if the refusal is a failure envelope. */
  readonly status: number;
  /** The service's own code, if it gave one. */
  readonly serviceCode: string | undefined;
  /** The service's rule, if it named one. */
  readonly rule: string | undefined;
  /** The fields that the service rejected, if it listed them. */
  readonly fields: readonly FieldIssue[];
  /** How long the service asked to wait, in milliseconds, if it said so. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, refusal: ServiceRefusal, facts?: ErrorFacts) {
    super('service_refused', message, facts);
    this.status = refusal.status;
    // These should be codes to switch on, but a service may put anything there.
    this.serviceCode = refusal.serviceCode === undefined ? undefined : redactText(refusal.serviceCode);
    this.rule = refusal.rule === undefined ? undefined : redactText(refusal.rule);
    this.fields = maskIssues(refusal.fields ?? []);
    this.retryAfterMs = refusal.retryAfterMs;
  }
}

/**
 * The service answered success with a body that does not fit the interface. The effect may have happened. Cause and
 * fix: `docs/errors.md#answer_invalid`.
 */
export class AnswerError extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['AnswerError', 'RepayKitError'];
  declare readonly name: 'AnswerError';
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The invalid fields. */
  readonly issues: readonly FieldIssue[];

  constructor(
    message: string,
    answer: { readonly status: number; readonly issues: readonly FieldIssue[] },
    facts?: ErrorFacts,
  ) {
    super('answer_invalid', message, facts);
    this.status = answer.status;
    this.issues = maskIssues(answer.issues);
  }
}

/** A webhook delivery is not authentic or cannot be read. Cause and fix: `docs/errors.md#webhook_unverified`. */
export class WebhookError extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['WebhookError', 'RepayKitError'];
  declare readonly name: 'WebhookError';

  constructor(code: 'webhook_unverified' | 'webhook_malformed', message: string, facts?: ErrorFacts) {
    super(code, message, facts);
  }
}

/** A bank statement cannot be read. `code` says why. Cause and fix: `docs/errors.md#not_a_pdf`. */
export class StatementError extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['StatementError', 'RepayKitError'];
  declare readonly name: 'StatementError';

  constructor(code: StatementErrorCode, message: string, facts?: ErrorFacts) {
    super(code, message, facts);
  }
}

/** The hash chain of an evidence file or a loan file is broken. Cause and fix: `docs/errors.md#evidence_broken`. */
export class EvidenceError extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['EvidenceError', 'RepayKitError'];
  declare readonly name: 'EvidenceError';

  constructor(message: string, facts?: ErrorFacts) {
    super('evidence_broken', message, facts);
  }
}

/**
 * The store failed to read or write. Do not assume that anything was written. Cause and fix:
 * `docs/errors.md#store_failed`.
 */
export class StoreError extends RepayKitError {
  /** @internal */ static override readonly lineage: readonly string[] = ['StoreError', 'RepayKitError'];
  declare readonly name: 'StoreError';

  constructor(message: string, facts?: ErrorFacts) {
    super('store_failed', message, facts);
  }
}
