import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { KnownEventKind } from '../../src/webhooks/parse.ts';
import { createTestDelivery } from '../../src/webhooks/test-delivery.ts';
import { sampleOf } from '../spec/wire-judge.ts';
import { collectionLogTable, mandateTable } from '../spec/wire-samples.ts';
import { run, runWith } from './running.ts';

const answer = (data: unknown) => ({ status: true, message: null, error: false, data });
const mandate = sampleOf(mandateTable);
const log = sampleOf(collectionLogTable);
const delivery = (kind: KnownEventKind, fields: object = {}) => ({
  ...JSON.parse(createTestDelivery(kind, {}, { secret: 'whsec' }).body),
  ...fields,
});

/** A folder of files by name; what is no text is written as JSON. */
function folderOf(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'repaykit-drift-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}

const input = async function* (text: string) {
  yield Buffer.from(text);
};

describe('repaykit drift with recorded answers', () => {
  test('compares a file of a named operation', async () => {
    const folder = folderOf({
      'good.json': JSON.stringify(answer(mandate), null, 2),
      'bad.json': answer({ ...mandate, bvn: 5 }),
    });
    expect(await run('drift', '--operation', 'getMandate', join(folder, 'good.json'))).toEqual({
      code: 0,
      out: 'compared 1 answer of 1 kind: no drift\n',
      err: '',
    });
    const { code, out } = await run('drift', '--operation', 'getMandate', join(folder, 'bad.json'), '--json');
    expect([code, JSON.parse(out).findings]).toEqual([
      3,
      [expect.objectContaining({ subject: 'getMandate', path: 'data.bvn', tolerated: false, accepted: false })],
    ]);
  });

  test('knows operations by the names of files in a folder, and deliveries by what they say', async () => {
    const folder = folderOf({
      'getMandate.json': answer(mandate),
      'listCollections-2026.ndjson': [answer([log]), answer([{ ...log, fee: 1 }]), answer([log, log])]
        .map((each) => JSON.stringify(each))
        .join('\n'),
      'one.json': delivery('collection', { fee: 1 }),
      'two.json': delivery('mandate.activated'),
      'three.json': { event: 'mandate.paused', data: { mandateId: 'x' } },
      'four.json': answer(null),
      'five.json': { hello: 1 },
      'README.md': 'is passed over',
    });
    const { code, out, err } = await run('drift', folder);
    expect([code, err]).toEqual([3, '']);
    expect(out).toMatch(/^compared 8 answers of 5 kinds: 4 differences; the client does not read 2 of them\n/);
    expect(out).toMatch(/listCollections \(Spec §4\.10\), 3 answers\n.*\n {2}unknown {2}data\[\]\.fee +1 of 4 /);
    expect(out).toMatch(/collection \(Spec §6\.2\), 1 answer\n.* the receiver\n {2}unknown {2}fee +1 of 1 /);
    expect(out).toMatch(/unknown event \(Spec §6\), 2 answers\n/);
    expect(out).toMatch(
      / {2}missing {2}event +1 of 2 {2}an event, or the fields of a collection \(Spec §6\) {2}nothing +does not read it\n/,
    );
    expect(out).toMatch(
      / {2}changed {2}event +1 of 2 {2}an event that repaykit knows +another name +does not read it\n/,
    );
    expect(out).toMatch(/failed\n.*four\.json: it looks like an answer: name its operation/);
    expect(out).not.toContain('README');
  });

  test('that cannot be distinguished are reported: 1 for what is not compared, 3 for a delivery that lost its event', async () => {
    const { event: _event, ...nameless } = delivery('mandate.activated');
    const folder = folderOf({
      'nameless.json': nameless,
      'answer.json': answer(null),
      'list.json': [delivery('collection')],
      'good.json': delivery('collection'),
    });
    const endOf = async (...names: readonly string[]) =>
      (await run('drift', ...names.map((name) => join(folder, name)))).code;
    expect(await endOf('good.json')).toBe(0);
    expect(await endOf('good.json', 'answer.json')).toBe(1);
    expect(await endOf('good.json', 'list.json')).toBe(1);
    expect(await endOf('good.json', 'nameless.json')).toBe(3);
    expect((await run('drift', join(folder, 'list.json'))).out).toContain(
      'it is a list: put each body on a line of its own',
    );
  });

  test('reads what Windows writes: a byte order mark, CRLF, UTF-16', async () => {
    const lines = [delivery('collection'), '', delivery('mandate.failed'), '']
      .map((each) => each && JSON.stringify(each))
      .join('\r\n');
    const pretty = JSON.stringify(delivery('collection'), null, 2).replaceAll('\n', '\r\n');
    const folder = folderOf({
      'lines.json': `\ufeff${lines}`,
      'lines.ndjson': `\ufeff${lines}`,
      'pretty.json': `\ufeff${pretty}`,
    });
    writeFileSync(join(folder, 'wide.json'), Buffer.from(`\ufeff${lines}`, 'utf16le'));
    expect(await run('drift', folder)).toEqual({ code: 0, out: 'compared 7 answers of 2 kinds: no drift\n', err: '' });
  });

  test('takes a named event for what it is, whatever the delivery says', async () => {
    const { event: _event, ...nameless } = delivery('mandate.failed');
    const folder = folderOf({ 'a.json': nameless, 'b.json': delivery('collection') });
    const failed = await run('drift', '--event', 'mandate.failed', join(folder, 'a.json'));
    expect([failed.code, failed.out]).toEqual([3, expect.stringContaining('(body)')]);
    expect((await run('drift', '--event', 'collection.success', join(folder, 'b.json'))).code).toBe(0);
  });

  test('reads standard input, one body or one a line', async () => {
    const one = JSON.stringify(delivery('collection'), null, 2);
    expect(await runWith({ input: input(one) }, 'drift', '-')).toMatchObject({
      code: 0,
      out: expect.stringContaining('compared 1 answer'),
    });
    const many = `${JSON.stringify(delivery('collection'))}\n\n${JSON.stringify(delivery('income_insight'))}\n`;
    expect(await runWith({ input: input(many) }, 'drift', '-')).toMatchObject({
      code: 0,
      out: expect.stringContaining('compared 2 answers of 2 kinds'),
    });
  });

  test('reports HTML and empty answers, and accepts a refusal', async () => {
    const folder = folderOf({
      'getMandate.1.json': '<html>',
      'getMandate.2.json': '',
      'getMandate.3.json': { status: false, message: 'no' },
    });
    const { code, out } = await run('drift', folder);
    expect(code).toBe(3);
    expect(out).toMatch(/no JSON \(HTML or XML\) +does not read it\n/);
    expect(out).toMatch(/an empty body +does not read it\n/);
    expect(out).toMatch(/getMandate\.3\.json: it is a refusal/);
  });

  test('of which some are no deliveries ends with 1, and says which', async () => {
    const folder = folderOf({
      'a.json': delivery('collection'),
      'b.json': '{"event":',
      'c.json': `${'['.repeat(40)}${']'.repeat(40)}`,
    });
    const { code, out, err } = await run('drift', folder);
    expect([code, err]).toEqual([1, 'repaykit drift: 2 could not be compared\n']);
    expect(out).toMatch(
      /b\.json: it is no delivery: the body is not JSON\n.*c\.json: it is no delivery: the body is nested deeper than 32 levels\n/,
    );
  });

  test('compares nothing in an empty folder: 1', async () => {
    expect(await run('drift', folderOf({}))).toEqual({
      code: 1,
      out: 'nothing was compared\n',
      err: 'repaykit drift: nothing was compared\n',
    });
  });

  test('that are not there, or an --accept that is no report, are reported in a line', async () => {
    expect(await run('drift', '/nothing/here.json')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('cannot be read'),
    });
    const folder = folderOf({ 'list.json': '[]', 'page.json': '<html>', 'a.json': delivery('collection') });
    for (const file of ['list.json', 'page.json'])
      expect(await run('drift', join(folder, 'a.json'), '--accept', join(folder, file))).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('--accept: '),
      });
  });

  test('takes no folder within a folder for a file, whatever its name, and names what cannot be read', async () => {
    const folder = folderOf({ 'a.json': delivery('collection') });
    mkdirSync(join(folder, 'x.json'));
    expect(await run('drift', folder)).toMatchObject({ code: 0, err: '' });
    symlinkSync(join(folder, 'x.json'), join(folder, 'y.json'), 'dir');
    expect(await run('drift', folder)).toEqual({
      code: 1,
      out: '',
      err: `repaykit drift: ${join(folder, 'y.json')}: cannot be read\n`,
    });
  });

  test('lack an accepted difference only where it would have been seen', async () => {
    const change = (fields: object) => answer([{ ...log, ...fields }]);
    const folder = folderOf({
      'listCollections.1.json': change({ fee: 1, amount: '5.00' }),
      'listCollections.2.json': change({ bvn: 5 }),
    });
    const known = join(folderOf({ 'known.json': (await run('drift', folder, '--json')).out }), 'known.json');
    const goneIn = async (body: unknown) => {
      const { code, out } = await run(
        'drift',
        join(folderOf({ 'listCollections.json': body }), 'listCollections.json'),
        '--accept',
        known,
        '--json',
      );
      return { code, gone: JSON.parse(out).gone.map(({ kind, path }: Record<string, string>) => `${kind} ${path}`) };
    };
    expect(await goneIn(answer([]))).toEqual({ code: 0, gone: [] });
    expect(await goneIn('<html>')).toEqual({ code: 3, gone: [] });
    expect(await goneIn(answer([log]))).toEqual({ code: 0, gone: ['changed data[].amount', 'unknown data[].fee'] });
    expect(await goneIn(change({ bvn: '22212345678', fee: 2 }))).toEqual({
      code: 0,
      gone: ['changed data[].amount', 'changed data[].bvn'],
    });
    const names = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f_${index.toString(36)}`, 1]));
    expect(await goneIn(answer([{ ...names, ...log, fee: 1 }]))).toEqual({ code: 3, gone: ['changed data[].amount'] });
    const page = { ...answer([log]), meta: 1 };
    expect(
      (await run('drift', join(folderOf({ 'listCollections.json': page }), 'listCollections.json'), '--accept', known))
        .out,
    ).toMatch(/not there any more: .*\n.*\n {2}listCollections {2}changed {2}data\[\]\.amount /);
  });

  test('with more names than are listed are accepted like all others, and hide nothing that breaks', async () => {
    const { _id, ...nameless } = mandate;
    const names = Object.fromEntries(Array.from({ length: 205 }, (_, index) => [`f_${index.toString(36)}`, 1]));
    const file = join(folderOf({ 'getMandate.json': answer({ ...names, ...nameless }) }), 'getMandate.json');
    const { code, out } = await run('drift', file, '--json');
    expect([code, JSON.parse(out)]).toEqual([3, expect.objectContaining({ drift: 202, breaking: 1 })]);
    expect((await run('drift', file)).out).toMatch(
      /202 differences; the client does not read 1 of them\n(.*\n){4} {2}unknown {2}data\.\* +5 of 5 .*further names/,
    );
    const known = join(folderOf({ 'known.json': out }), 'known.json');
    expect(await run('drift', file, '--accept', known)).toEqual({
      code: 0,
      out: 'compared 1 answer of 1 kind: no news; 202 differences accepted before\n',
      err: '',
    });
  });

  test('stops on Ctrl-C: 130', async () => {
    const stop = AbortSignal.abort();
    expect(await runWith({ stop }, 'drift', folderOf({ 'a.json': delivery('collection') }))).toMatchObject({
      code: 130,
      out: '',
    });
  });

  test('prints two hundred lines of what is new, and how many more', async () => {
    const invented = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f_${index.toString(36)}`, 1]));
    const { code, out } = await run(
      'drift',
      '--operation',
      'getMandate',
      join(folderOf({ 'a.json': answer({ ...mandate, ...invented }) }), 'a.json'),
    );
    expect([code, out.match(/unknown/g)?.length]).toEqual([3, 200]);
    expect(out).toMatch(/ {2}unknown {2}data\.\* +4800 of 4800 .*further names/);
    expect(out).toMatch(/ {2}and 1 more\n/);
  });
});
