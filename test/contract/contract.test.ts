/** Judges that know nothing of repaykit say what the contract is worth. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import type { OpenApiDocument } from '../../src/wire/openapi.ts';
import { run } from '../cli/running.ts';
import { createFixture, type Fixture } from '../journeys/fixture.ts';
import { PRIMARY } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';
import { bodiesOf, operationsOf } from './document-places.ts';
import { askJudge, callJudges, passingFolder } from './judges.ts';
import { type SchemaCheck, schemaCheck } from './schema-check.ts';
import { formsOver, statementOf } from './uploads.ts';
import { validatingProxy } from './validating-proxy.ts';
import { bureauOf, liveALoan, meetRefusals, watch } from './whole-loan.ts';

// Judges are programs of their own, which take seconds to start.
vi.setConfig({ testTimeout: 600_000 });

const write = passingFolder();
let text: string;
let document: OpenApiDocument;
let check: SchemaCheck;
beforeAll(async () => {
  await callJudges();
  text = (await run('openapi')).out;
  document = JSON.parse(text) as OpenApiDocument;
  check = schemaCheck(document);
}, 600_000);

describe('the linter', () => {
  const lint = async (file: string) => {
    const { out } = await askJudge('@redocly/cli/bin/cli.js', [
      'lint',
      file,
      '--config',
      'test/contract/redocly.yaml',
      '--format',
      'json',
    ]);
    return (JSON.parse(out) as { readonly problems: readonly { readonly ruleId: string; readonly severity: string }[] })
      .problems;
  };

  test('has nothing to say about the document and its examples', async () => {
    expect(await lint(write('openapi.json', text))).toEqual([]);
  });

  test('does see an example that does not fit', async () => {
    const spoilt = text.replace('"totalAmountDue": 90000,', '"totalAmountDue": "90000",');
    expect((await lint(write('spoilt.json', spoilt))).map(({ ruleId }) => ruleId)).toEqual([
      'no-invalid-media-type-examples',
    ]);
  });
});

describe('the schema of OpenAPI 3.1', () => {
  const validate = async (candidate: object) => {
    const { Validator } = (await import(
      `${process.cwd()}/test/contract/node_modules/@seriousme/openapi-schema-validator/index.js`
    )) as {
      readonly Validator: new () => { validate(document: object): Promise<{ readonly valid: boolean }> };
    };
    return (await new Validator().validate(candidate)).valid;
  };

  test('fits the document', async () => {
    expect(await validate(structuredClone(document))).toBe(true);
    expect(await validate(structuredClone({ ...document, paths: { 'no-slash': {} } }))).toBe(false);
  });
});

describe('a validating proxy', () => {
  const behind = async (file: string) => {
    const fixture = await createFixture();
    await fixture.server.listen();
    const watched = watch(undiciTransport());
    const place = {
      baseUrl: await validatingProxy(file, fixture.server.url),
      transport: watched.transport,
      bureau: bureauOf(fixture.server),
    };
    const kit = fixture.newKit(place);
    const strangers = fixture.newKit({ ...place, publicKey: 'unknown-public', secretKey: 'unknown-secret' });
    return { stage: { ...fixture, kit } satisfies Fixture, strangers, watched };
  };

  test('lets a whole loan and its refusals pass: the reference server keeps the contract', async () => {
    const { stage, strangers, watched } = await behind(write('proxied.json', document));
    await liveALoan(stage);
    await meetRefusals(stage, strangers);
    expect(watched.violations).toEqual([]);
    const passed = new Set(watched.answers);
    const spokenInJson = operationsOf(document).filter(({ path }) => !path.startsWith('/v1/income/'));
    expect(spokenInJson).toHaveLength(13);
    expect(spokenInJson.filter(({ method, path }) => !passed.has(`${method.toUpperCase()} ${path} 200`))).toEqual([]);
    expect(
      watched.answers
        .map((answer) => Number(answer.slice(-3)))
        .filter((status) => status !== 200)
        .sort(),
    ).toEqual([401, 403, 404, 404, 422, 429, 500]);
  });

  test('stops what a broken document does not allow', async () => {
    const { Mandate } = document.components.schemas;
    const schemas = {
      ...document.components.schemas,
      Mandate: { ...Mandate, properties: { ...Mandate?.properties, outstandingBalance: { type: 'string' } } },
    };
    const file = write('broken.json', { ...document, components: { ...document.components, schemas } });
    const { stage, watched } = await behind(file);
    await expect(liveALoan(stage)).rejects.toThrow();
    expect(watched.violations).toEqual([expect.stringContaining('outstandingBalance')]);
  });
});

describe('the examples', () => {
  test('fit their schemas: requests, answers, refusals and webhooks', () => {
    const found: string[] = [];
    let examples = 0;
    for (const [place, media] of bodiesOf(document)) {
      for (const [name, { value }] of Object.entries(media.examples ?? {})) {
        examples += 1;
        for (const problem of check(value, ...place, 'schema')) found.push(`${place.join(' ')} ${name}: ${problem}`);
      }
    }
    expect(found).toEqual([]);
    expect(examples).toBeGreaterThan(50);
  });

  test('are there for every body', () => {
    expect(
      bodiesOf(document)
        .filter(([, { examples }]) => !examples)
        .map(([place]) => place.join(' ')),
    ).toEqual([]);
  });
});

describe('what the proxy cannot carry', () => {
  test.each(['uploadStatement', 'processIncome'] as const)(
    '%s sends the form and gets the answer of the contract',
    async (id) => {
      const fixture = await createFixture();
      const uploads = formsOver(fixture.transport);
      const kit = fixture.newKit({ transport: uploads.transport });
      const place = operationsOf(document).find(({ operation }) => operation.operationId === id);
      const way = ['paths', place?.path ?? '', 'post'];
      await kit.income[id]({ ...statementOf(), password: 'sesame' });
      const [{ form, answer } = expect.fail('nothing was sent')] = uploads.seen;
      expect(check(form, ...way, 'requestBody', 'content', 'multipart/form-data', 'schema')).toEqual([]);
      expect(check({ ...form, bvn: '1' }, ...way, 'requestBody', 'content', 'multipart/form-data', 'schema')).toEqual([
        '/bvn must match pattern "^[0-9]{11}$"',
      ]);
      expect(check(answer, ...way, 'responses', '200', 'content', 'application/json', 'schema')).toEqual([]);
    },
  );
});

describe('deliveries of the reference server', () => {
  test('fit the webhooks of the contract', async () => {
    const delivered: { readonly event?: string }[] = [];
    const handler = async (request: Request) => {
      delivered.push((await request.json()) as object);
      return new Response(null, { status: 204 });
    };
    const { server, kit, ...stage } = await createFixture({
      server: { webhook: { handler }, policy: { pdfUploadEvent: true } },
    });
    await walkTo({ ...stage, server, kit }, 'collecting');
    for (const instant of ['2026-02-01T22:00:00Z', '2026-03-01T22:00:00Z', '2026-04-16T00:00:00Z']) {
      await server.clock.to(instant);
      await server.bank.setBalance(PRIMARY, 5_000);
    }
    await kit.income.uploadStatement(statementOf());
    await kit.income.processIncome(statementOf());
    await server.clock.advance('PT1M');
    const names = delivered.map(({ event = 'collection' }) => event);
    expect([...new Set(names)].sort()).toEqual([
      'collection',
      'income_insight',
      'income_transaction',
      'mandate.activated',
      'mandate.expired',
      'pdf_upload',
    ]);
    const found = delivered.flatMap((body, at) =>
      check(body, 'webhooks', String(names[at]), 'post', 'requestBody', 'content', 'application/json', 'schema'),
    );
    expect(found).toEqual([]);
  });
});

describe('types generated for TypeScript', () => {
  test('compile, keep the names of the interfaces, and take values that are not known yet', async () => {
    const { code, out } = await askJudge('openapi-typescript/bin/cli.js', [write('typed.json', text)]);
    expect(code).toBe(0);
    write('service.d.ts', out);
    const file = write('reader.ts', CONSUMER);
    const { out: complaints } = await askJudge('typescript/bin/tsc', [
      '--noEmit',
      '--lib',
      'es2022',
      '--skipDefaultLibCheck',
      '--types',
      'node',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--moduleResolution',
      'nodenext',
      file,
    ]);
    expect(complaints).toBe('');
  });
});

const CONSUMER = `import type { components, operations, webhooks } from './service.d.ts';
type Mandate = components['schemas']['Mandate'];
export const paused: Mandate['status'] = 'paused';
export const mode: components['schemas']['CreateConsentInput']['collectionMode'] = 'auto';
export const read = (mandate: Mandate): number => mandate.totalAmountDue - mandate.collectedAmount;
export const query: operations['listCollections']['parameters']['query'] = { type: 'manual' };
export type Answer = operations['getMandate']['responses'][200]['content']['application/json']['data'];
export const same: Answer = {} as Mandate;
export type News = webhooks['collection']['post']['requestBody']['content']['application/json']['instalmentStatus'];
// @ts-expect-error an amount is a number
export const wrong: components['schemas']['CollectManuallyInput'] = { mandateId: '', amount: '5', debitDate: '' };
`;
