/** The world of a story inside the server: the handlers of the control calls, so that every rule holds in a scenario too. */
import { ServiceError } from '../../errors.ts';
import type { Answer } from '../answer.ts';
import { patchAccount } from '../control/engine/accounts.ts';
import { openDispute } from '../control/engine/mandates.ts';
import { addPayer } from '../control/engine/payers.ts';
import { makeDeposit } from '../control/engine/verification.ts';
import type { ServerContext } from '../server-context.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import type { StoryWorld } from './story.ts';

/** Payer, banks and time of a live world. */
export function platformWorld({ moves }: Pick<ServerContext, 'moves'>, live: LiveWorld): StoryWorld {
  const act = async (answer: Answer<unknown>) => granted(live, answer);
  return {
    policy: live.world.policy,
    now: () => live.world.now,
    addPayer: (payer) => act(addPayer(live.world, payer)),
    patchAccount: (account, patch) => act(patchAccount(live.world, patch, account)),
    makeDeposit: (deposit) => act(makeDeposit(live.world, deposit)),
    openDispute: (mandateId, details) => act(openDispute(live.world, details, mandateId)),
    moveTo: async (instant) => act(await moves.move(live, { to: instant })),
  };
}

/** The data of an answer, once what follows from it at once has happened, as after any request. @throws ServiceError with the refusal */
export function granted<Data>(live: LiveWorld, answer: Answer<Data>): Data {
  if (!answer.ok) {
    const { status, code, message, rule } = answer.refusal;
    throw new ServiceError(message, { status, serviceCode: code, ...(rule !== undefined && { rule }) });
  }
  live.depart();
  return answer.data;
}
