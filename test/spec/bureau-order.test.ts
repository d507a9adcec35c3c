/** Spec §6.3 and step 5 of §1, typed again by hand: which lifecycle events exist, and which may follow which. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BureauEventName, bureauEventNames, mayReport } from '../../src/domain/bureau.ts';

/** Event, when, and what must have been reported before. */
const table: readonly (readonly [BureauEventName, string, readonly BureauEventName[]])[] = [
  ['loan.approved', 'at credit decision', []],
  ['loan.disbursed', 'at fund transfer completion', ['loan.approved']],
  ['repayment.successful', 'after each successful debit', ['loan.approved', 'loan.disbursed']],
  ['repayment.missed', 'after failure on the due date', ['loan.approved', 'loan.disbursed']],
  ['loan.restructured', 'when terms change', ['loan.approved', 'loan.disbursed']],
  ['loan.closed', 'at full repayment or write-off', ['loan.approved', 'loan.disbursed']],
];

const names = table.map(([event]) => event);

test('six lifecycle events must be reported', () => {
  expect(bureauEventNames).toEqual(names);
});

describe.each(table)('%s, %s', (event, _when, before) => {
  test('may be reported after what comes before it', () => {
    expect(mayReport(event, new Set(before))).toEqual({ allowed: true });
  });

  test('may not be reported after any less of that', () => {
    for (let known = 0; known < before.length; known += 1) {
      expect(mayReport(event, new Set(before.slice(0, known)))).toMatchObject({ allowed: false, spec: 'Spec §6.3' });
    }
  });

  test('may not be reported after the closure', () => {
    expect(mayReport(event, new Set([...before, 'loan.closed']))).toMatchObject({ allowed: false, spec: 'Spec §6.3' });
  });
});

test('whatever is tried in whatever order, what gets through is approval, disbursement, then the rest, closure last and once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { maxLength: 30 }), (tried) => {
      const through: BureauEventName[] = [];
      for (const event of tried) if (mayReport(event, new Set(through)).allowed) through.push(event);
      const told = through
        .map((event) => (event.startsWith('repayment.') || event === 'loan.restructured' ? 'during' : event))
        .join(' ');
      expect(told).toMatch(/^(loan\.approved( loan\.disbursed( during)*( loan\.closed)?)?)?$/);
    }),
  );
});
