import { formatInstant, type Instant, lagosInstant, parseInstant, parsePlainDate } from '../../../domain/calendar.ts';
import type { OrderMeta, Policy, PolicyCustomer } from '../../../wire/insurance-types.ts';
import type { Product } from '../../../wire/product-types.ts';
import { type Answer, refuse } from '../../answer.ts';
import { malformed } from '../refusals.ts';
import { type InsuranceBook, nextPolicyId, type PolicyRecord, yearAfter } from './insurance-book.ts';
import { customerFrom } from './policy-customer.ts';
import { policyView } from './policy-view.ts';
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
