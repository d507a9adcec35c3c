/** Insurance claims and policies as they travel. Spec §2.8, §2.9 and §4.12–4.13. */
import type { Insurer, OrderedProduct } from './product-types.ts';

/** Where a claim is to be paid. Spec §4.12. */
export interface PaymentDetails {
  /** The bank's name. */
  readonly bank_name: string;
  /** The account to pay to. */
  readonly account_number: string;
  /** The bank's sort code. */
  readonly sort_code: string;
}

/** Body of a claim. Spec §4.12 does not show which fields are required. */
export interface CreateClaimInput {
  /** What is claimed, above zero, at most two decimals. */
  readonly amount: number;
  /** `number` of the policy. Spec §2.9. */
  readonly policy_number: string;
  /** Ids of attachments; how one is made is not shown. */
  readonly attachments?: readonly number[] | undefined;
  /** Where the claim is to be paid. */
  readonly payment_details: PaymentDetails;
}

/** The insured person. Spec §2.9. */
export interface PolicyCustomer {
  /** The customer's number. */
  readonly id: number;
  /** The customer's reference, UUID-style. */
  readonly ref: string;
  /** E-mail address. */
  readonly email: string;
  /** Full name. */
  readonly full_name: string;
  /** First name. */
  readonly first_name: string;
  /** Last name. */
  readonly last_name: string;
  /** Phone number. */
  readonly phone: string;
  /** Sex, or null. */
  readonly sex: string | null;
  /** Date of birth. */
  readonly birth_date: string;
  /** Name of the next of kin, or null. */
  readonly next_of_kin_name: string | null;
  /** Phone of the next of kin, or null. */
  readonly next_of_kin_phone: string | null;
  /** Home address. */
  readonly residential_address: string;
  /** Country, or null. */
  readonly country: string | null;
  /** State, or null. */
  readonly state: string | null;
  /** City, or null. */
  readonly city: string | null;
  /** `individual` is seen. */
  readonly customer_type: string;
  /** When the customer was recorded, ISO 8601. */
  readonly created_at: string;
}

/** Particulars of an order. Spec §2.9 shows those of goods in transit; other products carry others, so none is sure. */
export interface OrderMeta {
  /** Value of what is insured. */
  readonly asset_value?: number;
  /** Null in the sample, type not shown. */
  readonly broker_taxes?: unknown;
  /** Null in the sample, type not shown. */
  readonly trips_per_day?: unknown;
  /** `single` is seen. */
  readonly trip_frequency?: string | null;
  /** Where the goods start. */
  readonly pickup_location?: string | null;
  /** Where the goods go. */
  readonly dropoff_location?: string | null;
  /** Null in the sample, type not shown. */
  readonly premium_frequency?: unknown;
  /** Null in the sample, type not shown. */
  readonly trip_days_per_year?: unknown;
  /** Null in the sample, type not shown. */
  readonly broker_premium_rate?: unknown;
}

/** The order behind a policy. Spec §2.9. */
export interface PolicyOrder {
  /** The order's number. */
  readonly id: number;
  /** What had to be paid, in `currency`. */
  readonly amount_due: number;
  /** The premium, in `currency`. */
  readonly premium: number;
  /** The merchant's reference of what is insured, or null. */
  readonly asset_ref: string | null;
  /** When it was ordered, ISO 8601. */
  readonly created_at: string;
  /** `policy_created` is seen. */
  readonly status: string;
  /** Currency code. */
  readonly currency: string;
  /** Where the order came from; `API` is seen. */
  readonly channel: string;
  /** What was ordered. */
  readonly product: OrderedProduct;
  /** When it was paid, ISO 8601. */
  readonly payment_made_at: string;
  /** `wallet` is seen. */
  readonly payment_method: string;
  /** When cover begins, ISO 8601. */
  readonly policy_start_date: string;
  /** Particulars. */
  readonly meta: OrderMeta;
  /** 2-letter country code. */
  readonly country: string;
}

/** A policy inside a claim. Spec §2.9. */
export interface Policy {
  /** The policy's number in the service. */
  readonly id: number;
  /** What a claim names as `policy_number`. */
  readonly number: string;
  /** For people, or null. */
  readonly description: string | null;
  /** When cover begins, ISO 8601. */
  readonly start_date: string;
  /** When cover ends, ISO 8601, or null. */
  readonly end_date: string | null;
  /** Where it stands, or null. */
  readonly status: string | null;
  /** Who underwrites it. */
  readonly insurer: Insurer;
  /** Who is insured. */
  readonly customer: PolicyCustomer;
  /** The order behind it. */
  readonly order: PolicyOrder;
  /** Stored path of the policy document. */
  readonly document: string;
  /** URL of the policy document. */
  readonly document_url: string;
  /** Slug of the product type. */
  readonly insurance_type: string;
  /** Name of the underlying provider. */
  readonly provider: string;
}

/** A claim. Spec §2.8. */
export interface Claim {
  /** The claim's number. */
  readonly id: number;
  /** `discharge_voucher` is seen on creation. */
  readonly status: string;
  /** The policy it is made against. */
  readonly policy: Policy;
  /** What was claimed, in `currency`. */
  readonly amount_requested: number;
  /** What was approved, in `currency`, or null. */
  readonly amount_approved: number | null;
  /** Currency code. */
  readonly currency: string;
  /** The insurer's comment, or null. */
  readonly insurer_comment: string | null;
  /** When it was made, ISO 8601. */
  readonly created_at: string;
}

/** Answer of a claim. Spec §4.12. */
export interface CreatedClaim {
  /** The claim as the insurer holds it. */
  readonly claim: Claim;
}

/** How a business policy's order was paid. Spec §2.10. */
export interface PaymentInstructions {
  /** For people. */
  readonly message: string;
  /** Did the payment go through? */
  readonly success: boolean;
}

/** The order of a business policy. Spec §2.10. */
export interface BusinessPolicyOrder
  extends Pick<PolicyOrder, 'id' | 'asset_ref' | 'amount_due' | 'currency' | 'country' | 'meta'> {
  /** Price, in `currency`. */
  readonly product_price: number;
  /** The merchant's commission, in `currency`. */
  readonly partner_commission: number;
  /** How it was paid. */
  readonly payment_instructions: PaymentInstructions;
  /** Charge of the payment, type not shown. */
  readonly payment_gateway_charge: unknown;
  /** Where the order stands. */
  readonly status: string;
}

/** A policy of the business. Spec §2.10. */
export interface BusinessPolicy {
  /** The record's own id. */
  readonly _id: string;
  /** The merchant's business. */
  readonly businessId: string;
  /** The order. */
  readonly order_id: string;
  /** The account it was paid from, UUID-style. */
  readonly account_id: string;
  /** Name of the underlying provider. */
  readonly provider: string;
  /** Currency code. */
  readonly currency: string;
  /** Slug of the product type. */
  readonly product_type: string;
  /** What was paid, in `currency`. */
  readonly amount: number;
  /** `paid` is seen. */
  readonly status: string;
  /** The order behind it. */
  readonly order: BusinessPolicyOrder;
  /** When it was made, ISO 8601. */
  readonly createdAt: string;
  /** When it last changed, ISO 8601. */
  readonly updatedAt: string;
  /** The record's version. */
  readonly __v: number;
}
