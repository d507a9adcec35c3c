/**
 * What all errors have in common: the facts a caller decides on, safe to print, and `instanceof` that holds across
 * copies of the package.
 */
import { redactText } from './redact/redact.ts';

/**
 * May the failed call have changed something at the service? `'none'`: certainly not; `'unknown'`: ask before you act.
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
  | 'no_transaction_table'
  | 'several_accounts'
  | 'limit_exceeded'
  | 'damaged';

/** What an error knows beyond its message; every part is optional when it is made. */
export interface ErrorFacts {
  /** What caused it, kept for programmatic use. */
  readonly cause?: unknown;
  /** Requests that were put on the wire. */
  readonly attempts?: number;
  /** Milliseconds from the start of the call. */
  readonly elapsedMs?: number;
  /** The id of the service's answer, when it gave one. */
  readonly requestId?: string;
  /** The operation's id, such as `getMandate`. */
  readonly operation?: string;
  /** May the call have taken effect? */
  readonly outcome?: Outcome;
  /** Can the same call succeed later without a change? */
  readonly retryable?: boolean;
}

/** One thing that was wrong with an input or an option. */
export interface FieldIssue {
  /** Where: `payer.bvn`, `breakdown.0.amount`. */
  readonly path: string;
  /** What was wrong and what to do. Never holds the value of a personal field. */
  readonly message: string;
}

// A symbol of the global registry, so that the ESM and the CJS copy of the package recognise each other's errors.
const LINEAGE = Symbol.for('repaykit.error.lineage');

/** The root of all errors of this package; `instanceof` holds across the ESM and the CJS copy. */
export class RepayKitError extends Error {
  /** @internal */
  static readonly lineage: readonly string[] = ['RepayKitError'];

  /** The class, as a word that holds in every copy of the package. */
  override readonly name: string;
  /** What happened, as a closed word to switch on. */
  readonly code: ErrorCode;
  /** Can the same call succeed later without a change? */
  readonly retryable: boolean;
  /** May the call have taken effect at the service? */
  readonly outcome: Outcome;
  /** Requests that were put on the wire. */
  readonly attempts: number;
  /** Milliseconds from the start of the call. */
  readonly elapsedMs: number;
  /** The id of the service's answer, when it gave one. */
  readonly requestId: string | undefined;
  /** The operation's id, such as `getMandate`. */
  readonly operation: string | undefined;

  /** Errors are made by the package; a message is masked on the way in. */
  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(redactText(message));
    // The class below the root: a more special one of the package keeps its parent's name.
    this.name = new.target.lineage.at(-2) ?? 'RepayKitError';
    // Not enumerable, so that printing the error never prints a cause which holds the request.
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

  /** Errors of the other copy of the package are recognised by their lineage. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (!Object.hasOwn(this, 'lineage')) return Function.prototype[Symbol.hasInstance].call(this, value);
    const lineage = (value as { [LINEAGE]?: readonly string[] } | null | undefined)?.[LINEAGE];
    return Array.isArray(lineage) && lineage.includes(this.lineage[0] as string);
  }

  /** What is safe to log: no cause, no stack, no personal data. */
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
