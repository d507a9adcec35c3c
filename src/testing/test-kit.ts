import type { RepayKitOptions } from '../client/options.ts';
import { RepayKit } from '../client/repay-kit.ts';
import type { LoanConfirmation } from '../client/workflows/sync/confirm-event.ts';
import type { LoanAt } from '../domain/loan/loan.ts';
import type { LoanStage } from '../domain/loan/stages.ts';
import { InputError, requireOptions } from '../errors.ts';
import type { ServerControls } from '../server/control/server-controls.ts';
import { REFERENCE_DEFAULTS } from '../server/defaults.ts';
import type { ReferenceServerOptions } from '../server/options.ts';
import { createReferenceServer, type ReferenceServer } from '../server/reference-server.ts';
import type { ScenarioOptions } from '../server/scenarios/play-scenario.ts';
import type { ScenarioName } from '../server/scenarios/scenarios.ts';
import type { ServerClock } from '../server/worlds/server-clock.ts';
import { DEFAULT_WORLD } from '../server/worlds/world-name.ts';
import { anyText, optional, withMethods } from '../validation/checks.ts';
import { record } from '../validation/record.ts';
import { memoryInbox } from '../webhooks/inbox/memory-inbox.ts';
import { type Receiver, receive } from '../webhooks/receive.ts';
import { sharedSecret } from '../webhooks/verifiers/secrets.ts';
import { type WebhookEvent, webhookEventKinds } from '../wire/webhooks/webhook-events.ts';
import type { LoanOverrides } from './loan-plan.ts';
import { LoanCounter, loanAt } from './loan-walk.ts';
import { type PlayedScenario, playScenario } from './played-scenario.ts';
import {
  KnownLoans,
  type TestBank,
  type TestPayer,
  type TestWorld,
  testBank,
  testPayer,
  testWorld,
} from './test-world.ts';
import { type TestWebhooks, testWebhooks, WebhookRecorder } from './webhooks.ts';

/** Options of a test kit. All are optional. Unknown options are refused. */
export interface TestKitOptions {
  /**
   * A server that several kits share, each in its own `world`. It stays open when the kit closes. Default: the kit
   * starts its own server.
   */
  readonly server?: ReferenceServer;
  /** Name of the kit's world: 1 to 40 lower-case letters, digits and dashes. Default: the server's default world. */
  readonly world?: string;
  /**
   * Options of the kit's own server, such as `now` (default 2026-01-05T08:00:00Z), `seed` and `policy`. Its webhooks go
   * to the kit.
   */
  readonly serverOptions?: Omit<ReferenceServerOptions, 'webhook'>;
  /** Options of the client, such as `repaymentReports`, `store` or `transport`. */
  readonly client?: Partial<RepayKitOptions>;
}

// The client and the server check their own options.
const theirs = optional(record<object>({}, { others: 'ignored' }));

const testKitOptions = record<TestKitOptions>(
  {
    // Checked by structure, because it may come from another copy of the package.
    server: optional(
      withMethods(
        ['world', 'listen', 'close'],
        'a server that createReferenceServer returned; options for a server of the kit’s own are called serverOptions',
      ),
    ),
    world: optional(anyText),
    serverOptions: theirs,
    client: theirs,
  },
  {
    rules: ({ server, serverOptions }) => [
      ...(server && serverOptions
        ? [{ path: 'serverOptions', message: 'are for a server of the kit’s own: leave out one of the two' }]
        : []),
      ...(serverOptions && 'webhook' in serverOptions && serverOptions.webhook
        ? [{ path: 'serverOptions.webhook', message: 'is the kit’s own: webhooks go to kit.webhooks' }]
        : []),
    ],
  },
);

/** Both sides of a loan: the service on virtual time, and a client with a receiver for its webhooks. */
export interface TestKit extends AsyncDisposable {
  /** The reference server. Other kits may share it. */
  readonly server: ReferenceServer;
  /** The control API of the kit's world. */
  readonly controls: ServerControls;
  /** The client, on the server's dispatcher and clock. */
  readonly kit: RepayKit;
  /** The world's clock. Moving it resolves after the receiver has handled all webhooks of that time. */
  readonly clock: ServerClock;
  /** Acts as the payer: deposits, disputes. */
  readonly payer: TestPayer;
  /** Acts as the bank: balances, declines. */
  readonly bank: TestBank;
  /** The webhooks that the receiver verified and confirmed. */
  readonly webhooks: TestWebhooks;
  /** Makes a loan and a payer, and takes the loan to a stage. `closed` is repaid elsewhere, `abandoned` ends early. */
  loanAt<Stage extends LoanStage>(stage: Stage, overrides?: LoanOverrides): Promise<LoanAt<Stage>>;
  /** Plays a scenario of the server through the client, so that the loan is stored. May move the clock by months. */
  scenario(name: ScenarioName, options?: ScenarioOptions): Promise<PlayedScenario>;
  /** Closes the client, and the server unless you passed one. */
  close(): Promise<void>;
}

