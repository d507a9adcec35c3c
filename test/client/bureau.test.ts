import { describe, expect, test } from 'vitest';
import type { BureauReport } from '../../src/index.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import { transfer } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const pathsOf = (error: { readonly issues: readonly { readonly path: string }[] }) =>
  error.issues.map(({ path }) => path);

/** A bureau that can be made to fail, and remembers what it was given. */
function someBureau() {
  const given: BureauReport[] = [];
  const failures: Error[] = [];
  return {
    given,
    failures,
    async submit(report: BureauReport) {
      given.push(report);
      const failure = failures.shift();
      if (failure) throw failure;
    },
  };
}

/** Something that is waited for until it is opened. */
function openable() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Moves time on until something is over. */
async function until(fixture: Fixture, waiting: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  void waiting.then(over, over);
  while (!isOver) await fixture.server.clock.advance('PT1S');
}

describe('the credit decision', () => {
  test('is reported with what the terms say, or the lender’s own words and extra fields', async () => {
    const plain = await createFixture();
    await plain.kit.bureau.reportApproved(await walkTo(plain, 'verified'));
    const [filed] = (await plain.eventsOf()).filter(({ type }) => type === 'report.filed');
    expect(filed).toMatchObject({
      report: {
        event: 'loan.approved',
        content: { approvedAmount: 80_000, offerTerms: { instalments: 3, frequency: 'monthly' } },
      },
    });

    const own = await createFixture();
    const input = { offerTerms: 'as agreed', tenure: 'P3M', approvedAmount: 80_000, extra: { branch: 'Ikeja' } };
    await own.kit.bureau.reportApproved(await walkTo(own, 'verified'), input);
    expect((await own.eventsOf()).at(-1)).toMatchObject({
      report: { content: { offerTerms: 'as agreed', tenure: 'P3M', approvedAmount: 80_000 } },
      personal: { extra: { branch: 'Ikeja' } },
    });
  });

  test('keeps what the lender added apart, and the bureau gets it all the same', async () => {
    const bureau = someBureau();
    const fixture = await createFixture({ kit: { bureau } });
    const approved = await fixture.kit.bureau.reportApproved(await walkTo(fixture, 'verified'), {
      extra: { employer: 'Adire Textiles' },
    });
    const filed = (await fixture.eventsOf()).at(-1);
    expect(JSON.stringify({ ...filed, personal: undefined })).not.toContain('Adire');
    await fixture.kit.bureau.awaitReported(await fixture.kit.bureau.reportDisbursed(approved, transfer));
    expect(bureau.given[0]?.content).toMatchObject({ employer: 'Adire Textiles', approvedAmount: 80_000 });
  });

  test.each([
    [{ extra: { approvedAmount: 1 } }, ['extra.approvedAmount']],
    [{ extra: 'Ikeja' }, ['extra']],
    [{ offerTerms: '' }, ['offerTerms']],
  ])('with %j is refused', async (input, paths) => {
    const fixture = await createFixture();
    const verified = await walkTo(fixture, 'verified');
    expect(pathsOf(await errorOf(fixture.kit.bureau.reportApproved(verified, input as never)))).toEqual(paths);
  });

  test('of another amount than the payer consented to is refused', async () => {
    const fixture = await createFixture();
    const verified = await walkTo(fixture, 'verified');
    expect(pathsOf(await errorOf(fixture.kit.bureau.reportApproved(verified, { approvedAmount: 80_000.01 })))).toEqual([
      'approvedAmount',
    ]);
    expect((await fixture.kit.bureau.reportApproved(verified, null as never)).stage).toBe('approved');
  });
});

describe('the disbursement', () => {
  test.each([
    [undefined, ['amount', 'date', 'reference']],
    [{ amount: '80000', date: '5 January', reference: ' ' }, ['amount', 'date', 'reference']],
    [{ ...transfer, amount: 0 }, ['amount']],
  ])('of %j is refused with every mistake', async (input, paths) => {
    const fixture = await createFixture();
    const approved = await walkTo(fixture, 'approved');
    expect(pathsOf(await errorOf(fixture.kit.bureau.reportDisbursed(approved, input as never)))).toEqual(paths);
  });

  test('of a kobo more than was approved is refused; less is reported as it was', async () => {
    const fixture = await createFixture();
    const approved = await walkTo(fixture, 'approved');
    const tooMuch = fixture.kit.bureau.reportDisbursed(approved, { ...transfer, amount: 80_000.01 });
    expect(await errorOf(tooMuch)).toMatchObject({ rule: 'disbursement-within-approval' });
    expect((await fixture.kit.bureau.reportDisbursed(approved, { ...transfer, amount: 79_500 })).stage).toBe(
      'disbursed',
    );
  });

  test('given again answers the loan as it is; given differently it is refused with the present loan', async () => {
    const fixture = await createFixture();
    const approved = await walkTo(fixture, 'approved');
    const disbursed = await fixture.kit.bureau.reportDisbursed(approved, transfer);
    expect(await fixture.kit.bureau.reportDisbursed(approved, { ...transfer })).toEqual(disbursed);
    const other = fixture.kit.bureau.reportDisbursed(approved, { ...transfer, amount: 70_000 });
    expect(await errorOf(other)).toMatchObject({ name: 'StaleLoanError', current: { stage: 'disbursed' } });
    expect((await fixture.eventsOf()).filter(({ type }) => type === 'report.filed')).toHaveLength(2);
  });
});

