import { memoryStore } from '../../loan-file/memory-store.ts';
import type { BusinessPolicy, CreateClaimInput, CreatedClaim } from '../../wire/types/insurance-types.ts';
import type { Product } from '../../wire/types/product-types.ts';
import type { CallOptions } from '../call-options.ts';
import type { CallPromise } from '../call-promise.ts';
import type { Engine } from '../engine.ts';
import { IdempotentRequests, type OnceOptions } from '../workflows/idempotent-requests.ts';

/** Insurance: products, claims and the business's policies. Spec §4.11 to §4.13. */
export class Insurance {
  readonly #engine: Engine;
  readonly #once: IdempotentRequests;

  /** @internal */
  constructor(engine: Engine, once: IdempotentRequests = new IdempotentRequests(engine, { store: memoryStore() })) {
    this.#engine = engine;
    this.#once = once;
  }

  /**
   * The products of a type, to offer to a payer. Empty for an unknown type. Spec §4.11.
   * @param type slug of the product type, such as `gadget` or `credit_life`
   * @throws RepayKitError
   */
  products(type: string, options?: CallOptions): CallPromise<readonly Product[]> {
    return this.#engine.call('listProducts', { type }, options);
  }

  /**
   * Makes a claim against a policy. It is sent only once: after an error with outcome `unknown`, ask the service's
   * support. Set `once` to your own key to prevent a second claim by another process or after a restart. Spec §4.12.
   * @throws RuleError `request-is-single` (a RequestRepeatedError) if the key was used before; RepayKitError
   */
  claim(input: CreateClaimInput, options?: OnceOptions): CallPromise<CreatedClaim> {
    const nameResult = ({ claim }: CreatedClaim) => `claim ${claim.id}, ${claim.status}`;
    return this.#once.call({ operation: 'createClaim', spec: 'Spec §4.12', input, nameResult }, options);
  }

  /** The policies that the business bought. Spec §4.13. @throws RepayKitError */
  policies(options?: CallOptions): CallPromise<readonly BusinessPolicy[]> {
    return this.#engine.call('listPolicies', {}, options);
  }
}
