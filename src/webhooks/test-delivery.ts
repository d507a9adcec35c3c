/** Creates deliveries like those of the service, for tests. Pure: nothing is sent. */

import {
  type CreditBreakdown,
  eachName,
  type IncomeInsightData,
  type MonthlyAmounts,
  monthlyCategories,
  periodNames,
  spendingCategories,
} from '../domain/income-insight.ts';
import type { WebhookEventKind, WebhookEventOf } from '../wire/webhooks/webhook-events.ts';
import { type BrokenKind, type BrokenTestDelivery, breakDelivery, type HmacBrokenKind } from './broken-delivery.ts';
import { type HmacCredential, proverOf, type SecretCredential } from './test-credential.ts';

/** The delivery kinds that can be created. */
export type TestDeliveryKind = Exclude<WebhookEventKind, 'unknown'>;

/** The data of a delivery kind. */
export type TestDeliveryData<Kind extends TestDeliveryKind> = WebhookEventOf<Kind>['data'];

/** How a test delivery proves its origin: by a static secret in a header, or by a Standard Webhooks signature. */
export type TestDeliveryOptions = SecretCredential | HmacCredential;

/** A delivery, ready to send or to turn into a `Request`. */
export interface TestDelivery {
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON text. */
  readonly body: string;
}

const none: MonthlyAmounts = {};
const income: MonthlyAmounts = { 'January 2026': 180_000 };
const spending: MonthlyAmounts = { 'January 2026': 95_500.5 };
const balance: MonthlyAmounts = { 'January 2026': 84_499.5 };

const creditBreakdown: CreditBreakdown = {
  ...eachName(periodNames, () => none),
  creditFirstHalf0: income,
  creditFirstQuarter0: income,
  debitFirstHalf0: spending,
  debitFirstQuarter0: spending,
  monthlyCredit: income,
  monthlyDebit: spending,
  dailyAverageDeposit: '5806.45',
  dailyAverageWithdrawal: '3080.66',
  weeklyAverageDeposit: '40645.16',
  weeklyAverageWithdrawal: '21564.63',
  numberOfActiveMonths: '1',
  perCredTrans: '50.00',
  perDebTrans: '50.00',
  negBalDays: '0',
  aveSweepMonthlyCred: '180000.00',
  averageDailyBal: '84499.50',
  maxCredit: '180000.00',
  min_crebit: '180000.00',
  meanCredit: '180000.00',
  maxDebit: '95500.50',
  minDebit: '95500.50',
  meanDebit: '95500.50',
  max_bal_day_list_dict: [30],
  max_bal_week_list_dict: [4],
  max_depo_day_list_dict: [30],
  max_depo_week_list_dict: [4],
  min_bal_days_list_dict: [1],
  min_bal_week_list_dict: [1],
};

/** An income insight of an invented person, with every field of Spec §6.4. */
const sampleInsight: IncomeInsightData = {
  success: true,
  businessId: '650000000000000000000002',
  borrowerId: '650000000000000000000030',
  average_monthly_income: '180000.00',
  averageMonthlyIncome: '180000.00',
  annual_edti: '0.00',
  average_monthly_balance: '84499.50',
  average_monthly_recurring_debt_expenses: '0.00',
  number_of_active_months: '1',
  numberOfActiveMonths: '1',
  average_monthly_edti: '0.00',
  DTI_reason: 'No recurring debt was found.',
  balance,
  EDTI: { 'January 2026': 0 },
  recurrent_expenses_debt: none,
  recurrent_debt_sum: 0,
  totalMoneyReceive: '180000.00',
  totalMoneySpent: '95500.50',
  eligibleAmount: '60000.00',
  totalBorrowed: 'null',
  totalOutstanding: 'null',
  totalOverdue: 'null',
  creditInsight: 'null',
  spendingAnalysis: {
    ...eachName(spendingCategories, () => [0]),
    atm: [20_000],
    airtime: [5_500.5],
    transfers: [40_000],
    titheOffering: [10_000],
    transport: [20_000],
  },
  ...eachName(monthlyCategories, () => none),
  titheOffering: { 'January 2026': 10_000 },
  airtime: { 'January 2026': 5_500.5 },
  atm: { 'January 2026': 20_000 },
  transfers: { 'January 2026': 40_000 },
  transport: { 'January 2026': 20_000 },
  salary: { narration: ['SALARY JANUARY'], amount: [180_000] },
  creditBreakdown,
};

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

/** The fault of a broken test delivery: one of {@link brokenKinds}, or of {@link hmacBrokenKinds} if it is signed. */
export type BrokenDeliveryOptions =
  | (SecretCredential & { readonly broken: BrokenKind })
  | (HmacCredential & { readonly broken: BrokenKind | HmacBrokenKind });

/** Every delivery kind that can be created. */
export const testDeliveryKinds = Object.keys(samples) as readonly TestDeliveryKind[];

/**
 * Creates a delivery of a kind: a sample, your overrides, and its secret or signature in the headers. With `broken`,
 * the delivery has exactly that fault.
 * @throws InputError if the event cannot have the requested fault, or a secret cannot sign
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
  // A collection has no envelope. Every other kind is sent under its name. Spec §6.2 and §6.4.
  const payload = kind === 'collection' ? { ...data } : { event: kind === 'policy' ? 'policy.updated' : kind, data };
  const prove = proverOf(options);
  if ('broken' in options && options.broken !== undefined)
    return breakDelivery({ kind, payload, prove }, options.broken);
  const body = JSON.stringify(payload);
  return { headers: { 'content-type': 'application/json', ...prove(Buffer.from(body)) }, body };
}
