/** A gateway that stands between the service and the receivers: it tries again, elsewhere, until a receiver has taken a delivery. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { REFERENCE_DEFAULTS } from '../../../src/server/defaults.ts';
import type { Dice } from '../tampering/dice.ts';

/** How deliveries are sent. */
export interface Sending {
  readonly bodies: readonly string[];
  /** The addresses that listen now. */
  readonly ports: () => readonly number[];
  readonly dice: Dice;
  readonly limit: AbortSignal;
  /** Called after each delivery that was taken. */
  readonly onTaken: (taken: number) => void;
}

/** What sending took. */
export interface Sent {
  /** Attempts without a 2xx answer: refused, broken off, or answered otherwise. */
  readonly failedAttempts: number;
}

const AT_ONCE = 24;
const PAUSE_MS = 20;

/** Sends deliveries, many at once; resolves when each was taken. */
export async function sendAll({ bodies, ports, dice, limit, onTaken }: Sending): Promise<Sent> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let [next, taken, failedAttempts] = [0, 0, 0];
  const sendOn = async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      while (!(await isTaken(agent, body, ports(), dice))) {
        failedAttempts += 1;
        if (limit.aborted) throw new Error(`the run took too long: ${taken} of ${bodies.length} deliveries were taken`);
        await pause(PAUSE_MS);
      }
      taken += 1;
      onTaken(taken);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
    return { failedAttempts };
  } finally {
    agent.destroy();
  }
}

function isTaken(agent: Agent, body: string, ports: readonly number[], dice: Dice): Promise<boolean> {
  if (ports.length === 0) return Promise.resolve(false);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-auth-signature': REFERENCE_DEFAULTS.webhookSecret,
  };
  return new Promise((resolve) => {
    const sent = request(
      { agent, host: '127.0.0.1', port: dice.of(ports), method: 'POST', path: '/webhooks', headers },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode === 200));
        // A process that dies while it answers may have kept it or not.
        response.once('error', () => resolve(false));
      },
    );
    sent.once('error', () => resolve(false));
    sent.end(body);
  });
}
