/**
 * What all errors have in common. Their facts are safe to print, and `instanceof` works across copies of the package.
 */
import { redactText } from './redact/redact.ts';

/**
 * Whether the failed call may have changed something at the service. `'none'`: certainly not. `'unknown'`: find out
 * before you act.
 */
export type Outcome = 'none' | 'unknown';

/** The closed set of error codes. `docs/errors.md` gives the cause and the fix of each. */
export type ErrorCode =
  | 'config_invalid'
  | 'input_invalid'
  | 'rule_refused'
  | 'loan_stale'
  | 'version_conflict'
  | 'connection_failed'
  | 'deadline_exceeded'
  | 'aborted'
  | 'rate_limited'
  | 'service_refused'
  | 'answer_invalid'
  | 'webhook_unverified'
  | 'webhook_malformed'
  | StatementErrorCode
  | 'evidence_broken'
  | 'store_failed';

/** Why a bank statement could not be read. */
export type StatementErrorCode =
  | 'not_a_pdf'
  | 'password_required'
  | 'password_wrong'
  | 'unsupported_encryption'
  | 'no_text_layer'
  | 'ocr_failed'
  | 'no_transaction_table'
  | 'several_accounts'
  | 'limit_exceeded'
  | 'damaged';

/** The facts of an error besides its message. All are optional. */
export interface ErrorFacts {
  /** The underlying error, for programmatic use. */
  readonly cause?: unknown;
  /** How many requests were sent. */
  readonly attempts?: number;
  /** Milliseconds from the start of the call. */
  readonly elapsedMs?: number;
  /** The response's id, if the service sent one. */
  readonly requestId?: string;
  /** The operation's id, such as `getMandate`. */
  readonly operation?: string;
  /** Whether the call may have taken effect. */
  readonly outcome?: Outcome;
  /** Whether the same call may succeed later, unchanged. */
  readonly retryable?: boolean;
}

/** One problem with an input or an option. */
export interface FieldIssue {
  /** The path of the field: `payer.bvn`, `breakdown.0.amount`. */
  readonly path: string;
  /** What is invalid and how to fix it. Never holds the value of a personal field. */
  readonly message: string;
}

// A symbol of the global registry, so that the ESM and the CJS copy of the package recognise each other's errors.
const LINEAGE = Symbol.for('repaykit.error.lineage');

/** The base class of all errors of this package. `instanceof` works across the ESM and the CJS copy. */
export class RepayKitError extends Error {
  /** @internal */
  static readonly lineage: readonly string[] = ['RepayKitError'];

  /** The class name. It is the same in every copy of the package. */
  override readonly name: string;
  /** What happened. Switch on it. */
  readonly code: ErrorCode;
  /** Whether the same call may succeed later, unchanged. */
  readonly retryable: boolean;
  /** Whether the call may have taken effect at the service. */
  readonly outcome: Outcome;
  /** How many requests were sent. */
  readonly attempts: number;
  /** Milliseconds from the start of the call. */
  readonly elapsedMs: number;
  /** The response's id, if the service sent one. */
  readonly requestId: string | undefined;
  /** The operation's id, such as `getMandate`. */
  readonly operation: string | undefined;

  /** Errors are created by the package. The message is masked here. */
  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(redactText(message));
    // The class directly below the root: a more specific class keeps its parent's name.
    this.name = new.target.lineage.at(-2) ?? 'RepayKitError';
    // Not enumerable, so that printing the error never prints a cause that holds the request.
    if (facts.cause !== undefined) {
      Object.defineProperty(this, 'cause', { value: facts.cause, enumerable: false, configurable: true });
    }
    Object.defineProperty(this, LINEAGE, { value: new.target.lineage, enumerable: false });
    this.code = code;
    this.retryable = facts.retryable ?? false;
    this.outcome = facts.outcome ?? 'none';
    this.attempts = facts.attempts ?? 0;
    this.elapsedMs = facts.elapsedMs ?? 0;
    this.requestId = facts.requestId;
    this.operation = facts.operation;
  }

  /** Recognises errors of the other copy of the package by their lineage. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (!Object.hasOwn(this, 'lineage')) return Function.prototype[Symbol.hasInstance].call(this, value);
    const lineage = (value as { [LINEAGE]?: readonly string[] } | null | undefined)?.[LINEAGE];
    return Array.isArray(lineage) && lineage.includes(this.lineage[0] as string);
  }

  /** The fields that are safe to log: no cause, no stack, no personal data. */
  toJSON(): Record<string, unknown> {
    return { ...(this as object), message: this.message };
  }

  /** Printed without the cause, which may hold the whole request. */
  [Symbol.for('nodejs.util.inspect.custom')](
    _depth: number,
    options: object,
    inspect: (value: unknown, options: object) => string,
  ): string {
    const { name, ...facts }: Record<string, unknown> = { ...(this as object) };
    for (const key of Object.keys(facts)) if (facts[key] === undefined) delete facts[key];
    return `${this.stack ?? `${String(name)}: ${this.message}`} ${inspect(facts, options)}`;
  }
}
