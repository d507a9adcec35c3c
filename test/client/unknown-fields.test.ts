/** Every step refuses an unknown field, because a mistyped one would be lost. */
import { describe, expect, test } from 'vitest';
import { memoryKeys, type RepayKit } from '../../src/index.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import {
  choice,
  chosenBy,
  FIRST_BACKUP,
  manualTerms,
  openInput,
  PRIMARY,
  SECOND_BACKUP,
  transfer,
} from '../journeys/people.ts';
import { type ROAD, walkTo } from '../journeys/walk.ts';

const open = openInput(manualTerms, 'loan-2');
const cash = { amount: 5_000, date: '2026-01-05', reference: 'CASH-1' };
const debit = { amount: 10_000, debitDate: '2026-02-01' };
const dispute = { reference: 'D-1', reason: 'not mine', openedAt: '2026-01-05T08:00:00Z' };

type AtStage = (typeof ROAD)[number];

// biome-ignore lint/suspicious/noExplicitAny: what callers without a compiler pass
type Step = (kit: RepayKit, loan: any) => Promise<unknown>;

const accounts = [PRIMARY, FIRST_BACKUP, SECOND_BACKUP].map(({ accountNumber }) => accountNumber);

const signature = { file: 'aGVsbG8=', bankAddress: '1 Broad Street' };

const revocation = { scope: 'cascadeDebit', revokedAt: '2026-01-05T08:00:00Z', channel: 'web' } as const;

const adoption = { ...open, ...choice, mandateId: 'a'.repeat(24), adoptedBy: 'x', reason: 'y', evidence: [] };

const sent = { ...transfer, reported: true };

const controller = { name: 'Oke Credit', contact: 'help@oke.example' };

const [grant, ...grants] = open.consent.scopes;

async function set(at: AtStage): Promise<{ readonly fixture: Fixture; readonly loan: unknown }> {
  const fixture = await createFixture({ kit: { keys: memoryKeys() }, receivesWebhooks: false });
  return { fixture, loan: await walkTo(fixture, at, { terms: manualTerms }) };
}

