import { isObjectId } from '../../domain/identifiers.ts';
import { readEnvelope } from '../../wire/envelope.ts';
import type { OperationId, OperationInput } from '../../wire/operation-types.ts';

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

// What is longer is no slug, and need not be sent back.
const LONGEST_SLUG = 100;
const noMandate = 'no mandate is known: give --mandate ID';

/** Every read, in an order in which the earlier ones tell what the later ones need. */
export const questions: readonly Question[] = [
  question({ id: 'listBanks', input: () => ({}) }),
  question({
    id: 'discoverAccounts',
    names: ['bvn'],
    input: ({ bvn, discoveryType: type }) =>
      bvn === undefined ? 'no BVN is given: --bvn-file FILE, or REPAYKIT_BVN in the environment' : { bvn, type },
  }),
  question({
    id: 'listCollections',
    input: ({ collectionType: type }) => ({ type }),
    learn: (body) => ({ mandateId: textsIn(body, [], 'mandateId').find(isObjectId) }),
  }),
  question({
    id: 'getMandate',
    names: ['mandateId'],
    input: ({ mandateId }) => (mandateId === undefined ? noMandate : { mandateId }),
    learn: (body) => ({ breakdownId: breakdownIn(body) }),
  }),
  question({
    id: 'collectionLog',
    names: ['mandateId'],
    input: ({ mandateId }) => (mandateId === undefined ? noMandate : { mandateId }),
  }),
  question({
    id: 'collectionAttempts',
    names: ['mandateId', 'breakdownId'],
    input: ({ mandateId, breakdownId }) => {
      if (mandateId === undefined) return noMandate;
      return breakdownId === undefined
        ? 'no instalment is known: give --mandate ID and --breakdown ID'
        : { mandateId, breakdownId };
    },
  }),
  question({
    id: 'listPolicies',
    input: () => ({}),
    learn: (body) => ({
      productType: textsIn(body, [], 'product_type').find((slug) => slug.trim() !== '' && slug.length <= LONGEST_SLUG),
    }),
  }),
  question({
    id: 'listProducts',
    names: ['productType'],
    input: ({ productType: type }) =>
      type === undefined ? 'no product type is known: give --product-type SLUG' : { type },
  }),
];

function question<Id extends OperationId>(
  made: Question & { readonly id: Id; readonly input: (clues: Clues) => OperationInput<Id> | string },
): Question {
  return made;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Not by the shapes: an answer that has drifted may tell all the same what is needed to find where the others have.
function membersIn(body: unknown, path: readonly string[]): readonly Fields[] {
  const envelope = readEnvelope(body);
  if (envelope.kind !== 'success') return [];
  const found = path.reduce<unknown>((at, name) => (isFields(at) ? at[name] : undefined), envelope.data);
  return (Array.isArray(found) ? found : [found]).filter(isFields);
}

function textsIn(body: unknown, path: readonly string[], name: string): readonly string[] {
  return membersIn(body, path).flatMap(({ [name]: value }) => (typeof value === 'string' ? [value] : []));
}

// One on which something was tried tells more than one whose day has not come.
function breakdownIn(body: unknown): string | undefined {
  const items = membersIn(body, ['repaymentDetails', 'breakdown']).filter(({ _id }) => isObjectId(_id));
  return (items.find(({ status }) => status !== undefined && status !== 'scheduled') ?? items[0])?._id as
    | string
    | undefined;
}
