import { describe } from 'vitest';
import { operations } from '../../src/wire/operations.ts';
import { type FieldTable, judge, sampleOf } from './wire-judge.ts';
import { isoTime, objectId, uuid } from './wire-samples.ts';

/** Spec §2.7, `insurer`. */
const insurerTable: FieldTable = [
  { field: 'code', sample: 'INS' },
  { field: 'name', sample: 'Sample Insurance' },
  { field: 'logo_url', sample: 'https://example.com/logo.png', nullable: true },
  { field: 'terms_conditions', sample: 'Terms', optional: true },
  { field: 'currency', sample: 'NGN' },
];

/** Spec §2.7, `product_type`. */
const productTypeTable: FieldTable = [
  { field: 'id', sample: 3 },
  { field: 'name', sample: 'Goods in transit' },
  { field: 'slug', sample: 'git' },
  { field: 'premium_type', sample: 'relative' },
  { field: 'icon_url', sample: 'https://example.com/icon.png', nullable: true },
];

/** Spec §2.7, `cover_benefits`. */
const coverBenefitTable: FieldTable = [
  { field: 'id', sample: 9 },
  { field: 'cover', sample: 'Theft' },
  { field: 'benefit', sample: 'Full value' },
  { field: 'description', sample: 'In transit', nullable: true },
];

/** Spec §2.9: the product of §2.7 without insurer and cover_benefits. */
const orderedProductTable: FieldTable = [
  { field: 'title', sample: 'Goods in transit cover' },
  { field: 'id', sample: 12 },
  { field: 'code', sample: 'GIT-1' },
  { field: 'description', sample: '<p>Cover</p>' },
  { field: 'product_type', sample: sampleOf(productTypeTable) },
  { field: 'created_at', sample: isoTime, nullable: true },
  { field: 'price', sample: 1500 },
  { field: 'premium_type', sample: 'relative' },
  { field: 'premium_rate_unit', sample: '%' },
  { field: 'premium_rate', sample: 0.125 },
  { field: 'premium', sample: 1500, nullable: true },
  { field: 'partner_commission_rate', sample: '2.50' },
  { field: 'min_premium', sample: 500, nullable: true },
  { field: 'cover_duration', sample: 365, nullable: true },
  { field: 'premium_frequencies', sample: ['annually'] },
];

/** Spec §2.7. */
const productTable: FieldTable = [
  ...orderedProductTable,
  { field: 'insurer', sample: sampleOf(insurerTable) },
  { field: 'cover_benefits', sample: [sampleOf(coverBenefitTable)] },
];

/** Spec §2.9, order meta; other products carry other particulars, so none is required. */
const orderMetaTable: FieldTable = [
  { field: 'asset_value', sample: 250000, optional: true },
  { field: 'broker_taxes', sample: null, optional: true },
  { field: 'trips_per_day', sample: null, optional: true },
  { field: 'trip_frequency', sample: 'single', optional: true },
  { field: 'pickup_location', sample: 'Lagos', optional: true },
  { field: 'dropoff_location', sample: 'Ibadan', optional: true },
  { field: 'premium_frequency', sample: null, optional: true },
  { field: 'trip_days_per_year', sample: null, optional: true },
  { field: 'broker_premium_rate', sample: null, optional: true },
];

/** Spec §2.9, customer. */
const customerTable: FieldTable = [
  { field: 'id', sample: 5 },
  { field: 'ref', sample: uuid },
  { field: 'email', sample: 'ada@example.com' },
  { field: 'full_name', sample: 'Adaeze Okoro' },
  { field: 'first_name', sample: 'Adaeze' },
  { field: 'last_name', sample: 'Okoro' },
  { field: 'phone', sample: '08010000000' },
  { field: 'sex', sample: 'F', nullable: true },
  { field: 'birth_date', sample: '1990-05-01' },
  { field: 'next_of_kin_name', sample: 'Obi Okoro', nullable: true },
  { field: 'next_of_kin_phone', sample: '08010000001', nullable: true },
  { field: 'residential_address', sample: '1 Sample Street' },
  { field: 'country', sample: 'NG', nullable: true },
  { field: 'state', sample: 'Lagos', nullable: true },
  { field: 'city', sample: 'Ikeja', nullable: true },
  { field: 'customer_type', sample: 'individual' },
  { field: 'created_at', sample: isoTime },
];

/** Spec §2.9, order. */
const orderTable: FieldTable = [
  { field: 'id', sample: 77 },
  { field: 'amount_due', sample: 1500 },
  { field: 'premium', sample: 1500 },
  { field: 'asset_ref', sample: 'A-1', nullable: true },
  { field: 'created_at', sample: isoTime },
  { field: 'status', sample: 'policy_created' },
  { field: 'currency', sample: 'NGN' },
  { field: 'channel', sample: 'API' },
  { field: 'product', sample: sampleOf(orderedProductTable) },
  { field: 'payment_made_at', sample: isoTime },
  { field: 'payment_method', sample: 'wallet' },
  { field: 'policy_start_date', sample: isoTime },
  { field: 'meta', sample: sampleOf(orderMetaTable) },
  { field: 'country', sample: 'NG' },
];

