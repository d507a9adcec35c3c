/** Where each duty begins and ends: the day before and the day itself, the stage before and the stage itself. */
import { describe, expect, test } from 'vitest';
import { dutiesOf } from '../../../../src/domain/loan/duties/duties.ts';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import { reduceLoan } from '../../../../src/domain/loan/transitions/reduce.ts';
import { at, collection, day, eventsUpTo, filed, kobo, loanAt, opened, read } from '../sample-loan.ts';

const auto = { collectionMode: 'auto' } as const;
const keys = (state: LoanState, today = '2026-01-05') => dutiesOf(state, { today: day(today) }).map(({ key }) => key);
const untilOf = (state: LoanState, today: string) =>
  dutiesOf(state, { today: day(today) }).find(({ duty }) => duty === 'tell-platform')?.until;

const cancelled: LoanEvent = {
  type: 'cancellation.requested',
  at,
  requestedAt: at,
  channel: 'web',
  outstanding: kobo(120_000),
};
const revoked = (scope: string) => ({ type: 'scope.revoked', at, scope, revokedAt: at, channel: 'web' }) as LoanEvent;
const dispute: LoanEvent = { type: 'dispute.opened', at, reference: 'D-1', reason: 'not mine', openedAt: at };
const dismissed: LoanEvent = {
  type: 'dispute.resolved',
  at,
  reference: 'D-1',
  outcome: 'dismissed',
  reason: 'r',
  resolvedAt: at,
};
const second = { ...dispute, reference: 'D-2' } as LoanEvent;
const abandoned: LoanEvent = { type: 'loan.abandoned', at, reason: 'declined' };
const cash: LoanEvent = {
  type: 'repayment.recorded',
  at,
  amount: kobo(10_000),
  date: '2026-02-01',
  reference: 'CASH-1',
};
const debit = (debitId: string, debitDate: string): LoanEvent => ({
  type: 'debit.intended',
  at,
  debitId,
  amount: kobo(60_000),
  debitDate,
});
const added = (account: string, chosenAt: string): LoanEvent => ({
  type: 'backup.added',
  at,
  account,
  chosenAt,
  personal: undefined,
});

describe('the payer', () => {
  test('is owed nothing more once the loan was abandoned, whatever had gone wrong before', () => {
    const wrong = [...eventsUpTo('verifying'), read('failed', { a1: 'failed' }), dispute, revoked('automatedDebit')];
    expect(keys(reduceLoan(wrong) as LoanState)).toEqual(
      expect.arrayContaining([`notify-payer:a1:failed:${at}`, 'resolve-dispute:D-1', 'abandon-loan']),
    );
    expect(keys(reduceLoan([...wrong, abandoned]) as LoanState)).toEqual(['release-mandate']);
  });

  test('is notified of a failed mandate until the loan is closed, and is not asked to choose again once money was sent', () => {
    const failed = read('active', { a1: 'active', a2: 'failed' });
    expect(keys(loanAt('collecting', [failed]))).toEqual([`notify-payer:a2:failed:${at}`]);
    expect(keys(loanAt('collecting', [failed, filed('loan.closed')]))).toEqual([
      'deliver-report:loan.closed',
      'release-mandate',
    ]);
  });

  test('is notified again of an account that was chosen again and failed again', () => {
    const later = '2026-01-06T09:00:00.000Z';
    const failed = read('active', { a1: 'active', a2: 'failed' });
    expect(keys(loanAt('collecting', [failed, added('a2', later)]))).toEqual([]);
    expect(keys(loanAt('collecting', [failed, added('a2', later), failed]))).toEqual([
      `notify-payer:a2:failed:${later}`,
    ]);
  });

  test('is not notified of a mandate that waits, nor of an account that was not chosen', () => {
    expect(keys(loanAt('verifying', [read('pending', { a1: 'pending' })]))).toEqual([]);
    expect(keys(loanAt('verifying', [read('active', { a1: 'active', a3: 'failed' })]))).toEqual([]);
  });

  test.each<[string, number, readonly string[]]>([
    ['failed', 39_999, ['notify-payer:missed:i1']],
    ['failed', 40_000, []],
    ['overdue', 39_999, ['notify-payer:missed:i1']],
    ['overdue', 40_000, []],
    ['partially paid', 39_999, []],
    ['processing', 0, []],
  ])('of an instalment of 40000 kobo that is %s with %i collected is notified of %j', (status, collected, reported) => {
    expect(keys(loanAt('collecting', [collection('i1', status, collected)]))).toEqual(reported);
  });

  test('is notified of a missed repayment before the bureau’s answer too, which may be lost while the platform collects', () => {
    const missed = collection('i1', 'failed', 0);
    expect(keys(loanAt('disbursed', [missed]))).toEqual(['deliver-report:loan.disbursed', 'notify-payer:missed:i1']);
    expect(keys(loanAt('approved', [missed]))).not.toContain('notify-payer:missed:i1');
  });

  test('has missed nothing of a loan that was repaid elsewhere to the last kobo, until that bounces', () => {
    const elsewhere = (amount: number): LoanEvent => ({ ...cash, amount: kobo(amount) }) as LoanEvent;
    const back: LoanEvent = {
      type: 'repayment.reversed',
      at,
      of: 'repayment',
      amount: kobo(1),
      date: '2026-02-02',
      reference: 'B-1',
      reason: 'bounced',
    };
    const missed = collection('i1', 'overdue', 0);
    expect(keys(loanAt('collecting', [elsewhere(119_999), missed]))).toContain('notify-payer:missed:i1');
    expect(keys(loanAt('collecting', [elsewhere(120_000), missed]))).toEqual(['report-closure', 'release-mandate']);
    expect(keys(loanAt('collecting', [elsewhere(120_000), missed, back]))).toContain('notify-payer:missed:i1');
  });

  test('is not notified of a missed repayment any more once the loan is closed', () => {
    expect(keys(loanAt('collecting', [collection('i1', 'failed', 0), filed('loan.closed')]))).toEqual([
      'deliver-report:loan.closed',
      'release-mandate',
    ]);
  });

  test('who took debits back is asked for no obligation once the loan is closed', () => {
    expect(keys(loanAt('collecting', [cancelled]))).toEqual(['record-obligation', 'tell-platform:cancellation']);
    expect(keys(loanAt('collecting', [cancelled, filed('loan.closed')]))).toEqual([
      'deliver-report:loan.closed',
      'release-mandate',
    ]);
  });
});

