import { describe, expect, test } from 'vitest';
import type { LoanEvent, LoanOpened } from '../../../src/domain/loan/events/events.ts';
import type { LoanAccountState, LoanState } from '../../../src/domain/loan/state.ts';
import {
  accountChangeName,
  changeNamesAtBeginning,
  collectionChangeName,
  mandateChangeName,
  stateChangesOf,
} from '../../../src/domain/loan/state-changes.ts';
import { reduceLoan } from '../../../src/domain/loan/transitions/reduce.ts';
import { collection, day, eventsUpTo, kobo, loanAt, mandateId, opened, read } from './sample-loan.ts';

const during = day('2026-02-15');
const kindsOf = (state: LoanState, today = during) => stateChangesOf(state, today).map(({ kind }) => kind);
const namesOf = (state: LoanState, today = during) => stateChangesOf(state, today).map(({ name }) => name);
const account = (state: LoanState, ref: string) =>
  state.accounts.find((candidate) => candidate.account === ref) as LoanAccountState;

describe('the state changes of a loan', () => {
  test('is none before the mandate was read', () => expect(kindsOf(loanAt('verifying'))).toEqual([]));

  test('is an activation for each account that is active, and a failure for each that failed', () => {
    expect(kindsOf(loanAt('verifying', [read('active', { a1: 'active', a2: 'failed' })]))).toEqual([
      'mandate.activated',
      'mandate.failed',
    ]);
    expect(kindsOf(loanAt('verifying', [read('pending', { a1: 'pending', a2: 'inactive' })]))).toEqual([]);
  });

  test.each(['disputed', 'pending_timeout'])(
    'reports a mandate that is %s, for which there is no webhook',
    (status) => {
      const state = loanAt('verifying', [read(status, { a1: status })]);
      expect(stateChangesOf(state, during)).toMatchObject([{ kind: `mandate.${status}`, account: { account: 'a1' } }]);
    },
  );

  test('is where each instalment stands', () => {
    const state = loanAt('collecting', [collection('r1', 'success', 40_000), collection('r2', 'failed', 0)]);
    const collections = stateChangesOf(state, during).filter(({ kind }) => kind === 'collection');
    expect(collections.map(({ name }) => name)).toEqual([
      `collection:${mandateId}:r1:success:40000`,
      `collection:${mandateId}:r2:failed:0`,
    ]);
  });

  test('is an expiry once the tenure is over, or the service says so, of a mandate that stood', () => {
    const standing = loanAt('collecting');
    expect(kindsOf(standing, day('2026-03-31'))).not.toContain('mandate.expired');
    expect(kindsOf(standing, day('2026-04-01'))).toContain('mandate.expired');
    expect(kindsOf(loanAt('collecting', [read('expired')]))).toContain('mandate.expired');
    for (const status of ['failed', 'pending_timeout'])
      expect(kindsOf(loanAt('verifying', [read(status)]), day('2026-04-01'))).not.toContain('mandate.expired');
    expect(kindsOf(loanAt('verifying'), day('2026-04-01'))).not.toContain('mandate.expired');
  });
});