describe('delivery to the bureau', () => {
  test('is in order, once each, and opens collection only with the acknowledged disbursement', async () => {
    const bureau = someBureau();
    const fixture = await createFixture({ kit: { bureau } });
    const disbursed = await walkTo(fixture, 'disbursed');
    expect(bureau.given).toEqual([]);
    const collecting = await fixture.kit.bureau.awaitReported(disbursed);
    expect(collecting.stage).toBe('collecting');
    await fixture.kit.bureau.awaitReported(collecting);
    expect(await fixture.kit.bureau.awaitReported(disbursed)).toMatchObject({ stage: 'collecting' });
    expect(bureau.given.map(({ event }) => event)).toEqual(['loan.approved', 'loan.disbursed']);
    expect(bureau.given.map(({ reportId }) => reportId)).toEqual([
      `loan.approved:${disbursed.mandateId}`,
      `loan.disbursed:${disbursed.mandateId}`,
    ]);
  });

  test('that fails is tried again in a while, and a report goes out again under its own name', async () => {
    const bureau = someBureau();
    bureau.failures.push(new Error('down'), new Error('still down'));
    const fixture = await createFixture({ kit: { bureau } });
    const waiting = fixture.kit.bureau.awaitReported(await walkTo(fixture, 'disbursed'));
    await until(fixture, waiting);
    expect((await waiting).stage).toBe('collecting');
    expect(bureau.given.map(({ event }) => event)).toEqual([
      'loan.approved',
      'loan.approved',
      'loan.approved',
      'loan.disbursed',
    ]);
    expect(new Set(bureau.given.map(({ reportId }) => reportId)).size).toBe(2);
  });

  test('that does not succeed in time leaves the loan disbursed and every report filed', async () => {
    const bureau = someBureau();
    bureau.failures.push(new Error('down'));
    const fixture = await createFixture({ kit: { bureau } });
    const disbursed = await walkTo(fixture, 'disbursed');
    expect(await errorOf(fixture.kit.bureau.awaitReported(disbursed, { timeoutMs: 0 }))).toMatchObject({
      name: 'DeadlineError',
      retryable: true,
      cause: { message: 'down' },
    });
    expect(await fixture.kit.loans.get('loan-1')).toMatchObject({
      stage: 'disbursed',
      reports: [{ acknowledged: false }, { acknowledged: false }],
    });
    expect((await fixture.newKit({ bureau }).bureau.awaitReported(disbursed)).stage).toBe('collecting');
  });

  test('that the bureau refuses for good ends at once', async () => {
    const fixture = await createFixture();
    const disbursed = await walkTo(fixture, 'disbursed');
    await fixture.server.controls.patchMerchant({ status: 'suspended' });
    const kit = fixture.newKit({ publicKey: 'pk_live_elsewhere', allowMixedKeys: true });
    const error = await errorOf(kit.bureau.awaitReported(disbursed));
    expect(error.name).toBe('ServiceError');
    expect((await fixture.kit.loans.get('loan-1')).stage).toBe('disbursed');
  });

  test.each([{ timeoutMs: Number.NaN }, { timeoutMs: 'soon' }])('awaited with %j is refused', async (options) => {
    const fixture = await createFixture();
    const disbursed = await walkTo(fixture, 'disbursed');
    expect(await errorOf(fixture.kit.bureau.awaitReported(disbursed, options as never))).toMatchObject({
      name: 'InputError',
    });
  });

  test('ends when its signal says so', async () => {
    const bureau = someBureau();
    bureau.failures.push(new Error('down'));
    const fixture = await createFixture({ kit: { bureau } });
    const disbursed = await walkTo(fixture, 'disbursed');
    const controller = new AbortController();
    const waiting = errorOf(fixture.kit.bureau.awaitReported(disbursed, { signal: controller.signal }));
    setImmediate(() => controller.abort(new Error('enough')));
    expect(await waiting).toMatchObject({ name: 'AbortedError', cause: { message: 'enough' } });
  });

  test('of a loan that another process closed meanwhile answers with the closed loan', async () => {
    const fixture = await createFixture();
    const disbursed = await walkTo(fixture, 'disbursed');
    const gate = openable();
    const holder = fixture.newKit({ bureau: { submit: () => gate.opened } });
    const held = holder.bureau.awaitReported(disbursed);
    const waiting = errorOf(fixture.newKit({ bureau: someBureau() }).bureau.awaitReported(disbursed));
    gate.open();
    await holder.bureau.close(await held, { finalStatus: 'written_off', closeDate: '2026-01-05' });
    await until(fixture, waiting);
    expect(await waiting).toMatchObject({ name: 'StaleLoanError', current: { stage: 'closed' } });
  });
});

test.each([
  [undefined, ['finalStatus', 'closeDate']],
  [{ finalStatus: '', closeDate: '2026-02-30' }, ['finalStatus', 'closeDate']],
])('closing with %j reports every mistake', async (input, paths) => {
  const fixture = await createFixture();
  const loan = await walkTo(fixture, 'collecting');
  expect(pathsOf(await errorOf(fixture.kit.bureau.close(loan, input as never)))).toEqual(paths);
});
