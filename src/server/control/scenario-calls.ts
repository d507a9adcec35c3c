import * as z from 'zod';
import { ServiceError } from '../../errors.ts';
import { nearestName } from '../../validation/nearest-name.ts';
import { type Answer, answer, type Refusal, refuse } from '../answer.ts';
import { checkMerchant, notFound, refusedByRule } from '../engine/refusals.ts';
import { inventPayer, LAST_PAYER, MOST_ACCOUNTS } from '../scenarios/invented-payer.ts';
import { PlatformMerchant } from '../scenarios/platform-merchant.ts';
import { platformWorld } from '../scenarios/platform-world.ts';
import { type ScenarioName, scenarioNames, scenarios } from '../scenarios/scenarios.ts';
import { obstacle, type ScenarioResult, tellStory } from '../scenarios/tell-story.ts';
import { checkShape } from '../shape-check.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { Turns } from '../worlds/turns.ts';
import type { ControlCall, ControlRoute } from './route.ts';

/** A scenario as it is listed. */
export interface ScenarioView {
  /** By which it is played. */
  readonly name: ScenarioName;
  /** Where the loan stands in the end, for people. */
  readonly summary: string;
}

const DEFAULT_BACKUPS = 2;

const scenarioBody = z.strictObject({
  backups: z
    .int()
    .min(1)
    .max(MOST_ACCOUNTS - 1)
    .optional(),
});

function listScenarios(): Answer<{ readonly items: readonly ScenarioView[]; readonly dropped: 0 }> {
  return answer({ items: scenarioNames.map((name) => ({ name, summary: scenarios[name].summary })), dropped: 0 });
}

// One story at a time in a world: each moves the clock that the others live by.
const stories = new WeakMap<LiveWorld, Turns>();

async function playScenario(call: ControlCall): Promise<Answer<ScenarioResult>> {
  const name = scenarioNames.find((known) => known === call.param('name'));
  if (!name) {
    const meant = nearestName(call.param('name'), scenarioNames);
    const guess = meant === undefined ? '; there' : `; did you mean ${meant}? There`;
    return notFound('scenario_unknown', `There is no scenario of this name${guess} are ${scenarioNames.join(', ')}.`);
  }
  const checked = checkShape(scenarioBody, call.body, 'refused');
  if (!checked.ok) return checked;
  const turns = stories.get(call.live) ?? new Turns();
  stories.set(call.live, turns);
  if (call.live.deliveries.isInsideHandler && (turns.isBusy || call.live.isMoving)) {
    const message =
      'The clock is moving and waits for this webhook handler: play a scenario after the handler has answered.';
    return refuse({ status: 409, code: 'clock_moving', message });
  }
  return turns.take(() => play(call, name, checked.data.backups ?? DEFAULT_BACKUPS));
}

async function play(
  { context, live }: ControlCall,
  name: ScenarioName,
  backups: number,
): Promise<Answer<ScenarioResult>> {
  const stranger = checkMerchant(live.world, {});
  if (stranger) return refuse(stranger);
  const world = platformWorld(context, live);
  const inTheWay = obstacle(name, world);
  if (inTheWay !== undefined) return refusedByRule('scenario-fits-world', inTheWay);
  try {
    const payer = inventPayer(freeNumber(live), backups + 1);
    return {
      ok: true,
      status: 201,
      data: await tellStory(name, { payer, merchant: new PlatformMerchant(live), world }),
    };
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

// What a world holds decides, so that a restored or forked one goes on where its original did.
function freeNumber({ world }: LiveWorld): number {
  let number = world.payers.size;
  while (number < LAST_PAYER && world.payers.has(inventPayer(number, 0).bvn)) number += 1;
  return number;
}

/** Named beginnings. */
export const scenarioRoutes = [
  { method: 'GET', path: '/scenarios', summary: 'The named beginnings.', body: undefined, handle: listScenarios },
  {
    method: 'POST',
    path: '/scenarios/{name}',
    summary: 'Plays a scenario with a fresh payer and mandate; it may move the clock by months.',
    body: scenarioBody,
    handle: playScenario,
  },
] as const satisfies readonly ControlRoute[];
