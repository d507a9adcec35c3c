/** Insurance claims and policies as they travel. Spec §2.8, §2.9 and §4.12–4.13. */
import type { Insurer, OrderedProduct } from './product-types.ts';

/** The account to pay a claim to. Spec §4.12. */
export interface PaymentDetails {
  /** The bank's name. */
  readonly bank_name: string;
  /** The account number. */
  readonly account_number: string;
  /** The bank's sort code. */
  readonly sort_code: string;
}

/** Input of a claim. The spec does not show the required fields. Spec §4.12. */
export interface CreateClaimInput {
  /** The amount of the claim, above zero, with at most two decimals. */
  readonly amount: number;
  /** The `number` of the policy. Spec §2.9. */
  readonly policy_number: string;
  /** Ids of attachments. The spec does not show how to create one. */
  readonly attachments?: readonly number[] | undefined;
  /** The account to pay the claim to. */
  readonly payment_details: PaymentDetails;
}

/** The insured person. Spec §2.9. */
export interface PolicyCustomer {
  /** The customer's number. */
  readonly id: number;
  /** The customer's reference, like a UUID. */
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
  /** Known: `individual`. */
  readonly customer_type: string;
  /** Creation time, ISO 8601. */
  readonly created_at: string;
}

/** Details of an order. The spec shows those of goods in transit. Other products have other details. Spec §2.9. */
export interface OrderMeta {
  /** Value of the insured asset. */
  readonly asset_value?: number;
  /** Null in the sample. The type is not specified. */
  readonly broker_taxes?: unknown;
  /** Null in the sample. The type is not specified. */
  readonly trips_per_day?: unknown;
  /** Known: `single`. */
  readonly trip_frequency?: string | null;
  /** The start of the transport. */
  readonly pickup_location?: string | null;
  /** The destination of the transport. */
  readonly dropoff_location?: string | null;
  /** Null in the sample. The type is not specified. */
  readonly premium_frequency?: unknown;
  /** Null in the sample. The type is not specified. */
  readonly trip_days_per_year?: unknown;
  /** Null in the sample. The type is not specified. */
  readonly broker_premium_rate?: unknown;
}

/** The order behind a policy. Spec §2.9. */
export interface PolicyOrder {
  /** The order's number. */
  readonly id: number;
  /** The amount due, in `currency`. */
  readonly amount_due: number;
  /** The premium, in `currency`. */
  readonly premium: number;
  /** The merchant's reference of the insured asset, or null. */
  readonly asset_ref: string | null;
  /** Creation time, ISO 8601. */
  readonly created_at: string;
  /** Known: `policy_created`. */
  readonly status: string;
  /** Currency code. */
  readonly currency: string;
  /** The channel of the order. Known: `API`. */
  readonly channel: string;
  /** The product. */
  readonly product: OrderedProduct;
  /** Time of payment, ISO 8601. */
  readonly payment_made_at: string;
  /** Known: `wallet`. */
  readonly payment_method: string;
  /** Start of the cover, ISO 8601. */
  readonly policy_start_date: string;
  /** Details of the order. */
  readonly meta: OrderMeta;
  /** 2-letter country code. */
  readonly country: string;
}

/** A policy inside a claim. Spec §2.9. */
export interface Policy {
  /** The policy's id at the service. */
  readonly id: number;
  /** The `policy_number` of a claim. */
  readonly number: string;
  /** Description for people, or null. */
  readonly description: string | null;
  /** Start of the cover, ISO 8601. */
  readonly start_date: string;
  /** End of the cover, ISO 8601, or null. */
  readonly end_date: string | null;
  /** The status, or null. */
  readonly status: string | null;
  /** The insurer. */
  readonly insurer: Insurer;
  /** The insured person. */
  readonly customer: PolicyCustomer;
  /** The order of the policy. */
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
  /** Known: `discharge_voucher`, for a new claim. */
  readonly status: string;
  /** The policy of the claim. */
  readonly policy: Policy;
  /** The requested amount, in `currency`. */
  readonly amount_requested: number;
  /** The approved amount, in `currency`, or null. */
  readonly amount_approved: number | null;
  /** Currency code. */
  readonly currency: string;
  /** The insurer's comment, or null. */
  readonly insurer_comment: string | null;
  /** Creation time, ISO 8601. */
  readonly created_at: string;
}

/** The answer to a claim. Spec §4.12. */
export interface CreatedClaim {
  /** The created claim. */
  readonly claim: Claim;
}

/** The payment of a business policy's order. Spec §2.10. */
export interface PaymentInstructions {
  /** A message for people. */
  readonly message: string;
  /** Whether the payment succeeded. */
  readonly success: boolean;
}

/** The order of a business policy. Spec §2.10. */
export interface BusinessPolicyOrder
  extends Pick<PolicyOrder, 'id' | 'asset_ref' | 'amount_due' | 'currency' | 'country' | 'meta'> {
  /** Price, in `currency`. */
  readonly product_price: number;
  /** The merchant's commission, in `currency`. */
  readonly partner_commission: number;
  /** The payment. */
  readonly payment_instructions: PaymentInstructions;
  /** The charge for the payment. The type is not specified. */
  readonly payment_gateway_charge: unknown;
  /** The status of the order. */
  readonly status: string;
}

/** A policy of the business. Spec §2.10. */
export interface BusinessPolicy {
  /** The record's id. */
  readonly _id: string;
  /** The merchant's business. */
  readonly businessId: string;
  /** The id of the order. */
  readonly order_id: string;
  /** The account that paid, like a UUID. */
  readonly account_id: string;
  /** Name of the underlying provider. */
  readonly provider: string;
  /** Currency code. */
  readonly currency: string;
  /** Slug of the product type. */
  readonly product_type: string;
  /** The paid amount, in `currency`. */
  readonly amount: number;
  /** Known: `paid`. */
  readonly status: string;
  /** The order of the policy. */
  readonly order: BusinessPolicyOrder;
  /** Creation time, ISO 8601. */
  readonly createdAt: string;
  /** Time of the last change, ISO 8601. */
  readonly updatedAt: string;
  /** The version of the record. */
  readonly __v: number;
}
