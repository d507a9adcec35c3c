import { Mutex } from '../../clock/mutex.ts';
import { ServiceError } from '../../errors.ts';
import { type Answer, type Refusal, refuse } from '../answer.ts';
import { openDispute } from '../engine/mandate-inside.ts';
import { addPayer, patchAccount } from '../engine/payers.ts';
import { checkMerchant, refusedByRule } from '../engine/refusals.ts';
import { makeDeposit } from '../engine/verification.ts';
import { moveClock } from '../worlds/clock-moves.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { inventPayer, LAST_PAYER } from './invented-payer.ts';
import { granted, PlatformMerchant } from './platform-merchant.ts';
import { obstacle, playStory, type ScenarioResult } from './play-story.ts';
import { type ScenarioName, scenarioNames, scenarios } from './scenarios.ts';
import type { StoryWorld } from './story.ts';

/** Options of a scenario. */
export interface ScenarioOptions {
  /** Accounts besides the primary, 1 to 98; default 2. */
  readonly backups?: number;
}

/** A scenario in the list of scenarios. */
export interface ScenarioView {
  /** The name to play it by. */
  readonly name: ScenarioName;
  /** The state of the loan at the end, for people. */
  readonly summary: string;
}

const DEFAULT_BACKUPS = 2;

/** All scenarios, in the order of their table. */
export function listScenarios(): readonly ScenarioView[] {
  return scenarioNames.map((name) => ({ name, summary: scenarios[name].summary }));
}

// One scenario at a time per world: each moves the clock of all.
const mutexes = new WeakMap<LiveWorld, Mutex>();

/** Plays a scenario with a new payer and mandate, after those that run already. */
export async function playScenario(
  live: LiveWorld,
  name: ScenarioName,
  { backups = DEFAULT_BACKUPS }: ScenarioOptions,
): Promise<Answer<ScenarioResult>> {
  const mutex = mutexes.get(live) ?? new Mutex();
  mutexes.set(live, mutex);
  if (live.deliveries.isInsideHandler && (mutex.isLocked || live.isMoving)) {
    const message =
      'The clock is moving and waits for this webhook handler: play a scenario after the handler has answered.';
    return refuse({ status: 409, code: 'clock_moving', message });
  }
  return mutex.run(() => play(live, storyWorld(live), { name, accounts: backups + 1 }));
}

async function play(
  live: LiveWorld,
  world: StoryWorld,
  { name, accounts }: { readonly name: ScenarioName; readonly accounts: number },
): Promise<Answer<ScenarioResult>> {
  const stranger = checkMerchant(live.world, {});
  if (stranger) return refuse(stranger);
  const inTheWay = obstacle(name, world);
  if (inTheWay !== undefined) return refusedByRule('scenario-fits-world', inTheWay);
  try {
    const payer = inventPayer(freeNumber(live), accounts);
    const data = await playStory(name, { payer, merchant: new PlatformMerchant(live), world });
    return { ok: true, status: 201, data };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status, serviceCode = 'scenario_refused', message, rule } = error;
    return refuse({
      status: status as Refusal['status'],
      code: serviceCode,
      message,
      ...(rule !== undefined && { rule }),
    });
  }
}

function storyWorld(live: LiveWorld): StoryWorld {
  const act = async (answer: Answer<unknown>) => granted(live, answer);
  return {
    policy: live.world.policy,
    now: () => live.world.now,
    addPayer: (payer) => act(addPayer(live.world, payer)),
    patchAccount: (account, patch) => act(patchAccount(live.world, patch, account)),
    makeDeposit: (deposit) => act(makeDeposit(live.world, deposit)),
    openDispute: (mandateId, details) => act(openDispute(live.world, details, mandateId)),
    moveTo: async (instant) => act(await moveClock(live, { to: instant })),
  };
}

// Derived from the records, so that a restored or forked world continues like its original.
function freeNumber({ world }: LiveWorld): number {
  let number = world.payers.size;
  while (number < LAST_PAYER && world.payers.has(inventPayer(number, 0).bvn)) number += 1;
  return number;
}
