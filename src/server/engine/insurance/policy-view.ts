import { koboFromAnswer, NO_MONEY, nairaFromKobo } from '../../../domain/money.ts';
import type { BusinessPolicy, OrderMeta, Policy } from '../../../wire/insurance-types.ts';
import type { OrderedProduct, Product } from '../../../wire/product-types.ts';
import type { PolicyRecord } from './policies.ts';

/** The id of a policy's document among the files of its world. */
export function documentId(policy: PolicyRecord): string {
  return objectIdFromNumber(policy.id);
}

/** A policy as a claim carries it; `filesUrl` and the document's id make its address. Spec §2.9. */
export function policyView(policy: PolicyRecord, filesUrl: string): Policy {
  return {
    id: policy.id,
    number: policy.number,
    description: policy.product.title,
    start_date: policy.startDate,
    end_date: policy.endDate,
    status: 'active',
    insurer: policy.product.insurer,
    customer: policy.customer,
    order: {
      id: policy.id,
      amount_due: policy.amount,
      premium: policy.amount,
      asset_ref: policy.assetRef,
      created_at: policy.createdAt,
      status: 'policy_created',
      currency: policy.currency,
      channel: 'API',
      product: orderedProduct(policy.product),
      payment_made_at: policy.createdAt,
      payment_method: 'wallet',
      policy_start_date: policy.startDate,
      meta: orderMeta(policy),
      country: 'NG',
    },
    document: `policies/${documentId(policy)}.pdf`,
    document_url: `${filesUrl}${documentId(policy)}`,
    insurance_type: policy.product.product_type.slug,
    provider: policy.product.insurer.name,
  };
}

/** A policy as the business's list carries it. Spec §2.10. */
export function businessPolicyView(policy: PolicyRecord, businessId: string): BusinessPolicy {
  return {
    _id: objectIdFromNumber(policy.id),
    businessId,
    order_id: String(policy.id),
    account_id: uuidFromNumber(policy.id),
    provider: policy.product.insurer.name,
    currency: policy.currency,
    product_type: policy.product.product_type.slug,
    amount: policy.amount,
    status: 'paid',
    order: {
      id: policy.id,
      asset_ref: policy.assetRef,
      product_price: policy.amount,
      partner_commission: share(policy.amount, Number(policy.product.partner_commission_rate)),
      amount_due: policy.amount,
      currency: policy.currency,
      payment_instructions: { message: 'Paid from the wallet', success: true },
      payment_gateway_charge: null,
      status: 'policy_created',
      country: 'NG',
      meta: orderMeta(policy),
    },
    createdAt: policy.createdAt,
    updatedAt: policy.createdAt,
    __v: 0,
  };
}

function orderedProduct(product: Product): OrderedProduct {
  const { insurer: _insurer, cover_benefits: _benefits, ...ordered } = product;
  return ordered;
}

// The insured value is what makes the price this share of it.
function orderMeta(policy: PolicyRecord): OrderMeta {
  const isTrip = policy.product.product_type.slug === 'git';
  return {
    asset_value: share(policy.amount, 100 / policy.product.premium_rate),
    broker_taxes: null,
    trips_per_day: null,
    trip_frequency: isTrip ? 'single' : null,
    pickup_location: isTrip ? 'Lagos' : null,
    dropoff_location: isTrip ? 'Ibadan' : null,
    premium_frequency: null,
    trip_days_per_year: null,
    broker_premium_rate: null,
    ...policy.meta,
  };
}

function share(naira: number, factor: number): number {
  return nairaFromKobo(koboFromAnswer(naira * factor) ?? NO_MONEY);
}

/** A 24-hex id that belongs to a numbered record, always the same for the same number. */
function objectIdFromNumber(id: number): string {
  return `66${id.toString(16).padStart(22, '0')}`;
}

/** A UUID that belongs to a numbered record, always the same for the same number. */
export function uuidFromNumber(id: number): string {
  return `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`;
}

/** The policy's document: a one-page PDF that names policy, product and cover, and no person. */
export function policyDocument(policy: PolicyRecord): Uint8Array {
  return onePagePdf([
    'Certificate of insurance (sample)',
    `Policy ${policy.number}`,
    `Product ${policy.product.title} (${policy.product.product_type.slug})`,
    `Insurer ${policy.product.insurer.name}`,
    `Cover ${policy.startDate.slice(0, 10)} to ${policy.endDate?.slice(0, 10) ?? 'open'}`,
  ]);
}

function onePagePdf(lines: readonly string[]): Uint8Array {
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
  // All characters are ASCII by now, so that one character is one byte and the offsets hold.
  return new TextEncoder().encode(body + trailer);
}

function escapeText(line: string): string {
  return line.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&');
}
