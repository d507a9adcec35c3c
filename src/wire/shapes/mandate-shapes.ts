import * as z from 'zod/mini';
import type { BankCodeRule } from '../../domain/identifiers.ts';
import type * as mandate from '../types/mandate-types.ts';
import * as answer from './answer-fields.ts';
import * as request from './request-fields.ts';
import { answerShape, onFirstUse, requestShape } from './shapes.ts';

const consent = onFirstUse(() =>
  answerShape<mandate.Consent>({
    _id: answer.ownId,
    accountNumber: answer.nuban,
    bankCode: answer.bankCode,
    accountName: answer.text,
    primary: answer.flag,
    active: answer.flag,
  }),
);

const breakdownItem = onFirstUse(() =>
  answerShape<mandate.BreakdownItem>({
    _id: answer.ownHexId,
    instalmentReference: answer.extraText,
    dueDate: answer.extraDay,
    amount: answer.extraAmount,
    amountCollected: answer.extraAmount,
    status: answer.extraText,
  }),
);

export const mandateShape = onFirstUse(() =>
  answerShape<mandate.Mandate>({
    _id: answer.ownHexId,
    businessId: answer.idText,
    reference: answer.text,
    bvn: answer.bvn,
    status: answer.text,
    totalAmountDue: answer.amount,
    outstandingBalance: answer.amount,
    collectedAmount: answer.amount,
    startDate: answer.dayOrNull,
    endDate: answer.dayOrNull,
    frequency: answer.textOrNull,
    collectionMode: answer.text,
    consents: z.array(consent()),
    repaymentDetails: answer.part(answerShape<mandate.RepaymentDetails>({ breakdown: z.array(breakdownItem()) })),
    appId: answer.extraText,
    productId: answer.extraText,
    debitType: answer.extraText,
    mandateType: answer.extraText,
    authorizationType: answer.extraText,
    createdAt: answer.extraTimestamp,
    updatedAt: answer.extraTimestamp,
  }),
);

export const createdConsentShape = onFirstUse(() =>
  answerShape<mandate.CreatedConsent>({
    _id: answer.ownHexId,
    status: answer.extraText,
    reference: answer.extraText,
  }),
);

export const depositAttachmentShape = onFirstUse(() =>
  answerShape<mandate.MicroDepositAttachment>({
    mandate: answer.part(
      answerShape<mandate.AttachedMandate>({ _id: answer.ownHexId, consents: z.array(answer.idText) }),
    ),
    transfer_destinations: z.array(
      answerShape<mandate.TransferDestination>({
        bank_name: answer.text,
        account_number: answer.text,
        icon: answer.extraText,
      }),
    ),
  }),
);

export const signatureAttachmentShape = onFirstUse(() =>
  answerShape<mandate.SignatureAttachment>({
    hasResult: answer.shown(answer.flag),
    result: answer.shown(answer.text),
    resultType: answer.shown(answer.integer),
    message: answer.shown(answer.text),
    validationMessages: answer.shown(answer.untyped),
    successful: answer.flag,
    exceptionThrown: answer.shown(answer.flag),
    error: answer.shown(answer.untyped),
    responseCode: answer.shown(answer.decimalText),
  }),
);

export const getMandateInputShape = onFirstUse(() =>
  requestShape<mandate.GetMandateInput>({ mandateId: request.objectId }),
);

const breakdownTerm = onFirstUse(() =>
  requestShape<mandate.BreakdownTerm>({ dueDate: request.day, amount: request.amount }),
);

/** The bodies of the placement operations, by the rule for bank codes. Spec §4.3 to §4.5. */
export function placementInputShapes(bankCodes: BankCodeRule) {
  const account = () => ({
    appId: request.text,
    businessId: request.text,
    accountNumber: request.accountNumber,
    bankCode: request.bankCode(bankCodes),
    email: request.email,
    address: request.text,
  });
  return {
    createConsent: onFirstUse(() =>
      requestShape<mandate.CreateConsentInput>({
        ...account(),
        mandateId: z.optional(request.objectId),
        mobileNumber: request.text,
        bvn: z.optional(request.bvn),
        primary: z.optional(z.boolean()),
        totalAmountDue: z.optional(request.amount),
        startDate: z.optional(request.day),
        endDate: z.optional(request.day),
        frequency: z.optional(request.text),
        collectionMode: z.optional(z.enum(['auto', 'manual'])),
        repaymentDetails: z.optional(z.strictObject({ breakdown: z.array(breakdownTerm()).check(z.minLength(1)) })),
      }),
    ),
    attachByMicroDeposit: onFirstUse(() =>
      requestShape<mandate.AttachByMicroDepositInput>({
        ...account(),
        mandateId: request.objectId,
        mobileNumber: request.text,
      }),
    ),
    attachBySignature: onFirstUse(() =>
      requestShape<mandate.AttachBySignatureInput>({
        ...account(),
        mandateId: request.objectId,
        accountName: request.text,
        phone: request.text,
        bankAddress: request.text,
        file: request.base64,
        name: z.optional(request.text),
        fileExtention: z.optional(request.text),
      }),
    ),
  };
}
