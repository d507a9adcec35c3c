import { describe, expect, test } from 'vitest';
import { dutiesOf } from '../../../src/domain/loan/duties/duties.ts';
import type { LoanEvent } from '../../../src/domain/loan/events/events.ts';
import { presentLoan } from '../../../src/domain/loan/present.ts';
import type { LoanState } from '../../../src/domain/loan/state.ts';
import { at, collection, day, disputeEnded, disputeOpened, kobo, loanAt, read } from './sample-loan.ts';

const auto = { collectionMode: 'auto' } as const;
const noted = '2026-02-10T10:00:00Z';
const done = (duty: string, when = noted): LoanEvent => ({
  type: 'duty.discharged',
  at: when,
  duty,
  note: 'Support, case 4711',
});
const paid = (date: string, change: object = {}) => collection('i1', 'success', 40_000, { date, ...change });
const cancelled: LoanEvent = {
  type: 'cancellation.requested',
  at,
  requestedAt: at,
  channel: 'web',
  outstanding: kobo(120_000),
};
const revoked = (scope: string) => ({ type: 'scope.revoked', at, scope, revokedAt: at, channel: 'web' }) as LoanEvent;
const keys = (state: LoanState, today = '2026-02-12') => dutiesOf(state, { today: day(today) }).map(({ key }) => key);
const contradicted = (state: LoanState) =>
  presentLoan(state).dischargedDuties.map(({ isContradicted = false }) => isContradicted);

const PAUSE = 'tell-platform:dispute:D-1:open';
const UPHELD = 'tell-platform:dispute:D-1:upheld';
const dispute = disputeOpened('D-1');

