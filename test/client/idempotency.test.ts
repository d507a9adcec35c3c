import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RepayKitOptions } from '../../src/client/options.ts';
import { RepayKit } from '../../src/client/repay-kit.ts';
import { ConflictError, type InputError, RuleError } from '../../src/errors.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import {
  type Answer,
  deadPort,
  errorOf,
  loopbackService,
  optionsFor,
  respond,
  succeed,
} from '../http/loopback-service.ts';
import { CLAIM, sampleClaim } from './sample-claim.ts';

const claim = CLAIM;
const created = await sampleClaim();
const result = `claim ${created.claim.id}, ${created.claim.status}`;
const person = {
  bvn: '22200000001',
  accountName: 'Ada Obi',
  accountNumber: '0123456789',
  accountType: 'savings',
  bankName: 'Sample Bank',
  bankCode: '044',
};
const pdf = Buffer.from('%PDF-1.7\nstatement\n%%EOF');

function kitFor(url: string, options: Partial<RepayKitOptions> = {}): RepayKit {
  const kit = new RepayKit(optionsFor(url, options));
  onTestFinished(() => kit.close());
  return kit;
}

async function serviceWith(
  answer: Answer = (response) => succeed(response, created),
  store: LoanStore = memoryStore(),
) {
  const service = await loopbackService(answer);
  return { service, store, kit: kitFor(service.url, { store }), other: kitFor(service.url, { store }) };
}

const eventsOf = async (store: LoanStore, key: string) =>
  ((await store.load(`request:${key}`))?.events ?? []).map(({ body }) => JSON.parse(body));

