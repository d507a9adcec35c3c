import { builtins } from '../builtins.ts';
import { singleFlight } from '../clock/mutex.ts';
import { decrypt, encrypt, keyedHash } from './hashing.ts';
import type { KeyProvider } from './keys.ts';

/** An opened body. `erased`: one of its keys was destroyed. `altered`: the available keys do not open it. */
export type OpenedBody =
  | { readonly kind: 'clear' | 'opened'; readonly body: string }
  | { readonly kind: 'erased' }
  | { readonly kind: 'altered' };

const KEY_BYTES = 32;
// A body is JSON, so it never starts like this.
const sealedForm = /^(repaykit-body\.v1\.((?:[0-9a-f]{64}:\d{1,6}\+?)+))\.([\w-]{16}\.[\w-]+)$/;
const LAST_GENERATION = 1_000;

/**
 * Seals webhook bodies. Each mandate, BVN or other name that a body is about has its own key in the provider of payer
 * keys. Destroying one erases all bodies about its owner, including copies. Later bodies use the owner's next key.
 */
export class BodySeal {
  readonly #keys: KeyProvider;
  readonly #namingKey: () => Promise<Buffer>;

  constructor(keys: KeyProvider) {
    this.#keys = keys;
    this.#namingKey = singleFlight(async () =>
      Buffer.from(
        builtins.crypto.hkdfSync('sha256', await keys.indexKey(), '', 'repaykit names of webhooks', KEY_BYTES),
      ),
    );
  }

  /** Names a delivery by a keyed hash, so that no one without the key can test guesses of its body. */
  async nameDelivery(hash: string): Promise<string> {
    return this.#hmac(`delivery\n${hash}`);
  }

  /** Seals a body. `place` is the name of its delivery, and the body opens nowhere else. */
  async seal(
    body: string,
    { owners, place }: { readonly owners: readonly string[]; readonly place: string },
  ): Promise<string> {
    const held = await Promise.all(owners.map((owner) => this.#presentKey(owner)));
    const head = `repaykit-body.v1.${held.map(({ name, generation }) => `${name}:${generation}`).join('+')}`;
    return `${head}.${encrypt(body, bodyKey(held.map(({ key }) => key)), `${head}\n${place}`)}`;
  }

  async open(text: string, place: string): Promise<OpenedBody> {
    const [, head, names, sealed] = sealedForm.exec(text) ?? [];
    if (head === undefined || names === undefined || sealed === undefined) return { kind: 'clear', body: text };
    const held = await Promise.all(names.split('+').map((name) => this.#keyAt(name)));
    const keys = held.filter((key) => key !== undefined);
    if (keys.length < held.length) return { kind: 'erased' };
    try {
      return { kind: 'opened', body: decrypt(sealed, bodyKey(keys), `${head}\n${place}`).toString() };
    } catch {
      return { kind: 'altered' };
    }
  }

  /** Destroys the current key of each owner. Nothing sealed for them opens any more. */
  async forget(owners: readonly string[]): Promise<void> {
    for (const owner of new Set(owners)) {
      const { name, generation } = await this.#presentKey(owner);
      await this.#keys.destroyPayerKey(providerId(`${name}:${generation}`));
    }
  }

  async #presentKey(owner: string) {
    const name = await this.#hmac(`owner\n${owner}`);
    for (let generation = 1; generation <= LAST_GENERATION; generation += 1) {
      const key = await this.#keyAt(`${name}:${generation}`);
      if (key) return { name, generation, key };
    }
    throw new RangeError('A body of a webhook belongs to a person who was erased a thousand times');
  }

  #keyAt(name: string): Promise<Uint8Array | undefined> {
    return this.#keys.payerKey(providerId(name));
  }

  async #hmac(text: string): Promise<string> {
    return keyedHash(await this.#namingKey(), text);
  }
}

// The prefix separates these ids from payer ids, which the lender chooses.
function providerId(name: string): string {
  return `repaykit:webhooks:${name}`;
}

// Derived from all keys, so that the body does not open if the key of one owner is missing.
function bodyKey(keys: readonly Uint8Array[]): Buffer {
  return Buffer.from(
    builtins.crypto.hkdfSync('sha256', Buffer.concat(keys), '', 'repaykit body of a webhook', KEY_BYTES),
  );
}

/** The owners of a body: names under which it can be erased. */
export const bodyOwner = {
  mandate: (mandateId: string) => `mandate\n${mandateId.toLowerCase()}`,
  instalment: (reference: string) => `instalment\n${reference}`,
  bvn: (bvn: string) => `bvn\n${bvn}`,
  account: (accountNumber: string) => `account\n${accountNumber}`,
  email: (email: string) => `email\n${email.toLowerCase()}`,
  /** The owner of a body that names no one. */
  month: (receivedAt: string) => `month\n${receivedAt.slice(0, 7)}`,
} as const;

/** Property of a client with its delivery guard. In the global registry, so that two copies of the package share it. */
export const DELIVERY_GUARD = Symbol.for('repaykit.deliveries');

interface PayerValue {
  readonly kind: 'name' | 'text' | 'whole';
  readonly value: string;
}

export interface ErasedPayer {
  readonly mandateIds: readonly string[];
  readonly known: readonly PayerValue[];
}

/** What a webhook receiver needs to seal bodies, mask reasons and erase payers. */
export interface DeliveryGuard {
  readonly keys: KeyProvider | undefined;
  findPayer(mandateId: string): Promise<readonly PayerValue[]>;
  /** Personal values of the payer with a BVN. Empty without keys. */
  findPerson(bvn: string): Promise<readonly PayerValue[]>;
  /** Registers a function to call with each payer that this process erases, for components that keep deliveries. */
  onErasure(forget: (payer: ErasedPayer) => Promise<void>): void;
}

export function guardOf(client: unknown): DeliveryGuard | undefined {
  return (client as { readonly [DELIVERY_GUARD]?: DeliveryGuard } | undefined)?.[DELIVERY_GUARD];
}
