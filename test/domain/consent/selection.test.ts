import { describe, expect, test } from 'vitest';
import {
  type AccountSelection,
  type BackupSelection,
  backupIsFromDiscovery,
  backupSelection,
  selectionFields,
  selectionIsFromDiscovery,
} from '../../../src/domain/consent/selection.ts';
import type { BankCodeRule } from '../../../src/domain/identifiers.ts';
import { record } from '../../../src/validation/record.ts';

const selectionProblems = (selection: unknown, rule: BankCodeRule) =>
  record(selectionFields(rule)).problems(selection, '');
const backupProblems = (selection: unknown, rule: BankCodeRule) => backupSelection(rule).problems(selection, '');
const accountProblems = (account: unknown, path: string, rule: BankCodeRule) =>
  selectionFields(rule).primaryAccount.problems(account, path);

const account = (accountNumber: string, bankCode = '058') => ({ accountNumber, bankCode });
const [first, second, third] = [account('0123456781'), account('0123456782', '044'), account('0123456783', '011')];
const discovered = [first, second, third].map((key) => ({ ...key, active: true }));
const consentedAt = ['2026-01-05T08:00:00Z', '2026-01-05T08:00:05Z'].map(Date.parse);
const now = Date.parse('2026-01-05T08:05:00Z');
const selection: AccountSelection = {
  primaryAccount: first,
  backupAccounts: [second, third],
  chosenBy: { ipAddress: '102.89.23.4', at: '2026-01-05T09:05:00+01:00' },
};

const decide = (change: Partial<AccountSelection>, accounts = discovered) =>
  selectionIsFromDiscovery({ ...selection, ...change }, { discovered: accounts, consentedAt, now });

const refusal = (rule: string, message: string) => ({ allowed: false, rule, spec: 'Spec §1.2', message });
const unknown = 'was not discovered for this payer: let the payer choose among loan.accounts';
const twice = 'was chosen twice: each account has one place in the cascade';

describe('the payer’s choice', () => {
  test('of discovered, active, distinct accounts after consenting is taken', () => {
    expect(decide({})).toEqual({ allowed: true });
    expect(decide({ backupAccounts: [] })).toEqual({ allowed: true });
    expect(decide({ backupAccounts: [third, second] })).toEqual({ allowed: true });
  });

  test('in the very second of the last grant is taken', () => {
    expect(decide({ chosenBy: { ...selection.chosenBy, at: '2026-01-05T09:00:05+01:00' } })).toEqual({ allowed: true });
  });

  test.each<[string, Partial<AccountSelection>, string, string]>([
    [
      'a primary that was not discovered',
      { primaryAccount: account('0123456789') },
      'selection-is-discovered',
      `The primary account ${unknown}`,
    ],
    [
      'the same number at another bank',
      { primaryAccount: account('0123456781', '033') },
      'selection-is-discovered',
      `The primary account ${unknown}`,
    ],
    [
      'a backup that was not discovered',
      { backupAccounts: [second, account('0123456789')] },
      'selection-is-discovered',
      `Backup 2 ${unknown}`,
    ],
    ['the primary as its own backup', { backupAccounts: [first] }, 'selection-is-distinct', `Backup 1 ${twice}`],
    ['a backup twice', { backupAccounts: [second, third, second] }, 'selection-is-distinct', `Backup 3 ${twice}`],
    [
      'a choice before the last grant: pre-selected',
      { chosenBy: { ...selection.chosenBy, at: '2026-01-05T08:00:04Z' } },
      'selection-is-the-payers',
      'The choice is older than the consent: accounts may not be pre-selected, the payer chooses after consenting',
    ],
  ])('of %s is refused', (_what, change, rule, message) => {
    expect(decide(change)).toEqual(refusal(rule, message));
  });

  test.each([0, 1, 2])('of an inactive account is refused, wherever it stands (%d)', (index) => {
    const accounts = discovered.map((candidate, place) => ({ ...candidate, active: place !== index }));
    const name = ['The primary account', 'Backup 1', 'Backup 2'][index];
    expect(decide({}, accounts)).toEqual(
      refusal('selection-is-active', `${name} is inactive at its bank: let the payer choose another one`),
    );
  });

  test.each(['before', 'after'])('of an account that was also listed as inactive, %s that, is refused', (place) => {
    const inactive = discovered.slice(0, 1).map((candidate) => ({ ...candidate, active: false }));
    const accounts = place === 'before' ? [...discovered, ...inactive] : [...inactive, ...discovered];
    expect(decide({}, accounts)).toMatchObject({ rule: 'selection-is-active' });
  });

  const before = { ipAddress: '102.89.23.4', at: '2026-01-05T08:00:04Z' };
  const after = { ipAddress: '102.89.23.4', at: '2026-01-05T09:04:00+01:00' };

  test('of a backup by an opt-in of its own is taken when the payer had consented, and refused as pre-selected when not', () => {
    expect(decide({ backupAccounts: [second, { ...third, optedInBy: after }] })).toEqual({ allowed: true });
    expect(decide({ backupAccounts: [second, { ...third, optedInBy: before }] })).toEqual(
      refusal(
        'selection-is-the-payers',
        'The opt-in to backup 2 is older than the consent: accounts may not be pre-selected, the payer chooses after consenting',
      ),
    );
  });

  test.each<[string, Partial<BackupSelection>, object]>([
    ['a discovered, active account after consenting', {}, { allowed: true }],
    [
      'an account that was not discovered',
      { account: account('0123456789') },
      refusal('selection-is-discovered', `The backup ${unknown}`),
    ],
    [
      'a choice before the consent',
      { chosenBy: before },
      refusal(
        'selection-is-the-payers',
        'The opt-in is older than the consent: accounts may not be pre-selected, the payer chooses after consenting',
      ),
    ],
  ])('of one more backup: %s', (_what, change, decision) => {
    expect(
      backupIsFromDiscovery({ account: third, chosenBy: after, ...change }, { discovered, consentedAt, now }),
    ).toEqual(decision);
  });

  test('of one more backup that is inactive is refused', () => {
    const accounts = discovered.map((candidate) => ({ ...candidate, active: false }));
    expect(
      backupIsFromDiscovery({ account: third, chosenBy: after }, { discovered: accounts, consentedAt, now }),
    ).toMatchObject({
      rule: 'selection-is-active',
    });
  });

  test.each([
    ['failed', 'was not honoured by its bank'],
    ['pending_timeout', 'was not proved in time'],
  ] as const)('of an account whose mandate ended as %s is refused', (spent, end) => {
    const accounts = discovered.map((candidate, index) => (index === 1 ? { ...candidate, spent } : candidate));
    const refused = {
      allowed: false,
      rule: 'selection-is-not-spent',
      spec: 'Spec §3.1',
      message: `Backup 1 ${end} on this mandate, and the service does not open it again: let the payer choose another one, or open another loan`,
    };
    expect(decide({}, accounts)).toEqual(refused);
    // It was listed twice, and ended in one listing.
    expect(decide({}, [...discovered, ...accounts])).toEqual(refused);
    expect(decide({ backupAccounts: [third] }, accounts)).toEqual({ allowed: true });
  });

  test('names no account by its number when it is refused', () => {
    expect(JSON.stringify(decide({ primaryAccount: account('0123456789') }))).not.toContain('0123456789');
  });
});

