/** Every resource of the specification is a type of the main entry point: its fields, typed again by hand. */
import { expectTypeOf, test } from 'vitest';
import type {
  AccountSelection,
  BreakdownItem,
  BureauContents,
  BureauEventName,
  BusinessPolicy,
  BusinessPolicyOrder,
  Claim,
  CollectionAttempt,
  CollectionLog,
  CollectionMode,
  CollectionPayload,
  CollectionStatus,
  CollectionType,
  CoverBenefit,
  CreditBreakdown,
  DepositDestination,
  Frequency,
  IncomeInsightData,
  IncomeTransactionData,
  InstalmentStatus,
  Insurer,
  Mandate,
  MandateConsent,
  MandateEventData,
  MandateStatus,
  OrderedProduct,
  OrderMeta,
  PaymentInstructions,
  Policy,
  PolicyCustomer,
  PolicyOrder,
  Product,
  ProductType,
  RepaymentDetails,
  SalaryFindings,
  SpendingAnalysis,
  StatementTransaction,
} from '../../src/index.ts';

/** The named fields, which the type has to have. */
type Fields<Resource, Names extends keyof Resource> = Pick<Resource, Names>;

test('2.1 payer account selection', () => {
  expectTypeOf<Fields<AccountSelection, 'primaryAccount' | 'backupAccounts'>>().toBeObject();
  expectTypeOf<Fields<AccountSelection['primaryAccount'], 'accountNumber' | 'bankCode'>>().toBeObject();
});

test('2.2 mandate', () => {
  type Money = 'totalAmountDue' | 'outstandingBalance' | 'collectedAmount';
  type Tenure = 'startDate' | 'endDate' | 'frequency' | 'collectionMode';
  expectTypeOf<
    Fields<Mandate, '_id' | 'businessId' | 'reference' | 'bvn' | 'status' | Money | Tenure | 'consents'>
  >().toBeObject();
  expectTypeOf<RepaymentDetails['breakdown']>().toEqualTypeOf<readonly BreakdownItem[]>();
  expectTypeOf<Fields<BreakdownItem, '_id'>>().toBeObject();
  expectTypeOf<[Mandate['status'], Mandate['collectionMode']]>().toEqualTypeOf<[MandateStatus, CollectionMode]>();
  expectTypeOf<'monthly' | 'Y'>().toExtend<Frequency>();
});

test('2.3 consent', () => {
  expectTypeOf<Mandate['consents'][number]>().toEqualTypeOf<MandateConsent>();
  expectTypeOf<
    Fields<MandateConsent, '_id' | 'accountNumber' | 'bankCode' | 'accountName' | 'primary' | 'active'>
  >().toBeObject();
});

test('2.4 transfer destination', () => {
  expectTypeOf<Fields<DepositDestination, 'bank_name' | 'account_number' | 'icon'>>().toBeObject();
});

test('2.5 collection log', () => {
  type Ids = '_id' | 'businessId' | 'mandateId' | 'consentId';
  expectTypeOf<
    Fields<CollectionLog, Ids | 'collectionType' | 'status' | 'amount' | 'transactionRefence' | 'createdAt'>
  >().toBeObject();
  expectTypeOf<CollectionLog['status']>().toEqualTypeOf<CollectionStatus>();
});

test('2.6 collection attempt', () => {
  type Ids = '_id' | 'mandateId' | 'instalmentReference' | 'accountNumber' | 'bankCode';
  expectTypeOf<
    Fields<
      CollectionAttempt,
      Ids | 'amount' | 'status' | 'responseCode' | 'responseMessage' | 'collectionType' | 'createdAt'
    >
  >().toBeObject();
  expectTypeOf<CollectionAttempt['collectionType']>().toEqualTypeOf<CollectionType | undefined>();
});

test('2.7 insurance product', () => {
  type Parts = 'insurer' | 'product_type' | 'cover_benefits';
  type Premium =
    | 'premium_type'
    | 'premium_rate_unit'
    | 'premium_rate'
    | 'premium'
    | 'min_premium'
    | 'premium_frequencies';
  type Rest =
    | 'title'
    | 'id'
    | 'code'
    | 'description'
    | 'created_at'
    | 'price'
    | 'partner_commission_rate'
    | 'cover_duration';
  expectTypeOf<Fields<Product, Parts | Premium | Rest>>().toBeObject();
  expectTypeOf<Fields<Insurer, 'code' | 'name' | 'logo_url' | 'terms_conditions' | 'currency'>>().toBeObject();
  expectTypeOf<Fields<ProductType, 'id' | 'name' | 'slug' | 'premium_type' | 'icon_url'>>().toBeObject();
  expectTypeOf<Fields<CoverBenefit, 'id' | 'cover' | 'benefit' | 'description'>>().toBeObject();
});

test('2.8 claim', () => {
  type Money = 'amount_requested' | 'amount_approved' | 'currency';
  expectTypeOf<Fields<Claim, 'id' | 'status' | 'policy' | Money | 'insurer_comment' | 'created_at'>>().toBeObject();
});

