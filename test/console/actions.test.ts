/** Actions about money and reports, on loans that need them. */
import { expect, test } from 'vitest';
import { type ConsoleOptions, consoleHandler } from '../../src/console/index.ts';
import { ServiceError } from '../../src/errors.ts';
import type { RepayKit } from '../../src/index.ts';
import { runDue } from '../../src/worker/run-due.ts';
import { debitFixture, LOST, SHOWS_NOTHING, WANTED } from '../client/debit-fixture.ts';
import { createFixture } from '../journeys/fixture.ts';
import { disbursedLoans } from '../worker/bureaus.ts';

async function open(kit: RepayKit, options: Partial<ConsoleOptions>) {
  await runDue(kit);
  const handle = consoleHandler({ kit, authorize: () => ({ name: 'Ngozi' }), ...options });
  const headers = { 'sec-fetch-site': 'same-origin' };
  return {
    today: async () =>
      (await handle(new Request('http://localhost/-/today', { headers }))).json() as Promise<{
        debits: object[];
        duties: { duty: string; reportId?: string }[];
      }>,
    post: async (name: string, body: object) => {
      const request = new Request(`http://localhost/-/${name}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return (await handle(request)).status;
    },
  };
}

test('a parked debit is shown with its evidence, and settled in the name of the person', async () => {
  const stage = await debitFixture();
  stage.faults.debit = LOST;
  stage.faults.list = SHOWS_NOTHING;
  await stage.kit.collections.collect(stage.first, WANTED);
  stage.faults.debit = undefined;
  for (const minutes of [15, 1]) {
    await stage.pass(minutes);
    await stage.kit.collections.settle(await stage.loan());
  }
  const [debit] = (await stage.loan()).debits;
  const { loanId } = await stage.loan();
  const { today, post } = await open(stage.kit, { allow: ['settle'] });
  expect((await today()).debits).toMatchObject([
    { loanId, debitId: debit?.debitId, status: 'parked', parkedFor: expect.any(String) },
  ]);
  const input = { loanId, debitId: debit?.debitId, result: 'not-taken' };
  expect(await post('settle', input)).toBe(400);
  expect(await post('settle', { ...input, reason: 'The bank says so' })).toBe(200);
  expect((await stage.eventsOf()).at(-1)).toMatchObject({
    type: 'debit.settled',
    result: 'failed',
    decision: { decidedBy: 'Ngozi', reason: 'The bank says so' },
  });
  expect((await today()).debits).toEqual([]);
});

test('a report that the bureau refused is delivered again, and the file says who asked for it', async () => {
  const fixture = await createFixture({ receivesWebhooks: false });
  await disbursedLoans(fixture, 1);
  let refuses = true;
  const submit = async () => {
    if (refuses) throw new ServiceError('no such member', { status: 422 });
  };
  const kit = fixture.newKit({ bureau: { submit } });
  const { today, post } = await open(kit, { allow: ['release'] });
  const [duty] = (await today()).duties.filter(({ duty }) => duty === 'mend-report');
  const reportId = duty?.reportId;
  expect(await post('release', { loanId: 'loan-1', reportId: 'another', reason: 'Fixed' })).toBe(400);
  refuses = false;
  expect(await post('release', { loanId: 'loan-1', reportId, reason: 'The member is registered now' })).toBe(200);
  const types = (await fixture.eventsOf('loan-1')).slice(-2);
  expect(types).toMatchObject([
    { type: 'action.taken', action: 'release', by: 'Ngozi', subject: reportId },
    { type: 'report.released' },
  ]);
});
