import { formatInstant } from '../../domain/calendar.ts';
import { nairaFromKobo } from '../../domain/money.ts';
import { responseMessage } from '../../domain/response-codes.ts';
import type * as wire from '../../wire/types/collection-types.ts';
import type { DiscoverAccountsInput, DiscoveredAccount } from '../../wire/types/discovery-types.ts';
import type { GetMandateInput } from '../../wire/types/mandate-types.ts';
import type { OperationId, OperationInput } from '../../wire/types/operation-types.ts';
import { type Answer, answer } from '../answer.ts';
import { receiveStatement } from '../engine/income/receive-statement.ts';
import { createClaim } from '../engine/insurance/policies.ts';
import { businessPolicyView } from '../engine/insurance/policy-view.ts';
import { productsOfType } from '../engine/insurance/products.ts';
import { type MandateDocument, writtenMandate } from '../engine/mandates/mandate-view.ts';
import { BANKS, bankName, nameOf } from '../engine/world/banks.ts';
import { objectIdOf, uuidOf } from '../engine/world/chance.ts';
import { instalmentsOf } from '../engine/world/ledger.ts';
import { attemptsOn, newestOrderOn, ordersOf } from '../engine/world/orders.ts';
import type { Attempt, CollectionOrder } from '../engine/world/records.ts';
import { mandateOr404, notFound } from '../engine/world/refusals.ts';
import { findPayer, type World } from '../engine/world/world.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { attachByMicroDeposit, attachBySignature, collectManually, createConsent } from './mandate-operations.ts';

/** The operations on the platform's state, by id, for inputs of the right shape. */
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
} satisfies Operations<OperationId, World>;

// The operations that need more of a running world.
const otherOperations: Required<Operations<Exclude<OperationId, keyof typeof platformOperations>, LiveWorld>> = {
  listBanks: () => answer(BANKS.map(({ name, bankCode, icon }) => ({ name, bankCode, icon }))),
  listProducts: (_live, { type }) => answer(productsOfType(type)),
  createClaim: ({ book, world, filesUrl }, input) => createClaim(book, input, { now: world.now, filesUrl }),
  listPolicies: ({ book, world }) =>
    answer(book.policies.map((policy) => businessPolicyView(policy, world.merchant.businessId))),
  uploadStatement: ({ world, statements }, input) =>
    receiveStatement({ world, statements, input, want: 'transactions' }),
  processIncome: ({ world, statements }, input) => receiveStatement({ world, statements, input, want: 'insight' }),
};

type Operations<Id extends OperationId, State> = {
  readonly [Each in Id]?: (state: State, input: OperationInput<Each>) => Answer<unknown>;
};

const operations: Readonly<Record<OperationId, unknown>> = { ...platformOperations, ...otherOperations };

export function carryOut<Id extends OperationId>(id: Id, live: LiveWorld, input: OperationInput<Id>): Answer<unknown> {
  // TypeScript cannot tell that an id selects the operation with its own state and input.
  const act = operations[id] as (state: World | LiveWorld, input: OperationInput<Id>) => Answer<unknown>;
  return act(id in platformOperations ? live.world : live, input);
}

function getMandate(world: World, { mandateId }: GetMandateInput): Answer<MandateDocument> {
  const found = mandateOr404(world, mandateId);
  return found.ok ? writtenMandate(world, found.mandate) : found;
}

/** The accounts of a BVN, with inactive ones marked. Spec §4.2. */
function discoverAccounts(
  world: World,
  { bvn }: DiscoverAccountsInput,
): Answer<readonly Required<DiscoveredAccount>[]> {
  const payer = findPayer(world, bvn);
  const unknown = 'No payer has this BVN: use one of the seeded payers, or add one by POST /_control/payers.';
  if (!payer) return notFound('payer_unknown', unknown);
  world.discovered.add(bvn);
  return answer(
    payer.accounts.map((account) => {
      const { accountNumber, bankCode, active } = account;
      return { accountNumber, bankCode, bankName: bankName(bankCode), accountName: nameOf(world, account), active };
    }),
  );
}

/** The newest order to collect on a mandate, or null. Spec §4.8. */
function collectionLog(world: World, { mandateId }: wire.CollectionLogInput): Answer<wire.CollectionLog | null> {
  const found = mandateOr404(world, mandateId);
  if (!found.ok) return found;
  const newestOrder = newestOrderOn(world, found.mandate);
  return answer(newestOrder ? logDocument(world, newestOrder) : null);
}

/** All attempts on an instalment, newest first, or an empty list. Spec §4.9. */
function collectionAttempts(
  world: World,
  { mandateId, breakdownId }: wire.CollectionAttemptsInput,
): Answer<readonly wire.CollectionAttempt[]> {
  const found = mandateOr404(world, mandateId);
  if (!found.ok) return found;
  const wanted = breakdownId.toLowerCase();
  const instalment = instalmentsOf(world, found.mandate).find(
    (each) => objectIdOf(world.chance, each.serial) === wanted,
  );
  const unknown =
    "The mandate has no instalment with this id: take the _id from the mandate's repaymentDetails.breakdown.";
  if (!instalment) return notFound('breakdown_unknown', unknown);
  return answer(
    attemptsOn(world, instalment)
      .map((attempt) => attemptDocument(world, attempt))
      .reverse(),
  );
}

/** All orders of a kind, newest first. Of two at one instant the later one comes first. Spec §4.10. */
function listCollections(
  world: World,
  { type, status, search }: wire.ListCollectionsInput,
): Answer<readonly wire.CollectionRecord[]> {
  const orders = ordersOf(world, type).filter(
    (order) => (!status || order.status === status) && (!search || isFoundBy(world, order, search)),
  );
  return answer(orders.map((order) => ({ ...logDocument(world, order), bvn: order.mandate.bvn })).reverse());
}

function isFoundBy(world: World, order: CollectionOrder, search: string): boolean {
  return order.mandate.bvn.includes(search) || uuidOf(world.chance, order.serial).includes(search.toLowerCase());
}

/** An order to collect and its outcome. Spec §2.5. */
function logDocument(world: World, order: CollectionOrder): wire.CollectionLog {
  return {
    _id: objectIdOf(world.chance, order.serial),
    businessId: world.merchant.businessId,
    mandateId: order.mandate.id,
    consentId: order.lastTried ? objectIdOf(world.chance, order.lastTried.serial) : '',
    collectionType: order.kind,
    status: order.status,
    amount: nairaFromKobo(order.amount),
    transactionRefence: uuidOf(world.chance, order.serial),
    createdAt: formatInstant(order.createdAt),
  };
}

/** One debit at one bank for one instalment. Spec §2.6. */
function attemptDocument(world: World, attempt: Attempt): wire.CollectionAttempt {
  return {
    _id: objectIdOf(world.chance, attempt.serial),
    mandateId: attempt.order.mandate.id,
    instalmentReference: uuidOf(world.chance, attempt.instalment.serial),
    accountNumber: attempt.consent.accountNumber,
    bankCode: attempt.consent.bankCode,
    amount: nairaFromKobo(attempt.amount),
    status: attempt.status,
    responseCode: attempt.responseCode,
    responseMessage: responseMessage(attempt.responseCode),
    collectionType: attempt.order.kind,
    createdAt: formatInstant(attempt.at),
  };
}
