import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { RepayKit } from '../../src/index.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { operations } from '../../src/wire/operations.ts';
import { driftingService, type Passing, payload } from './drift/drifting-service.ts';
import { run, runWith } from './running.ts';

function fileWith(text: string | Buffer, name = 'file.json'): string {
  const folder = mkdtempSync(join(tmpdir(), 'repaykit-drift-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), text, { mode: 0o600 });
  return join(folder, name);
}

const fileless = join(tmpdir(), 'repaykit-drift-nothing-here');
const reads = [
  'listBanks',
  'discoverAccounts',
  'listCollections',
  'getMandate',
  'collectionLog',
  'collectionAttempts',
  'listPolicies',
  'listProducts',
];

describe('repaykit drift asks a service', () => {
  test('every read once and nothing else, finds what it needs in the answers, and ends with 0 without drift', async () => {
    const { url, asked, bvn } = await driftingService();
    const { code, out, err } = await run('drift', '--base-url', url, '--bvn-file', fileWith(`${bvn}\n`));
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^compared 8 answers of 8 kinds: no drift\n\nskipped\n {2}createConsent, .*, processIncome: never asked, because it changes something/,
    );
    expect(asked.map(({ operation }) => operation)).toEqual(reads);
    const rows = Object.values(operations).filter(({ repeat }) => repeat === 'safe');
    expect(rows.map(({ id }) => id).sort()).toEqual([...reads].sort());
  });

  test('with the keys of the environment, each operation with its own', async () => {
    const { url, asked, bvn } = await driftingService();
    for (const [name, value] of Object.entries({ PUBLIC_KEY: 'pk_test_other', SECRET_KEY: 'sk_test_other', BVN: bvn }))
      vi.stubEnv(`REPAYKIT_${name}`, value);
    const { code, out } = await run('drift', '--base-url', url, '--json');
    expect(JSON.parse(out).failed.map(({ what }: { what: string }) => what)).toEqual(['discoverAccounts']);
    expect(code).toBe(1);
    const carried = Object.fromEntries(
      asked.map(({ operation, headers: { token, authorization } }) => [operation, token ?? authorization]),
    );
    expect(carried).toMatchObject({
      listBanks: 'token pk_test_other',
      discoverAccounts: 'Bearer sk_test_other',
      listPolicies: 'pk_test_other',
    });
  });

  test('with the BVN of the first line of a file, or of standard input as soon as that has come', async () => {
    const { url, asked, bvn } = await driftingService();
    const input = async function* () {
      yield Buffer.from(`${bvn.slice(0, 4)}`);
      yield Buffer.from(`${bvn.slice(4)}\r\nand more`);
      expect.fail('it was read to its end');
    };
    expect(await runWith({ input: input() }, 'drift', '--base-url', url, '--bvn-file', '-')).toMatchObject({
      code: 0,
      err: '',
    });
    expect(asked.map(({ operation }) => operation)).toContain('discoverAccounts');
    const file = fileWith(`${bvn}\n`);
    chmodSync(file, 0o644);
    const readable = await run('drift', '--base-url', url, '--bvn-file', file);
    expect([readable.code, readable.err]).toEqual([
      0,
      expect.stringMatching(/^repaykit drift: every user of this machine can read the BVN file: .*\n$/),
    ]);
  });

  test('and lists what was skipped, and why', async () => {
    const { url } = await driftingService({ listCollections: payload(() => []), listPolicies: payload(() => []) });
    const { code, out } = await run('drift', '--base-url', url, '--skip', 'listBanks');
    expect(code).toBe(0);
    expect(out).toMatch(/ {2}listBanks: left out with --skip\n/);
    expect(out).toMatch(/ {2}discoverAccounts: no BVN is given/);
    expect(out).toMatch(/ {2}getMandate, collectionLog, collectionAttempts: no mandate is known: give --mandate ID\n/);
    expect(out).toMatch(/ {2}listProducts: no product type is known/);
  });

  test('about what is named rather than what is found', async () => {
    const { url, mandateId } = await driftingService({ listCollections: payload(() => []) });
    const { code, out } = await run(
      'drift',
      '--base-url',
      url,
      '--mandate',
      mandateId,
      '--product-type',
      'gadget',
      '--collection-type',
      'manual',
    );
    expect([code, out]).toEqual([0, expect.stringContaining('compared 7 answers of 7 kinds: no drift')]);
  });

  test('through the client of a config file, and closes what that opened', async () => {
    const { server } = await driftingService();
    const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;
    const kit = new RepayKit({
      baseUrl: server.url,
      appId,
      businessId,
      publicKey,
      secretKey,
      segments,
      transport: server.dispatcher,
    });
    let isClosed = false;
    Object.assign(globalThis, { [Symbol.for('repaykit.test.drift')]: { kit, close: () => (isClosed = true) } });
    const config = fileWith(`export default () => globalThis[Symbol.for('repaykit.test.drift')];`, 'config.mjs');
    expect(await run('drift', '--config', config)).toMatchObject({ code: 0, out: expect.stringContaining('no drift') });
    expect(isClosed).toBe(true);
    await expect(kit.request('listBanks', {})).rejects.toThrow('closed');
  });
});

describe('a service that has drifted', () => {
  test('reports new drift, the worst first, and ends with 3', async () => {
    const { url } = await driftingService({
      getMandate: payload(({ bvn, ...data }) => ({
        ...data,
        payerBvn: bvn,
        totalAmountDue: String(data.totalAmountDue),
        status: 'paused',
      })),
      collectionAttempts: payload((attempts) =>
        attempts.map((attempt: object, index: number) => (index === 0 ? { ...attempt, amount: null } : attempt)),
      ),
      listBanks: ({ status, body: { data } }) => ({ status, body: { success: true, data } }),
    });
    const { code, out } = await run('drift', '--base-url', url);
    expect(code).toBe(3);
    expect(out).toMatch(/: 9 differences; the client does not read 2 of them\n/);
    expect(out).toMatch(
      /getMandate \(Spec §4\.6\), 1 answer\n {2}what +where +how many +expected +seen +the client\n {2}missing {2}data\.bvn +1 of 1 {2}11 digits +nothing +does not read it\n/,
    );
    expect(out).toMatch(/ {2}unknown {2}data\.payerBvn +1 of 1 {2}no such field +decimal text +reads it\n/);
    expect(out).toMatch(
      / {2}changed {2}data\.status +1 of 1 {2}one of: pending, active, .* \(Spec §3\.1\) +another word +reads it\n/,
    );
    expect(out).toMatch(/ {2}changed {2}data\[\]\.amount +1 of \d+ {2}a number +null +does not read it\n/);
  });

  test('answering HTML, or no envelope, or gone, is reported as unreadable', async () => {
    const { url } = await driftingService({
      listBanks: () => ({ status: 200, body: '<html>Ngozi Planted</html>', type: 'text/html' }),
      listCollections: ({ status, body }) => ({ status, body: body.data }),
      listPolicies: () => ({ status: 404, body: {} }),
    });
    const { code, out } = await run('drift', '--base-url', url, '--json');
    expect(code).toBe(3);
    expect(JSON.parse(out).findings).toEqual([
      expect.objectContaining({
        subject: 'listBanks',
        path: '(body)',
        seen: 'no JSON (HTML or XML)',
        tolerated: false,
      }),
      expect.objectContaining({ subject: 'listCollections', path: '(body)', seen: 'list', tolerated: false }),
      expect.objectContaining({
        subject: 'listPolicies',
        path: '(HTTP status)',
        expected: '200 (Spec §7)',
        seen: '404',
        tolerated: false,
      }),
    ]);
  });

  test('answering what is no JSON is described, in the words of a recorded answer', async () => {
    const packed = gzipSync('{"status":true}');
    const cut = '{"status":true,"data":[{"bvn":"222999';
    const { url } = await driftingService({
      listBanks: ({ status }) => ({ status, body: packed, coding: 'gzip' }),
      listCollections: ({ status }) => ({ status, body: cut }),
      getMandate: () => ({ status: 200, body: '<html>', coding: 'planted' }),
      collectionLog: () => ({ status: 200, body: Buffer.from([0, 1]), coding: 'planted' }),
      listPolicies: ({ status }) => ({ status, body: '', type: 'text/html' }),
    });
    const live = await run('drift', '--base-url', url, '--mandate', '650000000000000000000099', '--json');
    expect(
      JSON.parse(live.out).findings.map(({ subject, seen }: Record<string, string>) => `${subject}: ${seen}`),
    ).toEqual([
      'listBanks: no JSON (compressed: gzip)',
      'listCollections: no JSON, although it begins like it',
      'getMandate: no JSON (HTML or XML)',
      'collectionLog: no JSON (compressed)',
      'listPolicies: an empty body',
    ]);
    const recorded = [
      'drift',
      fileWith(cut, 'listCollections.json'),
      fileWith(packed, 'listBanks.json'),
      fileWith(' ', 'listPolicies.json'),
    ] as const;
    expect(await run(...recorded, '--accept', fileWith(live.out))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/no news; 3 differences accepted/),
    });
  });

  test('at a wrong address is reported as such', async () => {
    const missing = (): Passing => ({ status: 404, body: '<h1>not found</h1>', type: 'text/html' });
    const { url } = await driftingService({ listBanks: missing, listCollections: missing, listPolicies: missing });
    const { code, err } = await run('drift', '--base-url', url);
    expect([code, err]).toEqual([
      3,
      'repaykit drift: no path leads anywhere: check --base-url and the segments, or those of the config file\n',
    ]);
    const one = await driftingService({ listPolicies: missing });
    expect((await run('drift', '--base-url', one.url)).err).toBe('');
  });

  test('whose address cannot be right is refused in the words of the command', async () => {
    await driftingService();
    vi.stubEnv('REPAYKIT_PUBLIC_KEY', 'pk_live_planted');
    vi.stubEnv('REPAYKIT_SECRET_KEY', 'sk_live_planted');
    const segments = ['--mandate-segment', 'm', '--discovery-segment', 'd'];
    for (const url of [
      'https://user:sk_live_planted@api.example.com',
      'https://api.example.com?token=planted',
      'http://api.example.com',
      'nonsense',
    ]) {
      const { code, out, err } = await run('drift', '--base-url', url, ...segments, '--json');
      expect([code, out, err]).toEqual([1, '', expect.stringMatching(/^repaykit drift: --base-url: must .*\n$/)]);
      expect(err).not.toMatch(/planted|publicKey|RepayKit/);
    }
    expect(
      (
        await run(
          'drift',
          '--base-url',
          'https://api.example.com',
          '--mandate-segment',
          'a/b',
          '--discovery-segment',
          'd',
        )
      ).err,
    ).toMatch(/^repaykit drift: --mandate-segment: /);
  });

  test('that refuses, fails or cannot be reached is no drift: 1', async () => {
    const { url, asked } = await driftingService({
      listBanks: () => ({ status: 503, body: {} }),
      listCollections: () => ({ status: 200, body: { status: false, message: 'Ngozi Planted' } }),
      listPolicies: () => ({ status: 401, body: {} }),
    });
    const { code, out, err } = await run(
      'drift',
      '--base-url',
      url,
      '--mandate',
      '650000000000000000000099',
      '--product-type',
      'git',
    );
    expect([code, err]).toEqual([1, 'repaykit drift: 5 could not be compared\n']);
    expect(out).toMatch(
      / {2}listBanks: the service failed with HTTP status 503\n {2}listCollections: it was refused in an answer with HTTP status 200\n {2}getMandate, collectionLog: it was refused with HTTP status 404: does/,
    );
    expect(asked.filter(({ operation }) => operation === 'listBanks')).toHaveLength(1);
    const lost = await run('drift', '--base-url', 'http://127.0.0.1:1', '--mandate', '650000000000000000000099');
    expect([lost.code, lost.err, lost.out]).toEqual([
      1,
      'repaykit drift: nothing was compared\n',
      expect.stringContaining('no answer came (connection_failed)'),
    ]);
  });

  test('reports only new drift once its drift is accepted, and drift that is gone', async () => {
    const changes = { getMandate: payload((data) => ({ ...data, one: 1 })), listPolicies: payload((data) => data) };
    const { url } = await driftingService({ getMandate: (answer) => changes.getMandate(answer) });
    const known = fileWith((await run('drift', '--base-url', url, '--json')).out);
    expect(await run('drift', '--base-url', url, '--accept', known)).toMatchObject({
      code: 0,
      out: expect.stringContaining('no news; 1 difference accepted before\n'),
    });
    changes.getMandate = payload((data) => ({ ...data, one: 1, two: 2 }));
    const drift = await run('drift', '--base-url', url, '--accept', known);
    expect([drift.code, drift.out]).toEqual([3, expect.stringContaining('data.two')]);
    expect(drift.out).not.toContain('data.one');
    changes.getMandate = (answer) => answer;
    const gone = await run('drift', '--base-url', url, '--accept', known);
    expect([gone.code, gone.out]).toEqual([
      0,
      expect.stringMatching(/not there any more: .*\n.*\n {2}getMandate {2}unknown {2}data\.one {2}whole number\n/),
    ]);
  });

  test('never has a value printed, nor a key', async () => {
    const planted = {
      name: 'Ngozi Planted',
      bvn: '22299988877',
      account: '0799988877',
      email: 'ngozi.planted@example.com',
    };
    const plant = payload((data) => ({
      ...(Array.isArray(data) ? {} : data),
      ...planted,
      [planted.bvn]: planted,
      [planted.name]: 1,
      status: planted.name,
      bvn: planted,
      consents: [planted],
    }));
    const changes = Object.fromEntries(reads.map((id) => [id, plant]));
    const { url, bvn } = await driftingService(changes);
    vi.stubEnv('REPAYKIT_BVN', bvn);
    for (const args of [[], ['--json']]) {
      const { out, err } = await run(
        'drift',
        '--base-url',
        url,
        '--mandate',
        '650000000000000000000099',
        '--product-type',
        'git',
        ...args,
      );
      expect(out).toContain('<11 digits>');
      expect(out + err).not.toMatch(new RegExp(`planted|${planted.bvn}|${planted.account}|${bvn}|[ps]k_test`, 'i'));
    }
  });
});

