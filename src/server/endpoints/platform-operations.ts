import type { OperationId, OperationInput } from '../../wire/operation-types.ts';
import type { Answer } from '../answer.ts';
import type { World } from '../engine/world.ts';
import { attachByMicroDeposit, attachBySignature } from './attach-account.ts';
import { collectManually } from './collect-manually.ts';
import { createConsent } from './create-consent.ts';
import { discoverAccounts } from './discover-accounts.ts';
import { getMandate } from './get-mandate.ts';
import { collectionAttempts, collectionLog, listCollections } from './read-collections.ts';

/** The operations that the platform's state answers, by id. Inputs have their shape checked already; the clock has not run yet when they answer. */
export const platformOperations = {
  discoverAccounts,
  createConsent,
  attachByMicroDeposit,
  attachBySignature,
  getMandate,
  collectManually,
  collectionLog,
  collectionAttempts,
  listCollections,
} satisfies { readonly [Id in OperationId]?: (world: World, input: OperationInput<Id>) => Answer<unknown> };
