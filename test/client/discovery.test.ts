import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import type { AccountSelection } from '../../src/index.ts';
import { faulty } from '../journeys/faulty-transport.ts';
import { createFixture, errorOf } from '../journeys/fixture.ts';
import {
  choice,
  chosenBy,
  DORMANT,
  FIRST_BACKUP,
  openInput,
  PRIMARY,
  payer,
  SECOND_BACKUP,
} from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

async function discovered() {
  const fixture = await createFixture();
  return { fixture, loan: await walkTo(fixture, 'discovered') };
}

describe('discovering', () => {
  test('shows the payer’s accounts with their banks, and which cannot be chosen', async () => {
    const { loan } = await discovered();
    expect(
      loan.accounts.map(({ accountNumber, bankCode, active, role }) => ({ accountNumber, bankCode, active, role })),
    ).toEqual([
      { ...PRIMARY, active: true, role: undefined },
      { ...FIRST_BACKUP, active: true, role: undefined },
      { ...SECOND_BACKUP, active: true, role: undefined },
      { ...DORMANT, active: false, role: undefined },
    ]);
    expect(loan.accounts[0]).toMatchObject({ accountName: 'BOLANLE ADEYEMI' });
  });

  test('asks once, however often it is called', async () => {
    const fixture = await createFixture();
    const loan = await fixture.kit.loans.open(openInput());
    expect(await fixture.kit.discovery.discover(loan)).toEqual(await fixture.kit.discovery.discover(loan));
    expect((await fixture.requests()).discoverAccounts).toBe(1);
  });

  test('again before the choice reads again, and the newest discovery counts for the choice', async () => {
    const { fixture, loan } = await discovered();
    const [first, ...others] = loan.accounts;
    await fixture.server.controls.patchAccount(FIRST_BACKUP, { active: false });
    const again = await fixture.newKit().discovery.discover(loan);
    expect(again.accounts.map(({ accountNumber, active }) => [accountNumber, active])).toEqual(
      [first, ...others].map((account) => [
        account?.accountNumber,
        account?.active === true && account.accountNumber !== FIRST_BACKUP.accountNumber,
      ]),
    );
    expect((await fixture.eventsOf()).map(({ type }) => type)).toEqual([
      'loan.opened',
      'accounts.discovered',
      'accounts.discovered',
    ]);
    expect(await errorOf(fixture.kit.discovery.select(loan, choice))).toMatchObject({ rule: 'selection-is-active' });
    // Nothing new: nothing is written.
    expect(await fixture.kit.discovery.discover(again)).toEqual(again);
    expect(await fixture.eventsOf()).toHaveLength(3);
  });

  test('a bank that was down the first time is found the second time', async () => {
    const account = (key: typeof PRIMARY) => ({ ...key, bankName: 'Sample Bank', active: true });
    const answers = [
      [account(PRIMARY), { bank: { name: 'Down Bank' }, error: 'timeout' }],
      [account(PRIMARY), account(FIRST_BACKUP)],
      [account(FIRST_BACKUP)],
    ];
    const wrap = (transport: Transport) =>
      faulty(transport, ({ path }) =>
        !path.includes('/mandate') && answers.length > 0
          ? { status: 200, body: { status: true, error: false, message: null, data: answers.shift() } }
          : undefined,
      );
    const fixture = await createFixture({ wrap });
    const loan = await fixture.kit.discovery.discover(await fixture.kit.loans.open(openInput()));
    expect(loan.accounts).toMatchObject([PRIMARY]);
    const again = await fixture.kit.discovery.discover(loan);
    expect(again.accounts).toMatchObject([PRIMARY, FIRST_BACKUP]);
    // What the newest one does not show cannot be chosen.
    expect((await fixture.kit.discovery.discover(again)).accounts).toMatchObject([FIRST_BACKUP]);
    expect(await errorOf(fixture.kit.discovery.select(again, { ...choice, backupAccounts: [] }))).toMatchObject({
      rule: 'selection-is-discovered',
    });
  });

  test('again after the choice is refused with what is so by now', async () => {
    const { fixture, loan } = await discovered();
    const selected = await fixture.kit.discovery.select(loan, choice);
    expect(await errorOf(fixture.kit.discovery.discover(loan))).toMatchObject({
      name: 'StaleLoanError',
      current: { stage: 'selected' },
    });
    const error = await errorOf(fixture.kit.discovery.discover(selected as never));
    expect(error).toMatchObject({
      name: 'RuleError',
      rule: 'consent-before-discovery',
      message: expect.stringContaining('chosen'),
    });
    expect((await fixture.requests()).discoverAccounts).toBe(1);
  });

  test('a payer whom no bank knows leaves the loan where it was', async () => {
    const fixture = await createFixture();
    const loan = await fixture.kit.loans.open({ ...openInput(), payer: { ...payer, bvn: '22299999999' } });
    expect(await errorOf(fixture.kit.discovery.discover(loan))).toMatchObject({
      name: 'ServiceError',
      status: 404,
      operation: 'discoverAccounts',
    });
    expect((await fixture.kit.loans.get('loan-1')).stage).toBe('consented');
  });

  test('a service that needs a one-time code first is distinguished from one that found nothing', async () => {
    const body = { status: true, error: false, message: null, data: { session_id: 's-1', methods: ['sms'] } };
    const fixture = await createFixture({ wrap: (transport) => faulty(transport, () => ({ status: 200, body })) });
    const loan = await fixture.kit.loans.open(openInput());
    expect(await errorOf(fixture.kit.discovery.discover(loan))).toMatchObject({
      name: 'AnswerError',
      message: expect.stringContaining('one-time code'),
    });
  });

  test('the banks that take the deposit are listed without a loan', async () => {
    const { kit } = await createFixture();
    expect((await kit.discovery.banks()).length).toBeGreaterThanOrEqual(20);
  });
});