describe('the name of a state change', () => {
  test('is the same however often it is read, and another once the state came back', () => {
    const active = read('active', { a1: 'active' });
    const disputed = read('disputed', { a1: 'disputed' });
    const once = loanAt('verifying', [active]);
    expect(namesOf(loanAt('verifying', [active, active, active]))).toEqual(namesOf(once));
    expect(namesOf(loanAt('verifying', [active, disputed, active]))).not.toEqual(namesOf(once));
    const firstDispute = namesOf(loanAt('verifying', [active, disputed]));
    const secondDispute = namesOf(loanAt('verifying', [active, disputed, active, disputed]));
    expect([firstDispute.length, secondDispute.length]).toEqual([1, 1]);
    expect(secondDispute).not.toEqual(firstDispute);
  });

  test('of the primary is another one when a dispute of the mandate ended well, although its own state never changed', () => {
    const [active, disputed] = [
      read('active', { a1: 'active', a2: 'active' }),
      read('disputed', { a1: 'active', a2: 'active' }),
    ];
    const [primary, backup] = namesOf(loanAt('verifying', [active]));
    expect(namesOf(loanAt('verifying', [active, disputed, active]))).toEqual([
      expect.not.stringMatching(`^${primary}$`),
      backup,
    ]);
  });

  test('of an account that failed again after it was attached again is another one', () => {
    const failed = read('failed', { a1: 'failed' });
    const again: readonly LoanEvent[] = [
      {
        type: 'accounts.selected',
        at: '2026-01-06T09:00:00.000Z',
        primary: 'a1',
        backups: [],
        chosenAt: '2026-01-06T09:00:00.000Z',
        personal: { ipAddress: '102.89.23.4' },
      },
      read('failed', { a1: 'failed' }),
    ];
    const [first] = namesOf(loanAt('verifying', [failed]));
    const [second] = namesOf(loanAt('verifying', [failed, ...again]));
    expect([first, second].every((name) => name?.startsWith(`mandate.failed:${mandateId}:a1:`))).toBe(true);
    expect(second).not.toBe(first);
  });

  test('of an instalment holds reference, status and amount, and nothing else', () => {
    const facts = { instalmentReference: 'r1', status: 'success', collected: kobo(40_000) };
    expect(collectionChangeName(mandateId, { ...facts, status: ' Success ' })).toBe(
      collectionChangeName(mandateId, facts),
    );
    const others = [
      { ...facts, instalmentReference: 'r2' },
      { ...facts, status: 'partially paid' },
      { ...facts, collected: kobo(39_999) },
    ];
    for (const other of others)
      expect(collectionChangeName(mandateId, other)).not.toBe(collectionChangeName(mandateId, facts));
  });

  test('distinguishes accounts and kinds, and a mandate expires once', () => {
    const state = loanAt('verifying', [read('active', { a1: 'active', a2: 'active' })]);
    const names = [
      accountChangeName('mandate.activated', state, account(state, 'a1')),
      accountChangeName('mandate.activated', state, account(state, 'a2')),
    ];
    names.push(accountChangeName('mandate.failed', state, account(state, 'a1')));
    expect(new Set(names).size).toBe(3);
    expect(mandateChangeName('mandate.expired', state)).toBe(
      mandateChangeName('mandate.expired', loanAt('verifying', [read('expired')])),
    );
  });
});

describe('a loan that was adopted', () => {
  const before = [...eventsUpTo('collecting').slice(1), collection('r1', 'success', 40_000)];
  const adopted: LoanOpened = {
    ...opened(),
    adopted: { adoptedBy: 'ops', reason: 'moved', evidence: [] },
    broughtAlong: before.length,
  };

  test('reports nothing with which its file begins, and everything after it', () => {
    expect(namesOf(reduceLoan([adopted, ...before]) as LoanState)).toEqual([]);
    const later = reduceLoan([
      adopted,
      ...before,
      collection('r2', 'failed', 0),
      read('disputed', { a1: 'disputed', a2: 'active' }),
    ]) as LoanState;
    expect(stateChangesOf(later, during)).toMatchObject([
      { kind: 'mandate.disputed' },
      { kind: 'collection', facts: { instalmentReference: 'r2' } },
    ]);
  });

  test('reports everything where nothing was brought along', () => {
    expect(kindsOf(reduceLoan([opened(), ...before]) as LoanState)).toEqual([
      'mandate.activated',
      'mandate.activated',
      'collection',
    ]);
  });
});

