import { describe, expect, test } from 'vitest';
import {
  attempts,
  BVN,
  balances,
  collectable,
  endpoint,
  FIRST,
  instalments,
  LIST,
  LOAN,
  LOG,
  pathOf,
  SECOND,
  start,
  TWO,
} from './black-box.ts';

describe('news of a collection', () => {
  test('is one webhook per instalment and day with exactly these fields', async () => {
    const hook = await endpoint();
    const box = await start({ webhook: { url: hook.url } });
    await collectable(box, { accounts: [FIRST, SECOND] });
    hook.received.length = 0;
    await balances(box, 0);
    await box.moveTo('2026-01-31T07:00:00Z');
    const [item] = await instalments(box);
    const log = (await box.send(`${LOG}?mandateId=${LOAN}`)).json.data;
    expect(hook.received.map(({ json }) => json)).toEqual([
      {
        businessId: '650000000000000000000002',
        consentId: (await box.mandate()).consents[1]._id,
        mandateId: LOAN,
        accountName: 'NGOZI SAMPLE',
        accountNumber: TWO,
        bankName: expect.any(String),
        totalAmount: 10_000,
        providerMessage: expect.any(String),
        amountCollected: 10_000,
        status: 'success',
        collectedOn: '2026-01-31T07:00:00.000Z',
        collectionType: 'auto',
        instalmentReference: item.instalmentReference,
        instalmentStatus: 'success',
        reference: log.transactionRefence,
      },
    ]);
  });

  test('says failed, then overdue, then nothing while nothing changes, then what came in', async () => {
    const hook = await endpoint();
    const box = await start({ webhook: { url: hook.url } });
    await collectable(box);
    hook.received.length = 0;
    await balances(box, 0);
    const news = () =>
      hook.received.map(({ json }) => [
        json.collectedOn.slice(0, 16),
        json.instalmentStatus,
        json.amountCollected,
        json.status,
      ]);
    await box.moveTo('2026-02-05T00:00:00Z');
    await balances(box, 2_500);
    await box.moveTo('2026-02-06T00:00:00Z');
    await balances(box, 7_500);
    await box.moveTo('2026-02-07T00:00:00Z');
    expect(news()).toEqual([
      ['2026-01-31T15:00', 'failed', 0, 'success'],
      ['2026-02-01T15:00', 'overdue', 0, 'success'],
      ['2026-02-05T15:00', 'partially paid', 2_500, 'success'],
      ['2026-02-06T07:00', 'success', 10_000, 'success'],
    ]);
    const reports = (await box.control('GET /bureau/reports')).json.items.filter(
      ({ source }: { source: string }) => source === 'platform',
    );
    const days = reports.map(({ event, occurredAt }: Record<string, string>) => [event, occurredAt?.slice(0, 10)]);
    expect(days.map(([event]: string[]) => event)).toEqual(
      expect.arrayContaining(['collection.failed', 'collection.partial', 'collection.success']),
    );
    expect(new Set(days.map(String)).size).toBe(days.length);
  });

  test('says processing once while the outcome is unknown, and the bureau hears nothing before it is settled', async () => {
    const hook = await endpoint();
    const box = await start({ webhook: { url: hook.url } });
    await collectable(box);
    hook.received.length = 0;
    await box.control(`PATCH ${pathOf(FIRST)}`, { declineWith: '09' });
    await box.moveTo('2026-02-02T00:00:00Z');
    expect(hook.received.map(({ json }) => json.instalmentStatus)).toEqual(['processing']);
    const { items } = (await box.control('GET /bureau/reports')).json;
    expect(items.filter(({ source }: { source: string }) => source === 'platform')).toEqual([]);
  });
});

describe('the logs', () => {
  test('4.8 is null before the first collection and the newest log after; 4.9 is empty before', async () => {
    const box = await start();
    await collectable(box);
    expect((await box.send(`${LOG}?mandateId=${LOAN}`)).json).toEqual({
      status: true,
      message: null,
      error: false,
      data: null,
    });
    expect(await attempts(box)).toEqual([]);
    await box.moveTo('2026-03-02T00:00:00Z');
    expect((await box.send(`${LOG}?mandateId=${LOAN}`)).json.data.createdAt).toBe('2026-03-01T07:00:00.000Z');
  });

  test('4.10 needs a type, filters by status and search, and is newest first', async () => {
    const box = await start();
    await collectable(box);
    await box.moveTo('2026-02-01T00:00:00Z');
    await balances(box, 0);
    await box.moveTo('2026-03-02T00:00:00Z');
    const list = async (query: string) => (await box.send(`${LIST}?${query}`)).json.data;
    const all = await list('type=auto');
    expect(all.map((log: Record<string, string>) => [log.createdAt?.slice(0, 10), log.status])).toEqual([
      ['2026-03-01', 'failed'],
      ['2026-01-31', 'successful'],
    ]);
    expect(await list('type=manual')).toEqual([]);
    expect(await list('type=auto&status=successful')).toEqual([all[1]]);
    expect(await list('type=auto&status=pending')).toEqual([]);
    expect(await list(`type=auto&search=${BVN}`)).toEqual(all);
    expect(await list(`type=auto&search=${all[0].transactionRefence}`)).toEqual([all[0]]);
    expect(await list('type=auto&search=29900000099')).toEqual([]);
    for (const query of ['', 'type=', 'type=both', 'status=failed'])
      expect((await box.send(`${LIST}?${query}`)).status, query).toBe(400);
  });

  test('know their mandate and instalment, and need to be told', async () => {
    const box = await start();
    await collectable(box);
    const unknown = 'd'.repeat(24);
    for (const query of [`mandateId=${unknown}&breakdownId=${unknown}`, `mandateId=${LOAN}&breakdownId=${unknown}`]) {
      expect((await box.send(`${LOG}/installment?${query}`)).status, query).toBe(404);
    }
    expect((await box.send(`${LOG}?mandateId=${unknown}`)).status).toBe(404);
    for (const query of [
      '',
      'mandateId=xyz',
      `mandateId=${LOAN}`,
      `mandateId=${LOAN}&breakdownId=x`,
      `breakdownId=${unknown}`,
    ]) {
      expect((await box.send(`${LOG}/installment?${query}`)).status, query).toBe(400);
    }
    for (const query of ['', '?', '?mandateId=', '?mandateId=12'])
      expect((await box.send(`${LOG}${query}`)).status, query).toBe(400);
  });
});
