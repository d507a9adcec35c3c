// The receiver as the benches put it together: everything that is on in real life, behind a service that answers at once.
import { liveSecret } from './webhooks-payloads.mjs';

/** A receiver on an inbox, and how many deliveries its handler was given. */
export function benchReceiver({ receive, sharedSecret }, inbox) {
  const counts = { handled: 0 };
  const receiver = receive({
    verify: sharedSecret({ secrets: liveSecret }),
    inbox,
    confirm: {
      confirm: async ({ data }) => ({
        kind: 'confirmed',
        news: `collection:${data.mandateId}:${data.reference}:success`,
      }),
    },
    on: {
      collection: () => {
        counts.handled += 1;
      },
    },
  });
  return { receiver, counts };
}