describe('choosing', () => {
  const cases: readonly [string, Partial<AccountSelection>, string][] = [
    [
      'an account that was not discovered',
      { primaryAccount: { accountNumber: '0999999999', bankCode: '058' } },
      'selection-is-discovered',
    ],
    [
      'the number of one account at the bank of another',
      { primaryAccount: { ...PRIMARY, bankCode: '044' } },
      'selection-is-discovered',
    ],
    ['an inactive backup', { backupAccounts: [DORMANT] }, 'selection-is-active'],
    ['the primary as its own backup', { backupAccounts: [PRIMARY] }, 'selection-is-distinct'],
    ['a backup twice', { backupAccounts: [FIRST_BACKUP, FIRST_BACKUP] }, 'selection-is-distinct'],
    ['before consenting', { chosenBy: { ...chosenBy, at: '2026-01-05T07:54:59Z' } }, 'selection-is-the-payers'],
  ];

  test.each(cases)('%s is refused by its rule', async (_what, change, rule) => {
    const { fixture, loan } = await discovered();
    const events = await fixture.eventsOf();
    expect(await errorOf(fixture.kit.discovery.select(loan, { ...choice, ...change }))).toMatchObject({
      name: 'RuleError',
      rule,
      spec: 'Spec §1.2',
    });
    expect(await fixture.eventsOf()).toEqual(events);
  });

  test('keeps the payer’s order of backups, or none', async () => {
    const { fixture, loan } = await discovered();
    const selected = await fixture.kit.discovery.select(loan, {
      ...choice,
      backupAccounts: [SECOND_BACKUP, FIRST_BACKUP],
    });
    expect(selected.backupAccounts).toMatchObject([
      { ...SECOND_BACKUP, role: 'backup' },
      { ...FIRST_BACKUP, role: 'backup' },
    ]);
    const alone = await discovered();
    expect(
      (await alone.fixture.kit.discovery.select(alone.loan, { ...choice, backupAccounts: [] })).backupAccounts,
    ).toEqual([]);
  });

  test('the same again answers the same loan; another choice is refused with the present one', async () => {
    const { fixture, loan } = await discovered();
    const selected = await fixture.kit.discovery.select(loan, choice);
    expect(await fixture.kit.discovery.select(loan, choice)).toEqual(selected);
    for (const other of [
      { ...choice, primaryAccount: SECOND_BACKUP, backupAccounts: [] },
      { ...choice, backupAccounts: [SECOND_BACKUP, FIRST_BACKUP] },
      { ...choice, chosenBy: { ...chosenBy, at: '2026-01-05T07:59:00Z' } },
    ]) {
      expect(await errorOf(fixture.kit.discovery.select(loan, other))).toMatchObject({
        name: 'StaleLoanError',
        current: { stage: 'selected' },
      });
    }
  });

  test.each<[unknown, readonly string[]]>([
    [
      undefined,
      [
        'primaryAccount.accountNumber',
        'primaryAccount.bankCode',
        'backupAccounts',
        'chosenBy.ipAddress',
        'chosenBy.at',
      ],
    ],
    [{ ...choice, backupAccounts: undefined }, ['backupAccounts']],
    [{ ...choice, backupAccounts: [null] }, ['backupAccounts.0.accountNumber', 'backupAccounts.0.bankCode']],
    [
      { ...choice, primaryAccount: '0200000011', chosenBy: { ipAddress: 'home', at: 'now' } },
      ['primaryAccount', 'chosenBy.ipAddress', 'chosenBy.at'],
    ],
  ])('%j is refused with every mistake', async (selection, paths) => {
    const { fixture, loan } = await discovered();
    const error = await errorOf(fixture.kit.discovery.select(loan, selection as never));
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(paths);
  });
});

