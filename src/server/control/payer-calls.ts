import { patchAccount, readAccount } from './engine/accounts.ts';
import { accountPatch, depositBody, payerBody, signatureBody } from './engine/bodies.ts';
import { addPayer } from './engine/payers.ts';
import { judgeSignature, makeDeposit } from './engine/verification.ts';
import type { ControlCall, ControlRoute } from './route.ts';

const accountOf = ({ param }: ControlCall) => ({ bankCode: param('bankCode'), accountNumber: param('accountNumber') });

/** Payers, their accounts at banks, and what proves an account. */
export const payerRoutes = [
  {
    method: 'POST',
    path: '/payers',
    summary: 'Adds a payer with bank accounts.',
    body: payerBody,
    handle: ({ live, body }) => addPayer(live.world, body),
  },
  {
    method: 'GET',
    path: '/accounts/{bankCode}/{accountNumber}',
    summary: 'An account as its bank sees it.',
    body: undefined,
    handle: (call) => readAccount(call.live.world, accountOf(call)),
  },
  {
    method: 'PATCH',
    path: '/accounts/{bankCode}/{accountNumber}',
    summary: 'Changes balance, activity, or what the bank answers to debits.',
    body: accountPatch,
    handle: (call) => patchAccount(call.live.world, call.body, accountOf(call)),
  },
  {
    method: 'POST',
    path: '/micro-deposits',
    summary: "The payer's ₦50 arrives.",
    body: depositBody,
    handle: ({ live, body }) => makeDeposit(live.world, body),
  },
  {
    method: 'POST',
    path: '/signatures',
    summary: "The payer's bank judges a signature.",
    body: signatureBody,
    handle: ({ live, body }) => judgeSignature(live.world, body),
  },
] as const satisfies readonly ControlRoute[];
