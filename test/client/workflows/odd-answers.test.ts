import { describe, expect, test } from 'vitest';
import { createTestDelivery, parse } from '../../../src/webhooks/index.ts';
import type { Mandate } from '../../../src/wire/mandate-types.ts';
import { altered } from '../../journeys/altered.ts';
import { autoTerms, PRIMARY } from '../../journeys/people.ts';
import { errorOf, setStage } from '../../journeys/stage.ts';
import { walkTo } from '../../journeys/walk.ts';

const OTHER = 'f'.repeat(24);

async function collectingStage() {
  const stage = await setStage({ hears: false });
  const loan = await walkTo(stage, 'collecting');
  await stage.moveTo('2026-02-01T12:00:00Z');
  const read = (change: (mandate: Mandate) => object) =>
    stage.newKit({ transport: altered(stage.transport, '/get-mandate', change) });
  return { stage, loan, read };
}

describe('an answer about another mandate', () => {
  test('is refused when a loan is read again, and nothing is written', async () => {
    const { stage, loan, read } = await collectingStage();
    const before = await stage.eventsOf();
    const kit = read((mandate) => ({ ...mandate, _id: OTHER }));
    expect(await errorOf(kit.mandates.refresh(loan))).toMatchObject({
      name: 'AnswerError',
      code: 'answer_invalid',
      operation: 'getMandate',
      outcome: 'none',
      status: 200,
      issues: [{ path: 'data._id' }],
    });
    const told = createTestDelivery('mandate.failed', { mandateId: loan.mandateId, ...PRIMARY }, { secret: 's' });
    expect(await errorOf(kit.confirm(parse(told.body)))).toMatchObject({ name: 'AnswerError' });
    expect(await stage.eventsOf()).toEqual(before);
  });

  test('is one about the loan’s own where only the case of the letters differs', async () => {
    const { loan, read } = await collectingStage();
    const kit = read((mandate) => ({ ...mandate, _id: mandate._id.toUpperCase() }));
    expect((await kit.mandates.refresh(loan)).balances.collected).toBe(30_000);
  });

  test('where a placement is asked after proves nothing about this loan’s accounts: the same placement is sent again', async () => {
    const stage = await setStage({ hears: false });
    const selected = await walkTo(stage, 'selected');
    const failing = stage.newKit({ transport: altered(stage.transport, '/consent/create', () => null) });
    await errorOf(failing.mandates.place(selected));
    const kit = stage.newKit({
      transport: altered(stage.transport, '/get-mandate', (mandate: Mandate) => ({ ...mandate, _id: OTHER })),
    });
    const placed = await kit.mandates.place(selected);
    expect(placed.mandateId).not.toBe(OTHER);
    expect((await stage.server.controls.readMandate(placed.mandateId)).mandate.consents).toHaveLength(3);
    expect((await stage.requests()).createConsent).toBe(4);
  });

  test('is refused when accounts are attached, and the attachment stays open', async () => {
    const stage = await setStage({ hears: false });
    const placed = await walkTo(stage, 'placed');
    const kit = stage.newKit({
      transport: altered(stage.transport, '/micro-deposit/create/mandate', (data: object) => ({
        ...data,
        mandate: { _id: OTHER, consents: [] },
      })),
    });
    expect(await errorOf(kit.mandates.attachByMicroDeposit(placed))).toMatchObject({
      name: 'AnswerError',
      operation: 'attachByMicroDeposit',
      outcome: 'unknown',
      issues: [{ path: 'data.mandate._id' }],
    });
    expect((await stage.eventsOf()).map(({ type }) => type)).not.toContain('attachment.confirmed');
    expect((await stage.kit.mandates.attachByMicroDeposit(placed)).stage).toBe('verifying');
  });

  test('does not show where an attachment names no mandate', async () => {
    const stage = await setStage({ hears: false });
    const placed = await walkTo(stage, 'placed');
    const kit = stage.newKit({
      transport: altered(
        stage.transport,
        '/micro-deposit/create/mandate',
        ({ mandate: _, ...data }: { mandate: object }) => data,
      ),
    });
    expect((await kit.mandates.attachByMicroDeposit(placed)).stage).toBe('verifying');
  });
});

