/** Payers, mandates, the merchant and the merchant agreement. */
import type { MandateStatus } from '../../domain/mandate.ts';
import { answer } from '../answer.ts';
import { explainMandate } from '../diagnosis/explain-mandate.ts';
import { addPolicy } from '../engine/insurance/policies.ts';
import { listMandates, listPayers, type PageOptions } from '../engine/lists.ts';
import { openDispute, readMandateInside, resolveDispute } from '../engine/mandate-inside.ts';
import { addPayer, patchAccount, readAccount } from '../engine/payers.ts';
import { mandateOr404 } from '../engine/refusals.ts';
import { patchMerchant, patchPolicy } from '../engine/settings.ts';
import { judgeSignature, makeDeposit } from '../engine/verification.ts';
import type { ControlHandlers, ControlRequest } from './control-request.ts';

type Query = ControlRequest<unknown>['query'];

const pageOf = ({ page, limit }: Query): PageOptions => ({
  ...(page !== undefined && { page: Number(page) }),
  ...(limit !== undefined && { limit: Number(limit) }),
});

const accountOf = ({ param }: Pick<ControlRequest<unknown>, 'param'>) => ({
  bankCode: param('bankCode'),
  accountNumber: param('accountNumber'),
});

/** Handlers of calls about loans. */
export const loanHandlers = {
  payers: ({ live, query }) => listPayers(live.world, pageOf(query)),
  addPayer: ({ live, body }) => addPayer(live.world, body),
  readAccount: ({ live, param }) => readAccount(live.world, accountOf({ param })),
  patchAccount: ({ live, param, body }) => patchAccount(live.world, body, accountOf({ param })),
  makeDeposit: ({ live, body }) => makeDeposit(live.world, body),
  judgeSignature: ({ live, body }) => judgeSignature(live.world, body),
  mandates: ({ live, query }) => {
    const { payer, status, dueDate } = query;
    return listMandates(live.world, {
      ...pageOf(query),
      ...(payer !== undefined && { payer }),
      ...(status !== undefined && { status: status as MandateStatus }),
      ...(dueDate !== undefined && { dueDate }),
    });
  },
  readMandate: ({ live, param }) => readMandateInside(live.world, param('id')),
  explain: ({ live, query }) => {
    const found = mandateOr404(live.world, query.mandateId ?? '');
    return found.ok ? answer(explainMandate(live.world, found.mandate)) : found;
  },
  openDispute: ({ live, param, body }) => openDispute(live.world, body, param('id')),
  resolveDispute: ({ live, param, body }) => resolveDispute(live.world, body, param('id')),
  policy: ({ live }) => answer(live.world.policy),
  patchPolicy: ({ live, body }) => patchPolicy(live.world, body),
  merchant: ({ live }) => answer(live.world.merchant),
  patchMerchant: ({ live, body }) => patchMerchant(live.world, body),
  addPolicy: ({ live, body }) => addPolicy(live.book, body, { now: live.world.now, filesUrl: live.filesUrl }),
} satisfies Partial<ControlHandlers>;