test('2.9 policy, with its customer, order and meta', () => {
  expectTypeOf<Claim['policy']>().toEqualTypeOf<Policy>();
  type Cover =
    | 'id'
    | 'number'
    | 'description'
    | 'start_date'
    | 'end_date'
    | 'status'
    | 'insurer'
    | 'customer'
    | 'order';
  expectTypeOf<Fields<Policy, Cover | 'document' | 'document_url' | 'insurance_type' | 'provider'>>().toBeObject();
  type Person = 'id' | 'ref' | 'email' | 'full_name' | 'first_name' | 'last_name' | 'phone' | 'sex' | 'birth_date';
  type Address = 'next_of_kin_name' | 'next_of_kin_phone' | 'residential_address' | 'country' | 'state' | 'city';
  expectTypeOf<Fields<PolicyCustomer, Person | Address | 'customer_type' | 'created_at'>>().toBeObject();
  type Payment = 'amount_due' | 'premium' | 'currency' | 'payment_made_at' | 'payment_method';
  type Rest = 'asset_ref' | 'created_at' | 'status' | 'channel' | 'product' | 'policy_start_date' | 'meta' | 'country';
  expectTypeOf<Fields<PolicyOrder, 'id' | Payment | Rest>>().toBeObject();
  expectTypeOf<PolicyOrder['product']>().toEqualTypeOf<OrderedProduct>();
  type Trip = 'trips_per_day' | 'trip_frequency' | 'pickup_location' | 'dropoff_location' | 'trip_days_per_year';
  expectTypeOf<
    Fields<OrderMeta, 'asset_value' | 'broker_taxes' | Trip | 'premium_frequency' | 'broker_premium_rate'>
  >().toBeObject();
});

test('2.10 business policy', () => {
  type Ids = '_id' | 'businessId' | 'order_id' | 'account_id';
  type Rest =
    | 'provider'
    | 'currency'
    | 'product_type'
    | 'amount'
    | 'status'
    | 'order'
    | 'createdAt'
    | 'updatedAt'
    | '__v';
  expectTypeOf<Fields<BusinessPolicy, Ids | Rest>>().toBeObject();
  type Money =
    | 'product_price'
    | 'partner_commission'
    | 'amount_due'
    | 'currency'
    | 'payment_instructions'
    | 'payment_gateway_charge';
  expectTypeOf<Fields<BusinessPolicyOrder, 'id' | 'asset_ref' | Money | 'status' | 'country' | 'meta'>>().toBeObject();
  expectTypeOf<Fields<PaymentInstructions, 'message' | 'success'>>().toBeObject();
});

test('2.11 statement transaction', () => {
  expectTypeOf<
    Fields<StatementTransaction, 'type' | 'narration' | 'amount' | 'date' | 'balance' | 'bankCode'>
  >().toBeObject();
});

test('6.1 and 6.2 mandate events and the collection payload', () => {
  expectTypeOf<Fields<MandateEventData, 'mandateId'>>().toBeObject();
  type Account = 'businessId' | 'consentId' | 'mandateId' | 'accountName' | 'accountNumber' | 'bankName';
  type Outcome = 'totalAmount' | 'providerMessage' | 'amountCollected' | 'status' | 'collectedOn' | 'collectionType';
  expectTypeOf<
    Fields<CollectionPayload, Account | Outcome | 'instalmentReference' | 'instalmentStatus' | 'reference'>
  >().toBeObject();
  expectTypeOf<'success' | 'overdue' | 'failed' | 'partially paid' | 'processing'>().toExtend<InstalmentStatus>();
});

test('6.3 bureau lifecycle events', () => {
  type Names =
    | 'loan.approved'
    | 'loan.disbursed'
    | 'repayment.successful'
    | 'repayment.missed'
    | 'loan.restructured'
    | 'loan.closed';
  expectTypeOf<BureauEventName>().toEqualTypeOf<Names>();
  expectTypeOf<keyof BureauContents>().toEqualTypeOf<Names>();
});

test('6.4 statement webhooks', () => {
  type Account =
    | 'accountNumber'
    | 'accountName'
    | 'bvn'
    | 'appId'
    | 'borrowerId'
    | 'businessId'
    | 'bankCode'
    | 'bankName';
  expectTypeOf<
    Fields<IncomeTransactionData, 'success' | Account | 'balance' | 'pdfUrl' | 'lastTransactionDate' | 'trans'>
  >().toBeObject();
  type Income =
    | 'average_monthly_income'
    | 'averageMonthlyIncome'
    | 'annual_edti'
    | 'average_monthly_edti'
    | 'eligibleAmount'
    | 'DTI_reason';
  type Parts = 'spendingAnalysis' | 'salary' | 'creditBreakdown';
  expectTypeOf<Fields<IncomeInsightData, 'success' | 'businessId' | 'borrowerId' | Income | Parts>>().toBeObject();
  expectTypeOf<Fields<SpendingAnalysis, 'atm' | 'gambling' | 'tax'>>().toBeObject();
  expectTypeOf<Fields<SalaryFindings, 'narration' | 'amount'>>().toBeObject();
  expectTypeOf<
    Fields<CreditBreakdown, 'creditFirstHalf0' | 'debitSecondHalf1' | 'monthlyCredit' | 'min_crebit'>
  >().toBeObject();
});
