import type { ServerWorld } from '../server/control/server-world.ts';
import type { ReferenceServer } from '../server/reference-server.ts';
import type { ServerClock } from '../server/worlds/server-clock.ts';

/** The world that a test kit lives in. */
export interface TestWorld extends Pick<ServerWorld, 'publicKey' | 'secretKey' | 'controls' | 'bank' | 'deliverTo'> {
  /** Its moves resolve once the merchant's side has worked on every webhook on the way. */
  readonly clock: ServerClock;
  /** Resolves once the merchant's side has worked on every webhook so far. */
  settled(): Promise<void>;
}

/** The named world of a server, or its default one; `settled` tells when the merchant's side is done with its webhooks. */
export function testWorld(server: ReferenceServer, name: string, settled: () => Promise<void>): TestWorld {
  const world = server.world(name);
  const { clock } = world;
  return {
    publicKey: world.publicKey,
    secretKey: world.secretKey,
    controls: world.controls,
    bank: world.bank,
    deliverTo: (handler) => world.deliverTo(handler),
    settled,
    clock: {
      now: () => clock.now(),
      today: () => clock.today(),
      iso: () => clock.iso(),
      sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
      advance: async (...move) => {
        const moved = await clock.advance(...move);
        await settled();
        return moved;
      },
      to: async (...move) => {
        const moved = await clock.to(...move);
        await settled();
        return moved;
      },
    },
  };
}
