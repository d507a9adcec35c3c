import { describe, expect, test } from 'vitest';
import type { Page } from '../../browser.ts';
import { type AppUnderTest, describeInBrowser } from './harness.ts';
import {
  apply,
  applyUpToDeposits,
  articleOf,
  choose,
  consent,
  deposit,
  formHeaders,
  HEADINGS,
  heading,
  idsOf,
  main,
  press,
  upToAccounts,
} from './steps.ts';

/** The same form from the same browser, several times at once. */
async function atOnce(page: Page, path: string, form: Record<string, string>): Promise<readonly number[]> {
  const answers = await Promise.all(
    [1, 2, 3].map(() => page.context().request.post(path, { form, headers: formHeaders, maxRedirects: 0 })),
  );
  return answers.map((answer) => answer.status());
}

async function operationsOf(world: AppUnderTest): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { operation } of (await world.platform.controls.requests()).items)
    if (operation) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

/** Loans that the officer's page shows. */
async function loansOf(world: AppUnderTest): Promise<number> {
  const office = await world.officer();
  return office.getByRole('article').count();
}

describeInBrowser('doing things twice in the loan app', (world) => {
  test('a form that is sent three times at once is one application, one loan and one mandate', async () => {
    const payer = await world.newPayer();
    const before = await loansOf(world);
    const page = await world.visit();
    const { name, bvn, email, phone: mobileNumber, address } = payer;
    expect(await atOnce(page, '/apply', { name, bvn, email, mobileNumber, address, amount: '60000' })).toEqual([
      303, 303, 303,
    ]);
    await page.goto('/');
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByRole('button', { name: 'I agree' }).dblclick();
    await page.getByRole('button', { name: 'Find my accounts' }).waitFor();
    expect(await atOnce(page, '/receipt', {})).toEqual([303, 303, 303]);
    expect(await atOnce(page, '/accounts', { primary: '0', backup: '1' })).toEqual([303, 303, 303]);
    expect(await atOnce(page, '/deposits', {})).toEqual([303, 303, 303]);
    await page.goto('/');
    expect(await heading(page)).toBe(HEADINGS.deposits);
    expect(await loansOf(world)).toBe(before + 1);
    const { mandateId } = await idsOf(world, page);
    expect((await world.platform.controls.readMandate(mandateId)).mandate.consents).toHaveLength(2);
  });

  test('two officers who approve and pay out at once send one payment and one report of each', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await applyUpToDeposits(page, payer, { primary: 0 });
    await deposit(world, page, payer, [0]);
    const { loanId, mandateId } = await idsOf(world, page);
    const office = await world.officer();
    const reportsBefore = (await world.platform.controls.bureauReports()).items.length;
    expect(await atOnce(office, `/office/loans/${loanId}/approve`, {})).toEqual([303, 303, 303]);
    expect(await atOnce(office, `/office/loans/${loanId}/pay-out`, {})).toEqual([303, 303, 303]);
    const reports = (await world.platform.controls.bureauReports()).items.slice(reportsBefore) as readonly {
      readonly event: string;
      readonly mandateId: string;
    }[];
    expect(reports.map(({ event }) => event)).toEqual(['loan.approved', 'loan.disbursed']);
    expect(new Set(reports.map((report) => report.mandateId))).toEqual(new Set([mandateId]));
    expect(
      await world.rows(`select count(*)::int as payouts from {lender}.payouts where loan_id = $1`, [loanId]),
    ).toEqual([{ payouts: 1 }]);
  });

  test('a dispute and a cancellation that are clicked twice are filed once', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await applyUpToDeposits(page, payer, { primary: 0 });
    const { loanId } = await idsOf(world, page);
    expect(await atOnce(page, '/dispute', { reason: '0' })).toEqual([303, 303, 303]);
    const office = await world.officer();
    expect(await articleOf(office, loanId).getByRole('button', { name: 'Uphold' }).count()).toBe(1);
    const statuses = await atOnce(page, '/cancellation', {});
    expect(statuses).toEqual([303, 303, 303]);
    await page.goto('/');
    expect(await main(page)).toContain('This application has ended');
  });

  describe('the way back', () => {
    test('the back button and a reload lead to the present page', async () => {
      const page = await world.visit();
      await apply(page, await world.newPayer());
      await page.goBack();
      expect(await heading(page)).toBe(HEADINGS.apply);
      await page.goto('/');
      await consent(page);
      await page.goBack();
      expect(await heading(page)).toBe(HEADINGS.receipt);
      for (const ahead of ['/accounts', '/deposits', '/loan']) {
        await page.goto(ahead);
        expect(await heading(page)).toBe(HEADINGS.receipt);
      }
      await press(page, 'Find my accounts');
      await choose(page, { primary: 0 });
      await page.reload();
      expect(await heading(page)).toBe(HEADINGS.deposits);
      await page.goBack();
      await page.goto('/consent');
      expect(await heading(page)).toBe(HEADINGS.deposits);
    });

    test('an old page in a second browser leads to where the first one is by now', async () => {
      const first = await upToAccounts(world);
      const context = await world.context({ storageState: await first.context().storageState() });
      const second = await context.newPage();
      await second.goto('/');
      expect(await heading(second)).toBe(HEADINGS.accounts);
      await choose(first, { primary: 0 });
      await choose(second, { primary: 1, backups: [2] });
      expect(await heading(second)).toBe(HEADINGS.deposits);
      expect(await main(second)).toContain('Guaranty Trust Bank');
      expect(await main(second)).not.toContain('Access Bank account');
    });
  });

  test('a service that cannot be reached half-way costs a second click and nothing else', async () => {
    const page = await upToAccounts(world);
    await world.platform.controls.clearRequests();
    await world.platform.controls.addFault({ kind: 'status', operation: 'attachByMicroDeposit', status: 503 });
    await choose(page, { primary: 0, backups: [1] });
    expect(await heading(page)).toBe('That did not work');
    expect(await main(page)).toContain('nothing happens twice');
    await world.platform.controls.clearFaults();
    await page.goto('/');
    expect(await main(page)).toContain('Your choice is kept');
    await press(page, 'Continue');
    expect(await heading(page)).toBe(HEADINGS.deposits);
    expect(await operationsOf(world)).toMatchObject({ createConsent: 2 });
  });
});
