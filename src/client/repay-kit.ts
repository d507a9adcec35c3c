import type { Checkpoint } from '../evidence/checkpoint.ts';
import { lentTransport } from '../http/transport.ts';
import { DELIVERY_GUARD, type DeliveryGuard } from '../loan-file/body-seal.ts';
import { LoanFiles } from '../loan-file/loan-files.ts';
import { memoryStore } from '../loan-file/memory-store.ts';
import type { LoanStore } from '../loan-file/store.ts';
import type { OperationId, OperationInput, OperationOutput } from '../wire/types/operation-types.ts';
import type { WebhookEvent } from '../wire/webhooks/webhook-events.ts';
import type { BureauReporter } from './bureau-reporter.ts';
import type { CallOptions } from './call-options.ts';
import type { CallPromise } from './call-promise.ts';
import { type FindPayer, OperationEngine } from './engine.ts';
import { warnOnce } from './hooks.ts';
import type { RepayKitOptions } from './options.ts';
import { checkOptions } from './options-check.ts';
import { Bureau } from './resources/bureau.ts';
import { Collections } from './resources/collections.ts';
import { Discovery } from './resources/discovery.ts';
import { Income } from './resources/income.ts';
import { Insurance } from './resources/insurance.ts';
import { Loans } from './resources/loans.ts';
import { Mandates } from './resources/mandates.ts';
import { IdempotentRequests } from './workflows/idempotent-requests.ts';
import { KIT_CONTEXT, type LoanContext } from './workflows/loan-context.ts';
import { checkpointNow } from './workflows/payer/evidence-of.ts';
import { knownPayer } from './workflows/payer/known-payer.ts';
import { type ConfirmEventOptions, confirmEvent, type LoanConfirmation } from './workflows/sync/confirm-event.ts';
import { MandateSync } from './workflows/sync/mandate-sync.ts';

// More loans would say the same about a payer.
const MOST_LOANS = 4;

/**
 * The client of the service. Create one per merchant application and keep it for the life of the process. The
 * constructor opens no connection.
 *
 * @example
 * ```ts
 * const kit = new RepayKit({ baseUrl, appId, businessId, publicKey, secretKey, segments });
 * const loan = await kit.loans.open({ loanId, payer, terms, consent });
 * const { accounts } = await kit.discovery.discover(loan);
 * ```
 */
export class RepayKit {
  /** Opening, finding and ending loans. */
  readonly loans: Loans;
  /** The payer's accounts and the choice among them. */
  readonly discovery: Discovery;
  /** Placing, attaching and verifying mandates. */
  readonly mandates: Mandates;
  /** Lifecycle reports to the credit bureau. */
  readonly bureau: Bureau;
  /** Debits on demand, and the outcome of all debits. */
  readonly collections: Collections;
  /** Products, claims and policies. */
  readonly insurance: Insurance;
  /** Bank statements and income insights. */
  readonly income: Income;
  readonly #options: RepayKitOptions;
  readonly #engine: OperationEngine;
  readonly #context: LoanContext;
  readonly #mandateSync: MandateSync;

  /** @throws ConfigurationError with every invalid option */
  constructor(options: RepayKitOptions) {
    const settings = checkOptions(options);
    const engine = new OperationEngine(settings);
    const { store, keys, bureau, isLoopback, logger } = settings;
    if (!keys && !isLoopback)
      warnOnce(
        logger,
        'repaykit: no keys are given: personal data are kept in clear beside the loan files and cannot be erased',
      );
    const files = new LoanFiles(store === 'default' ? memoryStore() : store, keys);
    const keepers: NonNullable<LoanContext['keepers']> = [];
    this.#options = options;
    this.#engine = engine;
    this.#context = { engine, files, bureau: bureau === 'default' ? referenceBureau(engine) : bureau, keepers };
    const findPayer: FindPayer = async (mandateId) => {
      const state = await files.findByMandate(mandateId);
      return state ? knownPayer(state) : [];
    };
    engine.findPayer = findPayer;
    const findPerson: FindPayer = async (bvn) => {
      const { loanIds } = await files.findByBvn(bvn, { limit: MOST_LOANS });
      return (await Promise.all(loanIds.map((loanId) => files.read(loanId)))).flatMap(knownPayer);
    };
    const onErasure: DeliveryGuard['onErasure'] = (forget) => void keepers.push(forget);
    const guard: DeliveryGuard = { keys: files.keys, findPayer, findPerson, onErasure };
    Object.defineProperty(this, DELIVERY_GUARD, { value: guard, enumerable: false });
    this.#mandateSync = new MandateSync(this.#context);
    Object.defineProperty(this, KIT_CONTEXT, { value: this.#context, enumerable: false });
    this.loans = new Loans(this.#context);
    this.discovery = new Discovery(this.#context);
    this.mandates = new Mandates(this.#context);
    this.bureau = new Bureau(this.#context);
    this.collections = new Collections(this.#context);
    const once = new IdempotentRequests(engine, this.#context.files);
    this.insurance = new Insurance(engine, once);
    this.income = new Income(engine, once);
  }

  /**
   * Sends any operation without loan rules, except operations that move money, make claims or upload files.
   * @throws RepayKitError
   */
  request<Id extends OperationId>(
    operation: Id,
    input: OperationInput<Id>,
    options?: CallOptions,
  ): CallPromise<OperationOutput<Id>> {
    return this.#engine.request(operation, input, options);
  }

  /**
   * Checks a webhook with the service and applies the answer to the loan's file. `receive({ confirm: kit, … })` calls
   * this.
   * @throws RepayKitError if the service cannot be asked: pass the event again later
   */
  confirm(event: WebhookEvent, options?: ConfirmEventOptions): Promise<LoanConfirmation> {
    return confirmEvent({ context: this.#context, mandateSync: this.#mandateSync }, event, options);
  }

  /**
   * Signs the last hash of every loan file and stores the signature outside, so that later changes are detected.
   * @throws ConfigurationError without the option `checkpoints`; ConflictError if another process was first
   */
  checkpoint(): Promise<Checkpoint> {
    return checkpointNow(this.#context);
  }

  /**
   * The same client on another store, such as your own transaction. It refuses methods that call the service or the
   * bureau, because their intent must be committed before the request.
   */
  within(store: LoanStore): RepayKit {
    return new RepayKit({ ...this.#options, store, transport: lentTransport(this.#engine.transport) });
  }

  /** Waits for the calls in progress and frees the connections. Later calls are refused. */
  close(): Promise<void> {
    return this.#engine.close();
  }

  /** Same as {@link RepayKit.close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Prints no options, so that no key reaches a log. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `RepayKit { ${this.#engine.settings.origin} }`;
  }
}

/** Sends reports to the reference server's intake. The default on loopback, where no real bureau is meant. */
function referenceBureau(engine: OperationEngine): BureauReporter {
  return {
    async submit(report, options) {
      await engine.send(loadIntakeRow, report, options?.signal ? { signal: options.signal } : undefined);
    },
  };
}

async function loadIntakeRow() {
  return (await import('../wire/shapes/bureau-report.ts')).bureauIntakeRow;
}
