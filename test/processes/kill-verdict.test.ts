import { expect, onTestFinished, test } from 'vitest';
import type { CollectingLoan } from '../../src/index.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { type Acknowledged, loanIdOf, merchantKit, nextStep, openingOf } from '../proof/kill/merchant.ts';
import { Platform } from '../proof/kill/platform.ts';
import { makePlace, openStore } from '../proof/kill/store-place.ts';
import { judge, type Remains, type Verdict } from '../proof/kill/verdict.ts';
import { Dice } from '../proof/tampering/dice.ts';

/** What a run without faults leaves behind: two loans, one debit each. */
async function calmRun(): Promise<Remains> {
  const platform = await Platform.open(1);
  const { place, clear } = await makePlace('sqlite');
  const { store, close } = openStore(place);
  const { clock } = platform.server;
  const kit = merchantKit(platform.url, { store, clock });
  onTestFinished(async () => {
    await kit.close();
    await close();
    await platform.close();
    await clear();
  });
  const acknowledged: Acknowledged[] = [];
  const numbers = [1, 2];
  for (const number of numbers) {
    await platform.addPayer(number);
    let loan = await kit.loans.open(openingOf(number)).then(({ loanId }) => kit.loans.get(loanId));
    while (loan.stage !== 'collecting') {
      if (loan.stage === 'verifying') await platform.payDeposits(loan.mandateId, number);
      acknowledged.push(await nextStep(kit, loan, { dice: new Dice(1), today: clock.today() }).take());
      loan = await kit.loans.get(loan.loanId);
    }
    const { loan: debited } = await kit.collections.collect(loan, { amount: 10_000, debitDate: clock.today() });
    await clock.advance('PT10M');
    await kit.bureau.awaitReported((await kit.collections.settle(debited)).loan);
  }
  return { kit, store, platform, numbers, acknowledged, seenHeads: (await store.list({ limit: 10 })).heads };
}

const nothingWrong = { lost: 0, sentTwice: 0, reportsLost: 0, acceptedTwice: 0, wrongs: [] };

/** What the verdict is once something was done behind the lender's back. */
async function verdictAfter(
  doing: (remains: Remains, loan: CollectingLoan) => Promise<Partial<Remains> | undefined>,
): Promise<Verdict> {
  const remains = await calmRun();
  expect(await judge(remains)).toMatchObject({ ...nothingWrong, debitsSent: 2, collected: 20_000 });
  const changed = await doing(remains, (await remains.kit.loans.get(loanIdOf(1))) as CollectingLoan);
  return judge({ ...remains, ...changed });
}

async function send({ platform }: Remains, method: string, path: string, body: object): Promise<void> {
  const headers = { token: REFERENCE_DEFAULTS.publicKey, 'content-type': 'application/json' };
  const response = await fetch(`${platform.url}${path}`, { method, headers, body: JSON.stringify(body) });
  expect(response.status).toBeLessThan(300);
}

test('a debit that is sent again behind the file is counted at the server, and the books do not agree', async () => {
  const verdict = await verdictAfter(async (remains, { mandateId }) => {
    await send(remains, 'PUT', '/v1/mandates/consent/business/manual/activate', {
      mandateId,
      amount: 10_000,
      debitDate: '2026-01-05',
    });
    await remains.platform.server.clock.advance('PT10M');
    return undefined;
  });
  expect(verdict).toMatchObject({ debitsSent: 3, sentTwice: 1, collected: 20_000 });
  expect(verdict.wrongs.join('\n')).toMatch(
    /no intent is left for[\s\S]*the server 20000 naira[\s\S]*the banks paid 2000000 kobo/,
  );
});

test('a report that the bureau got from elsewhere is noticed', async () => {
  const verdict = await verdictAfter(async (remains, { mandateId }) => {
    const content = { amount: 1, date: '2026-01-05', outstandingBalance: 1 };
    const report = {
      reportId: 'another',
      event: 'repayment.successful',
      mandateId,
      occurredAt: '2026-01-05T08:00:00Z',
      content,
    };
    await send(remains, 'POST', '/_bureau/reports', report);
    return undefined;
  });
  expect(verdict.wrongs.join('\n')).toMatch(
    /got other reports than were filed[\s\S]*repayments of 1000100 kobo were reported/,
  );
});

test('a report that is filed and not delivered is lost', async () => {
  const verdict = await verdictAfter(async ({ kit }, loan) => {
    await kit.bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-01-05' });
    return undefined;
  });
  expect(verdict).toMatchObject({ reportsLost: 1 });
});

test('a fact that was acknowledged and is not on file is lost, and so is one that is there as something else', async () => {
  const verdict = await verdictAfter(async ({ acknowledged }, { loanId, version }) => {
    const fact = { loanId, step: 'refresh', stage: 'collecting', version: version + 1, reported: 3 } as const;
    const debit = { debitId: 'unheard of', outcome: 'scheduled', reference: 'x' };
    return {
      acknowledged: [
        ...acknowledged,
        fact,
        { ...fact, version, stage: 'closed' },
        { ...fact, version, step: 'collect', debit },
      ],
    };
  });
  expect(verdict.lost).toBe(3);
});

test('a file whose past was rewritten is noticed by what others saw of it', async () => {
  const verdict = await verdictAfter(async ({ seenHeads }) => {
    const [first] = seenHeads;
    return first && { seenHeads: [...seenHeads, { ...first, head: 'f'.repeat(64) }] };
  });
  expect(verdict.lost).toBe(1);
});

test('money that a bank paid to another account does not agree', async () => {
  const verdict = await verdictAfter(async ({ platform }) => {
    await platform.server.bank.setBalance({ accountNumber: '4000000001', bankCode: '058' }, 1);
    return undefined;
  });
  expect(verdict.wrongs).toEqual([expect.stringMatching(/^loan-1: the banks paid \d+ kobo, the file has 1000000$/)]);
});