describe('a claim under a key of its own', () => {
  test('has its intent on file before it leaves, and its result after', async () => {
    const store = memoryStore();
    const found: unknown[] = [];
    const { kit } = await serviceWith(async (response) => {
      found.push(...(await eventsOf(store, 'claim-1')));
      succeed(response, created);
    }, store);
    expect(await kit.insurance.claim(claim, { once: 'claim-1' })).toMatchObject({ claim: { id: created.claim.id } });
    expect(found).toMatchObject([{ type: 'request.intended', operation: 'createClaim' }]);
    expect(await eventsOf(store, 'claim-1')).toMatchObject([
      { type: 'request.intended' },
      { type: 'request.succeeded', result },
    ]);
  });

  test('is never sent again after its success, by whichever process: the refusal says what is known', async () => {
    const { kit, other, service } = await serviceWith();
    const { response } = await kit.insurance.claim(claim, { once: 'claim-1', timeoutMs: 5_000 }).withResponse();
    expect(response.attempts).toBe(1);
    const error = await errorOf<RuleError>(other.insurance.claim(claim, { once: 'claim-1' }));
    expect(error).toBeInstanceOf(RuleError);
    expect(error).toMatchObject({
      rule: 'request-is-single',
      spec: 'Spec §4.12',
      outcome: 'none',
      operation: 'createClaim',
      known: { outcome: 'succeeded', result, intendedAt: expect.any(String), endedAt: expect.any(String) },
    });
    expect(service.seen).toHaveLength(1);
  });

  test('is not sent again after an answer that never came', async () => {
    const { kit, other, service, store } = await serviceWith((_response, { socket }) => void socket.destroy());
    expect(await errorOf(kit.insurance.claim(claim, { once: 'claim-1' }))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
    });
    expect(await errorOf(other.insurance.claim(claim, { once: 'claim-1' }))).toMatchObject({
      rule: 'request-is-single',
      outcome: 'unknown',
      known: { outcome: 'unknown', reason: expect.stringContaining('connection') },
    });
    expect((await eventsOf(store, 'claim-1')).map(({ type }) => type)).toEqual(['request.intended', 'request.unknown']);
    expect(service.seen).toHaveLength(1);
  });

  test('is not sent again after its process ended between intent and result', async () => {
    const store = memoryStore();
    let appends = 0;
    const dying: LoanStore = {
      ...store,
      append: async (...given) => {
        appends += 1;
        if (appends > 1) throw new Error('the process was killed');
        await store.append(...given);
      },
    };
    const { service, other } = await serviceWith(undefined, store);
    const error = await errorOf(kitFor(service.url, { store: dying }).insurance.claim(claim, { once: 'claim-1' }));
    expect(error).toMatchObject({
      name: 'StoreError',
      outcome: 'unknown',
      message: expect.stringContaining('do not make it again'),
    });
    const again = await errorOf<{ known: object }>(other.insurance.claim(claim, { once: 'claim-1' }));
    expect(again).toMatchObject({ outcome: 'unknown', known: { outcome: 'unknown' } });
    expect(again.known).not.toHaveProperty('endedAt');
    expect(service.seen).toHaveLength(1);
  });

  test('is not sent again after the service refused it: it has seen it', async () => {
    const { kit, service } = await serviceWith((response) =>
      respond(response, 422, { status: false, error: true, message: 'no such policy', data: null }),
    );
    expect(await errorOf(kit.insurance.claim(claim, { once: 'claim-1' }))).toMatchObject({
      name: 'ServiceError',
      outcome: 'none',
    });
    expect(await errorOf(kit.insurance.claim(claim, { once: 'claim-1' }))).toMatchObject({
      outcome: 'none',
      known: { outcome: 'refused' },
    });
    expect(service.seen).toHaveLength(1);
  });

  test('is sent when it never left before, also after its input was fixed', async () => {
    const store = memoryStore();
    const away = kitFor(`http://127.0.0.1:${await deadPort()}`, { store, retry: { retries: 0 } });
    expect(await errorOf(away.insurance.claim(claim, { once: 'claim-1' }))).toMatchObject({
      name: 'ConnectionError',
      attempts: 0,
    });
    const { kit, service } = await serviceWith(undefined, store);
    expect(await errorOf(kit.insurance.claim({ ...claim, amount: 0 }, { once: 'claim-1' }))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'amount' }],
    });
    expect(await kit.insurance.claim(claim, { once: 'claim-1' })).toMatchObject({ claim: { id: created.claim.id } });
    expect((await eventsOf(store, 'claim-1')).map(({ type }) => type)).toEqual([
      'request.intended',
      'request.unsent',
      'request.intended',
      'request.unsent',
      'request.intended',
      'request.succeeded',
    ]);
    expect(service.seen).toHaveLength(1);
  });

  test('with other content is refused', async () => {
    const { kit, service } = await serviceWith();
    await kit.insurance.claim(claim, { once: 'claim-1' });
    expect(await errorOf(kit.insurance.claim({ ...claim, amount: 25_001 }, { once: 'claim-1' }))).toMatchObject({
      rule: 'request-is-the-same',
      outcome: 'none',
    });
    expect(await errorOf(kit.income.uploadStatement({ ...person, statement: pdf }, { once: 'claim-1' }))).toMatchObject(
      { rule: 'request-is-the-same' },
    );
    await kit.insurance.claim({ ...claim, amount: 25_001 }, { once: 'claim-2' });
    expect(service.seen).toHaveLength(2);
  });

  test('goes out once, though several processes send it at the same time', async () => {
    const { kit, other, service } = await serviceWith();
    const ends = await Promise.allSettled(
      [kit, other, kit, other].map(({ insurance }) => insurance.claim(claim, { once: 'claim-1' })),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(service.seen).toHaveLength(1);
  });

  test('that cannot be written down is not sent', async () => {
    const store = memoryStore();
    const full: LoanStore = { ...store, append: async () => Promise.reject(new Error('the disk is full')) };
    const { kit, service } = await serviceWith(undefined, full);
    await errorOf(kit.insurance.claim(claim, { once: 'claim-1' }));
    expect(service.seen).toHaveLength(0);
  });

  test('is refused inside a transaction: its intent could be rolled back', async () => {
    const { kit, service } = await serviceWith(undefined, { ...memoryStore(), isTransaction: true });
    expect(await errorOf(kit.insurance.claim(claim, { once: 'claim-1' }))).toMatchObject({
      rule: 'intent-before-request',
    });
    expect(service.seen).toHaveLength(0);
  });

  test('leaves nothing personal on file, and where keys are kept not even a hash that could be guessed', async () => {
    const store = memoryStore();
    const { service } = await serviceWith(undefined, store);
    await kitFor(service.url, { store }).insurance.claim(claim, { once: 'plain' });
    await kitFor(service.url, { store, keys: memoryKeys() }).insurance.claim(claim, { once: 'keyed' });
    const [plain, keyed] = [await eventsOf(store, 'plain'), await eventsOf(store, 'keyed')];
    expect(JSON.stringify([plain, keyed])).not.toMatch(/0123456789|POL-1|Sample/);
    expect(plain[0].content).toMatch(/^[0-9a-f]{64}$/);
    expect(keyed[0].content).toMatch(/^[0-9a-f]{64}$/);
    expect(keyed[0].content).not.toBe(plain[0].content);
  });

  test.each(['', ' ', 'x'.repeat(201), 7, null])('%j is no key', async (once) => {
    const { kit, service } = await serviceWith();
    expect(await errorOf(kit.insurance.claim(claim, { once } as never))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'once' }],
    });
    expect(service.seen).toHaveLength(0);
  });

  test.each<[options: unknown, paths: readonly string[]]>([
    [{ once: 'k', timeout: 5 }, ['timeout']],
    [{ once: 'k', timeoutMs: 'soon', retrys: 1 }, ['retrys', 'timeoutMs']],
    [{ once: '', retries: 11 }, ['retries', 'once']],
    [{ onec: 'k', timeoutMs: 'soon' }, ['onec', 'timeoutMs']],
    [null, ['']],
  ])('reports everything else that is wrong at once, and nothing is written: %j', async (options, paths) => {
    const { kit, service, store } = await serviceWith();
    const error = await errorOf<InputError>(kit.insurance.claim(claim, options as never));
    expect(error).toMatchObject({ name: 'InputError', operation: 'createClaim' });
    expect(error.issues.map(({ path }) => path)).toEqual(paths);
    expect(service.seen).toHaveLength(0);
    expect(await store.load('request:k')).toBeUndefined();
  });

  test('is no loan: it is listed with none', async () => {
    const { kit } = await serviceWith();
    await kit.insurance.claim(claim, { once: 'claim-1' });
    expect((await kit.loans.list()).loans).toEqual([]);
  });
});

