import { describe, expect, test } from 'vitest';
import { type BlackBox, collectable, deposit, endpoint, FIRST, LOAN, place, SECOND, start } from './black-box.ts';

const dispute = (box: BlackBox, body: unknown = { reason: 'not mine' }) =>
  box.control(`POST /mandates/${LOAN}/dispute`, body);
const resolve = (box: BlackBox, outcome: unknown) => box.control(`POST /mandates/${LOAN}/resolve-dispute`, { outcome });
const inside = async (box: BlackBox) => (await box.control(`GET /mandates/${LOAN}`)).json;
const statuses = async (box: BlackBox) => {
  const { mandate } = await inside(box);
  return [mandate.status, ...mandate.consents.map(({ status }: { status: string }) => status)];
};

describe('a dispute', () => {
  test('pauses collection, and the reinstated mandate is collected at the next 08:00', async () => {
    const box = await start();
    await collectable(box);
    expect((await dispute(box)).status).toBeLessThan(300);
    expect((await box.mandate()).status).toBe('disputed');
    expect((await inside(box)).gate.open).toBe(false);
    await box.moveTo('2026-02-02T12:00:00Z');
    expect((await box.mandate()).collectedAmount).toBe(0);
    expect((await resolve(box, 'reinstated')).status).toBeLessThan(300);
    expect((await box.mandate()).status).toBe('active');
    await box.moveTo('2026-02-03T07:00:00Z');
    expect((await box.mandate()).collectedAmount).toBe(10_000);
  });

  test('may be opened without a reason, and without a body', async () => {
    for (const body of [{}, undefined]) {
      const box = await start();
      await collectable(box);
      expect((await dispute(box, body)).status).toBeLessThan(300);
    }
  });

  test('reinstated puts each account back to what it was', async () => {
    const box = await start();
    await place(box, { accounts: [FIRST, SECOND] });
    await deposit(box);
    await dispute(box);
    expect((await statuses(box))[0]).toBe('disputed');
    await resolve(box, 'reinstated');
    expect(await statuses(box)).toEqual(['active', 'active', 'pending']);
  });

  test('over a deposit, reinstated, is pending again with a fresh window', async () => {
    const box = await start();
    await place(box);
    await box.advance('P6D');
    await deposit(box, FIRST, { outcome: 'disputed' });
    await box.advance('P6D');
    expect((await box.mandate()).status).toBe('disputed');
    await resolve(box, 'reinstated');
    expect((await box.mandate()).status).toBe('pending');
    await box.advance('PT167H59M59S');
    expect((await box.mandate()).status).toBe('pending');
    await box.advance('PT1S');
    expect((await box.mandate()).status).toBe('pending_timeout');
  });

  test('lost fails every account, each announced', async () => {
    const hook = await endpoint();
    const box = await start({ webhook: { url: hook.url } });
    await collectable(box, { accounts: [FIRST, SECOND] });
    hook.received.length = 0;
    await dispute(box);
    expect(hook.received).toEqual([]);
    await resolve(box, 'failed');
    expect(await statuses(box)).toEqual(['failed', 'failed', 'failed']);
    expect(hook.received.map(({ json }) => [json.event, json.data.accountNumber, json.data.status])).toEqual([
      ['mandate.failed', FIRST.accountNumber, 'failed'],
      ['mandate.failed', SECOND.accountNumber, 'failed'],
    ]);
    await box.moveTo('2026-02-02T00:00:00Z');
    expect((await box.mandate()).collectedAmount).toBe(0);
  });

  test('of one account alone makes the whole mandate disputed and stops its collection', async () => {
    const box = await start();
    await collectable(box);
    await place(box, { accounts: [SECOND] });
    await deposit(box, SECOND, { outcome: 'disputed' });
    expect((await box.mandate()).status).toBe('disputed');
    await box.moveTo('2026-02-02T00:00:00Z');
    expect((await box.mandate()).collectedAmount).toBe(0);
  });

  test('needs a mandate, an outcome, and a dispute to resolve', async () => {
    const box = await start();
    for (const call of ['dispute', 'resolve-dispute']) {
      expect(
        (await box
          .control(`POST /mandates/${'d'.repeat(24)}/${call}`, { outcome: 'failed' })
          .then(({ status }) => status)) >= 400,
      ).toBe(true);
    }
    expect((await dispute(box)).status).toBe(404);
    await collectable(box);
    expect((await resolve(box, 'reinstated')).status).toBe(409);
    await dispute(box);
    for (const outcome of ['won', undefined, null, 1]) expect((await resolve(box, outcome)).status).toBe(400);
    expect((await box.mandate()).status).toBe('disputed');
  });
});
