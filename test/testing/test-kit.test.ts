import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigurationError } from '../../src/errors.ts';
import { createReferenceServer } from '../../src/server/index.ts';
import { makeKit } from './made-kit.ts';

async function sharedServer() {
  const server = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
  onTestFinished(() => server.close());
  return server;
}

describe('a test kit', () => {
  test('begins on a fixed morning, whatever day it is', async () => {
    const { clock } = await makeKit();
    expect(clock.today()).toBe('2026-01-05');
  });

  test('begins when and how its server options say', async () => {
    const { clock, controls, kit } = await makeKit({
      serverOptions: {
        now: '2027-06-01T08:00:00Z',
        policy: { attemptsPerDueDate: 1 },
        segments: { mandate: 'm', discovery: 'd' },
      },
    });
    expect(clock.today()).toBe('2027-06-01');
    expect((await controls.policy()).attemptsPerDueDate).toBe(1);
    expect(await kit.discovery.banks()).not.toEqual([]);
  });

  test('serves a lender with ids and keys of its own', async () => {
    const merchant = {
      appId: 'a'.repeat(24),
      businessId: 'b'.repeat(24),
      publicKey: 'pk_test_own',
      secretKey: 'sk_test_own',
    };
    const { loanAt } = await makeKit({ serverOptions: { merchant } });
    expect((await loanAt('collecting')).stage).toBe('collecting');
  });

  test('gives what differs to the client', async () => {
    const { loanAt, controls, clock } = await makeKit({ client: { repaymentReports: 'platform' } });
    await loanAt('collecting');
    await clock.advance({ months: 1 });
    const reports = (await controls.bureauReports()).items as readonly { readonly event: string }[];
    expect(reports.map(({ event }) => event)).toEqual(['loan.approved', 'loan.disbursed', 'collection.success']);
  });

  test('sees nothing of another kit', async () => {
    const [one, other] = [await makeKit(), await makeKit()];
    const loan = await one.loanAt('collecting');
    await one.clock.advance({ months: 1 });
    expect(other.webhooks.received).toEqual([]);
    expect(other.clock.today()).toBe('2026-01-05');
    await expect(other.controls.readMandate(loan.mandateId)).rejects.toMatchObject({ status: 404 });
  });

  test('lives in a world of its own on a shared server, with its own time and webhooks', async () => {
    const server = await sharedServer();
    const [one, other] = [await makeKit({ server, world: 'one' }), await makeKit({ server, world: 'other' })];
    const [loan, twin] = await Promise.all([one.loanAt('collecting'), other.loanAt('collecting')]);
    await one.clock.advance({ months: 1 });
    const { data } = await one.webhooks.waitFor('collection.success');
    expect(data.mandateId).toBe(loan.mandateId);
    expect(other.clock.today()).toBe('2026-01-05');
    expect(other.webhooks.received.map(({ kind }) => kind)).toEqual([
      'mandate.activated',
      'mandate.activated',
      'mandate.activated',
    ]);
    expect((await other.kit.mandates.get(twin.mandateId)).collectedAmount).toBe(0);
  });

  test('shares a world with another kit without taking its payers', async () => {
    const server = await sharedServer();
    const [one, other] = [await makeKit({ server, world: 'shared' }), await makeKit({ server, world: 'shared' })];
    const [first, second] = [await one.loanAt('collecting'), await other.loanAt('collecting')];
    expect(first.primaryAccount.accountNumber).not.toBe(second.primaryAccount.accountNumber);
  });

  test('leaves a shared server open, and its own closed', async () => {
    const server = await sharedServer();
    const guest = await makeKit({ server, world: 'guest' });
    await guest.close();
    const next = await makeKit({ server, world: 'next' });
    expect((await next.loanAt('verified')).stage).toBe('verified');

    const host = await makeKit();
    await host.close();
    await expect(host.server.fetch('/_control/health')).rejects.toThrow(/closed/);
  });

  test('closes once, however often it is asked, also after its shared server', async () => {
    const server = await sharedServer();
    const guest = await makeKit({ server, world: 'guest' });
    await server.close();
    await guest.close();
    await guest.close();
    const own = await makeKit();
    await own.close();
    await own[Symbol.asyncDispose]();
  });

  test('refuses options that it does not know or that contradict each other', async () => {
    const server = await sharedServer();
    await expect(makeKit({ sever: server } as object)).rejects.toThrow(/sever: is unknown; did you mean server\?/);
    await expect(makeKit({ server, serverOptions: { seed: 2 } })).rejects.toThrow(ConfigurationError);
    for (const given of [{ policy: {} }, {}, null, 'http://127.0.0.1:4010', createReferenceServer]) {
      const error = await makeKit({ server: given } as object).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error).toMatchObject({
        message: expect.stringMatching(/server: .* a server that createReferenceServer returned; .* serverOptions/),
      });
    }
    for (const options of [{ serverOptions: 'now' }, { client: 7 }, { world: 7 }, null, 'shared', []]) {
      await expect(makeKit(options as object)).rejects.toThrow(ConfigurationError);
    }
    await expect(makeKit({ serverOptions: { webhook: { url: 'http://127.0.0.1:1/' } } as object })).rejects.toThrow(
      /serverOptions.webhook/,
    );
  });
});