test('without a key a claim is sent as often as it is asked for', async () => {
  const { kit, service } = await serviceWith();
  await kit.insurance.claim(claim);
  await kit.insurance.claim(claim, { once: undefined } as object);
  expect(service.seen).toHaveLength(2);
});

describe('a statement under a key of its own', () => {
  const acknowledge: Answer = (response) => succeed(response, { accepted: true });

  test.each(['uploadStatement', 'processIncome'] as const)(
    'is sent once by %s, and recognised by its bytes, wherever they come from',
    async (method) => {
      const folder = await mkdtemp(join(tmpdir(), 'repaykit-once-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      const path = join(folder, 'statement.pdf');
      await writeFile(path, pdf);
      const { kit, service } = await serviceWith(acknowledge);
      expect(await kit.income[method]({ ...person, statement: path }, { once: 'statement-1' })).toEqual({
        accepted: true,
      });
      for (const statement of [path, pdf, new Uint8Array(pdf), new Blob([pdf])]) {
        expect(await errorOf(kit.income[method]({ ...person, statement }, { once: 'statement-1' }))).toMatchObject({
          rule: 'request-is-single',
          known: { outcome: 'succeeded' },
        });
      }
      expect(
        await errorOf(kit.income[method]({ ...person, statement: Buffer.concat([pdf, pdf]) }, { once: 'statement-1' })),
      ).toMatchObject({
        rule: 'request-is-the-same',
      });
      expect(
        await errorOf(kit.income[method]({ ...person, bankCode: '058', statement: pdf }, { once: 'statement-1' })),
      ).toMatchObject({
        rule: 'request-is-the-same',
      });
      expect(service.seen).toHaveLength(1);
    },
  );

  test('from a stream is read once and sent once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'repaykit-once-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'statement.pdf');
    await writeFile(path, pdf);
    const { kit, service } = await serviceWith(acknowledge);
    await kit.income.uploadStatement({ ...person, statement: createReadStream(path) }, { once: 'statement-1' });
    expect(service.seen[0]?.body).toContain('%PDF-1.7');
    expect(
      await errorOf(
        kit.income.uploadStatement({ ...person, statement: createReadStream(path) }, { once: 'statement-1' }),
      ),
    ).toMatchObject({
      rule: 'request-is-single',
    });
  });

  test('that cannot be read leaves its key free', async () => {
    const { kit, service } = await serviceWith(acknowledge);
    expect(
      await errorOf(kit.income.uploadStatement({ ...person, statement: '/nowhere/at.all' }, { once: 'statement-1' })),
    ).toMatchObject({
      name: 'InputError',
    });
    await kit.income.uploadStatement({ ...person, statement: pdf }, { once: 'statement-1' });
    expect(service.seen).toHaveLength(1);
  });
});

test('a key whose intent a store refuses although no other process was first ends with the conflict, and nothing is sent', async () => {
  let tries = 0;
  const refusing: LoanStore = {
    ...memoryStore(),
    async append() {
      tries += 1;
      throw new ConflictError('somebody else was first');
    },
  };
  const { service, kit } = await serviceWith(undefined, refusing);
  expect(await errorOf(kit.insurance.claim(claim, { once: 'claim-1' }))).toBeInstanceOf(ConflictError);
  expect([tries, service.seen.length]).toEqual([2, 0]);
});
