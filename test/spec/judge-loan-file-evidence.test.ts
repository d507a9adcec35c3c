import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  auditStore,
  type CheckpointRecord,
  type CollectingLoan,
  callbackCheckpoints,
  memoryCheckpoints,
  memoryKeys,
  requireEvidence,
  verifyEvidence,
} from '../../src/index.ts';
import {
  BVN,
  collecting,
  type Lender,
  type LenderOptions,
  lender,
  opening,
  PAYER,
  PRIMARY,
  refusal,
  today,
} from './judge-loan-file.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function history(options: LenderOptions = {}): Promise<{ of: Lender; loan: CollectingLoan }> {
  const of = await lender(options);
  const loan = await collecting(of);
  const { loan: after } = await of.kit.collections.collect(loan, today(10_000));
  return { of, loan: await of.kit.mandates.refresh(after) };
}

const linesOf = (ndjson: string) => ndjson.trimEnd().split('\n');
const isEvent = (line: string) =>
  line.includes('"previous":"') && line.includes('"seq":') && !line.startsWith('{"checkpoint"');
const joined = (lines: readonly string[]) => `${lines.join('\n')}\n`;

/** Makes the events of a file a chain again, as an insider would who has changed one, and mends the footer. */
function rehash(lines: readonly string[]): string[] {
  let previous = '0'.repeat(64);
  let events = 0;
  return lines.map((line) => {
    if (isEvent(line)) {
      const next = line.replace(/"previous":"[0-9a-f]{64}"/, `"previous":"${previous}"`);
      previous = sha256(next);
      events += 1;
      return next;
    }
    return line.includes('"footer"') ? JSON.stringify({ footer: { events, head: previous } }) : line;
  });
}

