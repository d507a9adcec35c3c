import { describe, expect, test } from 'vitest';
import { differencesOf } from '../../../../src/client/workflows/sync/differences.ts';
import type { LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import type { LoanState } from '../../../../src/domain/loan/state.ts';
import { applyEvent } from '../../../../src/domain/loan/transitions/reduce.ts';
import type { Mandate } from '../../../../src/wire/types/mandate-types.ts';
import { collection, kobo, loanAt, mandateId, read } from '../../../domain/loan/sample-loan.ts';

const consent = (account: number) => ({
  _id: `c-a${account}`,
  accountNumber: `012345678${account}`,
  bankCode: '058',
  accountName: 'ADA OBI',
  primary: account === 1,
  active: true,
});

function mandateWith(change: Partial<Mandate> = {}): Mandate {
  return {
    _id: mandateId,
    businessId: 'biz-1',
    reference: 'ref-1',
    bvn: '22212345678',
    status: 'active',
    totalAmountDue: 1_200,
    outstandingBalance: 800,
    collectedAmount: 400,
    startDate: '2026-01-31',
    endDate: '2026-03-31',
    frequency: 'monthly',
    collectionMode: 'manual',
    consents: [consent(1), consent(2)],
    repaymentDetails: {
      breakdown: [
        { _id: 'b1', amountCollected: 400 },
        { _id: 'b2', amountCollected: 0 },
        { _id: 'b3', amountCollected: 0 },
      ],
    },
    ...change,
  };
}

function stateAfter(...events: readonly LoanEvent[]): LoanState {
  return events.reduce<LoanState | undefined>(applyEvent, loanAt('collecting')) as LoanState;
}

const collected = [
  read('active', { a1: 'active', a2: 'active' }, { collected: kobo(40_000) }),
  collection('i1', 'success', 40_000),
] as const;
const state = stateAfter(...collected);

describe('a file and a service', () => {
  test('that agree differ in nothing', () => {
    expect(differencesOf(state, state, mandateWith())).toEqual([]);
    const bare = mandateWith({ startDate: null, endDate: null });
    expect(
      differencesOf(state, state, {
        ...bare,
        repaymentDetails: { breakdown: [{ _id: 'b1' }, { _id: 'b2' }, { _id: 'b3' }] },
      }),
    ).toEqual([]);
  });

  test('differed where the look put the file right', () => {
    const before = stateAfter(read('active', { a1: 'active', a2: 'active' }));
    const after = stateAfter(
      read('active', { a1: 'active', a2: 'active' }),
      read('disputed', { a1: 'active', a2: 'failed' }, { collected: kobo(40_000) }),
      collected[1],
    );
    expect(differencesOf(before, after, mandateWith({ status: 'disputed' }))).toEqual([
      { what: 'mandate-status', onFile: 'active', atService: 'disputed' },
      { what: 'account-status', account: 'a2', onFile: 'active', atService: 'failed' },
      { what: 'collected', onFile: 0, atService: 400 },
    ]);
  });

  test('did not differ where the file knew nothing yet', () => {
    const unread = {
      ...state,
      mandateStatus: undefined,
      accounts: state.accounts.map((account) => ({ ...account, mandateStatus: undefined })),
    };
    expect(differencesOf(unread, state, mandateWith())).toEqual([]);
  });

  test.each([
    [
      'shows less than was collected',
      { collectedAmount: 300, outstandingBalance: 900 },
      [
        { what: 'collected-less', onFile: 400, atService: 300 },
        { what: 'instalments-sum', ofInstalments: 400, atService: 300 },
      ],
    ],
    [
      'has collected what was not reported',
      { collectedAmount: 500, outstandingBalance: 700 },
      [
        { what: 'instalments-synced', onFile: 400, atService: 500 },
        { what: 'instalments-sum', ofInstalments: 400, atService: 500 },
      ],
    ],
    ['adds up otherwise', { outstandingBalance: 799.99 }, [{ what: 'outstanding', expected: 800, atService: 799.99 }]],
    [
      'has another total',
      { totalAmountDue: 1_300, outstandingBalance: 900 },
      [{ what: 'total-due', onFile: 1_200, atService: 1_300 }],
    ],
    [
      'has other terms',
      { startDate: '2026-02-01', endDate: '2026-05-31', collectionMode: 'auto' },
      [
        { what: 'start-date', onFile: '2026-01-31', atService: '2026-02-01' },
        { what: 'end-date', onFile: '2026-03-31', atService: '2026-05-31' },
        { what: 'collection-mode', onFile: 'manual', atService: 'auto' },
      ],
    ],
    [
      'has other instalments',
      { repaymentDetails: { breakdown: [{ _id: 'b1', amountCollected: 400 }] } },
      [{ what: 'instalment-count', onFile: 3, atService: 1 }],
    ],
    [
      'has an account that the file does not know',
      { consents: [consent(1), consent(9)] },
      [{ what: 'unknown-accounts', onFile: 0, atService: 1 }],
    ],
  ] as [string, Partial<Mandate>, unknown[]][])('differ still where the service %s', (_what, change, differences) => {
    expect(differencesOf(state, state, mandateWith(change))).toEqual(differences);
  });

  test('are not said to differ in the accounts of a payer who was erased', () => {
    const erased = {
      ...state,
      isErased: true,
      accounts: state.accounts.map((account) => ({ ...account, details: undefined })),
    };
    expect(differencesOf(erased, erased, mandateWith())).toEqual([]);
  });
});
