import { virtualClock } from '../../src/clock/virtual-clock.ts';
import {
  type Confirmation,
  createTestDelivery,
  type HandledDelivery,
  type Inbox,
  memoryInbox,
  type ReceiveOptions,
  receive,
  sharedSecret,
} from '../../src/webhooks/index.ts';

export const secret = 'whsec_repaykit';
const start = Date.UTC(2026, 0, 31, 7);
export const MINUTE = 60_000;

/** What a test may set. */
export type Options = Partial<ReceiveOptions<Confirmation, undefined>>;

/** A receiver that believes everything and names its state changes by the reference. */
export function setUp(options: Options = {}) {
  const reported: [string, HandledDelivery['source'], number][] = [];
  const inbox = memoryInbox();
  const standing = virtualClock(start);
  const clock = { ...standing, advance: (ms: number) => standing.moveTo(standing.now() + ms) };
  const receiver = receive<Confirmation, undefined>({
    verify: sharedSecret({ secrets: secret }),
    inbox,
    clock,
    confirm: {
      confirm: async (event) => ({
        kind: 'confirmed',
        news: event.kind === 'collection' ? `news:${event.data.instalmentReference}` : undefined,
      }),
    },
    on: {
      collection: ({ data }, _confirmed, { source, attempts }) =>
        void reported.push([data.reference ?? '', source, attempts]),
    },
    ...options,
  });
  const deliver = async (overrides: Parameters<typeof createTestDelivery<'collection'>>[1] = {}) => {
    const init = { method: 'POST', ...createTestDelivery('collection', overrides, { secret }) };
    return (await receiver(new Request('https://merchant.example/webhooks', init))).status;
  };
  return { receiver, inbox: (options.inbox ?? inbox) as Inbox<undefined>, reported, clock, deliver };
}

/** The body of a collection. */
export const bodyOf = (reference: string) =>
  createTestDelivery('collection', { instalmentReference: 'r1', reference }, { secret }).body;

/** A logger, and the lines that it was given. */
export function recorder() {
  const lines: unknown[] = [];
  const at =
    (level: string) =>
    (...line: unknown[]) =>
      void lines.push([level, ...line]);
  return { lines, logger: { info: at('info'), warn: at('warn'), error: at('error') } };
}

/** A confirmer that believes everything and counts how many questions were open at the same time. */
export function countedConfirm() {
  let now = 0;
  let most = 0;
  const confirm: Options['confirm'] = {
    async confirm() {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return { kind: 'confirmed' };
    },
  };
  return { confirm, most: () => most };
}
