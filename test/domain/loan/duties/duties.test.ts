import { describe, expect, test } from 'vitest';
import { loanBalances } from '../../../../src/domain/loan/balances.ts';
import { dutiesOf } from '../../../../src/domain/loan/duties/duties.ts';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import { dutyIsDischargeable } from '../../../../src/domain/loan/guards/standing-guards.ts';
import { loanStages } from '../../../../src/domain/loan/stages.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import { reduceLoan } from '../../../../src/domain/loan/transitions/reduce.ts';
import {
  acknowledged,
  at,
  cancelled,
  chargedBack,
  closedAsRepaid,
  collection,
  day,
  disputeEnded,
  disputeOpened,
  eventsUpTo,
  filed,
  kobo,
  loanAt,
  opened,
  paidInCash,
  read,
  revoked,
} from '../sample-loan.ts';

const JANUARY = day('2026-01-05');
const duties = (state: LoanState, today = JANUARY) => dutiesOf(state, { today });
const keys = (state: LoanState, today = JANUARY) => duties(state, today).map(({ key }) => key);

const repaid = collection('i1', 'success', 120_000);
const debitsRevoked = revoked('automatedDebit');
const dispute = disputeOpened('D-1');
const resolved = (outcome: 'dismissed' | 'upheld') => disputeEnded('D-1', outcome);
const cash = paidInCash(10_000);

describe('a loan that runs as it should', () => {
  test.each(loanStages.filter((stage) => !['approved', 'disbursed', 'closed'].includes(stage)))(
    'owes nothing at stage %s',
    (stage) => {
      expect(keys(loanAt(stage))).toEqual([]);
    },
  );

  test('owes its disbursement once approved, and the delivery of what is filed', () => {
    expect(keys(loanAt('approved'))).toEqual(['report-disbursement']);
    expect(duties(loanAt('disbursed'))).toMatchObject([
      { duty: 'deliver-report', subject: { reportId: 'loan.disbursed' }, since: at, isDischargeable: false },
    ]);
  });

  test('owes its disbursement once, since its approval, whatever else was reported', () => {
    const other = loanAt('approved', [filed('repayment.successful')]);
    expect(duties(other).filter(({ duty }) => duty === 'report-disbursement')).toMatchObject([{ since: at }]);
  });
});

describe('reports and debits that wait', () => {
  test('a report that is stuck waits for a person until it is released and acknowledged', () => {
    const stuck: LoanEvent = { type: 'report.stuck', at, reportId: 'loan.disbursed', attempts: 12, reason: 'HTTP 422' };
    expect(duties(loanAt('disbursed', [stuck]))).toMatchObject([
      {
        duty: 'mend-report',
        key: 'mend-report:loan.disbursed',
        why: expect.stringContaining('HTTP 422'),
        spec: 'Spec §6.3',
      },
    ]);
    expect(keys(loanAt('disbursed', [stuck, { type: 'report.released', at, reportId: 'loan.disbursed' }]))).toEqual([
      'deliver-report:loan.disbursed',
    ]);
    expect(keys(loanAt('disbursed', [stuck, acknowledged('loan.disbursed')]))).toEqual([]);
  });

  test('a parked debit is settled by a person', () => {
    const parked: LoanEvent[] = [
      { type: 'debit.intended', at, debitId: 'd1', amount: kobo(100), debitDate: '2026-02-01' },
      { type: 'debit.parked', at, debitId: 'd1', reason: 'shown nowhere' },
    ];
    expect(duties(loanAt('collecting', parked))).toMatchObject([
      { duty: 'settle-debit', subject: { debitId: 'd1' }, why: expect.stringContaining('shown nowhere') },
    ]);
    expect(
      keys(
        loanAt('collecting', [
          ...parked,
          { type: 'debit.settled', at, debitId: 'd1', result: 'failed', collected: kobo(0) },
        ]),
      ),
    ).toEqual([]);
  });
});

