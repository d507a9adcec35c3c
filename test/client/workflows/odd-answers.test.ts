import { describe, expect, test } from 'vitest';
import { createTestDelivery, parse } from '../../../src/webhooks/index.ts';
import type { Mandate } from '../../../src/wire/types/mandate-types.ts';
import { altered } from '../../journeys/altered.ts';
import { createFixture, errorOf } from '../../journeys/fixture.ts';
import { autoTerms, PRIMARY } from '../../journeys/people.ts';
import { walkTo } from '../../journeys/walk.ts';

const OTHER = 'f'.repeat(24);

async function collectingStage() {
  const fixture = await createFixture({ receivesWebhooks: false });
  const loan = await walkTo(fixture, 'collecting');
  await fixture.moveTo('2026-02-01T12:00:00Z');
  const read = (change: (mandate: Mandate) => object) =>
    fixture.newKit({ transport: altered(fixture.transport, '/get-mandate', change) });
  return { fixture, loan, read };
}

describe('an answer about another mandate', () => {
  test('is refused when a loan is read again, and nothing is written', async () => {
    const { fixture, loan, read } = await collectingStage();
    const before = await fixture.eventsOf();
    const kit = read((mandate) => ({ ...mandate, _id: OTHER }));
    expect(await errorOf(kit.mandates.refresh(loan))).toMatchObject({
      name: 'AnswerError',
      code: 'answer_invalid',
      operation: 'getMandate',
      outcome: 'none',
      status: 200,
      issues: [{ path: 'data._id' }],
    });
    const reported = createTestDelivery('mandate.failed', { mandateId: loan.mandateId, ...PRIMARY }, { secret: 's' });
    expect(await errorOf(kit.confirm(parse(reported.body)))).toMatchObject({ name: 'AnswerError' });
    expect(await fixture.eventsOf()).toEqual(before);
  });

  test('is one about the loan’s own where only the case of the letters differs', async () => {
    const { loan, read } = await collectingStage();
    const kit = read((mandate) => ({ ...mandate, _id: mandate._id.toUpperCase() }));
    expect((await kit.mandates.refresh(loan)).balances.collected).toBe(30_000);
  });

  test('where a placement is asked after proves nothing about this loan’s accounts: the same placement is sent again', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const selected = await walkTo(fixture, 'selected');
    const failing = fixture.newKit({ transport: altered(fixture.transport, '/consent/create', () => null) });
    await errorOf(failing.mandates.place(selected));
    const kit = fixture.newKit({
      transport: altered(fixture.transport, '/get-mandate', (mandate: Mandate) => ({ ...mandate, _id: OTHER })),
    });
    const placed = await kit.mandates.place(selected);
    expect(placed.mandateId).not.toBe(OTHER);
    expect((await fixture.server.controls.readMandate(placed.mandateId)).mandate.consents).toHaveLength(3);
    expect((await fixture.requests()).createConsent).toBe(4);
  });

  test('is refused when accounts are attached, and the attachment stays open', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const placed = await walkTo(fixture, 'placed');
    const kit = fixture.newKit({
      transport: altered(fixture.transport, '/micro-deposit/create/mandate', (data: object) => ({
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
    expect((await fixture.eventsOf()).map(({ type }) => type)).not.toContain('attachment.confirmed');
    expect((await fixture.kit.mandates.attachByMicroDeposit(placed)).stage).toBe('verifying');
  });

  test('does not show where an attachment names no mandate', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const placed = await walkTo(fixture, 'placed');
    const kit = fixture.newKit({
      transport: altered(
        fixture.transport,
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
    const { fixture, loan, read } = await collectingStage();
    const before = await fixture.eventsOf();
    const error = await errorOf(read(change).mandates.refresh(loan));
    expect(error).toMatchObject({
      name: 'AnswerError',
      code: 'answer_invalid',
      operation: 'getMandate',
      issues: [{ path }],
    });
    expect(await fixture.eventsOf()).toEqual(before);
    expect((await fixture.kit.mandates.refresh(loan)).balances).toMatchObject({
      collected: 30_000,
      outstanding: 60_000,
    });
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
  const fixture = await createFixture({ receivesWebhooks: false });
  const consented = await walkTo(fixture, 'consented');
  const discovering = altered(fixture.transport, '/discovery/', (accounts: readonly object[]) =>
    accounts.map((account) => ({ ...account, bankName: hostile })),
  );
  const discovered = await fixture.newKit({ transport: discovering }).discovery.discover(consented);
  expect(discovered.accounts.map(({ bankName = '' }) => [bankName.slice(0, 6), bankName.length])).toEqual(
    discovered.accounts.map(() => ['\ufffdBank\ufffd', 1_000]),
  );
  const placed = await walkTo(fixture, 'placed', { loanId: 'loan-2' });
  const destination = { bank_name: hostile, account_number: hostile, icon: hostile };
  const attaching = altered(fixture.transport, '/micro-deposit/create/mandate', (data: object) => ({
    ...data,
    transfer_destinations: [destination],
  }));
  const verifying = await fixture.newKit({ transport: attaching }).mandates.attachByMicroDeposit(placed);
  expect(verifying).toMatchObject({
    stage: 'verifying',
    transferDestinations: [{ bankName: expect.stringMatching(/^\ufffdBank\ufffd/) }],
  });
  const reading = altered(fixture.transport, '/get-mandate', (mandate: Mandate) => ({ ...mandate, status: hostile }));
  expect(await fixture.newKit({ transport: reading }).mandates.refresh(verifying)).toMatchObject({
    mandateStatus: 'unrecognised',
  });
});
