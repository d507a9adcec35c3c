import { describe, expect, test } from 'vitest';
import type { AdoptLoanInput } from '../../src/client/workflows/adoption/adopted-events.ts';
import type { OpenLoanInput } from '../../src/client/workflows/onboarding/open-loan.ts';
import type { ConsentedLoan } from '../../src/domain/loan/loan.ts';
import { requireEvidence } from '../../src/evidence/evidence-verify.ts';
import { sha256 } from '../../src/loan-file/hashing.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import { autoTerms, choice, consent, manualTerms, openInput, PRIMARY, payer } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

const text = `I, Bolanle Adeyemi of 7 Cedar Close, BVN 222 3330 0007, agree that you debit the accounts that I choose.`;
const named = { ...consent, notice: { version: '2026-02', text } };
const receiptInput = { controller: { name: 'Sample Lender', contact: '0800' }, withdrawalMethod: 'Call 0800.' };
const personal = /Bolanle|Adeyemi|Cedar|22233300007|222 3330 0007/;

const noticeIn = async (kit: Fixture['kit'], loanId = 'loan-1') =>
  (await kit.loans.receipt(loanId, receiptInput)).pii_processing.privacy_notice;

/** A lender who keeps keys, with a loan whose notice names the payer. */
async function namedLoan(change: Partial<OpenLoanInput> = {}) {
  const keys = memoryKeys();
  const fixture = await createFixture({ kit: { keys } });
  const input: OpenLoanInput = { ...openInput(), consent: named, ...change };
  const loan: ConsentedLoan = await fixture.kit.loans.open(input);
  return { fixture, input, loan, keys };
}

describe('a notice that names the payer', () => {
  test('is no open fact: the store and the evidence show its version only', async () => {
    const { fixture } = await namedLoan();
    const [first] = (await fixture.store.load('loan-1'))?.events ?? [];
    expect(JSON.parse(first?.body ?? '').consent.notice).toEqual({ version: '2026-02', namesPayer: true });
    expect(JSON.stringify(first)).not.toContain(sha256(text));
    const evidence = await fixture.kit.loans.evidence('loan-1');
    expect(evidence).not.toMatch(personal);
  });

  test('is shown word for word as long as the key exists, in this process and the next', async () => {
    const { fixture } = await namedLoan();
    for (const kit of [fixture.kit, fixture.newKit()]) {
      expect(await noticeIn(kit)).toEqual({ version: '2026-02', language: 'en', text, sha256: sha256(text) });
      const evidence = await kit.loans.evidence('loan-1', { showPersonal: true });
      expect(evidence).toContain(text);
      expect((await requireEvidence(evidence)).loans).toMatchObject([{ personal: 1 }]);
    }
  });

  test('opened again, is the same loan; with other words it is another one', async () => {
    const { fixture, input, loan } = await namedLoan();
    for (const kit of [fixture.kit, fixture.newKit()]) {
      expect(await kit.loans.open(input)).toEqual(loan);
      const other = {
        ...input,
        consent: { ...named, notice: { ...named.notice, text: text.replace('agree', 'consent') } },
      };
      expect(await errorOf(kit.loans.open(other))).toMatchObject({ name: 'InputError', issues: [{ path: 'loanId' }] });
    }
    expect(await fixture.eventsOf()).toHaveLength(1);
  });

  test('goes with the payer who is erased, from every answer', async () => {
    const { fixture, input, loan } = await namedLoan();
    await fixture.kit.loans.abandon(loan, { reason: 'declined' });
    await fixture.kit.loans.erasePayer(payer.payerId, { reason: 'asked for' });
    for (const kit of [fixture.kit, fixture.newKit()]) {
      expect(await noticeIn(kit)).toEqual({ version: '2026-02', language: 'en' });
      const evidence = await kit.loans.evidence('loan-1', { showPersonal: true });
      expect(evidence).not.toMatch(personal);
      expect((await requireEvidence(evidence)).ok).toBe(true);
      expect(await errorOf(kit.loans.open(input))).toMatchObject({
        name: 'StaleLoanError',
        current: { stage: 'abandoned' },
      });
      expect(JSON.stringify(await kit.loans.get('loan-1'))).not.toMatch(personal);
    }
  });
});

