import { expect, test } from 'vitest';
import type { Page } from '../../browser.ts';
import { describeInBrowser } from './harness.ts';
import {
  applyUpToDeposits,
  articleOf,
  deposit,
  follow,
  formHeaders,
  HEADINGS,
  heading,
  idsOf,
  main,
  nextDueDate,
  press,
  runningLoan,
} from './steps.ts';

const CONFIRM = 'Who at the platform confirmed it, and when?';
const MAY_COLLECT = 'Until it has confirmed that, it may still collect on a due date';

async function dispute(page: Page, reason = 'A debit was wrong'): Promise<void> {
  await page.goto('/objections');
  await page.getByLabel(reason).check();
  await press(page, 'Dispute');
}

describeInBrowser('what the pages say is true', (world) => {
  test('nothing is noted as done but in the officer’s own words', async () => {
    const { page, payer, loanId } = await runningLoan(world);
    await dispute(page);
    const office = await world.officer();
    const send = async (action: string, form: Record<string, string>) => {
      const answer = await office
        .context()
        .request.post(`/office/loans/${loanId}/${action}`, { form, headers: formHeaders, maxRedirects: 0 });
      return { status: answer.status(), text: await answer.text() };
    };
    const duty = `tell-platform:dispute:${loanId}-1:open`;
    for (const note of ['', '   ', '\u200b\u00a0\u2800', '\n\t', '...', '-', '\u202e\u0000', '\u3164\u3164']) {
      expect(await send('done', { duty, note }), JSON.stringify(note)).toMatchObject({
        status: 422,
        text: expect.stringContaining('Say in your own words'),
      });
    }
    expect(await send('done', { duty })).toMatchObject({ status: 422 });
    expect(await send('done', { duty, note: 'a b '.repeat(60) })).toMatchObject({
      status: 422,
      text: expect.stringContaining('200 characters at most'),
    });
    for (const number of [payer.accounts[0]?.accountNumber, payer.bvn, '0803 000 0001']) {
      expect(await send('done', { duty, note: `Support paused ${number}` })).toMatchObject({
        status: 422,
        text: expect.stringContaining('Leave out'),
      });
    }
    const decision = { duty: `resolve-dispute:${loanId}-1`, note: ' ', outcome: 'dismissed' };
    expect(await send('resolve-dispute', decision)).toMatchObject({
      status: 422,
      text: expect.stringContaining('Say in your own words'),
    });
    expect(await send('done', { duty: 'release-mandate', note: 'Support, today' })).toMatchObject({
      status: 422,
      text: expect.stringContaining('Nothing was noted'),
    });
    await page.reload();
    expect(await main(page)).toContain(MAY_COLLECT);
    await office.reload();
    expect(await articleOf(office, loanId).getByLabel(CONFIRM).count()).toBe(1);
    expect(await articleOf(office, loanId).innerText()).not.toContain('done by');
  });

  test('money that comes after a confirmed pause takes the confirmation back, and the officer has to ask again', async () => {
    const { page, loanId } = await runningLoan(world);
    await dispute(page);
    const office = await world.officer();
    const confirm = async (note: string) => {
      await office.reload();
      await articleOf(office, loanId).getByLabel(CONFIRM).fill(note);
      await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Confirmed' }));
    };
    await confirm('Support, case 4711');
    await page.reload();
    expect(await main(page)).toContain('The platform confirmed that it paused collection');
    // The platform did not do what was confirmed.
    await nextDueDate(world);
    await page.reload();
    expect(await main(page)).toContain('Repaid\n₦33,600.00');
    expect(await main(page)).not.toContain('The platform confirmed that it paused');
    expect(await main(page)).toMatch(/we noted that the platform had paused, but money was collected all the same/);
    expect(await main(page)).toContain(MAY_COLLECT);
    await office.reload();
    const text = await articleOf(office, loanId).innerText();
    expect(text).toContain('Money was collected although the platform had confirmed this. Ask it again, and ask why.');
    expect(text).toContain(
      'Asked the platform to pause. Money was collected all the same: “Support, case 4711 (officer)”',
    );
    await confirm('Support, case 4712');
    await page.reload();
    expect(await main(page)).toContain('The platform confirmed that it paused collection');
    expect(await articleOf(office, loanId).getByLabel(CONFIRM).count()).toBe(0);
  });

  test('a platform that goes on trying after a confirmed pause is not said to have paused', async () => {
    const { page, payer, loanId } = await runningLoan(world);
    for (const account of payer.accounts) await world.platform.bank.decline(account, '51');
    await dispute(page);
    const office = await world.officer();
    await articleOf(office, loanId).getByLabel(CONFIRM).fill('Support, case 4713');
    await follow(office, articleOf(office, loanId).getByRole('button', { name: 'Confirmed' }));
    await nextDueDate(world);
    await page.reload();
    expect(await main(page)).not.toContain('The platform confirmed that it paused');
    expect(await main(page)).toContain('we noted that the platform had paused, but it has tried to collect since');
    await office.reload();
    expect(await articleOf(office, loanId).innerText()).toMatch(
      /The platform tried to collect on .*, although it had confirmed that it does not/,
    );
    await page.goto('/objections');
    expect(await main(page)).toContain('we noted that the platform had paused, but it has tried to collect since');
    // Where the attempts cannot be read, no page says that there were none.
    await world.platform.controls.addFault({ kind: 'status', status: 503 });
    for (const path of ['/', '/objections']) {
      await page.goto(path);
      expect(await main(page)).toContain(
        'It does not answer at the moment, so we cannot say whether it has tried to collect since',
      );
      expect(await main(page)).not.toContain('The platform confirmed that it paused');
    }
    await office.reload();
    expect(await articleOf(office, loanId).innerText()).toContain('whether it still tries to collect is not known');
    await world.platform.controls.clearFaults();
  });

  test('of a loan that is repaid no page says that the platform may still collect', async () => {
    const { page } = await runningLoan(world);
    await dispute(page);
    await world.platform.clock.advance({ months: 3, hours: 12 });
    await world.settled();
    for (const path of ['/', '/objections']) {
      await page.goto(path);
      expect(await main(page)).toContain('Nothing is owed on this loan any more');
      expect(await main(page)).not.toContain('may still collect');
    }
  });

  test('a loan that will never be paid out is asked no ₦50, and the officer is offered its end alone', async () => {
    const page = await world.visit();
    const payer = await world.newPayer();
    await applyUpToDeposits(page, payer, { primary: 0 });
    const { loanId } = await idsOf(world, page);
    await dispute(page);
    const office = await world.officer();
    const article = articleOf(office, loanId);
    await article.getByLabel('What did you find?').fill('Somebody else applied');
    await follow(office, article.getByRole('button', { name: 'Uphold' }));
    await page.goto('/deposits');
    expect(await main(page)).toMatch(
      /was upheld: you were right. No money is sent on this loan[\s\S]*Please send no ₦50/,
    );
    expect(await main(page)).not.toMatch(/It has to arrive|To one of these|Send exactly/);
    await deposit(world, page, payer, [0]);
    await office.reload();
    expect(await article.getByRole('button', { name: /^(?:Approve|Send the money)$/ }).count()).toBe(0);
    await follow(office, article.getByRole('button', { name: 'Decline' }));
    expect(await article.innerText()).toContain(payer.name);
    await page.goto('/');
    expect(await main(page)).toContain('This application has ended');
  });

  test('a backup that waits for its ₦50 keeps its deadline and destinations, until its time is over', async () => {
    const payer = await world.newPayer();
    const page = await world.visit();
    await applyUpToDeposits(page, payer, { primary: 0, backups: [1] });
    await deposit(world, page, payer, [0]);
    await page.goto('/');
    expect(await heading(page)).toBe(HEADINGS.loan);
    expect(await main(page)).toMatch(
      /Access Bank account[\s\S]*Waiting for your ₦50. It has to arrive by \d+ \w+ 2026 at/,
    );
    expect(await main(page)).toMatch(/Guaranty Trust Bank account[\s\S]*Confirmed/);
    expect(await main(page)).toMatch(/To one of these[\s\S]*Access Bank\s+your own bank/);
    await world.platform.clock.advance({ days: 8 });
    await world.settled();
    await page.reload();
    expect(await main(page)).toMatch(/Its time was over on|Not proved in time/);
    for (const asked of ['It has to arrive by', 'To one of these', 'Send exactly ₦50'])
      expect(await main(page)).not.toContain(asked);
  });

  test('a deposit whose time is over is not requested', async () => {
    const page = await world.visit();
    await applyUpToDeposits(page, await world.newPayer(), { primary: 2, backups: [1] });
    await world.platform.clock.advance({ days: 8 });
    await world.settled();
    await page.goto('/');
    expect(await main(page)).toMatch(/Its time was over on|Not proved in time/);
    for (const asked of ['It has to arrive by', 'To one of these', 'Send exactly ₦50'])
      expect(await main(page)).not.toContain(asked);
  });

  test('an open dispute is shown, a second one is refused with a reason, and a payer who objected is not asked to keep money ready', async () => {
    const { page, loanId } = await runningLoan(world);
    const old = await page.context().newPage();
    await old.goto('/objections');
    await dispute(page);
    await page.goto('/objections');
    expect(await main(page)).toMatch(/Your dispute of .* \(“A debit was wrong”\) is open/);
    expect(await page.getByRole('button', { name: 'Dispute', exact: true }).count()).toBe(0);
    await old.getByLabel('I paid already').check();
    await press(old, 'Dispute');
    expect(await old.getByRole('alert').innerText()).toBe(
      'Your dispute was not filed, because another one is open. Once that is decided you can file a new one.',
    );
    await page.goto('/');
    expect(await main(page)).not.toContain('nothing to do');
    const office = await world.officer();
    const article = articleOf(office, loanId);
    expect(await article.innerText()).toContain('Dispute: “A debit was wrong”');
    await article.getByLabel('What did you find?').fill('The debit was wrong');
    await follow(office, article.getByRole('button', { name: 'Uphold' }));
    await page.reload();
    expect(await main(page)).toMatch(/was upheld: you were right/);
    expect(await main(page)).not.toContain('keep enough');
  });

  test('the officer reads why consent was taken back, and plain sentences only', async () => {
    const { page, loanId } = await runningLoan(world);
    await page.goto('/objections');
    await page.locator('#why-1').check();
    await press(page, 'Take my consent back');
    expect(await main(page)).not.toContain('nothing to do');
    await page.goto('/objections');
    expect(await page.getByRole('button', { name: 'Take my consent back' }).count()).toBe(0);
    await nextDueDate(world);
    const office = await world.officer();
    expect(await articleOf(office, loanId).innerText()).toContain('Consent taken back: “I want to pay in another way”');
    expect(await main(office)).not.toMatch(/\b(?:loans|mandates|discovery|bureau|collections)\.\w+|\w+-\w+:|loan\.\w+/);
  });

  test('a payer whose accounts cannot be debited is not asked to keep money on them', async () => {
    const { page, mandateId } = await runningLoan(world);
    await world.platform.controls.openDispute(mandateId);
    await page.getByRole('link', { name: 'Dispute or cancel' }).waitFor();
    await nextDueDate(world);
    await page.reload();
    expect(await main(page)).toContain('None of your accounts can be debited at the moment.');
    expect(await main(page)).not.toMatch(/keep enough|money is there/);
  });

  test('a payer whose banks say that the accounts cannot be debited is sent to the lender alone', async () => {
    const { page, payer } = await runningLoan(world);
    for (const account of payer.accounts) await world.platform.bank.decline(account, '07');
    // Some hours into the due date: tried, and not missed yet.
    for (const step of [{ months: 1, hours: 1 }, { hours: 12 }]) {
      await world.platform.clock.advance(step);
      await world.settled();
      await page.reload();
      expect(await main(page)).toContain('this account cannot be debited');
      expect(await main(page)).toMatch(/None of your accounts can be debited at the moment. Write to/);
      expect(await main(page)).not.toMatch(/keep enough|You can also/);
    }
  });

  test('moving the clock, as its README does, leaves no error in the log', async () => {
    const before = world.log.length;
    await runningLoan(world);
    await world.platform.clock.advance({ months: 1, hours: 12 });
    await world.platform.clock.advance({ months: 1 });
    await world.settled();
    expect(world.log.slice(before).filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});
