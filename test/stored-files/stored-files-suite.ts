import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  auditStore,
  type BureauReport,
  type CollectingLoan,
  exportEvidence,
  fetchTransport,
  type Loan,
  type Transport,
  virtualClock,
} from '../../src/index.ts';
import { createReferenceServer } from '../../src/server/index.ts';
import { parse } from '../../src/webhooks/index.ts';
import { runDue } from '../../src/worker/index.ts';
import { addPayers, claim, DAY_MS, END, FOLDER, LEASE_MS, lenderKit, PUBLIC_KEY } from './lender.ts';
import type { Rows, Workspace } from './places.ts';
import { lookAtLoans } from './played-loans.ts';
import { type Exchange, type Place, requestName } from './scene.ts';
import { claimWork, inboxFacts, loanFacts, readerOf } from './stored-facts.ts';
import { stepOn } from './walked-loan.ts';

/** Stores of the fixtures, opened by the present source. */
export interface OpenedFiles {
  readonly place: Place;
  readonly workspace: Workspace;
  /** What the tables held before the present source opened them. */
  readonly before: Rows;
  /** What they hold now. */
  rows(): Promise<Rows>;
}

const expected = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as {
  readonly loans: Awaited<ReturnType<typeof loanFacts>>;
  readonly inbox: Awaited<ReturnType<typeof inboxFacts>>;
  readonly work: Readonly<Record<'free' | 'later', Awaited<ReturnType<typeof claimWork>>>>;
};
const now = Date.parse(END);

