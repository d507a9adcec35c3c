/** The field tables of the specification, typed again by hand, against the schemas of the contract. */
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../build/openapi/document.ts';
import type { Schema } from '../../src/wire/openapi.ts';

const { components } = openApiDocument({
  segments: { mandate: 'mandates', discovery: 'discovery' },
  baseUrl: 'https://api.example.com',
});

/** Fields by type: `s` text, `n` number, `i` whole number, `b` true or false, `o` object, `a` list, `m` map of numbers, `x` not shown; `0` or null, `?` may be absent. */
const tables: Readonly<Record<string, string>> = {
  // §2.2, beyond which dates and frequency are null on a mandate without terms
  Mandate: `_id:s businessId:s reference:s bvn:s status:s totalAmountDue:n outstandingBalance:n collectedAmount:n startDate:s0 endDate:s0 frequency:s0
    collectionMode:s consents:a`,
  // §2.3 to §2.6
  Consent: '_id:s accountNumber:s bankCode:s accountName:s primary:b active:b',
  TransferDestination: 'bank_name:s account_number:s icon:s',
  CollectionLog:
    '_id:s businessId:s mandateId:s consentId:s collectionType:s status:s amount:n transactionRefence:s createdAt:s',
  CollectionAttempt: `_id:s mandateId:s instalmentReference:s accountNumber:s bankCode:s amount:n status:s responseCode:s responseMessage:s collectionType:s createdAt:s`,
  // §2.7
  Product: `title:s id:i code:s description:s insurer:o product_type:o cover_benefits:a created_at:s0 price:n premium_type:s premium_rate_unit:s premium_rate:n
    premium:n0 partner_commission_rate:s min_premium:n0 cover_duration:i0 premium_frequencies:a`,
  OrderedProduct: `title:s id:i code:s description:s product_type:o created_at:s0 price:n premium_type:s premium_rate_unit:s premium_rate:n premium:n0
    partner_commission_rate:s min_premium:n0 cover_duration:i0 premium_frequencies:a`,
  Insurer: 'code:s name:s logo_url:s0 terms_conditions:s? currency:s',
  ProductType: 'id:i name:s slug:s premium_type:s icon_url:s0',
  CoverBenefit: 'id:i cover:s benefit:s description:s0',
  // §2.8 and §2.9; meta differs from product to product
  Claim: 'id:i status:s policy:o amount_requested:n amount_approved:n0 currency:s insurer_comment:s0 created_at:s',
  Policy: `id:i number:s description:s0 start_date:s end_date:s0 status:s0 insurer:o customer:o order:o document:s document_url:s insurance_type:s provider:s`,
  PolicyCustomer: `id:i ref:s email:s full_name:s first_name:s last_name:s phone:s sex:s0 birth_date:s next_of_kin_name:s0 next_of_kin_phone:s0
    residential_address:s country:s0 state:s0 city:s0 customer_type:s created_at:s`,
  PolicyOrder: `id:i amount_due:n premium:n asset_ref:s0 created_at:s status:s currency:s channel:s product:o payment_made_at:s payment_method:s
    policy_start_date:s meta:o country:s`,
  OrderMeta: `asset_value:n? broker_taxes:x? trips_per_day:x? trip_frequency:s0? pickup_location:s0? dropoff_location:s0? premium_frequency:x? trip_days_per_year:x?
    broker_premium_rate:x?`,
  // §2.10 and §2.11
  BusinessPolicy: `_id:s businessId:s order_id:s account_id:s provider:s currency:s product_type:s amount:n status:s order:o createdAt:s updatedAt:s __v:i`,
  BusinessPolicyOrder: `id:i asset_ref:s0 product_price:n partner_commission:n amount_due:n currency:s payment_instructions:o payment_gateway_charge:x status:s
    country:s meta:o`,
  PaymentInstructions: 'message:s success:b',
  StatementTransaction: 'type:s narration:s amount:n date:s balance:n bankCode:s',
  // §4.2 to §4.7
  DiscoverAccountsInput: 'bvn:s type:s',
  CreateConsentInput: 'appId:s businessId:s email:s mandateId:s? accountNumber:s bankCode:s address:s mobileNumber:s',
  AttachByMicroDepositInput:
    'appId:s businessId:s mandateId:s accountNumber:s bankCode:s email:s mobileNumber:s address:s',
  MicroDepositAttachment: 'mandate:o transfer_destinations:a',
  AttachedMandate: '_id:s consents:a',
  AttachBySignatureInput:
    'appId:s businessId:s mandateId:s accountNumber:s accountName:s bankCode:s email:s phone:s address:s bankAddress:s file:s',
  SignatureAttachment:
    'hasResult:b result:s resultType:i message:s validationMessages:x successful:b exceptionThrown:b error:x responseCode:s',
  GetMandateInput: 'mandateId:s',
  CollectManuallyInput: 'mandateId:s amount:n debitDate:s',
  ScheduledCollection: 'mandateId:s totalAmount:n outstandingBalance:n transactionRefence:s paymentStatus:s dueDate:s',
  // §4.11 to §4.15
  ListProductsInput: 'type:s',
  CreateClaimInput: 'amount:n policy_number:s attachments:a? payment_details:o',
  PaymentDetails: 'bank_name:s account_number:s sort_code:s',
  StatementInput: 'bvn:s accountName:s accountNumber:s accountType:s bankName:s bankCode:s password:s? statement:s',
  // §6.2 and §6.4
  CollectionPayload: `businessId:s consentId:s mandateId:s accountName:s accountNumber:s bankName:s totalAmount:n providerMessage:s amountCollected:n status:s
    collectedOn:s collectionType:s instalmentReference:s instalmentStatus:s reference:s`,
  IncomeTransactionData: `success:b accountNumber:s accountName:s bvn:s appId:s borrowerId:s businessId:s balance:n bankCode:s bankName:s pdfUrl:s
    lastTransactionDate:s trans:a`,
  IncomeInsightData: `success:b businessId:s borrowerId:s average_monthly_income:s averageMonthlyIncome:s annual_edti:s average_monthly_balance:s
    average_monthly_recurring_debt_expenses:s number_of_active_months:s numberOfActiveMonths:s average_monthly_edti:s DTI_reason:s balance:m EDTI:m
    recurrent_expenses_debt:m recurrent_debt_sum:n totalMoneyReceive:s totalMoneySpent:s eligibleAmount:s totalBorrowed:s totalOutstanding:s totalOverdue:s
    creditInsight:s spendingAnalysis:o titheOffering:m airtime:m atm:m gambling:m tv:m investment:m loans:m party:m rent:m transfers:m transport:m education:m
    salary:o creditBreakdown:o`,
  SpendingAnalysis:
    'atm:a airtime:a transfers:a party:a gambling:a titheOffering:a rent:a tv:a investment:a loans:a education:a transport:a electricity:a tax:a',
  SalaryFindings: 'narration:a amount:a',
  CreditBreakdown: `${['credit', 'debit']
    .flatMap((way) =>
      ['FirstHalf', 'SecondHalf', 'FirstQuarter', 'SecondQuarter', 'ThirdQuarter', 'FourthQuarter'].flatMap((part) => [
        `${way}${part}0:m`,
        `${way}${part}1:m`,
      ]),
    )
    .join(' ')}
    monthlyCredit:m monthlyDebit:m dailyAverageDeposit:s dailyAverageWithdrawal:s weeklyAverageDeposit:s weeklyAverageWithdrawal:s numberOfActiveMonths:s
    perCredTrans:s perDebTrans:s negBalDays:s aveSweepMonthlyCred:s averageDailyBal:s maxCredit:s min_crebit:s meanCredit:s maxDebit:s minDebit:s meanDebit:s
    max_bal_day_list_dict:a max_bal_week_list_dict:a max_depo_day_list_dict:a max_depo_week_list_dict:a min_bal_days_list_dict:a min_bal_week_list_dict:a`,
};