describe('its outside', () => {
  test('is shown how far it is on a terminal, and nothing of it remains', async () => {
    const { url } = await driftingService();
    let err = '';
    await runWith({ isTerminal: true, err: (text) => (err += text) }, 'drift', '--base-url', url);
    expect(err).toContain('[###---------------------] 1/8 discoverAccounts');
    expect(err.endsWith('\r\u001b[2K')).toBe(true);
  });

  test('stops it: 130, and asks no more', async () => {
    const stop = new AbortController();
    const { url, asked } = await driftingService({
      listCollections: (answer) => {
        stop.abort();
        return answer;
      },
    });
    const { code, out, err } = await runWith({ stop: stop.signal }, 'drift', '--base-url', url);
    expect([code, out, err]).toEqual([130, '', 'repaykit drift: stopped before it was through\n']);
    expect(asked.map(({ operation }) => operation)).toEqual(['listBanks', 'listCollections']);
  });

  test.each([
    [[], 'name files to compare, or a service to ask'],
    [['a.json', '--base-url', 'http://127.0.0.1:1'], 'compare files, or ask a service; not both at once'],
    [['a.json', '--operation', 'getMandates'], '--operation: must be one of listBanks, '],
    [['a.json', '--event', 'loan.closed'], '--event: must be one of collection, '],
    [['a.json', '--event', 'collection', '--operation', 'getMandate'], 'leave one of the two out'],
    [['--base-url', 'http://127.0.0.1:1', '--breakdown', '650000000000000000000099'], '--breakdown: needs the mandate'],
    [['--base-url', 'http://127.0.0.1:1', '--mandate', '22299988877'], '--mandate: must be 24 hexadecimal characters'],
    [['--base-url', 'http://127.0.0.1:1', '--skip', 'collectManually'], '--skip: takes listBanks, '],
    [['--base-url', 'http://127.0.0.1:1', '--bvn-file', fileless], '--bvn-file: cannot be read'],
    [['--base-url', 'http://127.0.0.1:1', '--bvn-file', tmpdir()], '--bvn-file: is a folder'],
    [['--base-url', 'http://127.0.0.1:1', '--bvn-file', '-'], '--bvn-file: holds no BVN in its first line'],
    [
      ['--base-url', 'https://service.example', '--mandate-segment', 'm'],
      'REPAYKIT_PUBLIC_KEY: is missing in the environment; REPAYKIT_SECRET_KEY: is missing in the environment; --discovery-segment: is missing',
    ],
    [
      [
        '--base-url',
        'http://service.example',
        '--mandate-segment',
        'm',
        '--discovery-segment',
        'd',
        '--accept',
        fileless,
      ],
      '--accept: cannot be read',
    ],
  ])('reports what is wrong with %j, in one line', async (args, message) => {
    const { code, out, err } = await run('drift', ...args);
    expect([code, out, err]).toEqual([1, '', expect.stringContaining(message)]);
    expect(err.match(/\n/g)).toHaveLength(1);
    expect(err).not.toContain('22299988877');
  });
});
