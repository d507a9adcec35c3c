import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import { createReferenceServer } from '../../../src/server/index.ts';

const server = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
const { controls, clock } = server;

/** What a call is refused with, for plain JavaScript. */
async function refusalOf(call: () => Promise<unknown>): Promise<string> {
  const error = await call().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as Error).message;
}

describe('a misspelt name is refused with the one that was probably meant', () => {
  test.each([
    [{ kind: 'timeut' }, "kind: is unknown; did you mean 'timeout'? It must be one of"],
    [{ kind: 'Webhook_Drop' }, "did you mean 'webhook-drop'?"],
    [{ kind: 'timeout', operation: 'collectManualy' }, "did you mean 'collectManually'?"],
    [{ kind: 'webhook-drop', operation: 'collection.succes' }, "did you mean 'collection.success'?"],
    [{ kind: 'timeout', operatoin: 'getMandate' }, 'operatoin: is unknown; did you mean operation?'],
    [{ kind: 'timeout', when: 'aftr' }, "did you mean 'after'?"],
    [{ kind: 'timeout', zzzzzz: 1 }, 'known are kind, operation, mandateId'],
  ])('in the fault %j', async (fault, said) => {
    expect(await refusalOf(() => controls.addFault(fault as never))).toContain(said);
  });

  test.each([
    [{ dueHuor: 10 }, 'dueHuor: is unknown; did you mean dueHour?'],
    [{ attemptsPerDay: 5 }, 'attemptsPerDay: is unknown; did you mean attemptsPerDueDate?'],
    [{ webhook: { attemps: 3 } }, 'webhook.attemps: is unknown; did you mean attempts?'],
    [{ signatures: 'mached' }, "did you mean 'matched'?"],
    [JSON.parse('{"__proto__":3}'), '__proto__: is unknown'],
  ])('in the policy %j', async (policy, said) => {
    expect(await refusalOf(() => controls.patchPolicy(policy as never))).toContain(said);
    expect(() => createReferenceServer({ policy: policy as never })).toThrow(said);
  });

  test.each([
    ['happy-lon', 'did you mean happy-loan? There are happy-loan, first-account-fails'],
    ['deposit', 'did you mean deposit-dispute?'],
    ['zzzzzz', 'of this name; there are happy-loan'],
  ])('of the scenario %s', async (name, said) => {
    const answer = await server.fetch(`http://127.0.0.1/_control/scenarios/${name}`, { method: 'POST' });
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining(said)]);
  });

  test.each([
    [{ day: 1 }, 'day: is unknown; did you mean days?'],
    [{ hour: 2, days: 1 }, 'hour: is unknown; did you mean hours?'],
    [{ weeks: 1 }, 'weeks: is unknown; known are months, days, hours, minutes'],
  ])('in the duration %j', async (duration, said) => {
    expect(await refusalOf(() => clock.advance(duration as never))).toContain(said);
    expect(clock.iso()).toBe('2026-01-05T08:00:00.000Z');
  });
});

test('a value that is like no other is refused without a guess, and never repeated', async () => {
  const said = await refusalOf(() => controls.addFault({ kind: '22200000001' as never }));
  expect(said).not.toMatch(/did you mean|22200000001/);
});

test('the clock gives its time as text', async () => {
  const moved = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
  await moved.clock.advance({ days: 1, minutes: 30 });
  expect(moved.clock.iso()).toBe('2026-01-06T08:30:00.000Z');
});
