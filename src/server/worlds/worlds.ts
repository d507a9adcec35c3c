import { startTicking, systemClock } from '../../clock/clock.ts';
import { LazyAbort } from '../../clock/lazy-abort.ts';
import { formatInstant, HOUR_MS, type Instant, MINUTE_MS } from '../../domain/calendar.ts';
import { type Answer, refuse } from '../answer.ts';
import type { Settings } from '../options.ts';
import type { Sender } from '../webhooks/attempt.ts';
import { LiveWorld } from './live-world.ts';
import { DEFAULT_WORLD, type KeyKind, type NamedKey, readKeyName } from './world-name.ts';

/** The maximum number of worlds beside the default one. Above it, the world idle longest is dropped. */
const MOST_WORLDS = 1_000;

/** A world unused for this time, in real time, is dropped. */
const IDLE_LIMIT_MS = HOUR_MS;

/** A world in the list of worlds, without its keys. */
export interface WorldView {
  /** Its name, for the header `x-repaykit-world`. */
  readonly name: string;
  /** Its current time, ISO 8601 UTC. */
  readonly now: string;
  /** The number of payers. */
  readonly payers: number;
  /** The number of mandates. */
  readonly mandates: number;
}

interface UsedWorld {
  readonly live: LiveWorld;
  /** The last use, in real time. */
  readonly usedAt: Instant;
}

/** The worlds of a server. Every request finds its world here. */
export class Worlds {
  #default: LiveWorld | undefined;
  readonly #beginWorld: (name: string) => LiveWorld;
  readonly #configuredKeys: ReadonlyMap<string, KeyKind>;
  /** The names of the default world: its own, and those in the configured keys. */
  readonly #defaultNames: ReadonlySet<string>;
  /** In order of use, the most recent last. */
  readonly #named = new Map<string, UsedWorld>();
  readonly #stop = new LazyAbort(() => 'closed');
  #isSweeping = false;

  constructor(settings: Settings, send: Sender, origin: () => string) {
    const { publicKey, secretKey } = settings.merchant;
    this.#beginWorld = (name) => new LiveWorld(settings, { send, place: { name, origin } });
    const nameOf = (key: string) => readKeyName(key)?.name ?? DEFAULT_WORLD;
    this.#configuredKeys = new Map([[publicKey, 'public'] as const, [secretKey, 'secret'] as const]);
    this.#defaultNames = new Set([DEFAULT_WORLD, nameOf(publicKey), nameOf(secretKey)]);
    // The time of a flowing world starts with the server.
    if (settings.isFlowing) this.#default = this.#beginWorld(DEFAULT_WORLD);
  }

  /** The world of the configured keys, and of calls without a world. Opened on first use: a test may never use it. */
  get default(): LiveWorld {
    this.#default ??= this.#beginWorld(DEFAULT_WORLD);
    return this.#default;
  }

  isDefault(name: string): boolean {
    return this.#defaultNames.has(name);
  }

  /** The world of a key. Undefined for an unknown key. */
  nameOf(key: string): NamedKey | undefined {
    const kind = this.#configuredKeys.get(key);
    if (kind) return { name: DEFAULT_WORLD, kind };
    const named = readKeyName(key);
    // Only the configured keys open the default world.
    return named && !this.isDefault(named.name) ? named : undefined;
  }

  /** Returns the world of this name, and creates it if needed. Refuses with 429 while too many worlds are busy. */
  open(name: string): Answer<LiveWorld> {
    if (this.isDefault(name)) return { ok: true, data: this.default };
    const live = this.#named.get(name)?.live ?? this.#begin(name);
    const message = `There are ${MOST_WORLDS} worlds, and something goes on in each: try again later.`;
    if (!live) return refuse({ status: 429, code: 'worlds_full', message });
    // Deleted and set again, so that the map is in order of use.
    this.#named.delete(name);
    this.#named.set(name, { live, usedAt: systemClock.now() });
    return { ok: true, data: live };
  }

  find(name: string): LiveWorld | undefined {
    return this.isDefault(name) ? this.default : this.#named.get(name)?.live;
  }

  /** Drops the worlds unused for an hour of real time. A dropped name starts as a new world. */
  dropIdle(now: Instant = systemClock.now()): void {
    for (const [name, { live, usedAt }] of this.#named) {
      if (now - usedAt < IDLE_LIMIT_MS) return;
      if (!live.isBusy) this.#drop(name, live);
    }
  }

  *all(): Iterable<LiveWorld> {
    if (this.#default) yield this.#default;
    for (const { live } of this.#named.values()) yield live;
  }

  /** All worlds: the default one first, then in order of use. */
  list(): readonly WorldView[] {
    const named = [...this.#named.values()].map(({ live }) => live);
    return [this.default, ...named].map(({ name, clock, world }) => ({
      name,
      now: formatInstant(clock.flowed()),
      payers: world.payers.items.length,
      mandates: world.mandates.items.length,
    }));
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.all()].map((live) => live.close()));
  }

  #begin(name: string): LiveWorld | undefined {
    if (this.#named.size >= MOST_WORLDS && !this.#makeRoom()) return undefined;
    if (!this.#isSweeping) startTicking(MINUTE_MS, () => this.dropIdle(), this.#stop.signal);
    this.#isSweeping = true;
    return this.#beginWorld(name);
  }

  #makeRoom(): boolean {
    for (const [name, { live }] of this.#named) {
      if (live.isBusy) continue;
      this.#drop(name, live);
      return true;
    }
    return false;
  }

  #drop(name: string, live: LiveWorld): void {
    this.#named.delete(name);
    // The world is idle, so closing is immediate.
    void live.close();
  }
}

/** The shared context of all endpoints of a server. */
export interface ServerContext {
  readonly settings: Settings;
  readonly worlds: Worlds;
  /** `http://host:port` of the open port, or the address for in-process calls. No trailing slash. */
  readonly origin: () => string;
  /** Throws after the server was closed. */
  readonly refuseIfClosed: () => void;
  /** The host of the open port; undefined without a port. */
  readonly boundHost: () => string | undefined;
}
