import type { OperationId, OperationInput } from '../../wire/operation-types.ts';
import { type Answer, answer } from '../answer.ts';
import { BANKS } from '../engine/banks.ts';
import { receiveStatement } from '../engine/income/receive-statement.ts';
import { createClaim } from '../engine/insurance/claims.ts';
import { businessPolicyView } from '../engine/insurance/policy-view.ts';
import { productsOfType } from '../engine/insurance/products.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { platformOperations } from './platform-operations.ts';

/** An operation that was let in, with its checked input. */
export interface OperationCall<Id extends OperationId = OperationId> {
  readonly live: LiveWorld;
  readonly input: OperationInput<Id>;
}

type Handlers = { readonly [Id in OperationId]: (call: OperationCall<Id>) => Answer<unknown> };

const handlers: Handlers = {
  listBanks: () => answer(BANKS.map(({ name, bankCode, icon }) => ({ name, bankCode, icon }))),
  discoverAccounts: ({ live, input }) => platformOperations.discoverAccounts(live.world, input),
  createConsent: ({ live, input }) => platformOperations.createConsent(live.world, input),
  attachByMicroDeposit: ({ live, input }) => platformOperations.attachByMicroDeposit(live.world, input),
  attachBySignature: ({ live, input }) => platformOperations.attachBySignature(live.world, input),
  getMandate: ({ live, input }) => platformOperations.getMandate(live.world, input),
  collectManually: ({ live, input }) => platformOperations.collectManually(live.world, input),
  collectionLog: ({ live, input }) => platformOperations.collectionLog(live.world, input),
  collectionAttempts: ({ live, input }) => platformOperations.collectionAttempts(live.world, input),
  listCollections: ({ live, input }) => platformOperations.listCollections(live.world, input),
  listProducts: ({ input }) => answer(productsOfType(input.type)),
  createClaim: ({ live, input }) => createClaim(live.book, input, { now: live.world.now, filesUrl: live.filesUrl }),
  listPolicies: ({ live }) =>
    answer(live.book.policies.map((policy) => businessPolicyView(policy, live.world.merchant.businessId))),
  uploadStatement: ({ live: { world, desk }, input }) => receiveStatement({ world, desk, input, want: 'transactions' }),
  processIncome: ({ live: { world, desk }, input }) => receiveStatement({ world, desk, input, want: 'insight' }),
};

/** Carries an operation out. */
export function carryOut(id: OperationId, call: OperationCall): Answer<unknown> {
  return (handlers[id] as (call: OperationCall) => Answer<unknown>)(call);
}