describe('the shape of a choice', () => {
  test('a whole one has no problems', () => {
    expect(selectionProblems(selection, 'strict')).toEqual([]);
  });

  test('everything wrong is listed at once, and nothing crashes on nothing', () => {
    const all = [
      'primaryAccount.accountNumber',
      'primaryAccount.bankCode',
      'backupAccounts',
      'chosenBy.ipAddress',
      'chosenBy.at',
    ];
    for (const nothing of [undefined, null, {}])
      expect(selectionProblems(nothing as never, 'strict').map(({ path }) => path)).toEqual(all);
  });

  test('a backup is named by its place', () => {
    const problems = selectionProblems(
      { ...selection, backupAccounts: [second, account('12'), null as never] },
      'strict',
    );
    expect(problems.map(({ path }) => path)).toEqual([
      'backupAccounts.1.accountNumber',
      'backupAccounts.2.accountNumber',
      'backupAccounts.2.bankCode',
    ]);
  });

  test('a mistyped opt-in is reported, and no other field of an account is', () => {
    const optedInBy = { ipAddress: '102.89.23.4', at: '2026-01-05T08:04:00Z' };
    const reported = (more: object) =>
      selectionProblems({ ...selection, backupAccounts: [second, { ...third, ...more }] } as never, 'strict');
    expect(reported({ opted_in_by: optedInBy })).toEqual([
      { path: 'backupAccounts.1.opted_in_by', message: 'is unknown; did you mean optedInBy?' },
    ]);
    expect(reported({ optedInBy, accountName: 'ADA OBI', account_number: 'x', bankcode: 'y' })).toEqual([]);
  });

  test('names the fields that an account lacks, and none of the others', () => {
    const row = { accountNumer: '0123456781', bankCode: '058', accountName: 'ADA OBI' };
    const whole = { ...first, accountName: 'ADA OBI' };
    const missing = { message: 'is missing: give a 10-digit NUBAN' };
    expect(accountProblems(whole, 'primaryAccount', 'strict')).toEqual([]);
    expect(accountProblems(row, 'primaryAccount', 'strict')).toEqual([
      { path: 'primaryAccount.accountNumber', ...missing },
    ]);
    expect(selectionProblems({ ...selection, backupAccounts: [row] }, 'strict')).toEqual([
      { path: 'backupAccounts.0.accountNumber', ...missing },
    ]);
  });

  test('an opt-in of its own needs its time and address, and a later backup too', () => {
    const optedInBy = { ipAddress: 'home', at: 'yesterday' };
    expect(
      selectionProblems({ ...selection, backupAccounts: [{ ...second, optedInBy }] }, 'strict').map(({ path }) => path),
    ).toEqual(['backupAccounts.0.optedInBy.ipAddress', 'backupAccounts.0.optedInBy.at']);
    expect(backupProblems({ account: second, chosenBy: selection.chosenBy }, 'strict')).toEqual([]);
    expect(backupProblems(undefined as never, 'strict').map(({ path }) => path)).toEqual([
      'account.accountNumber',
      'account.bankCode',
      'chosenBy.ipAddress',
      'chosenBy.at',
    ]);
  });

  test('a bank code of six digits passes only where it is allowed', () => {
    expect(accountProblems(account('0123456789', '090267'), 'primaryAccount', 'lenient')).toEqual([]);
    expect(accountProblems(account('0123456789', '090267'), 'primaryAccount', 'strict')).toEqual([
      { path: 'primaryAccount.bankCode', message: 'must be a 3-digit CBN bank code' },
    ]);
  });
});
