/** The other side of a kill run: the reference server on a port, its faults, its time that flows fast, and payers who send their ₦50. */
import type { Instant } from '../../../src/domain/calendar.ts';
import { createReferenceServer, type NewFault, type ReferenceServer } from '../../../src/server/index.ts';
import { accountsOf, BEGINS, openingOf } from './merchant.ts';
import { type Arrival, tapWire } from './wire-tap.ts';

/** How much of the run's time passes with every tick of the machine's, both in milliseconds: a hundred and fifty times as fast. */
const TICK = { everyMs: 40, byMs: 6_000 };

/** How many times as fast as the machine's. */
export const SPEED = TICK.byMs / TICK.everyMs;

/** What goes wrong with calls, of the bureau's intake too, each with its probability. */
const plannedFaults: readonly NewFault[] = [
  { kind: 'reset', when: 'before', probability: 0.04 },
  { kind: 'reset', when: 'after', probability: 0.05 },
  { kind: 'timeout', when: 'after', probability: 0.01 },
  { kind: 'latency', delayMs: 40, probability: 0.15 },
  { kind: 'latency', delayMs: 60, when: 'after', probability: 0.1 },
  { kind: 'status', status: 503, when: 'before', probability: 0.03 },
  { kind: 'status', status: 500, when: 'after', probability: 0.04 },
  { kind: 'status', status: 429, retryAfter: 0, when: 'before', probability: 0.02 },
  { kind: 'malformed', when: 'after', probability: 0.03 },
];

/** A debit that arrived at the server. */
export interface ArrivedDebit {
  readonly mandateId: string;
  readonly amount: number;
  readonly debitDate: string;
}

/** The platform of a run. */
export class Platform {
  readonly url: string;
  readonly server: ReferenceServer;
  /** Every request to debit that arrived, failed by a fault or not. */
  readonly debits: ArrivedDebit[] = [];
  /** How many reports arrived. */
  reports = 0;
  readonly #stopTap: () => void;
  readonly #listeners = new Set<(arrival: Arrival) => void>();
  #ticking: NodeJS.Timeout | undefined;
  #lastTick: Promise<unknown> = Promise.resolve();

  private constructor(server: ReferenceServer, { url, port }: { readonly url: string; readonly port: number }) {
    this.server = server;
    this.url = url;
    this.#stopTap = tapWire(port, (arrival) => this.#handle(arrival));
  }

  static async open(seed: number): Promise<Platform> {
    const server = createReferenceServer({ now: BEGINS, seed });
    return new Platform(server, await server.listen());
  }

  /** Adds the payer of a loan. */
  async addPayer(number: number): Promise<void> {
    const { bvn, name } = openingOf(number).payer;
    await this.server.controls.addPayer({ bvn, name, accounts: Object.values(accountsOf(number)) });
  }

  /** The payer sends the ₦50 of each account; nothing happens where the mandate is not attached yet, or is active. */
  async payDeposits(mandateId: string, number: number): Promise<void> {
    for (const { accountNumber, bankCode } of Object.values(accountsOf(number))) {
      await this.server.controls.makeDeposit({ mandateId, accountNumber, bankCode }).catch(() => undefined);
    }
  }

  /** Reports every arrival from now on; answers how to stop. */
  onArrival(listener: (arrival: Arrival) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async addFaults(): Promise<void> {
    for (const fault of plannedFaults) await this.server.controls.addFault(fault);
  }

  /** Lets time flow, and reports it after every tick. */
  startTime(onTick: (now: Instant) => void): void {
    this.#ticking = setInterval(() => {
      this.#lastTick = this.#lastTick.then(async () => {
        await this.server.clock.to(this.server.clock.now() + TICK.byMs);
        onTick(this.server.clock.now());
      });
    }, TICK.everyMs);
  }

  /** Lets a longer time pass at once, in turn with the ticks. */
  async skip(duration: string): Promise<void> {
    const skipped = this.#lastTick.then(() => this.server.clock.advance(duration));
    this.#lastTick = skipped;
    await skipped;
  }

  async stopTime(): Promise<void> {
    clearInterval(this.#ticking);
    await this.#lastTick;
  }

  async close(): Promise<void> {
    await this.stopTime();
    this.#stopTap();
    await this.server.close();
  }

  #handle(arrival: Arrival): void {
    const { method, path, body, mandateId } = arrival;
    if (method === 'PUT')
      this.debits.push({
        mandateId: String(mandateId),
        amount: Number(body.amount),
        debitDate: String(body.debitDate),
      });
    if (path === '/_bureau/reports') this.reports += 1;
    for (const listener of this.#listeners) listener(arrival);
  }
}