describe('an amount that cannot be', () => {
  const item = (change: object) => (mandate: Mandate) => {
    const [first, ...rest] = mandate.repaymentDetails?.breakdown ?? [];
    return { ...mandate, repaymentDetails: { breakdown: [{ ...first, ...change }, ...rest] } };
  };

  test.each<[string, (mandate: Mandate) => object, string]>([
    ['a collected amount below zero', (mandate) => ({ ...mandate, collectedAmount: -1 }), 'data.collectedAmount'],
    [
      'more collected than the loan’s total',
      (mandate) => ({ ...mandate, collectedAmount: 90_000.01 }),
      'data.collectedAmount',
    ],
    [
      'a trillion and one collected',
      (mandate) => ({ ...mandate, collectedAmount: 10 ** 12 + 1 }),
      'data.collectedAmount',
    ],
    [
      'beyond all numbers collected',
      (mandate) => ({ ...mandate, collectedAmount: '9'.repeat(13) }),
      'data.collectedAmount',
    ],
    [
      'an instalment with less than nothing collected',
      item({ amountCollected: -5 }),
      'data.repaymentDetails.breakdown.0.amountCollected',
    ],
    [
      'an instalment with more collected than the loan’s total',
      item({ amountCollected: 90_001 }),
      'data.repaymentDetails.breakdown.0.amountCollected',
    ],
  ])('such as %s is refused by its name and changes nothing for good', async (_what, change, path) => {
    const { stage, loan, read } = await collectingStage();
    const before = await stage.eventsOf();
    const error = await errorOf(read(change).mandates.refresh(loan));
    expect(error).toMatchObject({
      name: 'AnswerError',
      code: 'answer_invalid',
      operation: 'getMandate',
      issues: [{ path }],
    });
    expect(await stage.eventsOf()).toEqual(before);
    expect((await stage.kit.mandates.refresh(loan)).balances).toMatchObject({ collected: 30_000, outstanding: 60_000 });
  });

  test('is another matter on a mandate whose total is not the loan’s: the service may know more', async () => {
    const { loan, read } = await collectingStage();
    const kit = read((mandate) => ({ ...mandate, totalAmountDue: 95_000, collectedAmount: 92_000 }));
    expect((await kit.mandates.refresh(loan)).balances).toMatchObject({ collected: 92_000, outstanding: 0 });
  });

  test('is not the whole total: a loan may be repaid', async () => {
    const { loan, read } = await collectingStage();
    const kit = read((mandate) => ({ ...mandate, collectedAmount: autoTerms.totalAmountDue }));
    expect((await kit.mandates.refresh(loan)).balances).toMatchObject({ collected: 90_000, outstanding: 0 });
  });
});

test('text that no store keeps is cleaned before it reaches the loan file, and no step is left half done', async () => {
  const hostile = `\ud800Bank\u0000${'x'.repeat(1_000_000)}`;
  const stage = await setStage({ hears: false });
  const consented = await walkTo(stage, 'consented');
  const discovering = altered(stage.transport, '/discovery/', (accounts: readonly object[]) =>
    accounts.map((account) => ({ ...account, bankName: hostile })),
  );
  const discovered = await stage.newKit({ transport: discovering }).discovery.discover(consented);
  expect(discovered.accounts.map(({ bankName = '' }) => [bankName.slice(0, 6), bankName.length])).toEqual(
    discovered.accounts.map(() => ['\ufffdBank\ufffd', 1_000]),
  );
  const placed = await walkTo(stage, 'placed', { loanId: 'loan-2' });
  const destination = { bank_name: hostile, account_number: hostile, icon: hostile };
  const attaching = altered(stage.transport, '/micro-deposit/create/mandate', (data: object) => ({
    ...data,
    transfer_destinations: [destination],
  }));
  const verifying = await stage.newKit({ transport: attaching }).mandates.attachByMicroDeposit(placed);
  expect(verifying).toMatchObject({
    stage: 'verifying',
    transferDestinations: [{ bankName: expect.stringMatching(/^\ufffdBank\ufffd/) }],
  });
  const reading = altered(stage.transport, '/get-mandate', (mandate: Mandate) => ({ ...mandate, status: hostile }));
  expect(await stage.newKit({ transport: reading }).mandates.refresh(verifying)).toMatchObject({
    mandateStatus: 'unrecognised',
  });
});
