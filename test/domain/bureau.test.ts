import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BureauEventName, bureauEventNames, bureauReportId, mayReport } from '../../src/domain/bureau.ts';

const having = (...events: BureauEventName[]) => new Set(events);

describe('a lifecycle report', () => {
  test('of an approval stands at the beginning, and happens once', () => {
    expect(mayReport('loan.approved', having())).toEqual({ allowed: true });
    expect(mayReport('loan.approved', having('loan.approved'))).toMatchObject({ allowed: false, rule: 'reports-in-order', spec: 'Spec §6.3' });
  });

  test('that comes too early says what has to be reported first', () => {
    expect(mayReport('loan.disbursed', having())).toMatchObject({ allowed: false, message: expect.stringContaining('report loan.approved first') });
    expect(mayReport('repayment.missed', having('loan.approved'))).toMatchObject({
      allowed: false,
      message: expect.stringContaining('report loan.disbursed first'),
    });
  });

  test('of a repayment may come as often as there are repayments', () => {
    const reported = having('loan.approved', 'loan.disbursed', 'repayment.successful', 'repayment.missed');
    expect(mayReport('repayment.successful', reported).allowed).toBe(true);
    expect(mayReport('repayment.missed', reported).allowed).toBe(true);
  });

  test('of anything is too late after the closure', () => {
    const closed = having('loan.approved', 'loan.disbursed', 'loan.closed');
    for (const event of bureauEventNames) expect(mayReport(event, closed)).toMatchObject({ allowed: false, message: expect.stringContaining('closed') });
  });
});

describe('the id of a report', () => {
  const mandateId = '65f0a1b2c3d4e5f60718293a';

  test('is the same for the same fact and another one for every other', () => {
    const facts = fc.tuple(fc.constantFrom(...bureauEventNames), fc.option(fc.uuid(), { nil: undefined }));
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        const [idOfA, idOfB] = [a, b].map(([event, distinction]) => bureauReportId(event, mandateId, distinction));
        expect(idOfA === idOfB).toBe(a[0] === b[0] && a[1] === b[1]);
      }),
    );
  });

  test('holds the event and the mandate, and 1 to 200 characters', () => {
    expect(bureauReportId('loan.closed', mandateId)).toBe(`loan.closed:${mandateId}`);
    expect(bureauReportId('repayment.successful', mandateId, 'x'.repeat(500))).toHaveLength(200);
  });
});