describe('the platform', () => {
  test('is notified as long as the mandate is valid: to the last day of the tenure', () => {
    expect(keys(loanAt('collecting', [cancelled]), '2026-03-31')).toContain('tell-platform:cancellation');
    expect(keys(loanAt('collecting', [cancelled]), '2026-04-01')).not.toContain('tell-platform:cancellation');
  });

  test('is not notified of a loan that was abandoned', () => {
    const events = [...eventsUpTo('placed'), cancelled];
    expect(keys(reduceLoan(events) as LoanState)).toContain('tell-platform:cancellation');
    expect(keys(reduceLoan([...events, abandoned]) as LoanState)).not.toContain('tell-platform:cancellation');
  });

  test.each([
    ['accountDiscovery', false],
    ['mandatePlacement', true],
    ['automatedDebit', true],
    ['bureauReporting', false],
    ['cascadeDebit', true],
  ])('that %s was taken back has to be reported to it: %s', (scope, isChange) => {
    expect(keys(loanAt('collecting', [revoked(scope)])).includes(`tell-platform:revocation:${scope}`)).toBe(isChange);
  });

  test('has to be notified by its next due date, on that day still, and by no day after the last one', () => {
    const state = loanAt('collecting', [cash], { ...auto, endDate: day('2026-04-15') });
    expect(['2026-01-05', '2026-03-31', '2026-04-01', '2026-04-15'].map((today) => untilOf(state, today))).toEqual([
      '2026-01-31',
      '2026-03-31',
      undefined,
      undefined,
    ]);
  });

  test('has to be notified by no day before money was sent, and by the due date once it was, whether the bureau has answered or not', () => {
    expect(untilOf(loanAt('approved', [cancelled], auto), '2026-01-05')).toBeUndefined();
    expect(untilOf(loanAt('disbursed', [cancelled], auto), '2026-01-05')).toBe('2026-01-31');
    expect(untilOf(loanAt('collecting', [cancelled], auto), '2026-01-05')).toBe('2026-01-31');
  });

  test('on demand has to be notified by the day of the first debit that is under way and not past', () => {
    const under = [debit('d2', '2026-03-01'), debit('d1', '2026-02-10'), cancelled];
    const state = loanAt('collecting', under);
    expect(
      ['2026-01-05', '2026-02-10', '2026-02-11', '2026-03-01', '2026-03-02'].map((today) => untilOf(state, today)),
    ).toEqual(['2026-02-10', '2026-02-10', '2026-03-01', '2026-03-01', undefined]);
    const refused: LoanEvent = { type: 'debit.refused', at, debitId: 'd1', reason: 'no' };
    expect(untilOf(loanAt('collecting', [...under, refused]), '2026-01-05')).toBe('2026-03-01');
  });

  test('is notified of another request to cancel, whatever it was notified of before', () => {
    const reported: LoanEvent = { type: 'duty.discharged', at, duty: 'tell-platform:cancellation', note: 'by letter' };
    const recorded: LoanEvent = { type: 'obligation.recorded', at, amount: kobo(50_000), basis: 'clause 7' };
    const again: LoanEvent = { ...cancelled, requestedAt: '2026-02-01T00:00:00Z' } as LoanEvent;
    expect(keys(loanAt('collecting', [cancelled, reported, recorded]))).toEqual([]);
    expect(keys(loanAt('collecting', [cancelled, reported, recorded, again]))).toEqual([
      'record-obligation',
      'tell-platform:cancellation:2026-02-01T00:00:00Z',
    ]);
  });

  test('is notified of debits under way only where they are more than what is left', () => {
    const under = [debit('d1', '2026-02-10'), debit('d2', '2026-02-11')];
    expect(keys(loanAt('collecting', under))).toEqual([]);
    expect(keys(loanAt('collecting', [...under, { ...cash, amount: kobo(1) } as LoanEvent]))).toEqual([
      'tell-platform:debits-under-way:1',
    ]);
  });

  test('is notified of no reversal that is not owed', () => {
    const overpaid = [collection('i1', 'success', 130_000)];
    const wentBack: LoanEvent = {
      type: 'repayment.reversed',
      at,
      of: 'collection',
      amount: kobo(10_000),
      date: '2026-02-02',
      reference: 'B-1',
      reason: 'refund',
    };
    expect(keys(loanAt('collecting', [...overpaid, wentBack]))).toEqual(['report-closure', 'release-mandate']);
    expect(keys(loanAt('collecting', [...overpaid, { ...wentBack, amount: kobo(10_001) } as LoanEvent]))).toEqual([
      'tell-platform:reversal:B-1',
    ]);
  });
});

