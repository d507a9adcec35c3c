import * as z from 'zod/mini';
import type * as insurance from '../types/insurance-types.ts';
import type {
  CoverBenefit,
  Insurer,
  ListProductsInput,
  OrderedProduct,
  Product,
  ProductType,
} from '../types/product-types.ts';
import * as answer from './answer-fields.ts';
import * as request from './request-fields.ts';
import { type AnswerFields, answerShape, onFirstUse, requestShape } from './shapes.ts';

export const listProductsInputShape = onFirstUse(() => requestShape<ListProductsInput>({ type: request.text }));

/** The body of a claim. Spec §4.12 does not say which fields are required. Without these three no claim can be paid. */
export const createClaimInputShape = onFirstUse(() =>
  requestShape<insurance.CreateClaimInput>({
    amount: request.amount,
    policy_number: request.text,
    attachments: z.optional(z.array(z.int())),
    payment_details: requestShape<insurance.PaymentDetails>({
      bank_name: request.text,
      account_number: request.text,
      sort_code: request.text,
    }),
  }),
);

const insurer = onFirstUse(() =>
  answerShape<Insurer>({
    code: answer.text,
    name: answer.text,
    logo_url: answer.textOrNull,
    terms_conditions: answer.extraText,
    currency: answer.text,
  }),
);

const orderedProductFields = (): AnswerFields<OrderedProduct> => ({
  title: answer.text,
  id: answer.integer,
  code: answer.text,
  description: answer.text,
  product_type: answerShape<ProductType>({
    id: answer.integer,
    name: answer.text,
    slug: answer.text,
    premium_type: answer.text,
    icon_url: answer.textOrNull,
  }),
  created_at: answer.timestampOrNull,
  price: answer.amount,
  premium_type: answer.text,
  premium_rate_unit: answer.text,
  premium_rate: answer.decimal,
  premium: answer.amountOrNull,
  partner_commission_rate: answer.decimalText,
  min_premium: answer.amountOrNull,
  cover_duration: answer.integerOrNull,
  premium_frequencies: z.array(answer.text),
});

export const productShape = onFirstUse(() =>
  answerShape<Product>({
    ...orderedProductFields(),
    insurer: insurer(),
    cover_benefits: z.array(
      answerShape<CoverBenefit>({
        id: answer.integer,
        cover: answer.text,
        benefit: answer.text,
        description: answer.textOrNull,
      }),
    ),
  }),
);

export const productsShape = onFirstUse<z.ZodMiniType<readonly Product[]>>(() => z.array(productShape()));

const customer = onFirstUse(() =>
  answerShape<insurance.PolicyCustomer>({
    id: answer.integer,
    ref: answer.text,
    email: answer.text,
    full_name: answer.text,
    first_name: answer.text,
    last_name: answer.text,
    phone: answer.text,
    sex: answer.textOrNull,
    birth_date: answer.dayText,
    next_of_kin_name: answer.textOrNull,
    next_of_kin_phone: answer.textOrNull,
    residential_address: answer.text,
    country: answer.textOrNull,
    state: answer.textOrNull,
    city: answer.textOrNull,
    customer_type: answer.text,
    created_at: answer.timestamp,
  }),
);

// The specification shows the details for goods in transit. A gadget has no trips, so nothing here is required.
const orderMeta = onFirstUse(() =>
  answerShape<insurance.OrderMeta>({
    asset_value: answer.extraAmount,
    broker_taxes: z.exactOptional(answer.untyped),
    trips_per_day: z.exactOptional(answer.untyped),
    trip_frequency: z.exactOptional(answer.textOrNull),
    pickup_location: z.exactOptional(answer.textOrNull),
    dropoff_location: z.exactOptional(answer.textOrNull),
    premium_frequency: z.exactOptional(answer.untyped),
    trip_days_per_year: z.exactOptional(answer.untyped),
    broker_premium_rate: z.exactOptional(answer.untyped),
  }),
);

const policyOrder = onFirstUse(() =>
  answerShape<insurance.PolicyOrder>({
    id: answer.integer,
    amount_due: answer.amount,
    premium: answer.amount,
    asset_ref: answer.textOrNull,
    created_at: answer.timestamp,
    status: answer.text,
    currency: answer.text,
    channel: answer.text,
    product: answerShape<OrderedProduct>(orderedProductFields()),
    payment_made_at: answer.timestamp,
    payment_method: answer.text,
    policy_start_date: answer.timestamp,
    meta: orderMeta(),
    country: answer.text,
  }),
);

/** A policy inside a claim. Spec §2.9. */
export const policyShape = onFirstUse(() =>
  answerShape<insurance.Policy>({
    id: answer.integer,
    number: answer.text,
    description: answer.textOrNull,
    start_date: answer.timestamp,
    end_date: answer.timestampOrNull,
    status: answer.textOrNull,
    insurer: insurer(),
    customer: customer(),
    order: policyOrder(),
    document: answer.storedFile,
    document_url: answer.url,
    insurance_type: answer.text,
    provider: answer.text,
  }),
);

const claim = onFirstUse(() =>
  answerShape<insurance.Claim>({
    id: answer.integer,
    status: answer.text,
    policy: policyShape(),
    amount_requested: answer.amount,
    amount_approved: answer.amountOrNull,
    currency: answer.text,
    insurer_comment: answer.textOrNull,
    created_at: answer.timestamp,
  }),
);

export const createdClaimShape = onFirstUse(() => answerShape<insurance.CreatedClaim>({ claim: claim() }));

const businessPolicy = onFirstUse(() =>
  answerShape<insurance.BusinessPolicy>({
    _id: answer.ownId,
    businessId: answer.idText,
    order_id: answer.idText,
    account_id: answer.idText,
    provider: answer.text,
    currency: answer.text,
    product_type: answer.text,
    amount: answer.amount,
    status: answer.text,
    order: answerShape<insurance.BusinessPolicyOrder>({
      id: answer.integer,
      asset_ref: answer.textOrNull,
      product_price: answer.amount,
      partner_commission: answer.amount,
      amount_due: answer.amount,
      currency: answer.text,
      payment_instructions: answerShape<insurance.PaymentInstructions>({ message: answer.text, success: answer.flag }),
      payment_gateway_charge: answer.untyped,
      status: answer.text,
      country: answer.text,
      meta: orderMeta(),
    }),
    createdAt: answer.timestamp,
    updatedAt: answer.timestamp,
    __v: answer.integer,
  }),
);

/** The business's policies. Spec §4.13. */
export const businessPoliciesShape = onFirstUse<z.ZodMiniType<readonly insurance.BusinessPolicy[]>>(() =>
  z.array(businessPolicy()),
);
