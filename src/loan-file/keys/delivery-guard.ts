import type { KeyProvider } from './key-provider.ts';

/** Under this a client carries how the personal data of webhooks are guarded; of the global registry, so that both copies of the package find it. */
export const DELIVERY_GUARD = Symbol.for('repaykit.deliveries');

/** Something that is known of a payer. */
export interface PayerValue {
  readonly kind: 'name' | 'text' | 'whole';
  readonly value: string;
}

/** Whom an erasure is about. */
export interface ErasedPayer {
  readonly mandateIds: readonly string[];
  readonly known: readonly PayerValue[];
}

/** What a receiver of webhooks needs in order to seal bodies, to mask reasons and to forget. */
export interface DeliveryGuard {
  readonly keys: KeyProvider | undefined;
  /** What is known of the payer of a mandate; nothing where no loan has it. */
  findPayer(mandateId: string): Promise<readonly PayerValue[]>;
  /** What is known of the payer with a BVN; nothing without keys. */
  findPerson(bvn: string): Promise<readonly PayerValue[]>;
  /** Registers a function that is called with each payer who is erased in this process, for those that keep deliveries. */
  onErasure(forget: (payer: ErasedPayer) => Promise<void>): void;
}

/** The guard that a client carries. */
export function guardOf(client: unknown): DeliveryGuard | undefined {
  return (client as { readonly [DELIVERY_GUARD]?: DeliveryGuard } | undefined)?.[DELIVERY_GUARD];
}
