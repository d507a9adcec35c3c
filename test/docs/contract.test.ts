import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createStatement, createTestKit, type TestKit } from '../../src/testing/index.ts';
import { operations } from '../../src/wire/operations.ts';

const [, section = ''] = readFileSync('docs/contract.md', 'utf8').split('\n## The 15 operations\n');
const text = section.split('\n## ')[0] ?? '';
const cells = text
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));

/** Of the first table, `listBanks §4.1` and `GET /v1/…`. */
const requests = cells
  .filter(({ length }) => length === 4)
  .map(([, operation = '', request = '']) => {
    const [[id = '', spec = ''], [method = '', path = '']] = [operation.split(' '), request.split(' ')];
    return { id, spec, method, path };
  });

/** Of the second table, the operation, whether it is repeated, and the methods that send it. */
const rows = cells
  .filter(({ length }) => length === 5)
  .map(([, id = '', repeated = '', methods = '']) => ({ id, repeated, calls: methods.split(' ') }));

/** The header that the text gives an operation: those it names, or the one for all others. */
const headerOf = (id: string) =>
  new RegExp(`\`${id}\` has\\s+\`([^\`]+)\``).exec(text)?.[1] ?? /the header `([^`]+)`/.exec(text)?.[1];

const headers = {
  token: 'token: PUBLIC_KEY',
  bearer: 'Authorization: Bearer SECRET_KEY',
  'authorization-token': 'Authorization: token PUBLIC_KEY',
} as const;

const words = { safe: 'yes', 'ask-first': 'ask first', never: 'never' } as const;
const chosenBy = { ipAddress: '203.0.113.7', at: '2026-01-05T08:00:00Z' };

function statement() {
  const { pdf, password, truth } = createStatement({ profile: 'salary', months: 3, seed: 11 });
  const { account, bank } = truth;
  const person = {
    bvn: '22200000001',
    accountName: account.name,
    accountNumber: account.number,
    accountType: 'savings',
  };
  return {
    ...person,
    bankName: bank.name,
    bankCode: bank.code,
    statement: pdf,
    ...(password === undefined ? {} : { password }),
  };
}

/** Each call that the table names, ready to be made on a loan at the right stage. */
const made: Readonly<Record<string, (platform: TestKit) => Promise<() => unknown>>> = {
  'discovery.banks':
    async ({ kit }) =>
    () =>
      kit.discovery.banks(),
  'discovery.discover': async ({ kit, loanAt }) =>
    kit.discovery.discover.bind(kit.discovery, await loanAt('consented')),
  'mandates.place': async ({ kit, loanAt }) => kit.mandates.place.bind(kit.mandates, await loanAt('selected')),
  'mandates.addBackup': async ({ kit, loanAt, payer }) => {
    const discovered = await loanAt('discovered');
    const [primaryAccount, account] = discovered.accounts;
    if (!primaryAccount || !account) throw new Error('the payer has too few accounts');
    const selected = await kit.discovery.select(discovered, { primaryAccount, backupAccounts: [], chosenBy });
    const verifying = await kit.mandates.attachByMicroDeposit(await kit.mandates.place(selected));
    await payer.depositArrives();
    const loan = await kit.mandates.awaitActive(verifying);
    return () => kit.mandates.addBackup(loan, { account, chosenBy }, { by: 'micro-deposit' });
  },
  'mandates.attachByMicroDeposit': async ({ kit, loanAt }) =>
    kit.mandates.attachByMicroDeposit.bind(kit.mandates, await loanAt('placed')),
  'mandates.attachBySignature': async ({ kit, loanAt }) => {
    const loan = await loanAt('placed');
    return () => kit.mandates.attachBySignature(loan, { file: 'aGVsbG8=', bankAddress: '1 Broad Street, Lagos' });
  },
  'mandates.get': async ({ kit, loanAt }) => {
    const { mandateId } = await loanAt('verified');
    return () => kit.mandates.get(mandateId);
  },
  'mandates.refresh': async ({ kit, loanAt }) => kit.mandates.refresh.bind(kit.mandates, await loanAt('verified')),
  'mandates.awaitActive': async ({ kit, loanAt, payer, controls }) => {
    const loan = await loanAt('verifying');
    await controls.setWebhookEndpoint({ url: null }); // what a webhook reported is not asked again
    await payer.depositArrives();
    return () => kit.mandates.awaitActive(loan);
  },
  'loans.mayDisburse': async ({ kit, loanAt }) => kit.loans.mayDisburse.bind(kit.loans, await loanAt('approved')),
  'collections.collect': async ({ kit, loanAt }) => {
    const loan = await loanAt('collecting', { mode: 'manual' });
    return () => kit.collections.collect(loan, { amount: 10_000, debitDate: '2026-01-06' });
  },
  'collections.log': async ({ kit, loanAt }) =>
    kit.collections.log.bind(kit.collections, (await loanAt('collecting')).mandateId),
  'collections.attempts': async ({ kit, loanAt }) => {
    const { mandateId } = await loanAt('collecting');
    const { repaymentDetails } = await kit.mandates.get(mandateId);
    return () => kit.collections.attempts(mandateId, repaymentDetails?.breakdown[0]?._id ?? '');
  },
  'collections.list':
    async ({ kit }) =>
    () =>
      kit.collections.list({ type: 'manual', search: '22200000001' }),
  'insurance.products':
    async ({ kit }) =>
    () =>
      kit.insurance.products('git'),
  'insurance.claim': async ({ kit }) => {
    const payment_details = { bank_name: 'Sample Bank', account_number: '0123456789', sort_code: '058' };
    return () => kit.insurance.claim({ amount: 10_000, policy_number: 'POL-GIT-5001', payment_details });
  },
  'insurance.policies':
    async ({ kit }) =>
    () =>
      kit.insurance.policies(),
  'income.uploadStatement':
    async ({ kit }) =>
    () =>
      kit.income.uploadStatement(statement()),
  'income.processIncome':
    async ({ kit }) =>
    () =>
      kit.income.processIncome(statement()),
};

describe('the table of operations', () => {
  const wire = Object.values(operations);

  test('says what the rows of the wire say, in their order', () => {
    expect(requests).toEqual(wire.map(({ id, spec, method, path }) => ({ id, spec, method, path })));
    expect(rows.map(({ id, repeated }) => [id, repeated])).toEqual(wire.map(({ id, repeat }) => [id, words[repeat]]));
  });

  test.each(wire)('says which credential $id carries', ({ id, credential }) =>
    expect(headerOf(id)).toBe(headers[credential]),
  );

  test('names every call that is tried here', () =>
    expect([...new Set(rows.flatMap(({ calls }) => calls))].sort()).toEqual(Object.keys(made).sort()));

  test.each(rows.flatMap(({ id, calls }) => calls.map((call) => ({ id, call }))))(
    '$call sends $id',
    async ({ id, call }) => {
      const sent: string[] = [];
      await using platform = await createTestKit({
        client: { hooks: { beforeRequest: ({ operation }) => void sent.push(operation) } },
      });
      const send = await made[call]?.(platform);
      sent.length = 0;
      await send?.();
      expect(sent).toContain(id);
    },
  );
});
