import { describe, expect, test } from 'vitest';
import type { CollectingLoan, RepayKit } from '../../src/index.ts';
import { runDue } from '../../src/worker/index.ts';
import type { AnsweredFault } from '../journeys/faulty-transport.ts';
import { type PlantedFixture, plantedFixture, underFaults } from './planted-fixture.ts';
import { bankAccounts, person, statement } from './planted-values.ts';
import { walkWithFaults } from './planted-walk.ts';

const [first, last] = person.name.split(' ') as [string, string];
const html = (text: string) => Array.from(text, (letter) => `&#${letter.codePointAt(0)};`).join('');

/** What a service knows of the payer and this call did not send, in the ways in which services write it. */
const sayings: readonly string[] = [
  `${last.toUpperCase()}, ${first}`,
  `customer ${first}_${last} of ${person.address.toUpperCase()}`,
  `Mr. ${last}, near 17, QUILLWORT cres.`,
  `${first.toLowerCase()}${last.toLowerCase()}`,
  `payer ${encodeURIComponent(person.name)}, ${html(person.name)}, ${html(person.bvn)}`,
  `call +234 ${person.mobileNumber.slice(1, 4)} ${person.mobileNumber.slice(4)} or mail ${person.email.toUpperCase()}`,
  `BVN ${person.bvn.slice(0, 3)} ${person.bvn.slice(3, 7)} ${person.bvn.slice(7)}, 99${person.bvn}0007, ${bankAccounts[1].accountNumber}/${last}`,
];
const said = sayings.join('; ');

const headers = {
  'x-request-id': `req-${person.bvn}-${last}-77${bankAccounts[0].accountNumber}77`,
  location: `https://elsewhere.example/${person.bvn}/${encodeURIComponent(person.name)}`,
  'content-type': `application/json; owner=${last}`,
  'content-encoding': last,
};
const failure = {
  status: false,
  error: true,
  message: said,
  data: { code: `no ${last}`, rule: said, fields: [{ path: `payers.${last}.${person.bvn}`, message: said }] },
};

/** Hostile answers of every form that a client reads. */
const hostile: readonly AnsweredFault[] = [
  { status: 422, headers, body: failure },
  { status: 500, headers, body: failure },
  { status: 429, headers: { ...headers, 'retry-after': '0' }, body: failure },
  { status: 302, headers, body: said },
  { status: 200, headers, body: failure },
  { status: 200, headers, body: { ...failure, status: true } },
  {
    status: 200,
    headers,
    body: {
      status: true,
      error: false,
      message: said,
      data: { [person.name]: { [person.bvn]: said }, mandateId: said, _id: said },
    },
  },
  { status: 200, headers: { ...headers, 'content-type': `text/${last}` }, body: said },
];

async function ask(stage: PlantedFixture, call: () => Promise<unknown>): Promise<void> {
  const end = await Promise.allSettled([underFaults(stage, call, hostile)]);
  stage.watcher.lookAt('the end of a call', end[0]?.status === 'rejected' ? end[0].reason : undefined);
}

function expectNoLeaks({ watcher }: PlantedFixture): void {
  expect(watcher.leaks.slice(0, 5)).toEqual([]);
}

describe('nothing that a hostile service says of the payer is printed or kept', () => {
  test('over a loan, whatever the call sent', { timeout: 60_000 }, async () => {
    const stage = await plantedFixture();
    const { kit, watcher, store } = stage;
    const loan = await walkWithFaults(stage, { kinds: hostile });
    const present = async () => (await kit.loans.get(loan.loanId)) as CollectingLoan;
    for (const [day, answer] of hostile.entries()) {
      stage.faults.push(answer);
      const [end] = await Promise.allSettled([
        kit.collections.collect(await present(), { amount: 5_000 + day, debitDate: `2026-02-1${day}` }),
      ]);
      watcher.lookAt('a debit', end.status === 'rejected' ? end.reason : end.value.debit);
      watcher.lookAt(
        'the error of a debit',
        end.status === 'fulfilled' && 'error' in end.value.debit ? end.value.debit.error : '',
      );
      stage.faults.length = 0;
    }
    await ask(stage, async () => kit.collections.settle(await present()));
    await ask(stage, async () => kit.mandates.refresh(await present()));
    stage.faults.push(...hostile, ...hostile);
    watcher.lookAt(
      'a run',
      await runDue(kit, { onProgress: (progress) => watcher.lookAt('the progress of a run', progress) }),
    );
    stage.faults.length = 0;
    watcher.lookAt('duties', await kit.loans.duties(await present()));
    for (const { body } of (await store.load(loan.loanId))?.events ?? []) watcher.look('an event on file', body);
    watcher.look('the evidence', await kit.loans.evidence(loan.loanId));
    stage.look(await present());
    expectNoLeaks(stage);
  });

  test('outside of a loan, of whom it was sent or is known by the mandate', { timeout: 30_000 }, async () => {
    const stage = await plantedFixture();
    const { kit } = stage;
    const { mandateId } = await walkWithFaults(stage, { kinds: [] });
    const breakdownId = 'ab'.repeat(12);
    const calls: readonly ((kit: RepayKit) => Promise<unknown>)[] = [
      ({ mandates }) => mandates.get(mandateId),
      ({ collections }) => collections.log(mandateId),
      ({ collections }) => collections.attempts(mandateId, breakdownId),
      (client) => client.request('getMandate', { mandateId }),
    ];
    for (const call of calls) await ask(stage, async () => call(kit));
    expectNoLeaks(stage);
  });

  test('of uploads, whose fields name their person', async () => {
    const stage = await plantedFixture();
    const { kit, watcher } = stage;
    await ask(stage, async () => kit.income.uploadStatement(statement, { once: 'upload-1' }));
    // An upload says nothing of an address, and no one could know it.
    expect(watcher.leaks.filter(({ value }) => value !== 'street')).toEqual([]);
  });
});
