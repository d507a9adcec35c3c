import { expect, it } from 'vitest';
import { consent, payer, terms } from '../../../src/cli/demo/demo-server.ts';
import { RepayKit } from '../../../src/client/repay-kit.ts';
import { REFERENCE_DEFAULTS } from '../../../src/server/defaults.ts';
import { createReferenceServer } from '../../../src/server/reference-server.ts';

const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;

it('a loan whose mandate was reported active before its attachment was recorded still becomes verified', async () => {
  const server = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
  const account = { accountNumber: '0900000011', bankCode: '058' };
  await server.controls.addPayer({ bvn: payer.bvn, name: payer.name, accounts: [{ ...account, balance: 1_000 }] });
  const kit = new RepayKit({
    baseUrl: server.url,
    appId,
    businessId,
    publicKey,
    secretKey,
    segments,
    transport: server.dispatcher,
    clock: server.clock,
  });
  const opened = await kit.loans.open({ loanId: 'L-early', payer, terms, consent });
  const chosenBy = { ipAddress: '203.0.113.7', at: '2026-01-05T08:00:00Z' };
  const selected = await kit.discovery.select(await kit.discovery.discover(opened), {
    primaryAccount: account,
    backupAccounts: [],
    chosenBy,
  });
  const placed = await kit.mandates.place(selected);
  // Another process attaches and the bank honours at once; its webhook is confirmed before this process has written its attachment down.
  await kit.request('attachBySignature', {
    ...account,
    appId,
    businessId,
    mandateId: placed.mandateId,
    accountName: payer.name,
    email: payer.email,
    phone: payer.mobileNumber,
    address: payer.address,
    bankAddress: 'Yaba',
    file: 'aGVsbG8=',
  });
  const data = { mandateId: placed.mandateId };
  const synced = await kit.confirm({ kind: 'mandate.activated', event: 'mandate.activated', data, raw: data });
  expect(synced.kind).toBe('confirmed');

  const verifying = await kit.mandates.attachBySignature(placed, { file: 'aGVsbG8=', bankAddress: 'Yaba' });
  expect((await kit.mandates.refresh(verifying)).stage).toBe('verified');
  await kit.close();
  await server.close();
});