// 9:00 in Lagos. Fixed, so that a test that passes today passes tomorrow.
const BEGINNING = '2026-01-05T08:00:00Z';

/** Makes a test kit. It opens no port. @throws ConfigurationError */
export async function createTestKit(options: TestKitOptions = {}): Promise<TestKit> {
  requireOptions('The test kit', testKitOptions, options);
  const { serverOptions } = options;
  const server = options.server ?? createReferenceServer({ now: BEGINNING, ...serverOptions });
  let receiver: Receiver | undefined;
  const world = testWorld(server, options.world ?? DEFAULT_WORLD, async () => receiver?.settled());
  const { controls, clock } = world;
  const kit = await makeClient(server, world, options);
  const recorder = new WebhookRecorder();
  receiver = await connect(kit, world, recorder);
  const loans = new KnownLoans();
  const payer = testPayer(world, loans, kit);
  const side = { kit, world, payer, loans, counter: new LoanCounter(world) };
  const close = async () => {
    await world.settled();
    await kit.close();
    if (!options.server) return server.close();
    // The first kit that closed the shared server already disconnected all kits.
    try {
      world.deliverTo(null);
    } catch {}
  };
  return {
    server,
    controls,
    kit,
    clock,
    payer,
    bank: testBank(world, loans),
    webhooks: testWebhooks(recorder, receiver),
    loanAt: (stage, overrides) => loanAt(side, stage, overrides),
    scenario: (name, chosen) => playScenario(side, name, chosen),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A client of a world, on the server's dispatcher and clock. */
export async function makeClient(
  server: ReferenceServer,
  { controls, publicKey, secretKey, clock }: TestWorld,
  options: TestKitOptions,
): Promise<RepayKit> {
  const { appId, businessId } = await controls.merchant();
  const segments = { ...REFERENCE_DEFAULTS.segments, ...options.serverOptions?.segments };
  return new RepayKit({
    baseUrl: server.url,
    appId,
    businessId,
    publicKey,
    secretKey,
    segments,
    clock,
    transport: server.dispatcher,
    // The same number of attempts as in production, but without the waits.
    retry: { firstDelayMs: 1, maxDelayMs: 10 },
    ...options.client,
  });
}

async function connect(
  kit: RepayKit,
  { controls, clock, deliverTo }: TestWorld,
  recorder: WebhookRecorder,
): Promise<Receiver> {
  const { webhookSecret: secret } = REFERENCE_DEFAULTS;
  const receiver = receive<LoanConfirmation>({
    verify: sharedSecret({ secrets: [secret] }),
    inbox: memoryInbox(),
    confirm: kit,
    clock,
    // A month of virtual time passes within a second.
    asksPerSecond: 1_000_000,
    on: Object.fromEntries(webhookEventKinds.map((kind) => [kind, (event: WebhookEvent) => recorder.record(event)])),
  });
  await controls.setWebhookEndpoint({ url: null, secret });
  deliverTo(receiver);
  return receiver;
}

/** The hooks of a test runner, such as jest, vitest and `node:test`. */
export interface TestHooks {
  /** Runs before each test. */
  readonly beforeEach: (act: () => Promise<void>) => unknown;
  /** Runs after each test. */
  readonly afterEach: (act: () => Promise<void>) => unknown;
}

/**
 * A vitest fixture that makes a test kit for each test that uses it, and closes it after the test.
 *
 * @example
 * ```ts
 * const test = base.extend({ platform: testKitFixture() });
 * test('a due instalment is collected', async ({ platform }) => { … });
 * ```
 */
export function testKitFixture(
  options?: TestKitOptions,
): (fixtures: object, use: (kit: TestKit) => Promise<void>) => Promise<void> {
  // vitest parses the function's source to find its fixtures, and requires an object pattern.
  // biome-ignore lint/correctness/noEmptyPattern: this fixture needs no other
  return async ({}, use) => {
    const kit = await createTestKit(options);
    try {
      await use(kit);
    } finally {
      await kit.close();
    }
  };
}

/**
 * Makes a new test kit for each test of a file through the runner's hooks. The returned function gives the kit of the
 * running test. For concurrent tests in one file, use `createTestKit`.
 *
 * @example
 * ```js
 * const platform = useTestKit({ beforeEach, afterEach });
 * test('a due instalment is collected', async () => { const { clock } = platform(); … });
 * ```
 */
export function useTestKit({ beforeEach, afterEach }: TestHooks, options?: TestKitOptions): () => TestKit {
  let current: TestKit | undefined;
  beforeEach(async () => {
    current = await createTestKit(options);
  });
  afterEach(async () => {
    const finished = current;
    current = undefined;
    await finished?.close();
  });
  return () => {
    if (current) return current;
    const message = 'there is a kit only while a test runs: ask for it inside a test';
    throw new InputError('useTestKit', [{ path: '', message }]);
  };
}
