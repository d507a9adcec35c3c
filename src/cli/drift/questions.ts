import { isObjectId } from '../../domain/identifiers.ts';
import { readEnvelope } from '../../wire/envelope.ts';
import type { OperationId, OperationInput, OperationOutput } from '../../wire/operation-types.ts';
import { operations } from '../../wire/operations.ts';

/** What the questions need: given by hand, or found in earlier answers. */
export interface Clues {
  readonly bvn?: string | undefined;
  readonly discoveryType: string;
  readonly collectionType: 'auto' | 'manual';
  readonly mandateId?: string | undefined;
  readonly breakdownId?: string | undefined;
  readonly productType?: string | undefined;
}

/** A read, asked once. */
export interface Question {
  readonly id: OperationId;
  /** What goes in, or why it cannot be asked. */
  readonly input: (clues: Clues) => object | string;
  /** The clues that go in and may name nothing: a refusal because of them says nothing about the operation. */
  readonly names?: readonly (keyof Clues)[];
  /** What its answer tells for later questions. */
  readonly learn?: (body: unknown) => Partial<Clues>;
}

const noMandate = 'no mandate is known: give --mandate ID';

/** Every read, in an order in which the earlier ones tell what the later ones need. */
export const questions: readonly Question[] = [
  question({ id: 'listBanks', input: () => ({}) }),
  question({
    id: 'discoverAccounts',
    names: ['bvn'],
    input: ({ bvn, discoveryType: type }) => (bvn === undefined ? 'no BVN is given: --bvn-file FILE, or REPAYKIT_BVN in the environment' : { bvn, type }),
  }),
  question({
    id: 'listCollections',
    input: ({ collectionType: type }) => ({ type }),
    learn: (body) => ({ mandateId: read('listCollections', body)?.find(({ mandateId }) => isObjectId(mandateId))?.mandateId }),
  }),
  question({
    id: 'getMandate',
    names: ['mandateId'],
    input: ({ mandateId }) => (mandateId === undefined ? noMandate : { mandateId }),
    learn: (body) => ({ breakdownId: breakdownIn(body) }),
  }),
  question({ id: 'collectionLog', names: ['mandateId'], input: ({ mandateId }) => (mandateId === undefined ? noMandate : { mandateId }) }),
  question({
    id: 'collectionAttempts',
    names: ['mandateId', 'breakdownId'],
    input: ({ mandateId, breakdownId }) => {
      if (mandateId === undefined) return noMandate;
      return breakdownId === undefined ? 'no instalment is known: give --mandate ID and --breakdown ID' : { mandateId, breakdownId };
    },
  }),
  question({ id: 'listPolicies', input: () => ({}), learn: (body) => ({ productType: read('listPolicies', body)?.[0]?.product_type || undefined }) }),
  question({
    id: 'listProducts',
    names: ['productType'],
    input: ({ productType: type }) => (type === undefined ? 'no product type is known: give --product-type SLUG' : { type }),
  }),
];

function question<Id extends OperationId>(made: Question & { readonly id: Id; readonly input: (clues: Clues) => OperationInput<Id> | string }): Question {
  return made;
}

// Only what the client reads is taken from an answer.
function read<Id extends OperationId>(id: Id, body: unknown): OperationOutput<Id> | undefined {
  const envelope = readEnvelope(body);
  if (envelope.kind !== 'success') return undefined;
  const reading = operations[id].output.safeParse(envelope.data);
  return reading.success ? (reading.data as OperationOutput<Id>) : undefined;
}

// One on which something was tried tells more than one whose day has not come.
function breakdownIn(body: unknown): string | undefined {
  const items = (read('getMandate', body)?.repaymentDetails?.breakdown ?? []).filter(({ _id }) => isObjectId(_id));
  return (items.find(({ status }) => status !== undefined && status !== 'scheduled') ?? items[0])?._id;
}
