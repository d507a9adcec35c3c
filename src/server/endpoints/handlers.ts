import { formatInstant } from '../../domain/calendar.ts';
import { nairaFromKobo } from '../../domain/money.ts';
import { responseMessage } from '../../domain/response-codes.ts';
import type {
  CollectionAttempt,
  CollectionAttemptsInput,
  CollectionLog,
  CollectionLogInput,
  CollectionRecord,
  ListCollectionsInput,
} from '../../wire/collection-types.ts';
import type { GetMandateInput } from '../../wire/mandate-types.ts';
import type { OperationId, OperationInput } from '../../wire/operation-types.ts';
import { type Answer, answer } from '../answer.ts';
import { BANKS, bankName, nameOf } from '../engine/banks.ts';
import { objectIdOf, uuidOf } from '../engine/chance.ts';
import { receiveStatement } from '../engine/income/receive-statement.ts';
import { createClaim } from '../engine/insurance/policies.ts';
import { businessPolicyView } from '../engine/insurance/policy-view.ts';
import { productsOfType } from '../engine/insurance/products.ts';
import { itemsOf } from '../engine/long-list.ts';
import { type MandateDocument, WrittenMandate } from '../engine/mandate-view.ts';
import type { Attempt, CollectionOrder } from '../engine/records.ts';
import { mandateOr404, notFound } from '../engine/refusals.ts';
import type { World } from '../engine/world.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { attachByMicroDeposit, attachBySignature } from './attach-account.ts';
import { collectManually } from './collect-manually.ts';
import { createConsent } from './create-consent.ts';

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
  uploadStatement: ({ live: { world, statements }, input }) =>
    receiveStatement({ world, statements, input, want: 'transactions' }),
  processIncome: ({ live: { world, statements }, input }) =>
    receiveStatement({ world, statements, input, want: 'insight' }),
};

/** Carries an operation out. */
export function carryOut(id: OperationId, call: OperationCall): Answer<unknown> {
  return (handlers[id] as (call: OperationCall) => Answer<unknown>)(call);
}

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

/** The mandate as it is now. Spec §4.6. */
function getMandate(world: World, { mandateId }: GetMandateInput): Answer<MandateDocument> {
  const found = mandateOr404(world, mandateId);
  return found.ok ? new WrittenMandate(world, found.mandate) : found;
}

/** An account as discovery shows it. */
interface DiscoveredAccountDocument {
  readonly accountNumber: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountName: string;
  readonly active: boolean;
}

/** The accounts that a BVN leads to, inactive ones marked. Spec §4.2. */
function discoverAccounts(
  world: World,
  { bvn }: OperationInput<'discoverAccounts'>,
): Answer<readonly DiscoveredAccountDocument[]> {
  const payer = world.payers.get(bvn);
  if (!payer)
    return notFound(
      'payer_unknown',
      'No payer has this BVN: use one of the seeded payers, or add one by POST /_control/payers.',
    );
  world.discovered.add(bvn);
  return answer(
    payer.accounts.map((account) => {
      const { accountNumber, bankCode, active } = account;
      return { accountNumber, bankCode, bankName: bankName(bankCode), accountName: nameOf(world, account), active };
    }),
  );
}

/** The newest order to collect on a mandate, or null. Spec §4.8. */
function collectionLog(world: World, { mandateId }: CollectionLogInput): Answer<CollectionLog | null> {
  const found = mandateOr404(world, mandateId);
  if (!found.ok) return found;
  const { newestOrder } = found.mandate;
  return answer(newestOrder && logDocument(world, newestOrder));
}

/** Every attempt on an instalment, the newest first; none yet is an empty list. Spec §4.9. */
function collectionAttempts(
  world: World,
  { mandateId, breakdownId }: CollectionAttemptsInput,
): Answer<readonly CollectionAttempt[]> {
  const found = mandateOr404(world, mandateId);
  if (!found.ok) return found;
  const wanted = breakdownId.toLowerCase();
  const instalment = found.mandate.instalments.find((each) => objectIdOf(world.chance, each.serial) === wanted);
  if (!instalment)
    return notFound(
      'breakdown_unknown',
      "The mandate has no instalment with this id: take the _id from the mandate's repaymentDetails.breakdown.",
    );
  return answer((instalment.attempts ?? []).map((attempt) => attemptDocument(world, attempt)).reverse());
}

/** All orders of a kind, the newest first; of two at one instant the one made later comes first. Spec §4.10. */
function listCollections(
  world: World,
  { type, status, search }: ListCollectionsInput,
): Answer<readonly CollectionRecord[]> {
  const records: CollectionRecord[] = [];
  for (const order of itemsOf(world.orders)) {
    if (order.kind !== type || (status && order.status !== status) || (search && !isFoundBy(world, order, search)))
      continue;
    records.push({ ...logDocument(world, order), bvn: order.mandate.bvn });
  }
  return answer(records.reverse());
}

function isFoundBy(world: World, order: CollectionOrder, search: string): boolean {
  return order.mandate.bvn.includes(search) || uuidOf(world.chance, order.serial).includes(search.toLowerCase());
}

/** An order to collect and its outcome. Spec §2.5. */
function logDocument(world: World, order: CollectionOrder): CollectionLog {
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

/** One debit put to one bank for one instalment. Spec §2.6. */
function attemptDocument(world: World, attempt: Attempt): CollectionAttempt {
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
