import { describe, expect, onTestFinished, test } from 'vitest';
import { OperationEngine } from '../../src/client/engine.ts';
import { checkOptions } from '../../src/client/options-check.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { createReferenceServer } from '../../src/server/index.ts';
import { debit, errorOf, optionsFor } from './loopback-service.ts';

function engineInProcess() {
  const server = createReferenceServer();
  const keys = { publicKey: 'pk_test_repaykit', secretKey: 'sk_test_repaykit' };
  const transport = undiciTransport({ dispatcher: server.dispatcher });
  const engine = new OperationEngine(checkOptions(optionsFor('http://127.0.0.1:1', { ...keys, transport })));
  onTestFinished(async () => {
    await engine.close();
    await server.close();
  });
  return engine;
}

describe("through the reference server's dispatcher, without a port", () => {
  test('a read is answered', async () => {
    const banks = await engineInProcess().call('listBanks', {});
    expect(banks.length).toBeGreaterThanOrEqual(20);
  });

  test('a debit is refused by the rules of the server', async () => {
    expect(await errorOf(engineInProcess().call('collectManually', debit))).toMatchObject({
      name: 'ServiceError',
      status: 404,
      outcome: 'none',
      attempts: 1,
    });
  });

  test('an upload streams in and is acknowledged', async () => {
    const person = {
      bvn: '22200000001',
      accountName: 'Ada Obi',
      accountNumber: '0123456789',
      accountType: 'savings',
      bankName: 'Sample Bank',
      bankCode: '044',
    };
    const statement = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200_000, 7)]);
    const { response } = await engineInProcess()
      .call('uploadStatement', { ...person, statement })
      .withResponse();
    expect(response).toMatchObject({ status: 200, attempts: 1 });
  });
});
