import { koboFromAnswer, NO_MONEY, nairaFromKobo } from '../../../domain/money.ts';
import type { BusinessPolicy, OrderMeta, Policy, PolicyCustomer } from '../../../wire/types/insurance-types.ts';
import type { OrderedProduct, Product } from '../../../wire/types/product-types.ts';

/** A policy record of the platform. Spec §2.9 and §2.10 show two views of it. Dates are ISO 8601 UTC. */
export interface PolicyRecord {
  /** Sequential within a world. */
  readonly id: number;
  readonly number: string;
  readonly product: Product;
  /** The price, in `currency`. */
  readonly amount: number;
  readonly currency: string;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly customer: PolicyCustomer;
  /** The merchant's reference of the insured asset. */
  readonly assetRef: string | null;
  /** The details that the caller gave. The others follow from the product. */
  readonly meta: OrderMeta;
  readonly createdAt: string;
}

export function documentId({ id }: PolicyRecord): string {
  return `66${id.toString(16).padStart(22, '0')}`;
}

/** A UUID for a numbered record. The same number always gives the same UUID. */
export function uuidFromNumber(id: number): string {
  return `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`;
}

/** A policy inside a claim. `filesUrl` plus the document's id is its URL. Spec §2.9. */
export function policyView(policy: PolicyRecord, filesUrl: string): Policy {
  const { id, product, amount, createdAt } = policy;
  return {
    id,
    number: policy.number,
    description: product.title,
    start_date: policy.startDate,
    end_date: policy.endDate,
    status: 'active',
    insurer: product.insurer,
    customer: policy.customer,
    order: {
      id,
      amount_due: amount,
      premium: amount,
      asset_ref: policy.assetRef,
      created_at: createdAt,
      status: 'policy_created',
      currency: policy.currency,
      channel: 'API',
      product: orderedProduct(product),
      payment_made_at: createdAt,
      payment_method: 'wallet',
      policy_start_date: policy.startDate,
      meta: orderMeta(policy),
      country: 'NG',
    },
    document: `policies/${documentId(policy)}.pdf`,
    document_url: `${filesUrl}${documentId(policy)}`,
    insurance_type: product.product_type.slug,
    provider: product.insurer.name,
  };
}

/** A policy in the business's list. Spec §2.10. */
export function businessPolicyView(policy: PolicyRecord, businessId: string): BusinessPolicy {
  const { id, product, amount, currency, createdAt } = policy;
  return {
    _id: documentId(policy),
    businessId,
    order_id: String(id),
    account_id: uuidFromNumber(id),
    provider: product.insurer.name,
    currency,
    product_type: product.product_type.slug,
    amount,
    status: 'paid',
    order: {
      id,
      asset_ref: policy.assetRef,
      product_price: amount,
      partner_commission: share(amount, Number(product.partner_commission_rate)),
      amount_due: amount,
      currency,
      payment_instructions: { message: 'Paid from the wallet', success: true },
      payment_gateway_charge: null,
      status: 'policy_created',
      country: 'NG',
      meta: orderMeta(policy),
    },
    createdAt,
    updatedAt: createdAt,
    __v: 0,
  };
}

function orderedProduct({ insurer: _insurer, cover_benefits: _benefits, ...ordered }: Product): OrderedProduct {
  return ordered;
}

function orderMeta({ product, amount, meta }: PolicyRecord): OrderMeta {
  const isTrip = product.product_type.slug === 'git';
  return {
    // The price is this share of the insured value.
    asset_value: share(amount, 100 / product.premium_rate),
    broker_taxes: null,
    trips_per_day: null,
    trip_frequency: isTrip ? 'single' : null,
    pickup_location: isTrip ? 'Lagos' : null,
    dropoff_location: isTrip ? 'Ibadan' : null,
    premium_frequency: null,
    trip_days_per_year: null,
    broker_premium_rate: null,
    ...meta,
  };
}

function share(naira: number, factor: number): number {
  return nairaFromKobo(koboFromAnswer(naira * factor) ?? NO_MONEY);
}

/** The policy's document: a one-page PDF with policy, product and cover. It names no person. */
export function policyDocument({ number, product, startDate, endDate }: PolicyRecord): Uint8Array {
  const lines = [
    'Certificate of insurance (sample)',
    `Policy ${number}`,
    `Product ${product.title} (${product.product_type.slug})`,
    `Insurer ${product.insurer.name}`,
    `Cover ${startDate.slice(0, 10)} to ${endDate?.slice(0, 10) ?? 'open'}`,
  ];
  const text = lines.map((line) => `(${escapeText(line)}) Tj T*`).join('\n');
  const content = `BT /F1 14 Tf 20 TL 60 780 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  // All characters are ASCII here, so one character is one byte and the offsets are correct.
  return new TextEncoder().encode(body + trailer);
}

function escapeText(line: string): string {
  return line.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&');
}
