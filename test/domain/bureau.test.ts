import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BureauEventName, bureauEventNames, bureauReportId, mayReport } from '../../src/domain/bureau.ts';

const outOfOrder = (message: string) => ({ allowed: false, rule: 'reports-in-order', spec: 'Spec §6.3', message });
const having = (...events: BureauEventName[]) => new Set(events);

describe('a lifecycle report', () => {
  test('of an approval stands at the beginning, and happens once', () => {
    expect(mayReport('loan.approved', having())).toEqual({ allowed: true });
    expect(mayReport('loan.approved', having('loan.approved'))).toEqual(
      outOfOrder('loan.approved was reported already: it happens once in the life of a loan'),
    );
  });

  test('of a disbursement follows the approval, and happens once', () => {
    expect(mayReport('loan.disbursed', having('loan.approved'))).toEqual({ allowed: true });
    expect(mayReport('loan.disbursed', having('loan.approved', 'loan.disbursed'))).toEqual(
      outOfOrder('loan.disbursed was reported already: it happens once in the life of a loan'),
    );
  });

  test('that comes too early says what has to be reported first', () => {
    expect(mayReport('loan.disbursed', having())).toEqual(
      outOfOrder('loan.disbursed cannot be reported before loan.approved: report loan.approved first'),
    );
    expect(mayReport('repayment.missed', having('loan.approved'))).toEqual(
      outOfOrder('repayment.missed cannot be reported before loan.disbursed: report loan.disbursed first'),
    );
  });

  test('of a repayment may come as often as there are repayments', () => {
    const reported = having('loan.approved', 'loan.disbursed', 'repayment.successful', 'repayment.missed');
    expect(mayReport('repayment.successful', reported).allowed).toBe(true);
    expect(mayReport('repayment.missed', reported).allowed).toBe(true);
  });

  test('of anything is too late after the closure', () => {
    const closed = having('loan.approved', 'loan.disbursed', 'loan.closed');
    for (const event of bureauEventNames) {
      expect(mayReport(event, closed)).toEqual(
        outOfOrder(`${event} cannot be reported: the loan was reported as closed`),
      );
    }
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
