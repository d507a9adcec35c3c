import {
  addPeriods,
  formatInstant,
  type Instant,
  lagosDay,
  lagosInstant,
  parseInstant,
  parsePlainDate,
} from '../../../domain/calendar.ts';
import type {
  CreateClaimInput,
  CreatedClaim,
  OrderMeta,
  Policy,
  PolicyCustomer,
} from '../../../wire/insurance-types.ts';
import type { Product } from '../../../wire/product-types.ts';
import { type Answer, answer, refuse } from '../../answer.ts';
import { malformed } from '../refusals.ts';
import { policyView, uuidFromNumber } from './policy-view.ts';
import { productsOfType, seededProducts } from './products.ts';

/** An insurance policy to add. */
export interface NewInsurancePolicy {
  /** Default: one that the server makes. */
  readonly number?: string;
  /** Slug of a seeded product type: `git`, `gadget`, `credit_life`, `health`. */
  readonly productType: string;
  /** What was paid for it, in its currency. */
  readonly amount: number;
  /** Three letters; default that of the product's insurer. */
  readonly currency?: string;
  /** `YYYY-MM-DD` or ISO 8601; default now. */
  readonly startDate?: string;
  /** As `startDate`, and later; default a year after the start. */
  readonly endDate?: string;
  /** Fields of spec §2.9. */
  readonly customer?: Partial<Omit<PolicyCustomer, 'id' | 'ref' | 'created_at'>>;
  /** Fields of spec §2.9; what is left out follows from the product. */
  readonly order?: { readonly asset_ref?: string | null; readonly meta?: OrderMeta };
}

/** When and where a policy is made or shown. */
export interface InsuranceContext {
  readonly now: Instant;
  /** What the addresses of the world's files begin with; the id follows. */
  readonly filesUrl: string;
}

/** Adds a policy, as if the merchant had bought it. */
export function addPolicy(
  book: InsuranceBook,
  { productType, amount, customer = {}, order = {}, ...input }: NewInsurancePolicy,
  { now, filesUrl }: InsuranceContext,
): Answer<Policy> {
  const start = instantFrom(input.startDate) ?? now;
  const end = instantFrom(input.endDate);
  if (end !== undefined && end <= start)
    return malformed([{ path: 'endDate', message: 'must be later than the start' }]);
  const product = productsOfType(productType)[0];
  if (!product) return unknownProductType();
  const id = nextPolicyId(book);
  const number = input.number ?? `POL-${productType.toUpperCase().replaceAll('_', '-')}-${id}`;
  if (book.policies.some((policy) => policy.number === number)) {
    return refuse({
      status: 409,
      code: 'policy_exists',
      message: 'A policy with this number exists already: choose another number or leave it out.',
    });
  }
  const record: PolicyRecord = {
    id,
    number,
    product: product as Product,
    amount,
    currency: input.currency ?? product.insurer.currency,
    startDate: formatInstant(start),
    endDate: end === undefined ? yearAfter(start) : formatInstant(end),
    customer: customerFrom(givenIn(customer), id, now),
    assetRef: order.asset_ref ?? null,
    meta: givenIn(order.meta ?? {}),
    createdAt: formatInstant(now),
  };
  book.policies.push(record);
  return { ok: true, data: policyView(record, filesUrl), status: 201 };
}

function instantFrom(text: string | undefined): Instant | undefined {
  const day = parsePlainDate(text);
  return day ? lagosInstant(day) : parseInstant(text);
}

// From TypeScript a field may be there and undefined.
function givenIn<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}

function unknownProductType(): Answer<never> {
  const known = [...new Set(seededProducts.map((product) => product.product_type.slug))].join(', ');
  return refuse({
    status: 400,
    code: 'input_invalid',
    message: 'No product of this type is sold here.',
    fields: [{ path: 'productType', message: `must be one of ${known}` }],
  });
}

