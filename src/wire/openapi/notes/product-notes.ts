// Generated from src/wire/product-types.ts: do not edit.
import type { InterfaceNotes } from '../interface-note.ts';

/** What the interfaces of src/wire/product-types.ts say about themselves. */
export const productNotes: InterfaceNotes = {
  ListProductsInput: {
    says: 'Body of a product list. Spec §4.11.',
    fields: { type: 'Slug of the product type, such as the `slug` of a `product_type`.' },
  },
  Insurer: {
    says: 'Who underwrites a product. Spec §2.7.',
    fields: {
      code: "The insurer's code.",
      name: "The insurer's name.",
      logo_url: 'URL of the logo, or null.',
      terms_conditions: 'Terms and conditions; absent for some insurers.',
      currency: 'Currency code of its products.',
    },
  },
  ProductType: {
    says: 'The kind of a product. Spec §2.7.',
    fields: {
      id: "The type's number.",
      name: 'For people.',
      slug: 'What 4.11 takes as `type`.',
      premium_type: 'How premiums of the type are set; `relative` is seen.',
      icon_url: 'URL of the icon, or null.',
    },
  },
  CoverBenefit: {
    says: 'What a product covers. Spec §2.7.',
    fields: {
      id: "The benefit's number.",
      cover: 'What is covered.',
      benefit: 'What is paid.',
      description: 'More about it, or null.',
    },
  },
  OrderedProduct: {
    says: 'A product as an order carries it: without insurer and benefits. Spec §2.9.',
    fields: {
      title: 'For people.',
      id: "The product's number.",
      code: "The product's code.",
      description: 'May contain HTML: never put it on a page unsanitised.',
      product_type: { says: 'The kind of product.', holds: 'ProductType' },
      created_at: 'When the product was made, ISO 8601, or null.',
      price: "Price in the insurer's currency.",
      premium_type: 'How the premium is set; `relative` is seen.',
      premium_rate_unit: 'Unit of `premium_rate`; `%` is seen.',
      premium_rate: 'The rate, in `premium_rate_unit`.',
      premium: 'A fixed premium, or null where it is a rate.',
      partner_commission_rate: "The merchant's share, decimal text.",
      min_premium: 'The least premium, or null.',
      cover_duration: 'How long cover lasts, in a unit that is not shown, or null.',
      premium_frequencies: 'How often premiums may be paid; `annually` is seen.',
    },
  },
  Product: {
    says: 'An insurance product. Spec §2.7.',
    fields: {
      insurer: { says: 'Who underwrites it.', holds: 'Insurer' },
      cover_benefits: { says: 'What it covers.', holds: 'CoverBenefit' },
      title: 'For people.',
      id: "The product's number.",
      code: "The product's code.",
      description: 'May contain HTML: never put it on a page unsanitised.',
      product_type: { says: 'The kind of product.', holds: 'ProductType' },
      created_at: 'When the product was made, ISO 8601, or null.',
      price: "Price in the insurer's currency.",
      premium_type: 'How the premium is set; `relative` is seen.',
      premium_rate_unit: 'Unit of `premium_rate`; `%` is seen.',
      premium_rate: 'The rate, in `premium_rate_unit`.',
      premium: 'A fixed premium, or null where it is a rate.',
      partner_commission_rate: "The merchant's share, decimal text.",
      min_premium: 'The least premium, or null.',
      cover_duration: 'How long cover lasts, in a unit that is not shown, or null.',
      premium_frequencies: 'How often premiums may be paid; `annually` is seen.',
    },
  },
};