test('a debit that was shown nowhere is settled by a person until the loan is closed over it', () => {
  const parked: LoanEvent[] = [
    debit('d1', '2026-02-10'),
    { type: 'debit.parked', at, debitId: 'd1', reason: 'shown nowhere' },
  ];
  expect(keys(loanAt('collecting', parked))).toEqual(['settle-debit:d1']);
  expect(keys(loanAt('collecting', [...parked, filed('loan.closed')]))).not.toContain('settle-debit:d1');
});

test.each<[string, boolean, LoanEvent[]]>([
  ['nothing else stands', true, []],
  ['another dispute is open', false, [second]],
  ['another dispute was upheld', false, [second, { ...dismissed, reference: 'D-2', outcome: 'upheld' } as LoanEvent]],
  ['another dispute was dismissed too', true, [second, { ...dismissed, reference: 'D-2' } as LoanEvent]],
  ['the payer’s bank has a dispute of its own', false, [read('disputed')]],
  ['a request to cancel came', false, [cancelled]],
  ['debits were taken back', false, [revoked('automatedDebit')]],
  [
    'what is owed was recorded after that',
    true,
    [cancelled, { type: 'obligation.recorded', at, amount: kobo(60_000), basis: 'b' }],
  ],
  ['reporting was taken back after money was sent', true, [revoked('bureauReporting')]],
  ['nothing is left to collect', false, [collection('i1', 'success', 120_000)]],
])('that a dispute was dismissed, where %s, is for the platform to know: %s', (_what, isOwed, events) => {
  expect(
    keys(loanAt('collecting', [dispute, dismissed, ...events])).includes('tell-platform:dispute:D-1:dismissed'),
  ).toBe(isOwed);
});

test('that a dispute was dismissed is not for the platform to know once a consent was taken back before money was sent', () => {
  expect(keys(loanAt('verified', [dispute, dismissed]))).toContain('tell-platform:dispute:D-1:dismissed');
  expect(keys(loanAt('verified', [dispute, dismissed, revoked('bureauReporting')]))).not.toContain(
    'tell-platform:dispute:D-1:dismissed',
  );
});