/** A policy as the platform keeps it; spec §2.9 and §2.10 are two views of it. */
export interface PolicyRecord {
  /** Counts up within a world. */
  readonly id: number;
  readonly number: string;
  readonly product: Product;
  /** What was paid for the policy, in `currency`. */
  readonly amount: number;
  readonly currency: string;
  /** ISO 8601 UTC. */
  readonly startDate: string;
  /** ISO 8601 UTC. */
  readonly endDate: string | null;
  readonly customer: PolicyCustomer;
  /** The merchant's reference of what is insured. */
  readonly assetRef: string | null;
  /** Particulars of the order that were given; the others follow from the product. */
  readonly meta: OrderMeta;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** The insurance state of one world: plain data. */
export interface InsuranceBook {
  readonly policies: PolicyRecord[];
  /** The claims themselves are read by no operation, so they are not kept. */
  claimsMade: number;
}

const FIRST_POLICY_ID = 5001;

/** The number of the policy that every world begins with. */
export const SEEDED_POLICY_NUMBER = 'POL-GIT-5001';

/** A book with the seeded policy, sold at `now`. */
export function createInsuranceBook(now: Instant): InsuranceBook {
  const seeded: PolicyRecord = {
    id: FIRST_POLICY_ID,
    number: SEEDED_POLICY_NUMBER,
    product: seededProducts[0] as Product,
    amount: 2_500,
    currency: 'NGN',
    startDate: formatInstant(now),
    endDate: yearAfter(now),
    customer: customerFrom({}, FIRST_POLICY_ID, now),
    assetRef: null,
    meta: {},
    createdAt: formatInstant(now),
  };
  return { policies: [seeded], claimsMade: 0 };
}

/** The id of the next policy. */
function nextPolicyId(book: InsuranceBook): number {
  return FIRST_POLICY_ID + book.policies.length;
}

/** The end of a cover of one year; open where it lies beyond the year 9999, which ISO 8601 cannot write. */
export function yearAfter(start: Instant): string | null {
  const end = formatInstant(lagosInstant(addPeriods(lagosDay(start), 'yearly', 1)));
  return parseInstant(end) === undefined ? null : end;
}

/** The person behind a policy: what its maker said, the rest an invented person's. Spec §2.9. */
function customerFrom(given: Partial<PolicyCustomer>, policyId: number, now: Instant): PolicyCustomer {
  return {
    id: policyId,
    ref: uuidFromNumber(policyId),
    email: 'sola.adeyemi@customer.example',
    phone: '+2348000000001',
    sex: null,
    birth_date: '1990-04-12',
    next_of_kin_name: null,
    next_of_kin_phone: null,
    residential_address: '12 Sample Street, Lagos',
    country: 'NG',
    state: null,
    city: null,
    customer_type: 'individual',
    created_at: formatInstant(now),
    ...given,
    ...namesOf(given),
  };
}

// The full name and its parts name one person, whichever of them were given.
function namesOf({
  full_name,
  first_name,
  last_name,
}: Partial<PolicyCustomer>): Pick<PolicyCustomer, 'full_name' | 'first_name' | 'last_name'> {
  if (full_name === undefined) {
    const [first, last] = [first_name ?? 'Sola', last_name ?? 'Adeyemi'];
    return { full_name: `${first} ${last}`, first_name: first, last_name: last };
  }
  const [first = full_name, ...rest] = full_name.trim().split(/\s+/);
  return {
    full_name,
    first_name: first_name ?? first,
    last_name: last_name ?? (rest.length > 0 ? rest.join(' ') : first),
  };
}

const FIRST_CLAIM_ID = 9001;

/** Claims against a policy; a new claim waits for its discharge voucher. Spec §4.12, §2.8. */
export function createClaim(
  book: InsuranceBook,
  input: CreateClaimInput,
  context: InsuranceContext,
): Answer<CreatedClaim> {
  const policy = book.policies.find((candidate) => candidate.number === input.policy_number);
  if (!policy) {
    return refuse({
      status: 404,
      code: 'policy_unknown',
      message: 'No policy has this policy_number: list the policies, or add one over the control API.',
    });
  }
  const claim = {
    id: FIRST_CLAIM_ID + book.claimsMade,
    status: 'discharge_voucher',
    policy: policyView(policy, context.filesUrl),
    amount_requested: input.amount,
    amount_approved: null,
    currency: policy.currency,
    insurer_comment: null,
    created_at: formatInstant(context.now),
  };
  book.claimsMade += 1;
  return answer({ claim });
}