describe('an evidence file', () => {
  it('is a chain that anyone can check with SHA-256 alone, and verifies', async () => {
    const { of, loan } = await history();
    const text = await of.kit.loans.evidence(loan.loanId);
    let previous = '0'.repeat(64);
    const events = linesOf(text).filter(isEvent);
    for (const [index, line] of events.entries()) {
      expect(JSON.parse(line)).toMatchObject({ seq: index + 1, previous, loanId: loan.loanId });
      previous = sha256(line);
    }
    expect(events).toHaveLength(loan.version);
    expect(JSON.parse(linesOf(text).at(-1) ?? '')).toEqual({ footer: { events: loan.version, head: previous } });
    expect(await verifyEvidence(text)).toMatchObject({
      ok: true,
      isSigned: false,
      problems: [],
      loans: [{ loanId: loan.loanId, events: loan.version, head: previous }],
    });
    expect(text.endsWith('\n')).toBe(true);
  });

  it('holds nothing personal unless it is asked for, and then what was committed to', async () => {
    const { of, loan } = await history({ keys: memoryKeys() });
    const text = await of.kit.loans.evidence(loan.loanId);
    for (const planted of [
      BVN,
      PAYER.name,
      PAYER.email,
      PAYER.mobileNumber,
      PAYER.address,
      PRIMARY.accountNumber,
      'ADESOLA OBRIEN',
      '102.89.1.2',
    ])
      expect(text).not.toContain(planted);
    const shown = await of.kit.loans.evidence(loan.loanId, { showPersonal: true });
    expect(shown).toContain(PAYER.name);
    const report = await verifyEvidence(shown);
    expect(report).toMatchObject({ ok: true });
    expect(report.loans[0]?.personal).toBeGreaterThan(0);
    const forged = await verifyEvidence(shown.replace(PAYER.name, 'Somebody Else'));
    expect(forged.ok).toBe(false);
    expect(forged.loans[0]?.broken?.seq).toBe(1);
  });

  it('names the first broken event, whatever was done to it without hashing again', async () => {
    const { of, loan } = await history();
    const lines = linesOf(await of.kit.loans.evidence(loan.loanId));
    const first = lines.findIndex(isEvent);
    const at = (seq: number) => first + seq - 1;
    const last = loan.version;
    for (const seq of [1, 2, 5, last - 1]) {
      const line = lines[at(seq)] ?? '';
      const changed = line.replace(/"at":"2026/, '"at":"2025');
      const classes: Record<string, string[]> = {
        changed: lines.with(at(seq), changed === line ? line.replace('"seq"', '"Seq"') : changed),
        'a space more': lines.with(at(seq), line.replace('{', '{ ')),
        deleted: lines.toSpliced(at(seq), 1),
        doubled: lines.toSpliced(at(seq), 0, line),
        swapped: lines.with(at(seq), lines[at(seq + 1)] ?? '').with(at(seq + 1), line),
      };
      for (const [name, forged] of Object.entries(classes)) {
        const report = await verifyEvidence(joined(forged));
        expect(report.ok, `${name} at ${seq}`).toBe(false);
        const broken = report.loans[0]?.broken?.seq ?? 0;
        expect(Math.abs(broken - seq), `${name} at ${seq} was named ${broken}`).toBeLessThanOrEqual(1);
        await expect(requireEvidence(joined(forged))).rejects.toMatchObject({
          name: 'EvidenceError',
          code: 'evidence_broken',
        });
      }
    }
    const cut = await verifyEvidence(joined(lines.slice(0, at(last))));
    expect(cut.ok).toBe(false);
    for (const nothing of ['', '\n', 'not json', '{}', '[]\n', joined(lines).slice(0, -40), '\uFEFF', 'null\n'])
      expect((await verifyEvidence(nothing)).ok, nothing).toBe(false);
  });

  it('that was rewritten and hashed again is found with a checkpoint, and which event is the first', async () => {
    const sink = memoryCheckpoints();
    const { of, loan } = await history({ checkpoints: { key: privateKey, sink } });
    await of.kit.checkpoint();
    const { loan: more } = await of.kit.collections.collect(loan, today(1, '2026-01-08'));
    const text = await of.kit.loans.evidence(loan.loanId);
    expect(await verifyEvidence(text, { publicKey })).toMatchObject({
      ok: true,
      isSigned: true,
      loans: [{ vouchedEvents: loan.version, events: more.version }],
    });
    const lines = linesOf(text);
    const first = lines.findIndex(isEvent);
    const forged = joined(rehash(lines.with(first + 3, (lines[first + 3] ?? '').replace(/"at":"2026/, '"at":"2025'))));
    expect((await verifyEvidence(joined(linesOf(forged).filter((line) => !line.startsWith('{"checkpoint"'))))).ok).toBe(
      true,
    ); // the chain alone is blind to it
    const report = await verifyEvidence(forged, { publicKey });
    expect(report.ok).toBe(false);
    expect(report.loans[0]?.broken?.seq).toBeGreaterThanOrEqual(1);
    expect(report.loans[0]?.broken?.seq).toBeLessThanOrEqual(4);
    const bare = joined(rehash(lines.filter((line) => !line.startsWith('{"checkpoint"'))));
    expect((await verifyEvidence(bare, { publicKey })).ok).toBe(false); // nobody vouches
    const other = generateKeyPairSync('ed25519').publicKey;
    expect((await verifyEvidence(text, { publicKey: other })).ok).toBe(false);
    expect((await verifyEvidence(text, { publicKey: [other, publicKey] })).ok).toBe(true);
    const short = joined(
      rehash(lines.filter((line) => !line.startsWith('{"checkpoint"') && !(isEvent(line) && JSON.parse(line).seq > 6))),
    );
    expect((await verifyEvidence(short, { publicKey, checkpoints: sink.all() })).ok).toBe(false);
  });
});

describe('a store held against its checkpoints', () => {
  it('is ok as it is and as it grew; a file that was rolled back, and one that is gone, are named', async () => {
    const sink = memoryCheckpoints();
    const { of, loan } = await history({ checkpoints: { key: privateKey, sink } });
    const second = await of.kit.loans.open(opening());
    expect((await auditStore({ store: of.store, sink, publicKey })).ok).toBe(false); // without a checkpoint
    await of.kit.checkpoint();
    await of.kit.loans.abandon(second, { reason: 'changed their mind' });
    await of.another().checkpoint();
    expect(await auditStore({ store: of.store, sink, publicKey })).toMatchObject({
      ok: true,
      files: 2,
      findings: [],
      checkpoints: { ok: true, count: 2 },
    });

    const rolledBack = {
      list: (page: never) =>
        of.store.list(page).then(async ({ heads, ...rest }) => ({
          ...rest,
          heads: await Promise.all(
            heads.map(async (head) =>
              head.loanId === second.loanId
                ? { ...head, version: 1, head: (await of.store.load(head.loanId))?.events[0]?.hash ?? '' }
                : head,
            ),
          ),
        })),
      load: async (loanId: string, after = 0) => {
        const file = await of.store.load(loanId, after);
        return file && loanId === second.loanId
          ? { ...file, version: 1, events: file.events.filter(({ seq }) => seq <= 1) }
          : file;
      },
    };
    expect(await auditStore({ store: rolledBack, sink, publicKey })).toMatchObject({
      ok: false,
      findings: [{ loanId: second.loanId, seq: 2, between: { agrees: 1, contradicts: 2 } }],
    });
    const gone = {
      list: (page: never) =>
        of.store
          .list(page)
          .then(({ heads, ...rest }) => ({ ...rest, heads: heads.filter(({ loanId }) => loanId !== loan.loanId) })),
      load: async (id: string, after?: number) => (id === loan.loanId ? undefined : of.store.load(id, after)),
    };
    expect(await auditStore({ store: gone, sink, publicKey })).toMatchObject({
      ok: false,
      findings: [{ loanId: loan.loanId, seq: 1 }],
    });
  });

  it('a checkpoint tells nothing about people, is handed out once, and a changed one does not hold', async () => {
    const records: CheckpointRecord[] = [];
    const all = async function* (list: readonly CheckpointRecord[]) {
      yield* list;
    };
    const sink = callbackCheckpoints((record) => void records.push(record), { all: () => all(records) });
    const { of, loan } = await history({ checkpoints: { key: privateKey, sink } });
    const one = await of.kit.checkpoint();
    await of.kit.collections.collect(loan, today(1, '2026-01-08'));
    const two = await of.kit.checkpoint();
    expect([one.number, two.number]).toEqual([1, 2]);
    expect(JSON.stringify(records)).not.toMatch(
      new RegExp([BVN, PAYER.name, PAYER.email, PRIMARY.accountNumber].join('|')),
    );
    const text = await of.kit.loans.evidence(loan.loanId);
    expect((await verifyEvidence(text, { publicKey, checkpoints: all(records) })).ok).toBe(true);
    const backdated = records.map((record, index) =>
      index === 0 ? { ...record, checkpoint: { ...record.checkpoint, at: '2025-01-01T00:00:00.000Z' } } : record,
    );
    expect(
      (await auditStore({ store: of.store, sink: { all: () => all(backdated) }, publicKey })).checkpoints,
    ).toMatchObject({
      ok: false,
      broken: { number: 1 },
    });
    expect((await auditStore({ store: of.store, sink: { all: () => all(records.slice(1)) }, publicKey })).ok).toBe(
      false,
    );
    expect((await auditStore({ store: of.store, sink: { all: () => all(records) }, publicKey })).ok).toBe(true);
  });

  it('where checkpoints are only handed to a function, evidence is handed out without them', async () => {
    const { of, loan } = await history({
      checkpoints: { key: privateKey, sink: callbackCheckpoints(() => undefined) },
    });
    await of.kit.checkpoint();
    const text = await of.kit.loans.evidence(loan.loanId);
    expect(await verifyEvidence(text)).toMatchObject({ ok: true, isSigned: false });
    expect((await verifyEvidence(text, { publicKey })).ok).toBe(false);
  });
});

describe('erasing a payer', () => {
  it('waits for the end of every loan, then opens nothing personal any more, while chain and checkpoints hold', async () => {
    const sink = memoryCheckpoints();
    const keys = memoryKeys();
    const { of, loan } = await history({ keys, checkpoints: { key: privateKey, sink } });
    await of.kit.checkpoint();
    expect(await refusal(of.kit.loans.erasePayer(PAYER.payerId, { reason: 'asked for it' }))).toBe('erasure-after-end');
    expect((await of.kit.loans.list({ bvn: BVN })).loans).toHaveLength(1);
    const { loan: sent } = await of.kit.collections.collect(loan, today(20_000, '2026-01-05'));
    const paid = await of.kit.mandates.refresh(sent);
    const closed = await of.kit.bureau.awaitReported(
      await of.kit.bureau.close(paid, { finalStatus: 'repaid', closeDate: '2026-01-05' }),
    );
    const erased = await of.kit.loans.erasePayer(PAYER.payerId, { reason: 'asked for it' });
    expect(erased).toEqual({ payerId: PAYER.payerId, loanIds: [loan.loanId] });
    const fresh = of.another();
    const after = await fresh.loans.get(loan.loanId);
    expect(after).toMatchObject({ stage: 'closed', balances: closed.balances });
    expect(JSON.stringify(after)).not.toMatch(
      new RegExp([BVN, PAYER.name, PAYER.email, PRIMARY.accountNumber].join('|')),
    );
    expect((await fresh.loans.list({ bvn: BVN })).loans).toEqual([]);
    expect((await fresh.loans.list({ payerId: PAYER.payerId })).loans).toHaveLength(1);
    const text = await fresh.loans.evidence(loan.loanId, { showPersonal: true });
    expect(text).not.toContain(PAYER.name);
    expect((await verifyEvidence(text, { publicKey })).ok).toBe(true);
    expect((await auditStore({ store: of.store, sink, publicKey, keys })).ok).toBe(true);
    await expect(of.kit.loans.open(opening())).rejects.toBeInstanceOf(Error); // the id gets no new key
  });
});