describe('what the payer is owed', () => {
  test.each(['failed', 'pending_timeout'])('a notice, and another choice, when the mandate is %s', (status) => {
    const found = duties(loanAt('verifying', [read(status, { a1: status })]));
    expect(found).toMatchObject([
      {
        duty: 'notify-payer',
        isDischargeable: true,
        spec: 'Spec §3.1',
        subject: { account: { account: 'a1', accountNumber: '0123456781', bankCode: '058' } },
      },
      { duty: 'offer-reselection', isDischargeable: false },
    ]);
    expect(JSON.stringify(found.map(({ key, why }) => [key, why]))).not.toContain('0123456781');
  });

  test('a notice, and no other choice, while the mandate is disputed, whatever else failed', () => {
    expect(keys(loanAt('verifying', [read('disputed', { a1: 'disputed' })]))).toEqual([
      `notify-payer:a1:disputed:${at}`,
    ]);
    expect(keys(loanAt('verifying', [read('disputed', { a1: 'disputed', a2: 'failed' })]))).not.toContain(
      'offer-reselection',
    );
    expect(
      keys(loanAt('verifying', [read('disputed', { a1: 'disputed' }), read('failed', { a1: 'failed' })])),
    ).toContain('offer-reselection');
  });

  test('a notice of the whole mandate where no account is named, and none twice', () => {
    expect(keys(loanAt('collecting', [read('disputed')]))).toEqual([`notify-payer:mandate:disputed:${at}`]);
    expect(keys(loanAt('collecting', [read('disputed', { a2: 'disputed' })]))).toEqual([
      `notify-payer:a2:disputed:${at}`,
    ]);
  });

  test('a notice of a signature that did not match', () => {
    const refused: LoanEvent = {
      type: 'attachment.confirmed',
      at,
      account: 'a2',
      by: 'signature',
      accepted: false,
      transferDestinations: [],
    };
    expect(keys(loanAt('verifying', [refused]))).toEqual([`notify-payer:a2:rejected:${at}`, 'offer-reselection']);
    // Only the primary's failure ends the choice.
    expect(duties(loanAt('verifying', [refused]))[1]?.why).toMatch(
      /^A backup account came to nothing: .*, or go on with the primary account$/,
    );
  });

  test('a notice of each missed repayment, until it is paid', () => {
    const missed = collection('i1', 'failed', 0, { reason: 'insufficient funds' });
    expect(duties(loanAt('collecting', [missed]))).toMatchObject([
      {
        key: 'notify-payer:missed:i1',
        since: '2026-01-31',
        subject: { instalmentReference: 'i1' },
        why: expect.stringContaining('insufficient funds'),
      },
    ]);
    expect(keys(loanAt('collecting', [missed, collection('i1', 'overdue', 0)]))).toEqual(['notify-payer:missed:i1']);
    expect(keys(loanAt('collecting', [missed, collection('i1', 'success', 40_000)]))).toEqual([]);
  });

  test('an answer to a dispute, until it is resolved', () => {
    expect(keys(loanAt('collecting', [dispute]))).toContain('resolve-dispute:D-1');
    expect(keys(loanAt('collecting', [dispute, resolved('dismissed')]))).not.toContain('resolve-dispute:D-1');
  });

  test('the end of the loan when consent was taken back before money was sent, and no other choice', () => {
    const state = loanAt('verifying', [read('failed', { a1: 'failed' }), debitsRevoked]);
    expect(keys(state)).toContain('abandon-loan');
    expect(keys(state)).toContain('release-mandate');
    expect(keys(state)).not.toContain('offer-reselection');
    expect(keys(loanAt('consented', [cancelled()]))).toEqual(['abandon-loan']);
  });

  test('the record of what is still owed when debits were taken back after it', () => {
    expect(keys(loanAt('collecting', [debitsRevoked]))).toContain('record-obligation');
    expect(
      keys(loanAt('collecting', [debitsRevoked, { type: 'obligation.recorded', at, amount: kobo(1), basis: 'b' }])),
    ).not.toContain('record-obligation');
    expect(keys(loanAt('collecting', [debitsRevoked, repaid]))).not.toContain('record-obligation');
    expect(keys(loanAt('collecting', [{ ...debitsRevoked, scope: 'bureauReporting' } as LoanEvent]))).toEqual([]);
  });
});