describe('changing a choice that is not placed yet', () => {
  const later = '2026-01-05T08:00:00Z';
  const other: AccountSelection = {
    primaryAccount: FIRST_BACKUP,
    backupAccounts: [SECOND_BACKUP],
    chosenBy: { ...chosenBy, at: later },
  };

  async function selected() {
    const fixture = await createFixture();
    return { fixture, loan: await walkTo(fixture, 'selected') };
  }

  test('is one more choice on file, and the mandate is placed by the last one', async () => {
    const { fixture, loan } = await selected();
    const changed = await fixture.kit.discovery.reselect(loan, other);
    expect(changed).toMatchObject({ stage: 'selected', primaryAccount: FIRST_BACKUP, backupAccounts: [SECOND_BACKUP] });
    expect((await fixture.eventsOf()).filter(({ type }) => type === 'accounts.selected')).toMatchObject([
      { chosenAt: chosenBy.at },
      { chosenAt: later },
    ]);
    const { mandateId } = await fixture.kit.mandates.place(changed);
    const { mandate } = await fixture.server.controls.readMandate(mandateId);
    expect(mandate.consents).toMatchObject([
      { ...FIRST_BACKUP, primary: true },
      { ...SECOND_BACKUP, primary: false },
    ]);
  });

  test('the same again, also with an older value of the loan, changes nothing', async () => {
    const { fixture, loan } = await selected();
    const changed = await fixture.kit.discovery.reselect(loan, other);
    const events = await fixture.eventsOf();
    expect(await fixture.newKit().discovery.reselect(loan, other)).toEqual(changed);
    expect(await fixture.kit.discovery.reselect(changed, other)).toEqual(changed);
    expect(await fixture.eventsOf()).toEqual(events);
  });

  test('is not undone by the request for the choice before, which was held up', async () => {
    const { fixture, loan } = await selected();
    await fixture.kit.discovery.reselect(loan, other);
    expect(await errorOf(fixture.kit.discovery.reselect(loan, choice))).toMatchObject({
      rule: 'selection-is-the-payers',
      spec: 'Spec §1.2',
    });
    expect(await fixture.kit.loans.get('loan-1')).toMatchObject({ primaryAccount: FIRST_BACKUP });
  });

  test('while it is being placed, leaves it to be placed anew', async () => {
    let change: (() => Promise<unknown>) | undefined;
    const wrap = (transport: Transport) =>
      faulty(transport, async ({ path }) => {
        if (path.endsWith('/consent/create')) await change?.();
        return undefined;
      });
    const fixture = await createFixture({ wrap });
    const loan = await walkTo(fixture, 'selected', { selection: { ...choice, backupAccounts: [] } });
    change = () => fixture.newKit().discovery.reselect(loan, { ...choice, chosenBy: { ...chosenBy, at: later } });
    await errorOf(fixture.kit.mandates.place(loan));
    const now = await fixture.kit.loans.get('loan-1');
    expect(now).toMatchObject({ stage: 'selected', backupAccounts: [FIRST_BACKUP, SECOND_BACKUP] });
    change = undefined;
    const placed = await fixture.kit.mandates.place(now as typeof loan);
    expect((await fixture.server.controls.readMandate(placed.mandateId)).mandate.consents).toMatchObject([
      PRIMARY,
      FIRST_BACKUP,
      SECOND_BACKUP,
    ]);
  });

  test('keeps the primary once the mandate stands on it', async () => {
    const answer = {
      status: 422,
      body: { status: false, error: true, message: 'This bank takes no mandates.', data: null },
    };
    const fixture = await createFixture({
      wrap: (transport) =>
        faulty(transport, ({ path, body }) =>
          path.endsWith('/consent/create') && String(body).includes(FIRST_BACKUP.accountNumber) ? answer : undefined,
        ),
    });
    const loan = await walkTo(fixture, 'selected');
    expect(await errorOf(fixture.kit.mandates.place(loan))).toMatchObject({ name: 'ServiceError', status: 422 });
    expect(await errorOf(fixture.kit.discovery.reselect(loan, other))).toMatchObject({
      rule: 'reselection-follows-failure',
      spec: 'Spec §3.1',
    });
    const changed = await fixture.kit.discovery.reselect(loan, { ...other, primaryAccount: PRIMARY });
    expect((await fixture.kit.mandates.place(changed)).backupAccounts).toMatchObject([SECOND_BACKUP]);
  });
});
