import type { Insurer, Product, ProductType } from '../../../wire/types/product-types.ts';

// Companies and products are invented. The slugs are those of the market.
const meridian: Insurer = {
  code: 'MERIDIAN',
  name: 'Meridian Sample Assurance',
  logo_url: null,
  terms_conditions: 'https://insurer.example/meridian/terms',
  currency: 'NGN',
};

// Some insurers have no `terms_conditions`. Spec §2.7.
const harbour: Insurer = {
  code: 'HARBOUR',
  name: 'Harbour Sample Insurance',
  logo_url: 'https://insurer.example/harbour/logo.png',
  currency: 'NGN',
};

const relativeType = { premium_type: 'relative', icon_url: null };
const goodsInTransit: ProductType = { id: 1, name: 'Goods in transit', slug: 'git', ...relativeType };
const gadgetIcon = 'https://insurer.example/icons/gadget.png';
const gadget: ProductType = { id: 2, name: 'Gadget', slug: 'gadget', ...relativeType, icon_url: gadgetIcon };
const creditLife: ProductType = { id: 3, name: 'Credit life', slug: 'credit_life', ...relativeType };
const health: ProductType = { id: 4, name: 'Health', slug: 'health', premium_type: 'fixed', icon_url: null };

const relative = { premium_type: 'relative', premium_rate_unit: '%', premium: null, cover_duration: 12 } as const;

/** The seeded products of every world. `premium_rate` is per cent of the insured value. Spec §2.7. */
export const seededProducts: readonly [Product, ...Product[]] = [
  {
    ...relative,
    title: 'Goods in Transit, single trip',
    id: 101,
    code: 'GIT-SINGLE',
    description: '<p>Covers goods on one trip by road against accident, fire and theft.</p>',
    insurer: meridian,
    product_type: goodsInTransit,
    cover_benefits: [
      {
        id: 1,
        cover: 'Road accident',
        benefit: 'Up to the declared value',
        description: 'Collision and overturning of the vehicle',
      },
      { id: 2, cover: 'Fire', benefit: 'Up to the declared value', description: null },
    ],
    created_at: '2025-06-02T09:00:00.000Z',
    price: 0,
    premium_rate: 0.2,
    partner_commission_rate: '0.10',
    min_premium: 500,
    premium_frequencies: ['single'],
  },
  {
    ...relative,
    title: 'Goods in Transit, annual',
    id: 102,
    code: 'GIT-ANNUAL',
    description: '<p>Covers all trips of a year.</p>',
    insurer: harbour,
    product_type: goodsInTransit,
    cover_benefits: [
      { id: 3, cover: 'Theft', benefit: 'Up to the declared value', description: 'Theft of the whole load' },
    ],
    created_at: null,
    price: 0,
    premium_rate: 1.5,
    partner_commission_rate: '0.125',
    min_premium: 25_000,
    premium_frequencies: ['annually'],
  },
  {
    ...relative,
    title: 'Gadget Cover',
    id: 201,
    code: 'GADGET-STD',
    description: '<p>Covers a phone or laptop against damage and theft.</p>',
    insurer: harbour,
    product_type: gadget,
    cover_benefits: [
      { id: 4, cover: 'Accidental damage', benefit: 'Repair or replacement', description: 'One claim a year' },
    ],
    created_at: '2025-06-02T09:00:00.000Z',
    price: 0,
    premium_rate: 5,
    partner_commission_rate: '0.15',
    min_premium: null,
    premium_frequencies: ['annually'],
  },
  {
    ...relative,
    title: 'Credit Life',
    id: 301,
    code: 'CREDIT-LIFE-STD',
    description: '<p>Pays what is left of a loan when the borrower dies or is disabled for good.</p>',
    insurer: meridian,
    product_type: creditLife,
    cover_benefits: [{ id: 5, cover: 'Death', benefit: 'The outstanding balance', description: null }],
    created_at: '2025-06-02T09:00:00.000Z',
    price: 0,
    premium_rate: 0.75,
    partner_commission_rate: '0.20',
    min_premium: 1_000,
    premium_frequencies: ['annually'],
  },
  {
    title: 'Health Basic',
    id: 401,
    code: 'HEALTH-BASIC',
    description: '<p>Out-patient care at listed hospitals.</p>',
    insurer: harbour,
    product_type: health,
    cover_benefits: [
      { id: 6, cover: 'Out-patient care', benefit: 'Up to ₦150,000 a year', description: null },
      { id: 7, cover: 'Maternity', benefit: 'Up to ₦100,000 a year', description: 'After ten months of cover' },
    ],
    created_at: '2025-06-02T09:00:00.000Z',
    price: 18_000,
    premium_type: 'fixed',
    premium_rate_unit: '%',
    premium_rate: 100,
    premium: 18_000,
    partner_commission_rate: '0.10',
    min_premium: 18_000,
    cover_duration: 12,
    premium_frequencies: ['monthly', 'annually'],
  },
];

/** The products of a type. Empty for a type without products. Spec §4.11. */
export function productsOfType(slug: string): readonly Product[] {
  return seededProducts.filter((product) => product.product_type.slug === slug);
}