/** Spec §2.9. */
const policyTable: FieldTable = [
  { field: 'id', sample: 8 },
  { field: 'number', sample: 'POL-8' },
  { field: 'description', sample: 'Cover', nullable: true },
  { field: 'start_date', sample: isoTime },
  { field: 'end_date', sample: isoTime, nullable: true },
  { field: 'status', sample: 'active', nullable: true },
  { field: 'insurer', sample: sampleOf(insurerTable) },
  { field: 'customer', sample: sampleOf(customerTable) },
  { field: 'order', sample: sampleOf(orderTable) },
  { field: 'document', sample: 'policies/8.pdf' },
  { field: 'document_url', sample: 'https://example.com/policies/8.pdf' },
  { field: 'insurance_type', sample: 'git' },
  { field: 'provider', sample: 'Sample Insurance' },
];

/** Spec §2.8. */
const claimTable: FieldTable = [
  { field: 'id', sample: 4 },
  { field: 'status', sample: 'discharge_voucher' },
  { field: 'policy', sample: sampleOf(policyTable) },
  { field: 'amount_requested', sample: 100000 },
  { field: 'amount_approved', sample: 90000, nullable: true },
  { field: 'currency', sample: 'NGN' },
  { field: 'insurer_comment', sample: 'Approved in part', nullable: true },
  { field: 'created_at', sample: isoTime },
];

/** Spec §2.10, `order`. */
const businessPolicyOrderTable: FieldTable = [
  { field: 'id', sample: 77 },
  { field: 'asset_ref', sample: 'A-1', nullable: true },
  { field: 'product_price', sample: 1500 },
  { field: 'partner_commission', sample: 37.5 },
  { field: 'amount_due', sample: 1462.5 },
  { field: 'currency', sample: 'NGN' },
  { field: 'payment_instructions', sample: { message: 'Paid', success: true } },
  { field: 'payment_gateway_charge', sample: 0, nullable: true },
  { field: 'status', sample: 'paid' },
  { field: 'country', sample: 'NG' },
  { field: 'meta', sample: sampleOf(orderMetaTable) },
];

/** Spec §2.10. */
const businessPolicyTable: FieldTable = [
  { field: '_id', sample: objectId },
  { field: 'businessId', sample: '650000000000000000000002' },
  { field: 'order_id', sample: '77' },
  { field: 'account_id', sample: uuid },
  { field: 'provider', sample: 'Sample Insurance' },
  { field: 'currency', sample: 'NGN' },
  { field: 'product_type', sample: 'git' },
  { field: 'amount', sample: 1500 },
  { field: 'status', sample: 'paid' },
  { field: 'order', sample: sampleOf(businessPolicyOrderTable) },
  { field: 'createdAt', sample: isoTime },
  { field: 'updatedAt', sample: isoTime },
  { field: '__v', sample: 0 },
];

describe('an insurance product (§2.7)', () => {
  const shape = operations.listProducts.output;
  const product = sampleOf(productTable);
  judge(productTable, { shape, path: '0', within: (fields) => [fields] });
  describe('has an insurer', () =>
    judge(insurerTable, { shape, path: '0.insurer', within: (insurer) => [{ ...product, insurer }] }));
  describe('has a type', () =>
    judge(productTypeTable, { shape, path: '0.product_type', within: (type) => [{ ...product, product_type: type }] }));
  describe('has benefits', () => {
    judge(coverBenefitTable, {
      shape,
      path: '0.cover_benefits.0',
      within: (benefit) => [{ ...product, cover_benefits: [benefit] }],
    });
  });
});

describe('a claim (§2.8, §4.12)', () => {
  const shape = operations.createClaim.output;
  const policy = sampleOf(policyTable);
  const within = (changed: object) => ({ claim: { ...sampleOf(claimTable), policy: { ...policy, ...changed } } });
  judge(claimTable, { shape, path: 'claim', within: (claim) => ({ claim }) });
  describe('has a policy (§2.9)', () => {
    judge(policyTable, {
      shape,
      path: 'claim.policy',
      within: (fields) => ({ claim: { ...sampleOf(claimTable), policy: fields } }),
    });
  });
  describe('has a customer (§2.9)', () =>
    judge(customerTable, { shape, path: 'claim.policy.customer', within: (customer) => within({ customer }) }));
  describe('has an order (§2.9)', () =>
    judge(orderTable, { shape, path: 'claim.policy.order', within: (order) => within({ order }) }));
  describe('has particulars of the order (§2.9)', () => {
    judge(orderMetaTable, {
      shape,
      path: 'claim.policy.order.meta',
      within: (meta) => within({ order: { ...sampleOf(orderTable), meta } }),
    });
  });
});

describe('a business policy (§2.10)', () => {
  const shape = operations.listPolicies.output;
  judge(businessPolicyTable, { shape, path: '0', within: (policy) => [policy] });
  describe('has an order', () => {
    judge(businessPolicyOrderTable, {
      shape,
      path: '0.order',
      within: (order) => [{ ...sampleOf(businessPolicyTable), order }],
    });
  });
  describe('has payment instructions', () => {
    const table = [
      { field: 'message', sample: 'Paid' },
      { field: 'success', sample: false },
    ];
    judge(table, {
      shape,
      path: '0.order.payment_instructions',
      within: (instructions) => [
        {
          ...sampleOf(businessPolicyTable),
          order: { ...sampleOf(businessPolicyOrderTable), payment_instructions: instructions },
        },
      ],
    });
  });
});
