import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ClosedLoan, CollectingLoan, ConsentedLoan } from '../../src/domain/loan/loan.ts';
import { callbackCheckpoints, memoryCheckpoints } from '../../src/evidence/checkpoint-files.ts';
import { verifyEvidence } from '../../src/evidence/evidence-verify.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { createFixture } from '../journeys/fixture.ts';
import { autoTerms, openInput, payer } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** A lender who keeps keys and checkpoints, with a loan at collection. */
async function keptLoan() {
  const [keys, sink] = [memoryKeys(), memoryCheckpoints()];
  const fixture = await createFixture({ kit: { keys, checkpoints: { key: privateKey, sink } } });
  const loan: CollectingLoan = await walkTo(fixture, 'collecting');
  return { fixture, loan, keys, sink };
}

/** The same loan, written off and reported. */
async function endedLoan() {
  const kept = await keptLoan();
  const { kit } = kept.fixture;
  const closed: ClosedLoan = await kit.bureau.awaitReported(
    await kit.bureau.close(kept.loan, { finalStatus: 'written_off', closeDate: '2026-01-05' }),
  );
  return { ...kept, closed };
}

test('what is about the payer is nowhere in the store in clear, once keys are kept', async () => {
  const { fixture } = await keptLoan();
  const kept = JSON.stringify((await fixture.store.load('loan-1'))?.events);
  for (const value of [payer.bvn, payer.name, payer.email, payer.mobileNumber, payer.address])
    expect(kept).not.toContain(value);
  expect(kept).not.toMatch(/"personal":"v0/);
});

describe('a payer', () => {
  test('is found again by the BVN and by the own id, where keys are kept', async () => {
    const { fixture } = await keptLoan();
    for (const query of [{ bvn: payer.bvn }, { payerId: payer.payerId }])
      expect((await fixture.kit.loans.list(query)).loans.map(({ loanId }) => loanId)).toEqual(['loan-1']);
    expect(await fixture.kit.loans.list({ bvn: '22200000000' })).toEqual({ loans: [] });
    await expect(fixture.kit.loans.list({ payerId: payer.payerId, bvn: payer.bvn })).rejects.toMatchObject({
      issues: [{ path: 'bvn' }],
    });
  });

  test('is erased for good: the chain verifies as before, no one is found by the BVN, and nothing personal is left to read', async () => {
    const { fixture, sink } = await endedLoan();
    await fixture.kit.checkpoint();
    const before = await verifyEvidence(await fixture.kit.loans.evidence('loan-1', { showPersonal: true }), {
      publicKey,
    });
    expect(
      await fixture.kit.loans.erasePayer(payer.payerId, { reason: 'asked for, and kept for long enough' }),
    ).toEqual({
      payerId: payer.payerId,
      loanIds: ['loan-1'],
    });
    expect((await fixture.kit.loans.list({ bvn: payer.bvn })).loans).toEqual([]);
    for (const kit of [fixture.kit, fixture.newKit({})]) {
      const loan = (await kit.loans.get('loan-1')) as ClosedLoan;
      expect(JSON.stringify(loan)).not.toMatch(/0{6}\d{2,4}11|Bolanle/);
      expect(loan.primaryAccount).toMatchObject({ accountNumber: '', bankCode: '' });
    }
    await fixture.kit.checkpoint();
    const after = await verifyEvidence(await fixture.kit.loans.evidence('loan-1', { showPersonal: true }), {
      publicKey,
    });
    expect([before.ok, after.ok]).toEqual([true, true]);
    expect(before.loans[0]?.personal).toBeGreaterThan(0);
    expect(after.loans[0]).toMatchObject({ personal: 0, events: (before.loans[0]?.events ?? 0) + 1 });
    expect((await sink.latest())?.number).toBe(2);
  });

  test('is erased once, however often it is asked for', async () => {
    const { fixture } = await endedLoan();
    await fixture.kit.loans.erasePayer(payer.payerId, { reason: 'asked for' });
    const version = (await fixture.kit.loans.get('loan-1')).version;
    await fixture.kit.loans.erasePayer(payer.payerId, { reason: 'asked for again' });
    expect((await fixture.kit.loans.get('loan-1')).version).toBe(version);
  });

  test('is not erased while a loan is under way', async () => {
    const { fixture, keys } = await keptLoan();
    await expect(fixture.kit.loans.erasePayer(payer.payerId, { reason: 'asked for' })).rejects.toMatchObject({
      rule: 'erasure-after-end',
    });
    expect(await keys.payerKey(payer.payerId)).toBeDefined();
    expect((await fixture.eventsOf()).some(({ type }) => type === 'payer.erased')).toBe(false);
  });

  test('is not erased when another loan is opened meanwhile; afterwards the call is made again', async () => {
    const { fixture, keys } = await endedLoan();
    const append: typeof fixture.store.append = async (...given) => {
      await fixture.store.append(...given);
      await fixture.kit.loans.open(openInput(autoTerms, 'loan-2'));
    };
    const slow = fixture.newKit({ store: { ...fixture.store, append } });
    await expect(slow.loans.erasePayer(payer.payerId, { reason: 'asked for' })).rejects.toMatchObject({
      rule: 'erasure-after-end',
    });
    expect(await keys.payerKey(payer.payerId)).toBeDefined();
    await fixture.kit.loans.abandon((await fixture.kit.loans.get('loan-2')) as ConsentedLoan, {
      reason: 'the payer left',
    });
    expect((await fixture.kit.loans.erasePayer(payer.payerId, { reason: 'asked for' })).loanIds).toEqual([
      'loan-1',
      'loan-2',
    ]);
    expect(await keys.payerKey(payer.payerId)).toBeUndefined();
  });

  test('is not erased before the bureau knows of the end', async () => {
    const { fixture, loan } = await keptLoan();
    await fixture.kit.bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-01-05' });
    await expect(fixture.kit.loans.erasePayer(payer.payerId, { reason: 'asked for' })).rejects.toMatchObject({
      rule: 'erasure-after-end',
    });
  });

  test('of whom nothing is on file, or without a reason or keys, is not erased', async () => {
    const { fixture } = await endedLoan();
    await expect(fixture.kit.loans.erasePayer('nobody', { reason: 'asked for' })).rejects.toMatchObject({
      issues: [{ path: 'payerId' }],
    });
    await expect(fixture.kit.loans.erasePayer(payer.payerId, { reason: ' ' })).rejects.toMatchObject({
      issues: [{ path: 'reason' }],
    });
    const bare = await createFixture();
    await expect(bare.kit.loans.erasePayer(payer.payerId, { reason: 'asked for' })).rejects.toMatchObject({
      code: 'config_invalid',
      issues: [{ path: 'keys' }],
    });
  });

  test('who was erased gets no new loan under the same id', async () => {
    const { fixture } = await endedLoan();
    await fixture.kit.loans.erasePayer(payer.payerId, { reason: 'asked for' });
    await expect(walkTo(fixture, 'consented', { loanId: 'loan-2' })).rejects.toMatchObject({ code: 'store_failed' });
  });
});

test('a checkpoint needs the option, and every second one follows the first', async () => {
  const { fixture, sink } = await keptLoan();
  const first = await fixture.kit.checkpoint();
  const second = await fixture.kit.checkpoint();
  expect([first.number, second.number, (await sink.latest())?.number]).toEqual([1, 2, 2]);
  const bare = await createFixture();
  await expect(bare.kit.checkpoint()).rejects.toMatchObject({
    code: 'config_invalid',
    issues: [{ path: 'checkpoints' }],
  });
});

test('a file that was altered beneath the client is not believed', async () => {
  const { fixture } = await keptLoan();
  const other = memoryStore();
  const events = (await fixture.store.load('loan-1'))?.events ?? [];
  await other.append(
    'loan-1',
    0,
    events.map((event, index) => (index === 2 ? { ...event, body: event.body.replace('"a1"', '"a2"') } : event)),
  );
  await expect(fixture.newKit({ store: other }).loans.get('loan-1')).rejects.toMatchObject({ code: 'evidence_broken' });
});

test('the payer gets a receipt of the consent, which says what was taken back and names no one', async () => {
  const { fixture, loan } = await keptLoan();
  const at = fixture.server.clock.now();
  const revokedAt = new Date(at).toISOString();
  await fixture.kit.mandates.revokeScope(loan, { scope: 'cascadeDebit', revokedAt, channel: 'branch' });
  const controller = { name: 'Sample Lender', contact: 'help@example.com', jurisdiction: 'NG' };
  const receipt = await fixture.kit.loans.receipt('loan-1', {
    controller,
    withdrawalMethod: 'Write to help@example.com.',
  });
  const states = Object.fromEntries(
    receipt.pii_processing.purposes.map(({ purpose_id, state }) => [purpose_id, state]),
  );
  expect(states).toMatchObject({ cascadeDebit: 'withdrawn', automatedDebit: 'given' });
  for (const value of [payer.bvn, payer.name, payer.email, payer.mobileNumber])
    expect(JSON.stringify(receipt)).not.toContain(value);
  await expect(fixture.kit.loans.receipt('loan-1', {} as never)).rejects.toMatchObject({ code: 'input_invalid' });
});

test('evidence carries no checkpoints where their place cannot be read again, and is evidence all the same', async () => {
  const fixture = await createFixture({
    kit: { checkpoints: { key: privateKey, sink: callbackCheckpoints(() => undefined) } },
  });
  await walkTo(fixture, 'consented');
  await fixture.kit.checkpoint();
  expect(await verifyEvidence(await fixture.kit.loans.evidence('loan-1'))).toMatchObject({
    ok: true,
    loans: [{ checkpoints: 0 }],
  });
});
