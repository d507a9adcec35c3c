import { createHmac, hkdfSync } from 'node:crypto';
import { singleFlight } from '../clock/mutex.ts';
import { decrypt, encrypt } from './aes.ts';
import type { KeyProvider } from './keys.ts';

/** What became of a body that was sealed: `erased` when one of its keys was destroyed, `altered` when it does not open with the keys that there are. */
export type OpenedBody =
  | { readonly kind: 'clear' | 'opened'; readonly body: string }
  | { readonly kind: 'erased' }
  | { readonly kind: 'altered' };

const KEY_BYTES = 32;
// No body begins so: a body is JSON.
const sealedForm = /^(repaykit-body\.v1\.((?:[0-9a-f]{64}:\d{1,6}\+?)+))\.([\w-]{16}\.[\w-]+)$/;
const LAST_GENERATION = 1_000;

/**
 * Seals bodies of webhooks under keys of their own at the place that keeps the keys of payers: one for each mandate, BVN or other name that a body is about. Destroying
 * one of them erases all bodies about it, wherever copies of them lie. What comes about it later is sealed under its next key.
 */
export class BodySeal {
  readonly #keys: KeyProvider;
  readonly #namingKey: () => Promise<Buffer>;

  constructor(keys: KeyProvider) {
    this.#keys = keys;
    this.#namingKey = singleFlight(async () =>
      Buffer.from(hkdfSync('sha256', await keys.indexKey(), '', 'repaykit names of webhooks', KEY_BYTES)),
    );
  }

  /** A delivery's name under a key of its own: no one without the key can try out what a body may have said. */
  async nameDelivery(hash: string): Promise<string> {
    return this.#hmac(`delivery\n${hash}`);
  }

  /** Seals a body; `place` is the name of its delivery, so that it opens nowhere else. */
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

  /** Destroys the present key of each owner: nothing that was sealed for them opens any more. */
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
    return createHmac('sha256', await this.#namingKey())
      .update(text)
      .digest('hex');
  }
}

// Apart from the ids of payers, which are the lender's own words.
function providerId(name: string): string {
  return `repaykit:webhooks:${name}`;
}

// Made of all of them: without one of its owners it does not open.
function bodyKey(keys: readonly Uint8Array[]): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.concat(keys), '', 'repaykit body of a webhook', KEY_BYTES));
}

/** Who owns a body: names under which it can be erased. */
export const bodyOwner = {
  mandate: (mandateId: string) => `mandate\n${mandateId.toLowerCase()}`,
  instalment: (reference: string) => `instalment\n${reference}`,
  bvn: (bvn: string) => `bvn\n${bvn}`,
  account: (accountNumber: string) => `account\n${accountNumber}`,
  email: (email: string) => `email\n${email.toLowerCase()}`,
  /** Of a body that names no one. */
  month: (receivedAt: string) => `month\n${receivedAt.slice(0, 7)}`,
} as const;

/** Under this a client carries how the personal data of webhooks are guarded; of the global registry, so that both copies of the package find it. */
export const DELIVERY_GUARD = Symbol.for('repaykit.deliveries');

interface PayerValue {
  readonly kind: 'name' | 'text' | 'whole';
  readonly value: string;
}

export interface ErasedPayer {
  readonly mandateIds: readonly string[];
  readonly known: readonly PayerValue[];
}

/** What a receiver of webhooks needs in order to seal bodies, to mask reasons and to forget. */
export interface DeliveryGuard {
  readonly keys: KeyProvider | undefined;
  findPayer(mandateId: string): Promise<readonly PayerValue[]>;
  /** What is known of the payer with a BVN; nothing without keys. */
  findPerson(bvn: string): Promise<readonly PayerValue[]>;
  /** Registers a function that is called with each payer who is erased in this process, for those that keep deliveries. */
  onErasure(forget: (payer: ErasedPayer) => Promise<void>): void;
}

export function guardOf(client: unknown): DeliveryGuard | undefined {
  return (client as { readonly [DELIVERY_GUARD]?: DeliveryGuard } | undefined)?.[DELIVERY_GUARD];
}