describe('what has to be reported to the platform', () => {
  const auto = { collectionMode: 'auto' } as const;

  test('by the next due date, where it collects by itself', () => {
    const reported = duties(loanAt('collecting', [cash], auto));
    expect(reported).toMatchObject([
      { duty: 'tell-platform', key: 'tell-platform:repayment:CASH-1', until: '2026-01-31', since: '2026-02-01' },
    ]);
    expect(duties(loanAt('collecting', [cash], auto), day('2026-02-10'))[0]?.until).toBe('2026-03-01');
    expect(duties(loanAt('collecting', [cash], auto), day('2026-01-31'))[0]?.until).toBe('2026-01-31');
  });

  test('nothing of a repayment on demand, and of the rest without a day', () => {
    expect(keys(loanAt('collecting', [cash]))).toEqual([]);
    const [reported] = duties(loanAt('collecting', [collection('i1', 'success', 40_000), chargedBack]));
    expect(reported).toMatchObject({ key: 'tell-platform:reversal:B-1' });
    expect(reported).not.toHaveProperty('until');
  });

  test.each<[string, LoanEvent[], string]>([
    [
      'new terms: it keeps its old schedule',
      [filed('loan.restructured', 'r-1'), acknowledged('r-1')],
      'tell-platform:r-1',
    ],
    ['a dispute', [dispute], 'tell-platform:dispute:D-1:open'],
    ['the end of a dispute', [dispute, resolved('dismissed')], 'tell-platform:dispute:D-1:dismissed'],
    ['consent that was taken back', [debitsRevoked], 'tell-platform:revocation:automatedDebit'],
    ['a request to cancel', [cancelled()], 'tell-platform:cancellation'],
  ])('%s', (_what, events, key) => {
    expect(keys(loanAt('collecting', events))).toContain(key);
  });

  test.each<[string, LoanState, string]>([
    ['after the tenure', loanAt('collecting', [cancelled()]), '2026-04-01'],
    ['once the mandate expired', loanAt('collecting', [cancelled(), read('expired')]), '2026-01-05'],
    ['before anything was placed', loanAt('selected', [cancelled()]), '2026-01-05'],
  ])('nothing %s: there is nothing that it could collect', (_what, state, today) => {
    expect(keys(state, day(today)).filter((key) => key.startsWith('tell-platform'))).toEqual([]);
  });
});

describe('the end of a loan', () => {
  test('is reported at full repayment, and the mandate released', () => {
    expect(duties(loanAt('collecting', [repaid]))).toMatchObject([
      { duty: 'report-closure', spec: 'Spec §6.3', isDischargeable: false },
      { duty: 'release-mandate', isDischargeable: true, why: expect.stringContaining('fully repaid') },
    ]);
  });

  test('waits for a debit whose end is open', () => {
    const open: LoanEvent = { type: 'debit.intended', at, debitId: 'd1', amount: kobo(100), debitDate: '2026-02-01' };
    const elsewhere: LoanEvent = {
      type: 'repayment.recorded',
      at,
      amount: kobo(120_000),
      date: '2026-02-01',
      reference: 'CASH',
    };
    expect(keys(loanAt('collecting', [open, elsewhere]))).not.toContain('report-closure');
  });

  test('is reported at term, whatever is left', () => {
    expect(keys(loanAt('collecting'), day('2026-03-31'))).toEqual([]);
    expect(duties(loanAt('collecting'), day('2026-04-01'))).toMatchObject([
      { duty: 'report-closure', since: '2026-04-01', spec: 'Spec §1.6, §6.3' },
    ]);
  });

  test.each<[string, LoanState]>([
    [
      'a loan abandoned after placement',
      reduceLoan([...eventsUpTo('placed'), { type: 'loan.abandoned', at, reason: 'declined' }]) as LoanState,
    ],
    ['a closed loan', loanAt('closed', [acknowledged('loan.closed')])],
    ['a loan whose payer was right', loanAt('collecting', [dispute, resolved('upheld')])],
  ])('releases the mandate of %s, as long as it is valid', (_what, state) => {
    expect(keys(state)).toContain('release-mandate');
    expect(keys(state, day('2026-04-01'))).not.toContain('release-mandate');
    expect(keys(loanAt('abandoned'))).toEqual([]);
  });

  test('is corrected when something is owed again after a closure as repaid', () => {
    const closed = [repaid, closedAsRepaid, acknowledged('closed')];
    expect(keys(loanAt('collecting', closed))).toEqual(['release-mandate']);
    expect(keys(loanAt('collecting', [...closed, chargedBack]))).toContain('correct-closure:1');
  });
});

