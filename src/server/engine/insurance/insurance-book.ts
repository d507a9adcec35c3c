import {
  addPeriods,
  formatInstant,
  type Instant,
  lagosDay,
  lagosInstant,
  parseInstant,
} from '../../../domain/calendar.ts';
import type { OrderMeta, PolicyCustomer } from '../../../wire/insurance-types.ts';
import type { Product } from '../../../wire/product-types.ts';
import { customerFrom } from './policy-customer.ts';
import { seededProducts } from './products.ts';

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
export function nextPolicyId(book: InsuranceBook): number {
  return FIRST_POLICY_ID + book.policies.length;
}

/** The end of a cover of one year; open where it lies beyond the year 9999, which ISO 8601 cannot write. */
export function yearAfter(start: Instant): string | null {
  const end = formatInstant(lagosInstant(addPeriods(lagosDay(start), 'yearly', 1)));
  return parseInstant(end) === undefined ? null : end;
}
