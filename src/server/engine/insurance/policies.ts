import { formatInstant, type Instant } from '../../../domain/calendar.ts';
import type { OrderMeta, Policy, PolicyCustomer } from '../../../wire/insurance-types.ts';
import type { Product } from '../../../wire/product-types.ts';
import { type Answer, refuse } from '../../answer.ts';
import { type InsuranceBook, nextPolicyId, type PolicyRecord, yearAfter } from './insurance-book.ts';
import { customerFrom } from './policy-customer.ts';
import { policyView } from './policy-view.ts';
import { productsOfType, seededProducts } from './products.ts';

/** What a new policy is made from; what is left out is invented. */
export interface AddPolicyInput {
  /** Left out: made from the product type and a counter. */
  readonly number?: string | undefined;
  /** Slug of a product type, such as `git`. */
  readonly productType: string;
  /** What was paid for it, in naira. */
  readonly amount: number;
  /** Default `NGN`. */
  readonly currency?: string | undefined;
  /** ISO 8601; default now. */
  readonly startDate?: Instant | undefined;
  /** ISO 8601; default a year after the start. */
  readonly endDate?: Instant | undefined;
  /** Fields of spec §2.9; the others are a sample person's. */
  readonly customer?: Partial<PolicyCustomer> | undefined;
  /** The merchant's reference of what is insured; default null. */
  readonly assetRef?: string | null | undefined;
  /** Fields of spec §2.9; the others follow from the product. */
  readonly meta?: OrderMeta | undefined;
}

/** When and where a policy is made or shown. */
export interface InsuranceContext {
  readonly now: Instant;
  /** What the addresses of the world's files begin with; the id follows. */
  readonly filesUrl: string;
}

/** Adds a policy, as if the merchant had bought it. */
export function addPolicy(book: InsuranceBook, input: AddPolicyInput, context: InsuranceContext): Answer<Policy> {
  const product = productsOfType(input.productType)[0];
  if (!product) return unknownProductType();
  const id = nextPolicyId(book);
  const number = input.number ?? `POL-${input.productType.toUpperCase().replaceAll('_', '-')}-${id}`;
  if (book.policies.some((policy) => policy.number === number)) {
    return refuse({
      status: 409,
      code: 'policy_exists',
      message: 'A policy with this number exists already: choose another number or leave it out.',
    });
  }
  const start = input.startDate ?? context.now;
  const record: PolicyRecord = {
    id,
    number,
    product: product as Product,
    amount: input.amount,
    currency: input.currency ?? product.insurer.currency,
    startDate: formatInstant(start),
    endDate: input.endDate === undefined ? yearAfter(start) : formatInstant(input.endDate),
    customer: customerFrom(input.customer ?? {}, id, context.now),
    assetRef: input.assetRef ?? null,
    meta: input.meta ?? {},
    createdAt: formatInstant(context.now),
  };
  book.policies.push(record);
  return { ok: true, data: policyView(record, context.filesUrl), status: 201 };
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
