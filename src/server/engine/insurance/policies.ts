import type { Instant } from '../../../domain/calendar.ts';
import * as calendar from '../../../domain/calendar.ts';
import { given } from '../../../validation/record.ts';
import type * as insurance from '../../../wire/types/insurance-types.ts';
import { type Answer, answer, refuse } from '../../answer.ts';
import { conflict, malformed, notFound } from '../world/refusals.ts';
import { type PolicyRecord, policyView, uuidFromNumber } from './policy-view.ts';
import { productsOfType, seededProducts } from './products.ts';

/** An insurance policy to add. */
export interface NewInsurancePolicy {
  /** Default: a generated number. */
  readonly number?: string;
  /** Slug of a seeded product type: `git`, `gadget`, `credit_life`, `health`. */
  readonly productType: string;
  /** The price, in its currency. */
  readonly amount: number;
  /** Default: the currency of the product's insurer. */
  readonly currency?: string;
  /** Start of the cover, `YYYY-MM-DD` or ISO 8601. Default: now. */
  readonly startDate?: string;
  /** End of the cover, in the format of `startDate`. Default: a year after the start. */
  readonly endDate?: string;
  /** Fields of spec §2.9. */
  readonly customer?: Partial<Omit<insurance.PolicyCustomer, 'id' | 'ref' | 'created_at'>>;
  /** Fields of spec §2.9. Missing fields follow from the product. */
  readonly order?: { readonly asset_ref?: string | null; readonly meta?: insurance.OrderMeta };
}

/** The insurance state of one world, as plain data. */
export interface InsuranceBook {
  readonly policies: PolicyRecord[];
  /** Only the number of claims is kept, because no operation reads a claim. */
  claimsMade: number;
}

export interface InsuranceContext {
  readonly now: Instant;
  /** The URL prefix of the world's files. The file id follows. */
  readonly filesUrl: string;
}

const FIRST_POLICY_ID = 5001;
const FIRST_CLAIM_ID = 9001;

export const SEEDED_POLICY_NUMBER = 'POL-GIT-5001';

/** A book with the seeded policy, sold at `now`. */
export function createInsuranceBook(now: Instant): InsuranceBook {
  const [product] = seededProducts;
  const createdAt = calendar.formatInstant(now);
  const seeded: PolicyRecord = {
    id: FIRST_POLICY_ID,
    number: SEEDED_POLICY_NUMBER,
    product,
    amount: 2_500,
    currency: 'NGN',
    startDate: createdAt,
    endDate: yearAfter(now),
    customer: customerFrom({}, FIRST_POLICY_ID, now),
    assetRef: null,
    meta: {},
    createdAt,
  };
  return { policies: [seeded], claimsMade: 0 };
}

export function addPolicy(
  book: InsuranceBook,
  { productType, amount, customer = {}, order = {}, ...input }: NewInsurancePolicy,
  { now, filesUrl }: InsuranceContext,
): Answer<insurance.Policy> {
  const start = instantFrom(input.startDate) ?? now;
  const end = instantFrom(input.endDate);
  if (end !== undefined && end <= start)
    return malformed([{ path: 'endDate', message: 'must be later than the start' }]);
  const [product] = productsOfType(productType);
  if (!product) return unknownProductType();
  const id = FIRST_POLICY_ID + book.policies.length;
  const number = input.number ?? `POL-${productType.toUpperCase().replaceAll('_', '-')}-${id}`;
  if (book.policies.some((policy) => policy.number === number)) {
    const message = 'A policy with this number exists already: choose another number or leave it out.';
    return conflict('policy_exists', message);
  }
  const record: PolicyRecord = {
    id,
    number,
    product,
    amount,
    currency: input.currency ?? product.insurer.currency,
    startDate: calendar.formatInstant(start),
    endDate: end === undefined ? yearAfter(start) : calendar.formatInstant(end),
    customer: customerFrom(given(customer), id, now),
    assetRef: order.asset_ref ?? null,
    meta: given(order.meta ?? {}),
    createdAt: calendar.formatInstant(now),
  };
  book.policies.push(record);
  return { ok: true, data: policyView(record, filesUrl), status: 201 };
}

function instantFrom(text: string | undefined): Instant | undefined {
  const day = calendar.parsePlainDate(text);
  return day ? calendar.lagosInstant(day) : calendar.parseInstant(text);
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

/** The end of a one-year cover. Null after the year 9999, which ISO 8601 cannot express. */
export function yearAfter(start: Instant): string | null {
  const end = calendar.lagosInstant(calendar.addPeriods(calendar.lagosDay(start), 'yearly', 1));
  const text = calendar.formatInstant(end);
  return calendar.parseInstant(text) === undefined ? null : text;
}

// The customer of a policy. Fields that the caller left out come from an invented person. Spec §2.9.
function customerFrom(
  given: Partial<insurance.PolicyCustomer>,
  policyId: number,
  now: Instant,
): insurance.PolicyCustomer {
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
    created_at: calendar.formatInstant(now),
    ...given,
    ...namesOf(given),
  };
}

// Fills the missing names from the given ones, so that all of them name one person.
function namesOf({ full_name, first_name, last_name }: Partial<insurance.PolicyCustomer>) {
  if (full_name === undefined) {
    const [first, last] = [first_name ?? 'Sola', last_name ?? 'Adeyemi'];
    return { full_name: `${first} ${last}`, first_name: first, last_name: last };
  }
  const [first = full_name, ...rest] = full_name.trim().split(/\s+/);
  return { full_name, first_name: first_name ?? first, last_name: last_name ?? (rest.join(' ') || first) };
}

/** Makes a claim against a policy. A new claim waits for its discharge voucher. Spec §4.12, §2.8. */
export function createClaim(
  book: InsuranceBook,
  input: insurance.CreateClaimInput,
  { now, filesUrl }: InsuranceContext,
): Answer<insurance.CreatedClaim> {
  const policy = book.policies.find((candidate) => candidate.number === input.policy_number);
  if (!policy) {
    const message = 'No policy has this policy_number: list the policies, or add one over the control API.';
    return notFound('policy_unknown', message);
  }
  const claim = {
    id: FIRST_CLAIM_ID + book.claimsMade,
    status: 'discharge_voucher',
    policy: policyView(policy, filesUrl),
    amount_requested: input.amount,
    amount_approved: null,
    currency: policy.currency,
    insurer_comment: null,
    created_at: calendar.formatInstant(now),
  };
  book.claimsMade += 1;
  return answer({ claim });
}
