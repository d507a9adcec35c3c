/** Insurance: what travels in 4.11 to 4.13. Names keep the service's spelling. */

/** Body of a product list. Spec §4.11. */
export interface ListProductsInput {
  /** Slug of the product type, such as the `slug` of a `product_type`. */
  readonly type: string;
}

/** Who underwrites a product. Spec §2.7. */
export interface Insurer {
  readonly code: string;
  readonly name: string;
  /** URL. */
  readonly logo_url: string | null;
  /** Absent for some insurers. */
  readonly terms_conditions?: string;
  /** Currency code. */
  readonly currency: string;
}

/** The kind of a product. Spec §2.7. */
export interface ProductType {
  readonly id: number;
  readonly name: string;
  /** What 4.11 takes as `type`. */
  readonly slug: string;
  /** `relative` is seen. */
  readonly premium_type: string;
  /** URL. */
  readonly icon_url: string | null;
}

/** What a product covers. Spec §2.7. */
export interface CoverBenefit {
  readonly id: number;
  readonly cover: string;
  readonly benefit: string;
  readonly description: string | null;
}

/** A product as an order carries it: without insurer and benefits. Spec §2.9. */
export interface OrderedProduct {
  readonly title: string;
  readonly id: number;
  readonly code: string;
  /** May contain HTML. */
  readonly description: string;
  readonly product_type: ProductType;
  /** ISO 8601. */
  readonly created_at: string | null;
  /** In the insurer's currency. */
  readonly price: number;
  /** `relative` is seen. */
  readonly premium_type: string;
  /** `%` is seen. */
  readonly premium_rate_unit: string;
  readonly premium_rate: number;
  readonly premium: number | null;
  /** Decimal text. */
  readonly partner_commission_rate: string;
  readonly min_premium: number | null;
  /** Not shown in which unit. */
  readonly cover_duration: number | null;
  /** `annually` is seen. */
  readonly premium_frequencies: readonly string[];
}

/** An insurance product. Spec §2.7. */
export interface Product extends OrderedProduct {
  readonly insurer: Insurer;
  readonly cover_benefits: readonly CoverBenefit[];
}

/** Where a claim is to be paid. Spec §4.12. */
export interface PaymentDetails {
  readonly bank_name: string;
  readonly account_number: string;
  readonly sort_code: string;
}

/** Body of a claim. Spec §4.12 does not show which fields are required. */
export interface CreateClaimInput {
  /** What is claimed, above zero, at most two decimals. */
  readonly amount: number;
  readonly policy_number: string;
  /** Attachment ids. */
  readonly attachments?: readonly number[] | undefined;
  readonly payment_details: PaymentDetails;
}

/** The insured person. Spec §2.9. */
export interface PolicyCustomer {
  readonly id: number;
  /** UUID-style. */
  readonly ref: string;
  readonly email: string;
  readonly full_name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
  readonly sex: string | null;
  /** A date. */
  readonly birth_date: string;
  readonly next_of_kin_name: string | null;
  readonly next_of_kin_phone: string | null;
  readonly residential_address: string;
  readonly country: string | null;
  readonly state: string | null;
  readonly city: string | null;
  /** `individual` is seen. */
  readonly customer_type: string;
  /** ISO 8601. */
  readonly created_at: string;
}

/** Particulars of an order. Spec §2.9 shows those of goods in transit; other products carry others, so none is sure. */
export interface OrderMeta {
  readonly asset_value?: number;
  /** Null in the sample. */
  readonly broker_taxes?: unknown;
  /** Null in the sample. */
  readonly trips_per_day?: unknown;
  /** `single` is seen. */
  readonly trip_frequency?: string | null;
  readonly pickup_location?: string | null;
  readonly dropoff_location?: string | null;
  /** Null in the sample. */
  readonly premium_frequency?: unknown;
  /** Null in the sample. */
  readonly trip_days_per_year?: unknown;
  /** Null in the sample. */
  readonly broker_premium_rate?: unknown;
}

/** The order behind a policy. Spec §2.9. */
export interface PolicyOrder {
  readonly id: number;
  readonly amount_due: number;
  readonly premium: number;
  readonly asset_ref: string | null;
  /** ISO 8601. */
  readonly created_at: string;
  /** `policy_created` is seen. */
  readonly status: string;
  readonly currency: string;
  /** `API` is seen. */
  readonly channel: string;
  readonly product: OrderedProduct;
  /** ISO 8601. */
  readonly payment_made_at: string;
  /** `wallet` is seen. */
  readonly payment_method: string;
  /** ISO 8601. */
  readonly policy_start_date: string;
  readonly meta: OrderMeta;
  /** 2-letter country code. */
  readonly country: string;
}

/** A policy inside a claim. Spec §2.9. */
export interface Policy {
  readonly id: number;
  readonly number: string;
  readonly description: string | null;
  /** ISO 8601. */
  readonly start_date: string;
  /** ISO 8601. */
  readonly end_date: string | null;
  readonly status: string | null;
  readonly insurer: Insurer;
  readonly customer: PolicyCustomer;
  readonly order: PolicyOrder;
  /** Stored file path. */
  readonly document: string;
  /** URL. */
  readonly document_url: string;
  /** Slug of the product type. */
  readonly insurance_type: string;
  /** Name of the underlying provider. */
  readonly provider: string;
}

/** A claim. Spec §2.8. */
export interface Claim {
  readonly id: number;
  /** `discharge_voucher` is seen on creation. */
  readonly status: string;
  readonly policy: Policy;
  readonly amount_requested: number;
  readonly amount_approved: number | null;
  readonly currency: string;
  readonly insurer_comment: string | null;
  /** ISO 8601. */
  readonly created_at: string;
}

/** Answer of a claim. Spec §4.12. */
export interface CreatedClaim {
  readonly claim: Claim;
}

/** How a business policy's order was paid. Spec §2.10. */
export interface PaymentInstructions {
  readonly message: string;
  readonly success: boolean;
}

/** The order of a business policy. Spec §2.10. */
export interface BusinessPolicyOrder {
  readonly id: number;
  readonly asset_ref: string | null;
  readonly product_price: number;
  readonly partner_commission: number;
  readonly amount_due: number;
  readonly currency: string;
  readonly payment_instructions: PaymentInstructions;
  /** Type not shown. */
  readonly payment_gateway_charge: unknown;
  readonly status: string;
  readonly country: string;
  readonly meta: OrderMeta;
}

/** A policy of the business. Spec §2.10. */
export interface BusinessPolicy {
  readonly _id: string;
  readonly businessId: string;
  readonly order_id: string;
  /** UUID-style. */
  readonly account_id: string;
  readonly provider: string;
  readonly currency: string;
  /** Slug. */
  readonly product_type: string;
  readonly amount: number;
  /** `paid` is seen. */
  readonly status: string;
  readonly order: BusinessPolicyOrder;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly __v: number;
}
