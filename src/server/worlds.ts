import type { Sender } from './delivery/sender.ts';
import { LiveWorld } from './live-world.ts';
import type { Settings } from './options-check.ts';

/** The two keys of a merchant's application. Spec §5. */
export type KeyKind = 'public' | 'secret';

/** Where a key leads. */
export interface KeyedWorld {
  readonly live: LiveWorld;
  readonly kind: KeyKind;
}

/** The worlds of a server. Every request finds its world here and nowhere else. */
export class Worlds {
  /** The world of the configured keys, and of calls that name none. */
  readonly default: LiveWorld;
  readonly #byKey: ReadonlyMap<string, KeyedWorld>;

  constructor(settings: Settings, send: Sender) {
    this.default = new LiveWorld(settings, send);
    this.#byKey = new Map([
      [settings.merchant.publicKey, { live: this.default, kind: 'public' }],
      [settings.merchant.secretKey, { live: this.default, kind: 'secret' }],
    ]);
  }

  /** The world that a key opens; undefined for a key that nobody was given. */
  worldFor(key: string): KeyedWorld | undefined {
    return this.#byKey.get(key);
  }

  *all(): Iterable<LiveWorld> {
    yield this.default;
  }

  async close(): Promise<void> {
    for (const live of this.all()) await live.close();
  }
}