/** Each input with one field too many: where the loan stands, the step, and the message. */
const steps: readonly (readonly [step: string, at: AtStage, act: Step, path: string, meant: string | undefined])[] = [
  ['open', 'consented', ({ loans }) => loans.open({ ...open, loanID: 'x' } as never), 'loanID', 'loanId'],
  [
    'open: terms',
    'consented',
    ({ loans }) => loans.open({ ...open, terms: { ...open.terms, colectionMode: 'auto' } } as never),
    'terms.colectionMode',
    'collectionMode',
  ],
  [
    'adopt',
    'consented',
    ({ loans }) => loans.adopt({ ...adoption, repayment: [] } as never),
    'repayment',
    'repayments',
  ],
  [
    'adopt: disbursement',
    'consented',
    ({ loans }) => loans.adopt({ ...adoption, disbursement: { ...sent, dat: 'x' } } as never),
    'disbursement.dat',
    'date',
  ],
  [
    'adopt: repayment',
    'consented',
    ({ loans }) =>
      loans.adopt({
        ...adoption,
        disbursement: sent,
        repayments: [cash, { ...cash, reference: 'CASH-2', paidAt: 'x' }],
      } as never),
    'repayments.1.paidAt',
    undefined,
  ],
  [
    'adopt: evidence',
    'consented',
    ({ loans }) =>
      loans.adopt({ ...adoption, evidence: [{ name: 'consent.pdf', sha256: 'ab'.repeat(32), sha25: 'x' }] } as never),
    'evidence.0.sha25',
    'sha256',
  ],
  [
    'select',
    'discovered',
    ({ discovery }, loan) => discovery.select(loan, { ...choice, backupAccount: [] } as never),
    'backupAccount',
    'backupAccounts',
  ],
  [
    'select: who',
    'discovered',
    ({ discovery }, loan) => discovery.select(loan, { ...choice, chosenBy: { ...chosenBy, ipAddres: '' } } as never),
    'chosenBy.ipAddres',
    'ipAddress',
  ],
  [
    'select: opt-in',
    'discovered',
    ({ discovery }, loan) =>
      discovery.select(loan, { ...choice, backupAccounts: [{ ...FIRST_BACKUP, optedinBy: chosenBy }] } as never),
    'backupAccounts.0.optedinBy',
    'optedInBy',
  ],
  [
    'attach',
    'placed',
    ({ mandates }, loan) => mandates.attach(loan, { by: 'micro-deposit', file: '' } as never),
    'file',
    undefined,
  ],
  [
    'attachBySignature',
    'placed',
    ({ mandates }, loan) => mandates.attachBySignature(loan, { ...signature, fileExtension: 'png' } as never),
    'fileExtension',
    'fileExtention',
  ],
  [
    'attach: one account',
    'placed',
    ({ mandates }, loan) =>
      mandates.attach(
        loan,
        Object.fromEntries(
          accounts.map((number, index) => [number, { by: 'micro-deposit', ...(index === 1 ? { file: '' } : {}) }]),
        ) as never,
      ),
    'accounts.1.file',
    undefined,
  ],
  [
    'awaitActive',
    'verifying',
    ({ mandates }, loan) => mandates.awaitActive(loan, { timeout: 1 } as never),
    'timeout',
    'timeoutMs',
  ],
  [
    'addBackup',
    'verifying',
    ({ mandates }, loan) =>
      mandates.addBackup(loan, { account: PRIMARY, chosenBy, at: 'x' } as never, { by: 'micro-deposit' }),
    'at',
    undefined,
  ],
  [
    'abandon',
    'verified',
    ({ loans }, loan) => loans.abandon(loan, { reason: 'x', resaon: 'y' } as never),
    'resaon',
    'reason',
  ],
  [
    'reportApproved',
    'verified',
    ({ bureau }, loan) => bureau.reportApproved(loan, { branch: 'Ikeja' } as never),
    'branch',
    undefined,
  ],
  [
    'reportDisbursed',
    'approved',
    ({ bureau }, loan) => bureau.reportDisbursed(loan, { ...transfer, disbursedAt: 'x' } as never),
    'disbursedAt',
    undefined,
  ],
  [
    'awaitReported',
    'disbursed',
    ({ bureau }, loan) => bureau.awaitReported(loan, { retries: 2 } as never),
    'retries',
    undefined,
  ],
  [
    'collect',
    'collecting',
    ({ collections }, loan) => collections.collect(loan, { ...debit, idempotencyKey: 'k' } as never),
    'idempotencyKey',
    undefined,
  ],
  [
    'collect: reference',
    'collecting',
    ({ collections }, loan) => collections.collect(loan, { ...debit, reference: 'k' } as never),
    'reference',
    undefined,
  ],
  [
    'collect: options',
    'collecting',
    ({ collections }, loan) => collections.collect(loan, debit, { timeoutMS: 1 } as never),
    'timeoutMS',
    'timeoutMs',
  ],
  [
    'settle',
    'collecting',
    ({ collections }, loan) =>
      collections.settle(loan, { debitId: 'd', result: 'taken', decidedBy: 'a', reason: 'b', note: '' } as never),
    'note',
    undefined,
  ],
  [
    'recordRepayment',
    'collecting',
    ({ loans }, loan) => loans.recordRepayment(loan, { ...cash, paidAt: 'x' } as never),
    'paidAt',
    undefined,
  ],
  [
    'recordReversal',
    'collecting',
    ({ loans }, loan) => loans.recordReversal(loan, { ...cash, of: 'repayment', reason: 'x', refernce: 'y' } as never),
    'refernce',
    'reference',
  ],
  [
    'recordObligation',
    'collecting',
    ({ loans }, loan) => loans.recordObligation(loan, { amount: 1, basis: 'x', bases: 'y' } as never),
    'bases',
    'basis',
  ],
  [
    'dischargeDuty',
    'collecting',
    ({ loans }, loan) => loans.dischargeDuty(loan, { duty: 'x', note: 'y', notes: 'z' } as never),
    'notes',
    'note',
  ],
  [
    'reportRestructured',
    'collecting',
    ({ bureau }, loan) =>
      bureau.reportRestructured(loan, {
        schedule: [{ dueDate: '2026-05-01', amount: 1 }],
        reason: 'x',
        scedule: [],
      } as never),
    'scedule',
    'schedule',
  ],
  [
    'close',
    'collecting',
    ({ bureau }, loan) =>
      bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-01-05', status: 'x' } as never),
    'status',
    'finalStatus',
  ],
  [
    'release',
    'collecting',
    ({ bureau }, loan) => bureau.release(loan, { reportId: 'x', reportID: 'x' } as never),
    'reportID',
    'reportId',
  ],
  [
    'revokeScope',
    'collecting',
    ({ mandates }, loan) => mandates.revokeScope(loan, { ...revocation, chanel: 'x' } as never),
    'chanel',
    'channel',
  ],
  [
    'requestCancellation',
    'collecting',
    ({ mandates }, loan) =>
      mandates.requestCancellation(loan, { requestedAt: revocation.revokedAt, channel: 'web', scope: 'x' } as never),
    'scope',
    undefined,
  ],
  [
    'openDispute',
    'collecting',
    ({ mandates }, loan) => mandates.openDispute(loan, { ...dispute, refrence: 'x' } as never),
    'refrence',
    'reference',
  ],
  [
    'resolveDispute',
    'collecting',
    ({ mandates }, loan) =>
      mandates.resolveDispute(loan, {
        reference: 'D-1',
        outcome: 'dismissed',
        reason: 'x',
        resolvedAt: dispute.openedAt,
        resolvdAt: 'x',
      } as never),
    'resolvdAt',
    'resolvedAt',
  ],
  ['list', 'collecting', ({ loans }) => loans.list({ payerID: 'x' } as never), 'payerID', 'payerId'],
  [
    'evidence',
    'collecting',
    ({ loans }) => loans.evidence('loan-1', { showpersonal: true } as never),
    'showpersonal',
    'showPersonal',
  ],
  [
    'receipt',
    'collecting',
    ({ loans }) => loans.receipt('loan-1', { controller, withdrawalMethod: 'call us', method: 'x' } as never),
    'method',
    'withdrawalMethod',
  ],
  [
    'receipt: controller',
    'collecting',
    ({ loans }) =>
      loans.receipt('loan-1', { controller: { ...controller, contacts: 'x' }, withdrawalMethod: 'call us' } as never),
    'controller.contacts',
    'contact',
  ],
  [
    'erasePayer',
    'closed',
    ({ loans }) => loans.erasePayer('payer-1', { reason: 'x', resons: 'y' } as never),
    'resons',
    'reason',
  ],
  [
    'claim: once',
    'collecting',
    ({ insurance }) => insurance.claim({} as never, { onec: 'c-1' } as never),
    'onec',
    'once',
  ],
];