test('a notice that names no one stays on file for good', async () => {
  const { fixture, loan } = await namedLoan({ consent });
  await fixture.kit.loans.abandon(loan, { reason: 'declined' });
  await fixture.kit.loans.erasePayer(payer.payerId, { reason: 'asked for' });
  const { text: shown, version } = consent.notice;
  for (const kit of [fixture.kit, fixture.newKit()])
    expect(await noticeIn(kit)).toEqual({ version, language: 'en', text: shown, sha256: sha256(shown) });
  expect(await fixture.kit.loans.evidence('loan-1')).toContain(sha256(shown));
});

describe('an adopted loan', () => {
  async function adoptedLoan(noticeText: string) {
    const fixture = await createFixture();
    const { mandateId } = await walkTo(fixture, 'verified', { terms: manualTerms });
    const [keys, store] = [memoryKeys(), memoryStore()];
    const kit = fixture.newKit({ store, keys });
    const notice = { version: '2020', text: noticeText };
    const input: AdoptLoanInput = {
      ...openInput(manualTerms, 'old-7'),
      ...choice,
      consent: { ...consent, notice },
      mandateId,
      ...handover,
    };
    return { fixture, kit, store, input, loan: await kit.loans.adopt(input) };
  }
  const handover = { adoptedBy: 'operations', reason: 'moved from the old system', evidence: [] };

  test.each([
    ['the name', text],
    ['an account number', `Debit account ${PRIMARY.accountNumber}.`],
  ])('keeps a notice with %s apart, and is the same when it is adopted again', async (_what, noticeText) => {
    const { kit, store, input, loan } = await adoptedLoan(noticeText);
    const [first] = (await store.load('old-7'))?.events ?? [];
    expect(JSON.parse(first?.body ?? '').consent.notice).toEqual({ version: '2020', namesPayer: true });
    expect(await noticeIn(kit, 'old-7')).toMatchObject({ text: noticeText });
    expect(await kit.loans.adopt(input)).toEqual(loan);
    const other = {
      ...input,
      consent: { ...input.consent, notice: { version: '2020', text: `${noticeText} Truly.` } },
    };
    expect(await errorOf(kit.loans.adopt(other))).toMatchObject({ name: 'InputError', issues: [{ path: 'loanId' }] });
  });

  test('shows nothing of the notice after the erasure, and is still the same', async () => {
    const { kit, input, loan } = await adoptedLoan(text);
    if (loan.stage !== 'verified') throw new Error(loan.stage);
    const abandoned = await kit.loans.abandon(loan, { reason: 'declined' });
    await kit.loans.erasePayer(payer.payerId, { reason: 'asked for' });
    expect(await noticeIn(kit, 'old-7')).toEqual({ version: '2020', language: 'en' });
    expect(await kit.loans.evidence('old-7', { showPersonal: true })).not.toMatch(personal);
    expect(await kit.loans.adopt(input)).toMatchObject({ stage: 'abandoned', version: abandoned.version + 1 });
    const other = { ...input, terms: autoTerms };
    expect(await errorOf(kit.loans.adopt(other))).toMatchObject({ name: 'InputError', issues: [{ path: 'loanId' }] });
  });
});

test('without keys the notice lies beside the facts with all else about the payer, and the erasure names the loan', async () => {
  const fixture = await createFixture();
  const loan = await fixture.kit.loans.open({ ...openInput(), consent: named });
  const [first] = (await fixture.store.load('loan-1'))?.events ?? [];
  expect(first?.body).not.toMatch(personal);
  expect(await noticeIn(fixture.kit)).toMatchObject({ text });
  await fixture.kit.loans.abandon(loan, { reason: 'declined' });
  const erasure = await fixture.newKit({ keys: memoryKeys() }).loans.erasePayer(payer.payerId, { reason: 'asked for' });
  expect(erasure.inClear).toEqual(['loan-1']);
});