/** Fields that we know from elsewhere; in the contract they are optional. */
const beyond: Readonly<Record<string, readonly string[]>> = {
  Mandate: [
    'repaymentDetails',
    'appId',
    'productId',
    'debitType',
    'mandateType',
    'authorizationType',
    'createdAt',
    'updatedAt',
  ],
  CreateConsentInput: [
    'bvn',
    'primary',
    'totalAmountDue',
    'startDate',
    'endDate',
    'frequency',
    'collectionMode',
    'repaymentDetails',
  ],
  AttachBySignatureInput: ['name', 'fileExtention'],
  IncomeInsightData: ['id'],
};

const letters: Readonly<Record<string, string>> = { string: 's', number: 'n', integer: 'i', boolean: 'b', array: 'a' };

function letterOf(field: Schema): string {
  if ('$ref' in field) return 'o';
  const { type, additionalProperties, properties } = field;
  if (type === undefined) return 'x';
  if (type === 'object') return properties === undefined && typeof additionalProperties === 'object' ? 'm' : 'o';
  const types = [type].flat();
  return `${letters[types.find((each) => each !== 'null') ?? ''] ?? '!'}${types.includes('null') ? '0' : ''}`;
}

describe('the contract has every field of the specification, of its type, required unless it may be absent', () => {
  test.each(Object.entries(tables))('%s', (name, table) => {
    const { properties = {}, required = [] } = components.schemas[name] ?? {};
    const optional = new Set(beyond[name]);
    expect([...optional].filter((field) => required.includes(field) || !properties[field])).toEqual([]);
    const reported = Object.entries(properties).filter(([field]) => !optional.has(field));
    const lines = reported.map(
      ([field, schema]) => `${field}:${letterOf(schema)}${required.includes(field) ? '' : '?'}`,
    );
    expect(lines.sort()).toEqual(table.trim().split(/\s+/).sort());
  });
});