describe('an unknown field', () => {
  test.each(steps)('is refused by %s', async (_step, at, act, path, meant) => {
    const { fixture, loan } = await set(at);
    const before = { events: await fixture.eventsOf(), requests: await fixture.requests() };
    const error = await errorOf(Promise.resolve().then(() => act(fixture.kit, loan)));
    const message = meant ? `is unknown; did you mean ${meant}?` : expect.stringMatching(/^is unknown; known are /);
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path, message }] });
    expect({ events: await fixture.eventsOf(), requests: await fixture.requests() }).toEqual(before);
  });

  test('is reported beside what is missing because of it', async () => {
    const { fixture, loan } = await set('collecting');
    const error = await errorOf(
      fixture.kit.collections.collect(loan as never, { amount: 5_000, date: '2026-02-01' } as never),
    );
    expect(error).toMatchObject({
      issues: [
        { path: 'date', message: 'is unknown; did you mean debitDate?' },
        { path: 'debitDate', message: 'is missing: give a day as text, YYYY-MM-DD' },
      ],
    });
  });
});

describe('a record of the lender’s own', () => {
  const opened = async (change: object) => {
    const { fixture } = await set('consented');
    return Promise.resolve().then(() => fixture.kit.loans.open({ ...open, ...change } as never));
  };
  const withoutPhone = { ...open.payer, mobileNumber: undefined };

  test('may hold more than is read', async () => {
    const payer = { ...open.payer, tier: 3, mobile: '1' };
    const scopes = open.consent.scopes.map((scope) => ({ ...scope, payerId: 'payer-1' }));
    const consent = { ...open.consent, payerId: 'payer-1', scopes, notice: { ...open.consent.notice, format: 'html' } };
    expect((await opened({ payer, consent })).stage).toBe('consented');
  });

  test.each([
    ['payer', { payer: { ...withoutPhone, tier: 3, mobile: '1' } }, 'payer.mobile', 'mobileNumber'],
    ['consent', { consent: { ...open.consent, channel: undefined, chanel: 'web' } }, 'consent.chanel', 'channel'],
    ['notice', { consent: { ...open.consent, notice: { version: '1', txt: '' } } }, 'consent.notice.txt', 'text'],
    [
      'grant',
      { consent: { ...open.consent, scopes: [{ ...grant, ipAddress: undefined, ipAdress: '' }, ...grants] } },
      'consent.scopes.0.ipAdress',
      'ipAddress',
    ],
  ])('reports what was mistyped where something is missing: %s', async (_record, change, path, meant) => {
    const error = (await errorOf(opened(change))) as {
      readonly issues: readonly { readonly path: string; readonly message: string }[];
    };
    expect(error.issues.map((issue) => issue.path)).toContain(path.replace(/[^.]+$/, meant));
    expect(error.issues.find((issue) => issue.path === path)?.message).toBe(`is unknown; did you mean ${meant}?`);
    expect(error.issues).toHaveLength(2);
  });
});
