/** Insurance products as they travel. Spec §2.6, §2.7 and §4.11. Names keep the service's spelling. */

/** Body of a product list. Spec §4.11. */
export interface ListProductsInput {
  /** Slug of the product type, such as the `slug` of a `product_type`. */
  readonly type: string;
}

/** Who underwrites a product. Spec §2.7. */
export interface Insurer {
  /** The insurer's code. */
  readonly code: string;
  /** The insurer's name. */
  readonly name: string;
  /** URL of the logo, or null. */
  readonly logo_url: string | null;
  /** Terms and conditions; absent for some insurers. */
  readonly terms_conditions?: string;
  /** Currency code of its products. */
  readonly currency: string;
}

/** The kind of a product. Spec §2.7. */
export interface ProductType {
  /** The type's number. */
  readonly id: number;
  /** For people. */
  readonly name: string;
  /** What 4.11 takes as `type`. */
  readonly slug: string;
  /** How premiums of the type are set; `relative` is seen. */
  readonly premium_type: string;
  /** URL of the icon, or null. */
  readonly icon_url: string | null;
}

/** What a product covers. Spec §2.7. */
export interface CoverBenefit {
  /** The benefit's number. */
  readonly id: number;
  /** What is covered. */
  readonly cover: string;
  /** What is paid. */
  readonly benefit: string;
  /** More about it, or null. */
  readonly description: string | null;
}

/** A product as an order carries it: without insurer and benefits. Spec §2.9. */
export interface OrderedProduct {
  /** For people. */
  readonly title: string;
  /** The product's number. */
  readonly id: number;
  /** The product's code. */
  readonly code: string;
  /** May contain HTML: never put it on a page unsanitised. */
  readonly description: string;
  /** The kind of product. */
  readonly product_type: ProductType;
  /** When the product was made, ISO 8601, or null. */
  readonly created_at: string | null;
  /** Price in the insurer's currency. */
  readonly price: number;
  /** How the premium is set; `relative` is seen. */
  readonly premium_type: string;
  /** Unit of `premium_rate`; `%` is seen. */
  readonly premium_rate_unit: string;
  /** The rate, in `premium_rate_unit`. */
  readonly premium_rate: number;
  /** A fixed premium, or null where it is a rate. */
  readonly premium: number | null;
  /** The merchant's share, decimal text. */
  readonly partner_commission_rate: string;
  /** The least premium, or null. */
  readonly min_premium: number | null;
  /** How long cover lasts, in a unit that is not shown, or null. */
  readonly cover_duration: number | null;
  /** How often premiums may be paid; `annually` is seen. */
  readonly premium_frequencies: readonly string[];
}

/** An insurance product. Spec §2.7. */
export interface Product extends OrderedProduct {
  /** Who underwrites it. */
  readonly insurer: Insurer;
  /** What it covers. */
  readonly cover_benefits: readonly CoverBenefit[];
}