describe('money that is collected after the platform was noted to have stopped', () => {
  test.each<[string, readonly LoanEvent[], string]>([
    ['a pause', [dispute], PAUSE],
    ['the end of collection after a dispute that was upheld', [dispute, disputeEnded('D-1', 'upheld')], UPHELD],
    ['the end of collection after a cancellation', [cancelled], 'tell-platform:cancellation'],
    ['the end of debits', [revoked('automatedDebit')], 'tell-platform:revocation:automatedDebit'],
    ['the release of the mandate', [dispute, disputeEnded('D-1', 'upheld')], 'release-mandate'],
  ])(
    'contradicts %s: the duty is owed again under another key, and that one is noted in turn',
    (_what, events, key) => {
      const stopped = [...events, done(key)];
      expect(keys(loanAt('collecting', stopped, auto)).filter((owed) => owed.startsWith(key))).toEqual([]);
      expect(contradicted(loanAt('collecting', stopped, auto))).toEqual([false]);

      const again = loanAt('collecting', [...stopped, paid('2026-02-11')], auto);
      expect(keys(again)).toContain(`${key}:again:1`);
      expect(contradicted(again)).toEqual([true]);
      // Said late or twice, the first note does not speak of the second time.
      expect(
        keys(loanAt('collecting', [...stopped, paid('2026-02-11'), done(key)], auto)).filter((owed) =>
          owed.startsWith(key),
        ),
      ).toEqual([]);

      const answered = [...stopped, paid('2026-02-11'), done(`${key}:again:1`, '2026-02-11T18:00:00Z')];
      expect(keys(loanAt('collecting', answered, auto)).filter((owed) => owed.startsWith(key))).toEqual([]);
      const twice = loanAt(
        'collecting',
        [...answered, collection('i2', 'success', 40_000, { date: '2026-02-12' })],
        auto,
      );
      expect(keys(twice)).toContain(`${key}:again:2`);
      expect(contradicted(twice)).toEqual([true, true]);
    },
  );

  test('is known from the mandate’s total alone, until its instalment says that it came before', () => {
    const total = [dispute, done(PAUSE), read('active', {}, { collected: kobo(40_000) })];
    expect(keys(loanAt('collecting', total, auto))).toContain(`${PAUSE}:again:1`);
    const dated = loanAt('collecting', [...total, paid('2026-02-09')], auto);
    expect(keys(dated)).not.toContain(`${PAUSE}:again:1`);
    expect(contradicted(dated)).toEqual([false]);
    expect(keys(loanAt('collecting', [...total, paid('2026-02-10')], auto))).toContain(`${PAUSE}:again:1`);
  });

  test('counts where an earlier part of the same instalment was known', () => {
    const part = collection('i1', 'partially paid', 10_000, { date: '2026-01-31' });
    expect(keys(loanAt('collecting', [part, dispute, done(PAUSE)], auto))).not.toContain(`${PAUSE}:again:1`);
    expect(keys(loanAt('collecting', [part, dispute, done(PAUSE), paid('2026-02-11')], auto))).toContain(
      `${PAUSE}:again:1`,
    );
  });

  test('contradicts nothing once the dispute was dismissed', () => {
    const state = loanAt(
      'collecting',
      [dispute, done(PAUSE), disputeEnded('D-1', 'dismissed'), paid('2026-02-11')],
      auto,
    );
    expect(keys(state)).toEqual(['tell-platform:dispute:D-1:dismissed']);
    expect(contradicted(state)).toEqual([false]);
  });

  test('contradicts the end of the cascade only where a backup paid', () => {
    const key = 'tell-platform:revocation:cascadeDebit';
    const from = (account: string) =>
      loanAt('collecting', [revoked('cascadeDebit'), done(key), paid('2026-02-11', { account })], auto);
    expect(keys(from('a1'))).not.toContain(`${key}:again:1`);
    expect(keys(from('a2'))).toContain(`${key}:again:1`);
  });

  test('on demand counts for a debit that was under way, and not for one that the rules allowed since', () => {
    const debit = (debitId: string): readonly LoanEvent[] => [
      { type: 'debit.intended', at, debitId, amount: kobo(40_000), debitDate: '2026-02-11' },
    ];
    const taken = (debitId: string): LoanEvent => ({
      type: 'debit.settled',
      at,
      debitId,
      result: 'successful',
      collected: kobo(40_000),
    });
    const key = 'tell-platform:cancellation';
    expect(keys(loanAt('collecting', [...debit('d1'), cancelled, done(key), taken('d1')]))).toContain(`${key}:again:1`);
    expect(keys(loanAt('collecting', [cancelled, done(key), ...debit('d2'), taken('d2')]))).not.toContain(
      `${key}:again:1`,
    );
  });

  test('says nothing of other duties, whatever their references look like', () => {
    const cash = (reference: string): LoanEvent => ({
      type: 'repayment.recorded',
      at,
      amount: kobo(1),
      date: '2026-02-01',
      reference,
    });
    const key = 'tell-platform:repayment:C';
    const state = loanAt(
      'collecting',
      [cash('C'), cash('C:again:1'), done(`${key}:again:1`), paid('2026-02-11')],
      auto,
    );
    expect(keys(state)).toEqual([key]);
  });

  test.each<[string, readonly LoanEvent[], string]>([
    [
      'that a dispute was dismissed',
      [dispute, disputeEnded('D-1', 'dismissed')],
      'tell-platform:dispute:D-1:dismissed',
    ],
    [
      'that a scope was taken back which debits nothing',
      [revoked('bureauReporting')],
      'tell-platform:revocation:bureauReporting',
    ],
  ])('does not contradict a note to the platform %s', (_what, events, key) => {
    const state = loanAt('collecting', [...events, done(key), paid('2026-02-11')], auto);
    expect(keys(state).filter((owed) => owed.startsWith(key))).toEqual([]);
    expect(contradicted(state)).toEqual([false]);
  });

  test('counts where more came in than the debits that the rules allowed since', () => {
    const state = loanAt('collecting', [
      cancelled,
      done('tell-platform:cancellation'),
      { type: 'debit.intended', at, debitId: 'd2', amount: kobo(40_000), debitDate: '2026-02-11' },
      { type: 'debit.settled', at, debitId: 'd2', result: 'successful', collected: kobo(40_000) },
      paid('2026-02-11'),
      collection('i2', 'success', 40_000, { date: '2026-02-11' }),
    ]);
    expect(contradicted(state)).toEqual([true]);
  });

  const NO_CASCADE = 'tell-platform:revocation:cascadeDebit';
  const fromBackup = (date: string) => paid(date, { account: 'a2' });
  const nothingYet = collection('i0', 'failed', 0, { date: '2026-01-31' });

  test.each<[string, boolean, readonly LoanEvent[], readonly LoanEvent[]]>([
    ['a backup that paid on the day of the note', true, [], [fromBackup('2026-02-10')]],
    ['a backup that paid on the day before', false, [], [fromBackup('2026-02-09')]],
    ['an account that is not named', false, [], [paid('2026-02-11')]],
    ['a backup that had paid by then', false, [nothingYet, fromBackup('2026-02-10')], []],
    [
      'a backup that paid the rest since',
      true,
      [nothingYet, collection('i1', 'partially paid', 10_000, { date: '2026-02-10', account: 'a2' })],
      [fromBackup('2026-02-11')],
    ],
  ])('contradicts the end of the cascade by %s: %s', (_what, isContradicted, before, after) => {
    const state = loanAt('collecting', [...before, revoked('cascadeDebit'), done(NO_CASCADE), ...after], auto);
    expect(contradicted(state)).toEqual([isContradicted]);
  });

  test('contradicts the end of the cascade by any account where no choice is on file', () => {
    const events = [revoked('cascadeDebit'), done(NO_CASCADE), paid('2026-02-11', { account: 'a1' })];
    expect(contradicted({ ...loanAt('collecting', events, auto), selection: undefined })).toEqual([true]);
  });

  test('is said with the day in Lagos of the note', () => {
    const events = [dispute, done(PAUSE, '2026-02-10T23:30:00Z'), paid('2026-02-11')];
    const owed = dutiesOf(loanAt('collecting', events, auto), { today: day('2026-02-12') });
    expect(owed.find(({ key }) => key === `${PAUSE}:again:1`)?.why).toMatch(
      /\. Money was collected although this was noted as done on 2026-02-11: ask the platform again; if you let it collect that, note why$/,
    );
  });
});