describe('an adopted loan', () => {
  const adoptedAt = (evidence: readonly string[], more: readonly LoanEvent[]) =>
    reduceLoan([
      {
        ...opened(),
        adopted: {
          adoptedBy: 'ops',
          reason: 'moved',
          evidence: evidence.map((name) => ({ name, sha256: 'a'.repeat(64) })),
        },
      },
      ...more,
    ]) as LoanState;

  test('owes the documents that it lacks, for what it has been through', () => {
    expect(keys(adoptedAt([], eventsUpTo('verified').slice(1)))).toEqual([
      'complete-evidence:consent',
      'complete-evidence:choice',
    ]);
    expect(keys(adoptedAt(['Consent form.pdf', 'choice.json'], [...eventsUpTo('collecting').slice(1), cash]))).toEqual([
      'complete-evidence:disbursement',
      'complete-evidence:repayments',
    ]);
  });
});

describe('a duty', () => {
  const missed = loanAt('collecting', [collection('i1', 'failed', 0)]);
  const key = 'notify-payer:missed:i1';
  const discharged: LoanEvent = { type: 'duty.discharged', at, duty: key, note: 'called on Monday' };

  test('that a person says is done is not owed any more, however often it would be', () => {
    expect(
      keys(loanAt('collecting', [collection('i1', 'failed', 0), discharged, collection('i1', 'overdue', 0)])),
    ).toEqual([]);
  });

  test('that goes away by its deed is not discharged by a word', () => {
    const state = loanAt('approved', [{ type: 'duty.discharged', at, duty: 'report-disbursement', note: 'done' }]);
    expect(keys(state)).toEqual(['report-disbursement']);
    expect(dutyIsDischargeable(duties(state), 'report-disbursement')).toMatchObject({
      allowed: false,
      rule: 'duty-needs-its-deed',
      spec: 'Spec §1.5, §6.3',
    });
  });

  test('is discharged by its key, if it is owed', () => {
    expect(dutyIsDischargeable(duties(missed), key)).toEqual({ allowed: true });
    expect(dutyIsDischargeable(duties(missed), 'notify-payer:missed:i2')).toMatchObject({
      allowed: false,
      rule: 'duty-is-owed',
    });
  });

  test('has a key, a reason and a section, and no key twice', () => {
    const state = loanAt(
      'collecting',
      [
        collection('i1', 'failed', 0),
        collection('i2', 'overdue', 0),
        dispute,
        debitsRevoked,
        cancelled(),
        cash,
        chargedBack,
        read('failed', { a1: 'failed', a2: 'failed' }),
      ],
      {
        collectionMode: 'auto',
      },
    );
    const found = duties(state);
    expect(new Set(found.map((duty) => duty.key)).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(8);
    for (const { spec, why } of found) {
      expect(spec).toMatch(/^Spec §\d(\.\d+)?(, §\d(\.\d+)?)*$/);
      expect(why.length).toBeGreaterThan(40);
    }
  });
});

describe('money beyond the terms', () => {
  const underWay: LoanEvent = {
    type: 'debit.intended',
    at,
    debitId: 'd1',
    amount: kobo(120_000),
    debitDate: '2026-02-10',
  };
  const taken: LoanEvent = { type: 'debit.settled', at, debitId: 'd1', result: 'successful', collected: kobo(120_000) };
  const wentBack: LoanEvent = { ...chargedBack, reference: 'R-1' } as LoanEvent;

  test('a debit that is under way while the payer repays elsewhere is to be stopped by its day', () => {
    expect(keys(loanAt('collecting', [underWay]))).toEqual([]);
    expect(duties(loanAt('collecting', [underWay, cash]))).toMatchObject([
      { duty: 'tell-platform', key: 'tell-platform:debits-under-way:1', until: '2026-02-10', isDischargeable: true },
    ]);
  });

  test('what it took all the same belongs to the payer until it went back', () => {
    const state = loanAt('collecting', [underWay, cash, taken]);
    expect(loanBalances(state)).toMatchObject({
      collected: 120_000,
      repaidOutside: 10_000,
      outstanding: 0,
      overpaid: 10_000,
    });
    expect(duties(state)).toContainEqual(
      expect.objectContaining({
        duty: 'refund-overpayment',
        why: expect.stringContaining('100.00'),
        isDischargeable: false,
      }),
    );
    expect(keys(loanAt('collecting', [underWay, cash, taken, wentBack]))).toEqual([
      'report-closure',
      'release-mandate',
    ]);
  });
});