describe('the mandate', () => {
  test('is released up to the last day of the tenure', () => {
    const repaid = loanAt('collecting', [collection('i1', 'success', 120_000)]);
    expect(keys(repaid, '2026-03-31')).toContain('release-mandate');
    expect(keys(repaid, '2026-04-01')).not.toContain('release-mandate');
  });

  test('that expired, or was never placed, is not released', () => {
    expect(keys(loanAt('collecting', [collection('i1', 'success', 120_000), read('expired')]))).toEqual([
      'report-closure',
    ]);
    expect(keys(loanAt('selected', [cancelled]))).toEqual(['abandon-loan']);
    expect(keys(loanAt('placed', [cancelled]))).toContain('release-mandate');
  });

  test('stays where the dispute was dismissed, or the last kobo is owed', () => {
    expect(keys(loanAt('collecting', [dispute, dismissed]))).toEqual(['tell-platform:dispute:D-1:dismissed']);
    expect(keys(loanAt('collecting', [collection('i1', 'success', 119_999)]))).toEqual([]);
  });

  test('is released when a scope was taken back before money was sent, and stays when it was taken back after', () => {
    expect(keys(loanAt('approved', [revoked('cascadeDebit')]))).toContain('release-mandate');
    expect(keys(loanAt('disbursed', [revoked('cascadeDebit')]))).not.toContain('release-mandate');
    expect(keys(loanAt('disbursed', [cancelled]))).not.toContain('release-mandate');
  });
});

describe('the closure', () => {
  const closedAs = (finalStatus: string): LoanEvent => ({
    type: 'report.filed',
    at,
    report: {
      reportId: 'closed',
      event: 'loan.closed',
      mandateId: 'm',
      occurredAt: at,
      content: { finalStatus, closeDate: '2026-02-01' },
    },
  });

  test('is corrected where it said that all was repaid, and not where it said that the rest was written off', () => {
    expect(keys(loanAt('collecting', [closedAs('repaid')]))).toContain('correct-closure:0');
    expect(keys(loanAt('collecting', [closedAs('written_off')]))).not.toContain('correct-closure:0');
  });
});

test('an adopted loan owes a document of the repayments, wherever they were made, and none where there were none', () => {
  const adopted = (more: readonly LoanEvent[]) =>
    reduceLoan([
      { ...opened(), adopted: { adoptedBy: 'ops', reason: 'moved', evidence: [] } },
      ...eventsUpTo('collecting').slice(1),
      ...more,
    ]) as LoanState;
  expect(keys(adopted([]))).not.toContain('complete-evidence:repayments');
  expect(keys(adopted([collection('i1', 'partially paid', 1)]))).toContain('complete-evidence:repayments');
  expect(keys(adopted([cash]))).toContain('complete-evidence:repayments');
});

describe('the release of an account that the last choice left out', () => {
  const releases = (state: LoanState) =>
    dutiesOf(state, { today: day('2026-01-05') }).filter(({ duty }) => duty === 'release-mandate');
  const leftOut = (change: Partial<LoanState['accounts'][number]>): LoanState => {
    const state = loanAt('verifying');
    return {
      ...state,
      accounts: state.accounts.map((each) => (each.account === 'a3' ? { ...each, ...change } : each)),
    };
  };

  test.each(['intended', 'confirmed'] as const)('is owed where its attachment is %s', (attachment) => {
    expect(releases(leftOut({ attachment }))).toEqual([
      {
        duty: 'release-mandate',
        key: `release-mandate:a3:${at}`,
        why: 'The payer’s last choice left an account out that may be attached: have the platform take it off the mandate, it shows no operation for that',
        spec: 'Spec §1, §1.2',
        isDischargeable: true,
        until: '2026-01-31',
        subject: { account: { account: 'a3', accountNumber: '0123456783', bankCode: '058' } },
      },
    ]);
  });

  test.each([
    ['was never attached', leftOut({ attachment: 'none' })],
    ['was rejected', leftOut({ attachment: 'rejected' })],
    ['failed', leftOut({ attachment: 'confirmed', mandateStatus: 'failed' })],
    ['may be attached while no choice is on file', { ...leftOut({ attachment: 'confirmed' }), selection: undefined }],
  ])('is not owed where it %s', (_what, state) => {
    expect(releases(state)).toEqual([]);
  });
});

describe('the release of a second mandate', () => {
  const second = (isMandateNamed: boolean, mayHaveSecondMandate: boolean) =>
    dutiesOf({ ...loanAt('verifying'), isMandateNamed, mayHaveSecondMandate }, { today: day('2026-01-05') });

  test('is owed where the service named one after a placement without an answer', () => {
    expect(second(true, true)).toContainEqual({
      duty: 'release-mandate',
      key: 'release-mandate:unanswered-placement',
      why: 'A placement got no answer and was sent again, and the service names mandates itself: it may have made a second one for this payer. Ask the platform, and have it released',
      spec: 'Spec §1, §4.3',
      isDischargeable: true,
    });
  });

  test.each([
    [true, false],
    [false, true],
    [false, false],
  ])('is not owed where the mandate is named: %s, and there may be a second one: %s', (isNamed, mayBeTwo) => {
    expect(second(isNamed, mayBeTwo).filter(({ duty }) => duty === 'release-mandate')).toEqual([]);
  });
});