/** What stored files of every kind promise to those who upgrade: `open` opens a copy, as the version of the schema left it. */
export function describeStoredFiles(name: string, open: (version: 1 | 2) => Promise<OpenedFiles>): void {
  describe(name, () => {
    test('says what it said, and reading changes nothing', async () => {
      const { place, workspace, before, rows } = await open(2);
      expect(await loanFacts(place)).toEqual(expected.loans);
      expect(await inboxFacts(place)).toEqual(expected.inbox);
      expect(columnsAsIn(before, await rows())).toEqual(columnsAsIn(before, before));
      expect(readdirSync(workspace.file('keys'))).toEqual(readdirSync(join(FOLDER, 'keys')));
    });

    test('of the first version says of loans what it said, and has an inbox from then on', async () => {
      const { place, before, rows } = await open(1);
      expect(Object.keys(before)).not.toContain('inbox');
      expect(await loanFacts(place)).toEqual(expected.loans);
      expect(columnsAsIn(before, await rows())).toEqual(columnsAsIn(before, before));
      const [item] = expected.inbox.quarantined ?? [];
      expect(await place.inbox.store(item as never)).toBe('stored');
    });

    test('finds files by every label', async () => {
      const { place, before } = await open(2);
      const { kit } = readerOf(place);
      const files = before.loans ?? before.loan_files ?? [];
      const labels = before.labels ?? before.loan_labels ?? [];
      expect(labels.length).toBeGreaterThan(30);
      const references = labels.flatMap(({ label }) => String(label).match(/^instalment:(.*)/)?.[1] ?? []);
      for (const instalmentReference of references) {
        const body = JSON.stringify({ event: 'instalment.changed', data: { instalmentReference } });
        expect(await kit.confirm(parse(body), { isProven: true })).toMatchObject({
          loan: { loanId: expect.any(String) },
        });
      }
      for (const { label, loan_no, place: no } of labels) {
        const { loan_id: loanId } = files.find((file) => (file.no ?? file.place) === (loan_no ?? no)) ?? {};
        expect((await place.store.find(label as string, { limit: 100 })).loanIds).toContain(loanId);
      }
    });

    test('gives out its work, and what dead processes held once that can be', async () => {
      const { place } = await open(2);
      expect(await claimWork(place, now)).toEqual(expected.work.free);
      expect(await claimWork(place, now + DAY_MS)).toEqual(expected.work.later);
    });

    test('agrees with its checkpoints, takes the next one, and exports the very evidence', async () => {
      const { place } = await open(2);
      const { store, keys, checkpoints: sink } = place;
      const { kit, clock } = readerOf(place);
      const loanIds = expected.loans.heads.map(({ loanId }) => loanId);
      for (const [file, showPersonal] of [
        ['evidence.ndjson', false],
        ['evidence-personal.ndjson', true],
      ] as const) {
        const lines = exportEvidence({ store, keys, checkpoints: sink.all(), loanIds, clock, showPersonal });
        let text = '';
        for await (const line of lines) text += line;
        expect(text).toBe(readFileSync(join(FOLDER, file), 'utf8'));
      }
      expect((await kit.checkpoint()).number).toBe(4);
      const audit = await auditStore({ store, keys, sink, publicKey: PUBLIC_KEY });
      expect(audit).toMatchObject({ ok: true, files: loanIds.length, checkpoints: { count: 4 }, findings: [] });
    });

    test('hands its waiting deliveries to handlers, and keeps erased what was erased', async () => {
      const { place, before } = await open(2);
      const { receiver, clock, handled } = readerOf(place);
      clock.moveTo(now + LEASE_MS);
      const uploads = (expected.inbox.unfinished ?? []).filter(({ kind }) => kind === 'pdf_upload');
      // The service is away, so that what was not confirmed cannot be.
      expect(await receiver.drain()).toMatchObject({ done: uploads.length, failed: 2 });
      expect(uploads).toHaveLength(3);
      expect(handled).toHaveLength(3);
      expect(handled).toEqual(expect.arrayContaining(uploads.map(({ body }) => JSON.parse(body).data)));
      const erased = (await receiver.inbox.list({ limit: 100 })).filter(({ body }) => body === 'erased with its payer');
      expect(erased).toMatchObject([{ kind: 'income_transaction', status: 'done' }]);
      expect(JSON.stringify([expected, before])).not.toMatch(/Halima|22233300003/);
    });

    test('reports nothing a second time: neither what came before, nor what a sync finds', async () => {
      const { place } = await open(2);
      const { kit, receiver, clock, handled } = readerOf(place, replayed());
      clock.moveTo(now + LEASE_MS);
      const { length } = await receiver.inbox.list({ limit: 1_000 });
      const deliveries = readFileSync(join(FOLDER, 'recorded/deliveries.ndjson'), 'utf8')
        .trimEnd()
        .split('\n')
        .slice(0, -1);
      // The last one was never read: it is counted.
      for (const body of [...deliveries, '{"event":"income_insight","data":']) {
        await receiver(new Request('http://127.0.0.1/', { method: 'POST', headers: JSON_TYPE, body }));
        await receiver.settled();
      }
      expect(await lookAtLoans(kit, receiver)).toMatchObject({ looked: 4, missing: [], differed: [], failed: 0 });
      await receiver.settled();
      const items = await receiver.inbox.list({ limit: 1_000 });
      // What a person put aside comes back when the service says it again.
      expect(handled).toEqual([expect.objectContaining({ accountName: 'Amina Yusuf' })]);
      expect(items).toHaveLength(length);
      expect(items.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(/^unreadable, came 2 times: /));
    });

    test('asks once about what waits for the same answer', async () => {
      const { place } = await open(2);
      const asked: string[] = [];
      const { receiver, clock } = readerOf(place, replayed(asked));
      clock.moveTo(now + LEASE_MS);
      expect(await receiver.drain()).toMatchObject({ failed: 2 });
      expect(asked.filter((name) => name.includes('get-mandate'))).toHaveLength(1);
    });

    test('goes on with the loan whose mandate was half placed', async () => {
      const { place } = await open(2);
      await using server = createReferenceServer({ now: END });
      await addPayers(server);
      const { store, keys } = place;
      const transport = fetchTransport({ fetch: server.fetch as typeof fetch });
      const kit = lenderKit({ baseUrl: server.url, transport, store, keys, clock: server.clock });
      const scene = { server, now: () => server.clock.iso(), today: () => server.clock.today() };
      let loan: Loan = await kit.loans.get('loan-half-way');
      const { mandateId } = loan;
      while (loan.stage !== 'collecting') loan = await stepOn(scene, { kit, loan, accounts: 2 });
      expect(loan).toMatchObject({ mandateId, balances: { outstanding: 90_000 } });
    });

    test('delivers the reports that waited, also those behind one that a person released', async () => {
      const { place } = await open(2);
      const { store, keys } = place;
      const submitted: BureauReport[] = [];
      const bureau = { submit: async (report: BureauReport) => void submitted.push(report) };
      const kit = lenderKit({ store, keys, clock: virtualClock(now + LEASE_MS), bureau });
      await runDue(kit, { kinds: ['reports'] });
      expect(await kit.loans.get('loan-outbox')).toMatchObject({ stage: 'collecting' });
      const loan = (await kit.loans.get('loan-manual')) as CollectingLoan;
      const stuck = loan.reports.find(({ stuckFor }) => stuckFor !== undefined);
      await kit.bureau.release(loan, { reportId: stuck?.reportId ?? '' });
      await runDue(kit, { kinds: ['reports'] });
      const reports = expected.loans.loans.flatMap(({ loan }) => ('reports' in loan ? loan.reports : []));
      const waiting = reports.filter(({ acknowledged }) => !acknowledged).map(({ reportId }) => reportId);
      expect(submitted.map(({ reportId }) => reportId).sort()).toEqual(waiting.sort());
    });

    test('takes a decision about the debit that asking could not settle', async () => {
      const { kit } = readerOf((await open(2)).place);
      const loan = (await kit.loans.get('loan-manual')) as CollectingLoan;
      const { debitId = '' } = loan.debits.find(({ status }) => status === 'parked') ?? {};
      const decision = {
        result: 'not-taken',
        decidedBy: 'operations',
        reason: 'the bank shows no such debit',
      } as const;
      const settled = await kit.collections.settle(loan, { debitId, ...decision });
      expect(settled.debits).toContainEqual({ debitId, status: 'failed' });
    });

    test('knows which requests were made under a key', async () => {
      const { insurance } = readerOf((await open(2)).place).kit;
      const errorOf = (once: string, more = {}) =>
        insurance.claim({ ...claim, ...more }, { once }).catch((error) => error);
      expect(await errorOf('claim-1')).toMatchObject({ rule: 'request-is-single', known: { outcome: 'succeeded' } });
      expect(await errorOf('claim-1', { amount: 1 })).toMatchObject({ rule: 'request-is-the-same' });
      expect(await errorOf('claim-2', { policy_number: 'POL-NONE' })).toMatchObject({ known: { outcome: 'refused' } });
      expect(await errorOf('claim-3')).toMatchObject({ known: { outcome: 'unknown' } });
      expect(await errorOf('claim-4')).toMatchObject({ name: 'ConnectionError' });
    });
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** The service as it answered when the lender stopped. */
function replayed(asked: string[] = []): Transport {
  const exchanges: Readonly<Record<string, Exchange>> = JSON.parse(
    readFileSync(join(FOLDER, 'exchanges.json'), 'utf8'),
  );
  const replay: typeof fetch = async (url, init) => {
    const name = requestName(String(url), init);
    asked.push(name);
    const { status, body } = exchanges[name] ?? expect.fail(`no such request was recorded: ${name}`);
    return new Response(body, { status, headers: JSON_TYPE });
  };
  return fetchTransport({ fetch: replay });
}

/** Rows with the columns that the tables had then, whatever later versions add. */
function columnsAsIn(before: Rows, rows: Rows): Rows {
  const kept = Object.entries(before).filter(([table]) => table !== 'migrations');
  return Object.fromEntries(
    kept.map(([table, [first = {}]]) => {
      const columns = Object.keys(first);
      const pick = (row: Rows[string][number]) => JSON.stringify(columns.map((column) => row[column]));
      return [
        table,
        (rows[table] ?? []).map((row) => ({ row: pick(row) })).toSorted((a, b) => (a.row < b.row ? -1 : 1)),
      ];
    }),
  );
}
