/** The types of insurance products, in the service's spelling. Spec §2.6, §2.7, §4.11. */

/** Input of a product list. Spec §4.11. */
export interface ListProductsInput {
  /** Slug of the product type: the `slug` of a `product_type`. */
  readonly type: string;
}

/** The insurer of a product. Spec §2.7. */
export interface Insurer {
  /** The insurer's code. */
  readonly code: string;
  /** The insurer's name. */
  readonly name: string;
  /** URL of the logo, or null. */
  readonly logo_url: string | null;
  /** Terms and conditions. Some insurers have none. */
  readonly terms_conditions?: string;
  /** Currency code of the products. */
  readonly currency: string;
}

/** The type of a product. Spec §2.7. */
export interface ProductType {
  /** The type's number. */
  readonly id: number;
  /** Name for people. */
  readonly name: string;
  /** The `type` of 4.11. */
  readonly slug: string;
  /** The kind of premium. Known: `relative`. */
  readonly premium_type: string;
  /** URL of the icon, or null. */
  readonly icon_url: string | null;
}

/** A benefit of a product. Spec §2.7. */
export interface CoverBenefit {
  /** The benefit's number. */
  readonly id: number;
  /** The covered risk. */
  readonly cover: string;
  /** The payment. */
  readonly benefit: string;
  /** Details, or null. */
  readonly description: string | null;
}

/** The product of an order, without insurer and benefits. Spec §2.9. */
export interface OrderedProduct {
  /** Title for people. */
  readonly title: string;
  /** The product's number. */
  readonly id: number;
  /** The product's code. */
  readonly code: string;
  /** Can contain HTML. Sanitise it before you show it on a page. */
  readonly description: string;
  /** The type of the product. */
  readonly product_type: ProductType;
  /** Creation time, ISO 8601, or null. */
  readonly created_at: string | null;
  /** Price in the insurer's currency. */
  readonly price: number;
  /** The kind of premium. Known: `relative`. */
  readonly premium_type: string;
  /** Unit of `premium_rate`. Known: `%`. */
  readonly premium_rate_unit: string;
  /** The rate, in `premium_rate_unit`. */
  readonly premium_rate: number;
  /** A fixed premium, or null for a rate. */
  readonly premium: number | null;
  /** The merchant's share, as decimal text. */
  readonly partner_commission_rate: string;
  /** The lowest premium, or null. */
  readonly min_premium: number | null;
  /** Duration of the cover, or null. The unit is not specified. */
  readonly cover_duration: number | null;
  /** Payment frequencies of the premium. Known: `annually`. */
  readonly premium_frequencies: readonly string[];
}

/** An insurance product. Spec §2.7. */
export interface Product extends OrderedProduct {
  /** The insurer. */
  readonly insurer: Insurer;
  /** The benefits. */
  readonly cover_benefits: readonly CoverBenefit[];
}
