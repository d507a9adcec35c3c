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
import { type WebhookEvent, webhookEventKinds } from '../wire/webhook-events.ts';
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

/** What a test kit is made with; everything is optional. Unknown options are refused. */
export interface TestKitOptions {
  /** A server that several kits share, each in a `world` of its own; it stays open when the kit closes. Default: a server of the kit's own. */
  readonly server?: ReferenceServer;
  /** The world to live in, 1 to 40 small letters, digits and dashes. Default: the server's default world. */
  readonly world?: string;
  /** How the kit's own server begins: `now` (default 2026-01-05T08:00:00Z), `seed`, `policy` and the like. Webhooks go to the kit. */
  readonly serverOptions?: Omit<ReferenceServerOptions, 'webhook'>;
  /** What of the client differs, such as `repaymentReports`, `store` or `transport`. */
  readonly client?: Partial<RepayKitOptions>;
}

// The client and the server check theirs themselves.
const theirs = optional(record<object>({}, { others: 'ignored' }));

const testKitOptions = record<TestKitOptions>(
  {
    // By structure: it may come from another copy of the package.
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

/** @throws ConfigurationError with everything that is invalid */
function checkTestKitOptions(options: TestKitOptions): void {
  requireOptions('The test kit', testKitOptions, options);
}

/** Both sides of loans: the service on virtual time, and a lender's client with a receiver for its webhooks. */
export interface TestKit extends AsyncDisposable {
  /** The reference server; a kit in a named world shares it. */
  readonly server: ReferenceServer;
  /** The control API of the kit's world. */
  readonly controls: ServerControls;
  /** The client, on the server's dispatcher and clock. */
  readonly kit: RepayKit;
  /** The world's time. A move resolves once the receiver has worked on every webhook on the way. */
  readonly clock: ServerClock;
  /** Does what payers do: deposits, disputes. */
  readonly payer: TestPayer;
  /** Does what banks do: balances, declines. */
  readonly bank: TestBank;
  /** What the receiver verified and confirmed. */
  readonly webhooks: TestWebhooks;
  /** A fresh loan and payer, at a stage by the client's calls. `closed` is repaid elsewhere, `abandoned` early. */
  loanAt<Stage extends LoanStage>(stage: Stage, overrides?: LoanOverrides): Promise<LoanAt<Stage>>;
  /** Plays a scenario of the server with the client, so that a loan is on file. It may move the clock by months. */
  scenario(name: ScenarioName, options?: ScenarioOptions): Promise<PlayedScenario>;
  /** Closes the client, and the server if it is the kit's own. */
  close(): Promise<void>;
}

// 9 in the morning in Lagos. Fixed, so that a test that passes today passes tomorrow.
const BEGINNING = '2026-01-05T08:00:00Z';

/** Makes a test kit; it opens no port. @throws ConfigurationError */
export async function createTestKit(options: TestKitOptions = {}): Promise<TestKit> {
  checkTestKitOptions(options);
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
    // The first kit that closed the shared server has disconnected all.
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

async function makeClient(
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
    // As many attempts as in production, without their waits.
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
    on: Object.fromEntries(webhookEventKinds.map((kind) => [kind, (event: WebhookEvent) => recorder.record(event)])),
  });
  await controls.setWebhookEndpoint({ url: null, secret });
  deliverTo(receiver);
  return receiver;
}

/** The hooks of a test runner, as jest, vitest and `node:test` have them. */
export interface TestHooks {
  /** Runs before each test. */
  readonly beforeEach: (act: () => Promise<void>) => unknown;
  /** Runs after each test. */
  readonly afterEach: (act: () => Promise<void>) => unknown;
}

/**
 * A test kit for each test that asks for it, closed when the test is over, whether it passed or failed.
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
  // vitest reads from the function's text which fixtures it needs, and requires an object pattern.
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
 * A fresh test kit for each test of a file, by the runner's hooks; the answer gives the kit of the running test. Tests
 * of one file that run side by side take `createTestKit` instead.
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
    throw new InputError('useTestKit', [
      { path: '', message: 'there is a kit only while a test runs: ask for it inside a test' },
    ]);
  };
}
