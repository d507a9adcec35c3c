/** Deliveries as the service sends them, made for tests. Pure: nothing is sent. */
import type { WebhookEventKind, WebhookEventOf } from '../wire/webhook-events.ts';
import { type BrokenTestDelivery, breakDelivery } from './broken-delivery.ts';
import type { BrokenKind, HmacBrokenKind } from './broken-kinds.ts';
import { sampleInsight } from './sample-insight.ts';
import { type HmacCredential, proverOf, type SecretCredential } from './test-credential.ts';

/** The kinds of deliveries that can be made. */
export type TestDeliveryKind = Exclude<WebhookEventKind, 'unknown'>;

/** What a delivery of a kind carries. */
export type TestDeliveryData<Kind extends TestDeliveryKind> = WebhookEventOf<Kind>['data'];

/** How a test delivery proves where it comes from: by a static secret in a header, or by a signature of the Standard Webhooks scheme. */
export type TestDeliveryOptions = SecretCredential | HmacCredential;

/** A delivery that is ready to be sent or to be made into a `Request`. */
export interface TestDelivery {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
}

const mandateId = '650000000000000000000010';
const businessId = '650000000000000000000002';
const appId = '650000000000000000000001';
const consentId = '650000000000000000000020';
const occurredAt = '2026-01-31T07:00:00.000Z';
const account = { accountNumber: '0123456789', bankCode: '058' };
const accountFacts = { ...account, accountName: 'ADAEZE OKORO', bankName: 'Sample Bank' };

const mandateData = { mandateId, businessId, consentId, ...account, occurredAt };

const samples: { readonly [Kind in TestDeliveryKind]: TestDeliveryData<Kind> } = {
  collection: {
    businessId,
    consentId,
    mandateId,
    accountName: accountFacts.accountName,
    accountNumber: account.accountNumber,
    bankName: accountFacts.bankName,
    totalAmount: 25_000,
    providerMessage: 'Approved or completed successfully',
    amountCollected: 25_000,
    status: 'success',
    collectedOn: occurredAt,
    collectionType: 'auto',
    instalmentReference: '0b8f6c1e-5d3a-4f7b-9c2d-1e0f2a3b4c5d',
    instalmentStatus: 'success',
    reference: '7d0e3f52-8a41-4c1b-b6de-2f9a1c0d4e6b',
  },
  'mandate.activated': { ...mandateData, status: 'active' },
  'mandate.failed': { ...mandateData, status: 'failed', reason: 'The micro-deposit was rejected.' },
  'mandate.expired': { ...mandateData, status: 'expired' },
  'mandate.disputed': { ...mandateData, status: 'disputed' },
  'mandate.pending_timeout': { ...mandateData, status: 'pending_timeout', reason: 'No micro-deposit came in time.' },
  income_transaction: {
    success: true,
    ...accountFacts,
    bvn: '22200000001',
    appId,
    borrowerId: '650000000000000000000030',
    businessId,
    balance: 184_250.5,
    pdfUrl: 'https://files.example.com/statement.pdf',
    lastTransactionDate: occurredAt,
    trans: [
      {
        type: 'credit',
        narration: 'SALARY JANUARY',
        amount: 180_000,
        date: occurredAt,
        balance: 184_250.5,
        bankCode: account.bankCode,
      },
    ],
  },
  income_insight: sampleInsight,
  pdf_upload: { businessId, ...accountFacts, pageCount: 4 },
  income_insight_failure: { businessId, ...accountFacts, message: 'The statement has no table of transactions.' },
  policy: { _id: '650000000000000000000040', number: 'POL-0001', status: 'active' },
};

/** How a test delivery is to be wrong: in one of {@link brokenKinds}, or {@link hmacBrokenKinds} where it is signed. */
export type BrokenDeliveryOptions =
  | (SecretCredential & { readonly broken: BrokenKind })
  | (HmacCredential & { readonly broken: BrokenKind | HmacBrokenKind });

/** Every kind of delivery that can be made. */
export const testDeliveryKinds = Object.keys(samples) as readonly TestDeliveryKind[];

/**
 * Makes a delivery of a kind: a sample, the fields you override, and its secret or its signature in the headers; with `broken` one that is wrong in exactly that
 * way.
 * @throws InputError when an event has nothing that could be wrong in the way that was asked for, or a secret cannot sign.
 */
export function createTestDelivery<Kind extends TestDeliveryKind>(
  kind: Kind,
  overrides: Partial<TestDeliveryData<Kind>>,
  options: BrokenDeliveryOptions,
): BrokenTestDelivery;
export function createTestDelivery<Kind extends TestDeliveryKind>(
  kind: Kind,
  overrides: Partial<TestDeliveryData<Kind>>,
  options: TestDeliveryOptions,
): TestDelivery;
export function createTestDelivery<Kind extends TestDeliveryKind>(
  kind: Kind,
  overrides: Partial<TestDeliveryData<Kind>>,
  options: TestDeliveryOptions | BrokenDeliveryOptions,
): TestDelivery | BrokenTestDelivery {
  const data = { ...samples[kind], ...overrides };
  // A collection travels bare, everything else under its name. Spec §6.2 and §6.4.
  const payload = kind === 'collection' ? { ...data } : { event: kind === 'policy' ? 'policy.updated' : kind, data };
  const prove = proverOf(options);
  if ('broken' in options && options.broken !== undefined)
    return breakDelivery({ kind, payload, prove }, options.broken);
  const body = JSON.stringify(payload);
  return { headers: { 'content-type': 'application/json', ...prove(Buffer.from(body)) }, body };
}
