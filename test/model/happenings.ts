/** What may happen in a play: the lender's steps in and out of order, requests of third parties, people, banks, faults and time. */
import fc from 'fast-check';
import { ACCOUNTS, autoTerms, manualTerms } from '../journeys/people.ts';

/** The loans of a play: one collected on its due dates, one on demand; both rest on the same three accounts. */
export const LOANS = [
  { loanId: 'loan-auto', terms: autoTerms },
  { loanId: 'loan-manual', terms: manualTerms },
] as const;

export const CHOSEN = [ACCOUNTS.primary, ACCOUNTS.firstBackup, ACCOUNTS.secondBackup];
export const WRITES = [
  'createConsent',
  'attachByMicroDeposit',
  'attachBySignature',
  'collectManually',
  'submitBureauReport',
] as const;
const FAULTS = ['latency', 'status', 'reset', 'timeout', 'malformed'] as const;
const WEBHOOK_FAULTS = [
  'webhook-drop',
  'webhook-duplicate',
  'webhook-reorder',
  'webhook-delay',
  'webhook-wrong-secret',
  'webhook-truncated',
] as const;
export const EARLY_STEPS = [
  'select',
  'place',
  'attach',
  'reportApproved',
  'reportDisbursed',
  'collect',
  'close',
] as const;

const which = fc.nat({ max: LOANS.length - 1 });
const account = fc.nat({ max: CHOSEN.length - 1 });
const code = fc.constantFrom('51', '61', '91', '97', '96', '05', '26', null);
const inDays = fc.integer({ min: -1, max: 90 });

/** One thing that happens. */
export const happening = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('go on' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('go all the way' as const), which, proved: fc.subarray([1, 2]) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('jump ahead' as const), which, step: fc.constantFrom(...EARLY_STEPS) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 24 * 25 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('deposit' as const),
      which,
      account,
      outcome: fc.constantFrom('accepted', 'accepted', 'rejected', 'disputed', 'astray'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bank' as const),
      account,
      kobo: fc.nat({ max: 6_000_000 }),
      declineWith: code,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('script' as const), account, script: fc.array(code, { maxLength: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('dispute' as const),
      which,
      how: fc.constantFrom('open', 'open', 'reinstated', 'failed'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('merchant' as const),
      status: fc.constantFrom('approved', 'approved', 'suspended'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('collect' as const),
      which,
      kobo: fc.integer({ min: 1, max: 4_000_000 }),
      inDays,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('stranger debits' as const),
      which,
      kobo: fc.integer({ min: 1, max: 10_000_000 }),
      inDays,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('stranger reports' as const),
      which,
      event: fc.constantFrom('loan.approved', 'loan.disbursed', 'loan.closed'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refresh' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('repay' as const),
      which,
      kobo: fc.integer({ min: 1, max: 2_000_000 }),
      reference: fc.nat({ max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.record({
        operation: fc.constantFrom(...WRITES, 'getMandate'),
        kind: fc.constantFrom(...FAULTS),
        when: fc.constantFrom('before' as const, 'after' as const),
        times: fc.integer({ min: 1, max: 2 }),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('webhook fault' as const),
      fault: fc.record({
        kind: fc.constantFrom(...WEBHOOK_FAULTS),
        probability: fc.constantFrom(0.3, 1),
        times: fc.integer({ min: 1, max: 5 }),
      }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'faults end' as const }) },
);

/** One thing that happens. */
export type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;