describe('a state change is named after the event that brought it', () => {
  const [pending, active, disputed] = [
    read('pending', { a1: 'active', a2: 'active' }),
    read('active', { a1: 'active', a2: 'active' }),
    read('disputed', { a1: 'active', a2: 'active' }),
  ];
  const before = loanAt('verifying').version;
  const named = (kind: string, ...rest: readonly (string | number)[]) =>
    [`mandate.${kind}`, mandateId, ...rest].join(':');

  test.each([
    ['an activation', [pending], [named('activated', 'a1', before + 1), named('activated', 'a2', before + 1)]],
    [
      'a dispute, next to the accounts that stand',
      [pending, disputed],
      [named('disputed', before + 2), named('activated', 'a1', before + 1), named('activated', 'a2', before + 1)],
    ],
    [
      'an activation of the primary after a dispute, and of the backup before it',
      [pending, disputed, active],
      [named('activated', 'a1', before + 3), named('activated', 'a2', before + 1)],
    ],
    [
      'an activation of the primary that came after the end of a dispute',
      [disputed, read('active', { a1: 'failed' }), pending],
      [named('activated', 'a1', before + 3), named('activated', 'a2', before + 1)],
    ],
    [
      'a failure of the primary, whatever a dispute came to',
      [read('pending', { a1: 'failed' }), read('disputed', {}), read('active', {})],
      [named('failed', 'a1', before + 1)],
    ],
    ['an expiry, of which there is only one', [read('expired')], [named('expired')]],
  ])('%s', (_title, events, names) => {
    expect(namesOf(loanAt('verifying', events))).toEqual(names);
  });

  test('before there is a choice too', () => {
    const state = loanAt('discovered', [read('pending', { a1: 'active' })]);
    expect(namesOf(state)).toEqual([named('activated', 'a1', state.version)]);
  });
});

describe('an account whose proof never came', () => {
  test.each([
    ['is a change of its own as a backup', 'active', { a2: 'pending_timeout' }, ['mandate.pending_timeout a2']],
    [
      'is part of the mandate’s own time-out as a backup',
      'pending_timeout',
      { a1: 'pending_timeout', a2: 'pending_timeout' },
      ['mandate.pending_timeout a1'],
    ],
    ['is no change of its own as the primary', 'pending', { a1: 'pending_timeout' }, []],
    ['is no change where the payer did not choose it', 'pending', { a3: 'pending_timeout' }, []],
    ['is no change as a backup that still waits', 'active', { a2: 'pending' }, []],
  ])('%s', (_title, status, statuses, changes) => {
    const state = loanAt('verifying', [read(status, statuses as Readonly<Record<string, string>>)]);
    const shown = stateChangesOf(state, during).map((change) =>
      change.kind === 'collection' ? change.kind : `${change.kind} ${change.account?.account}`,
    );
    expect(shown).toEqual(changes);
  });

  test('is named after the reading that showed it', () => {
    const state = loanAt('verifying', [read('active', { a2: 'pending_timeout' })]);
    expect(namesOf(state)).toEqual([`mandate.pending_timeout:${mandateId}:a2:${state.version}`]);
  });

  test('is no change before the payer chose', () => {
    expect(kindsOf(loanAt('discovered', [read('pending', { a1: 'pending_timeout' })]))).toEqual([]);
  });
});

describe('what the service shows of the whole mandate', () => {
  test.each([
    ['selected', 'disputed', []],
    ['selected', 'pending_timeout', []],
    ['placed', 'disputed', []],
    ['placed', 'pending_timeout', []],
    ['verifying', 'disputed', ['mandate.disputed']],
    ['verifying', 'pending_timeout', ['mandate.pending_timeout']],
    ['verifying', 'pending', []],
    ['collecting', 'disputed', ['mandate.disputed']],
  ] as const)('is a change only once the choice is attached: %s, %s', (stage, status, kinds) => {
    const statuses = { a1: 'pending', a2: 'pending' };
    expect(kindsOf(loanAt(stage, [read(status, statuses)]))).toEqual(kinds);
  });
});

describe('what a loan begins with', () => {
  const state = loanAt('collecting', [collection('r1', 'success', 40_000)]);

  test('is what its file shows on the day it was opened', () => {
    expect(changeNamesAtBeginning(state)).toEqual(namesOf(state));
    expect(changeNamesAtBeginning({ ...state, openedAt: '2026-04-01T09:00:00.000Z' })).toContain(
      `mandate.expired:${mandateId}`,
    );
  });

  test('is nothing where that day is unknown', () => {
    expect(changeNamesAtBeginning({ ...state, openedAt: 'some day' })).toEqual([]);
  });
});
