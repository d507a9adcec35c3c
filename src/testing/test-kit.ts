import { RepayKit } from '../client/repay-kit.ts';
import type { LoanConfirmation } from '../client/workflows/sync/confirm-event.ts';
import type { LoanAt } from '../domain/loan/loan.ts';
import type { LoanStage } from '../domain/loan/stages.ts';
import type { ServerControls } from '../server/control/server-controls.ts';
import { REFERENCE_DEFAULTS } from '../server/defaults.ts';
import { createReferenceServer, type ReferenceServer } from '../server/reference-server.ts';
import type { ScenarioOptions } from '../server/scenarios/play-scenario.ts';
import type { ScenarioName } from '../server/scenarios/scenarios.ts';
import type { ServerClock } from '../server/worlds/server-clock.ts';
import { DEFAULT_WORLD } from '../server/worlds/world-name.ts';
import { memoryInbox } from '../webhooks/inbox/memory-inbox.ts';
import { type Receiver, receive } from '../webhooks/receive.ts';
import { sharedSecret } from '../webhooks/verifiers/shared-secret.ts';
import { webhookEventKinds } from '../wire/webhook-event-names.ts';
import { type TestBank, testBank } from './bank.ts';
import { KnownLoans } from './known-loans.ts';
import { LoanMaker } from './loan-maker.ts';
import type { LoanOverrides } from './loan-plan.ts';
import { type TestPayer, testPayer } from './payer.ts';
import type { PlayedScenario } from './played-scenario.ts';
import { checkTestKitOptions, type TestKitOptions } from './test-kit-options.ts';
import { type TestWorld, testWorld } from './test-world.ts';
import { type TestWebhooks, testWebhooks, WebhookEar } from './webhooks.ts';

/** Both sides of loans in one hand: the platform on virtual time, and a merchant's client with a receiver for its webhooks. */
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
  /** A fresh loan with a fresh payer, walked to a stage by the client's own steps. `closed` is repaid elsewhere; `abandoned` ends before discovery. */
  loanAt<Stage extends LoanStage>(stage: Stage, overrides?: LoanOverrides): Promise<LoanAt<Stage>>;
  /** Plays a scenario of the server with the client as its merchant, so that there is a loan on file; it may move the clock by months. */
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
  const merchantSide: { receiver?: Receiver } = {};
  const world = testWorld(server, options.world ?? DEFAULT_WORLD, async () => merchantSide.receiver?.settled());
  const kit = await makeClient(server, world, options);
  const ear = new WebhookEar();
  const receiver = await connect(kit, world, ear);
  merchantSide.receiver = receiver;
  const loans = new KnownLoans();
  const payer = testPayer(world, loans, kit);
  const maker = new LoanMaker({ kit, world, payer, loans });

  const close = async () => {
    await world.settled();
    await kit.close();
    if (!options.server) return server.close();
    await disconnect(world);
  };
  return {
    server,
    controls: world.controls,
    kit,
    clock: world.clock,
    payer,
    bank: testBank(world, loans),
    webhooks: testWebhooks(ear, receiver),
    loanAt: (stage, overrides) => maker.loanAt(stage, overrides),
    scenario: (name, chosen) => maker.scenario(name, chosen),
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

async function connect(kit: RepayKit, { controls, clock, deliverTo }: TestWorld, ear: WebhookEar): Promise<Receiver> {
  const { webhookSecret: secret } = REFERENCE_DEFAULTS;
  const hear = (event: Parameters<WebhookEar['hear']>[0]) => ear.hear(event);
  const receiver = receive<LoanConfirmation>({
    verify: sharedSecret({ secrets: [secret] }),
    inbox: memoryInbox(),
    confirm: kit,
    clock,
    on: Object.fromEntries(webhookEventKinds.map((kind) => [kind, hear])),
  });
  await controls.setWebhookEndpoint({ url: null, secret });
  deliverTo(receiver);
  return receiver;
}

// Whoever closed the shared server first has disconnected everyone.
async function disconnect(world: TestWorld): Promise<void> {
  try {
    world.deliverTo(null);
  } catch {}
}
