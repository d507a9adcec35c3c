import { describe, expect, test } from 'vitest';
import type { CollectingLoan } from '../../src/index.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { createFixture, type Fixture } from '../journeys/fixture.ts';
import { choice, manualTerms, openInput, PRIMARY, payer } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const SECRETS = [payer.bvn, payer.name, PRIMARY.accountNumber, payer.email, '22299988877', '0123456789'];
const NOTE = `Clause 7, said on 2026-01-05 by ${payer.name} (BVN ${payer.bvn}, ${payer.email}), account ${PRIMARY.accountNumber}; not 22299988877 nor 0123456789. ${'x '.repeat(200)}end`;

/** A loan that another system placed, and a lender who takes it over. */
async function elsewhere() {
  const fixture = await createFixture({ receivesWebhooks: false });
  const { mandateId } = await walkTo(fixture, 'verified', { terms: manualTerms });
  const evidence = ['consent.pdf', 'choice.pdf'].map((name) => ({ name, sha256: 'ab'.repeat(32) }));
  const input = { ...openInput(manualTerms, 'old-7'), ...choice, mandateId, adoptedBy: 'operations', evidence };
  return { kit: fixture.newKit({ store: memoryStore() }), input };
}

/** What is written down of a note, in the newest event that has one. */
async function kept({ eventsOf }: Fixture): Promise<string> {
  const texts = (await eventsOf()).map(
    (event) =>
      event as {
        readonly reason?: string;
        readonly note?: string;
        readonly basis?: string;
        readonly decision?: { reason: string };
        readonly report?: { content: { reason?: string } };
      },
  );
  return (
    texts
      .map(({ reason, note, basis, decision, report }) => {
        return reason ?? note ?? basis ?? decision?.reason ?? report?.content.reason;
      })
      .findLast((text) => text !== undefined) ?? ''
  );
}

const at = '2026-01-05T08:00:00Z';

/** What a person may write, and how. */
const notes: readonly [string, (fixture: Fixture) => Promise<unknown>][] = [
  [
    'an abandoned loan',
    async ({ kit, ...stage }) => kit.loans.abandon(await walkTo({ kit, ...stage }, 'verified'), { reason: NOTE }),
  ],
  [
    'a revocation',
    async (fixture) =>
      fixture.kit.mandates.revokeScope(await walkTo(fixture, 'verified'), {
        scope: 'cascadeDebit',
        revokedAt: at,
        channel: 'web',
        reason: NOTE,
      }),
  ],
  [
    'a cancellation',
    async (fixture) =>
      fixture.kit.mandates.requestCancellation(await walkTo(fixture, 'verified'), {
        requestedAt: at,
        channel: 'web',
        reason: NOTE,
      }),
  ],
  [
    'a dispute',
    async (fixture) =>
      fixture.kit.mandates.openDispute(await walkTo(fixture, 'collecting'), {
        reference: 'D-1',
        reason: NOTE,
        openedAt: at,
      }),
  ],
  [
    'a restructuring',
    async (fixture) => {
      const schedule = [{ dueDate: '2026-06-01', amount: 90_000 }];
      const loan = await walkTo(fixture, 'collecting');
      await fixture.kit.bureau.reportRestructured(loan, { reason: NOTE, schedule });
    },
  ],
  [
    'the end of a dispute, and the discharge of its duty',
    async ({ kit, ...stage }) => {
      const loan = await walkTo({ kit, ...stage }, 'collecting');
      const disputed = await kit.mandates.openDispute(loan, { reference: 'D-1', reason: 'not mine', openedAt: at });
      const duty = (await kit.loans.duties(disputed)).find(({ isDischargeable }) => isDischargeable)?.key as string;
      await kit.loans.dischargeDuty(disputed, { duty, note: NOTE });
      expectMasked(await kept({ kit, ...stage }));
      await kit.mandates.resolveDispute(disputed, {
        reference: 'D-1',
        outcome: 'dismissed',
        reason: NOTE,
        resolvedAt: at,
      });
    },
  ],
  [
    'an obligation, said twice',
    async (fixture) => {
      const { loan } = await fixture.kit.mandates.requestCancellation(await walkTo(fixture, 'collecting'), {
        requestedAt: at,
        channel: 'web',
      });
      const owed = await fixture.kit.loans.recordObligation(loan as CollectingLoan, { amount: 90_000, basis: NOTE });
      expect(await fixture.kit.loans.recordObligation(owed, { amount: 90_000, basis: NOTE })).toEqual(owed);
    },
  ],
  [
    'a reversal',
    async ({ kit, ...stage }) => {
      const paid = await kit.loans.recordRepayment(await walkTo({ kit, ...stage }, 'collecting'), {
        amount: 5_000,
        date: '2026-01-05',
        reference: 'C-1',
      });
      await kit.loans.recordReversal(paid, {
        of: 'repayment',
        amount: 5_000,
        date: '2026-01-05',
        reference: 'R-1',
        reason: NOTE,
      });
    },
  ],
  [
    'a decision about a debit',
    async (fixture) => {
      const loan = await walkTo(fixture, 'collecting', { terms: manualTerms });
      await fixture.server.controls.addFault({ operation: 'collectManually', kind: 'reset', when: 'before', times: 1 });
      const { debit } = await fixture.kit.collections.collect(loan, { amount: 1_000, debitDate: '2026-02-01' });
      await fixture.moveTo('2026-02-10T09:00:00Z');
      const now = (await fixture.kit.loans.get('loan-1')) as CollectingLoan;
      const decided = {
        debitId: debit.debitId,
        result: 'not-taken',
        decidedBy: 'ops-7',
        reason: NOTE.slice(0, 500),
      } as const;
      await fixture.kit.collections.settle(now, decided);
    },
  ],
];

function expectMasked(text: string): void {
  expect(text).toContain('Clause 7, said on 2026-01-05 by');
  expect(text).toContain('x x');
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

test('the reason of an adoption is kept without what is personal', async () => {
  const { kit, input } = await elsewhere();
  await kit.loans.adopt({ ...input, reason: NOTE });
  const { adopted } = await kit.loans.get(input.loanId);
  expectMasked(adopted?.reason ?? '');
  expect(await kit.loans.adopt({ ...input, reason: NOTE })).toMatchObject({ adopted });
});

describe('what a person writes down about a loan', () => {
  test.each(notes)('is kept without what is personal: %s', async (_what, write) => {
    const fixture = await createFixture();
    await write(fixture);
    expectMasked(await kept(fixture));
  });
});
