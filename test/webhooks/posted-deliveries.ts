import { virtualClock } from '../../src/clock/virtual-clock.ts';
import {
  type Confirmation,
  createTestDelivery,
  memoryInbox,
  type ReceiveOptions,
  receive,
  sharedSecret,
  type WebhookEvent,
} from '../../src/webhooks/index.ts';

export const secret = 'whsec_repaykit';

export const start = Date.UTC(2026, 0, 31, 7);

export type Result = Confirmation & { readonly loan?: string };

export function setUp(options: Partial<ReceiveOptions<Result>> = {}) {
  const synced: [WebhookEvent['kind'], string | undefined][] = [];
  const asked: WebhookEvent['kind'][] = [];
  const inbox = memoryInbox();
  const clock = virtualClock(start);
  const receiver = receive<Result>({
    verify: sharedSecret({ secrets: secret }),
    inbox,
    clock,
    confirm: {
      confirm: async (event) => {
        asked.push(event.kind);
        return { kind: 'confirmed', loan: 'loan-1' };
      },
    },
    on: {
      collection: (event, { loan }) => void synced.push([event.kind, loan]),
      'mandate.activated': async (event, { loan }) => void synced.push([event.kind, loan]),
      unknown: (event) => void synced.push([event.kind, event.event ?? undefined]),
    },
    ...options,
  });
  return { receiver, inbox, synced, asked, clock };
}

export const post = (init: RequestInit = {}) =>
  new Request('https://merchant.example/webhooks', { method: 'POST', ...init });

export const delivery = (
  ...[kind = 'collection', overrides = {}]: Partial<Parameters<typeof createTestDelivery<'collection'>>>
) => post(createTestDelivery(kind, overrides, { secret }));

export const statusOf = async (response: Promise<Response>) => (await response).status;
