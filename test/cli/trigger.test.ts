import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  brokenKinds,
  describeBroken,
  hmacBrokenKinds,
  memoryInbox,
  nodeHandler,
  receive,
  sharedSecret,
  testDeliveryKinds,
  type WebhookEvent,
} from '../../src/webhooks/index.ts';
import { signingKey, signStandardWebhook } from '../../src/webhooks/verifiers/hmac.ts';
import { listen } from './http-listener.ts';
import { run } from './running.ts';

const MANDATE = 'c0ffee00c0ffee00c0ffee00';

/** A lender's real receiver on a port, and what it received. */
async function receiver(secret = 'whsec_repaykit') {
  const received: WebhookEvent[] = [];
  const confirm = async (event: WebhookEvent) => {
    received.push(event);
    return { kind: 'confirmed' } as const;
  };
  const url = await listen(
    nodeHandler(receive({ verify: sharedSecret({ secrets: secret }), inbox: memoryInbox(), confirm: { confirm } })),
  );
  return { url, received };
}

const answering = (status: number) =>
  listen((request, response) => void request.resume().on('end', () => response.writeHead(status).end()));

describe('repaykit trigger', () => {
  test('shows the reference server’s own secret, and no other', async () => {
    const shownFor = async (...flags: readonly string[]) => {
      const { out } = await run('trigger', 'collection', '--to', `${(await receiver()).url}/webhooks`, ...flags);
      return /x-auth-signature +(\S+)/.exec(out)?.[1];
    };
    expect(await shownFor()).toBe('whsec_repaykit');
    expect(await shownFor('--secret', 'whsec_of_a_merchant')).toBe('[secret]');
    expect(await shownFor('--broken', 'wrong-secret')).toBe('[secret]');
  });

  test.each(testDeliveryKinds)('sends %s, which the receiver parses as that kind', async (kind) => {
    const { url, received } = await receiver();
    const { code, out, err } = await run('trigger', kind, '--to', `${url}/webhooks`);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/the receiver answered 200\n$/);
    expect(received.map((event) => event.kind)).toEqual([kind]);
  });

  test.each([
    ['collection.success', 'collected'],
    ['collection.partial', 'partly-collected'],
    ['collection.failed', 'missed'],
    ['collection.processing', 'processing'],
  ])('sends %s under the name of spec §6.1, which travels without a name', async (name, outcome) => {
    const { url, received } = await receiver();
    expect((await run('trigger', name, '--to', url)).code).toBe(0);
    expect(received).toMatchObject([{ kind: 'collection', event: null, outcome }]);
  });

  test.each(brokenKinds)('--broken %s gets the answer from the receiver that it should', async (broken) => {
    const { url } = await receiver();
    const { code, out, err } = await run('trigger', 'collection', '--to', url, '--broken', broken);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(describeBroken(broken).meaning);
  });

  test.each(brokenKinds.filter((kind) => describeBroken(kind).wanted === 'refused'))(
    '--broken %s fails where a receiver takes everything',
    async (broken) => {
      const { code, err } = await run('trigger', 'collection', '--to', await answering(200), '--broken', broken);
      expect([code, err]).toEqual([1, 'repaykit: the receiver answered 200, where it should refuse this with 4xx\n']);
    },
  );

  test.each([
    [[], 401, 'should take this with 2xx'],
    [['--broken', 'duplicate'], 409, 'should take this with 2xx'],
    [['--broken', 'tampered-amount'], 302, '2xx or 4xx are fit'],
    [['--broken', 'wrong-types'], 500, 'the receiver failed with 500'],
    [['--broken', 'truncated'], 503, 'the receiver failed with 503'],
  ])('%j fails on an answer of %i', async (flags, status, why) => {
    const { code, err } = await run('trigger', 'collection', '--to', await answering(status), ...flags);
    expect([code, err.includes(why), err.trim().split('\n').length]).toEqual([1, true, 1]);
  });

  test('carries mandate, fields, header and secret as they are given, and shows no secret', async () => {
    const secret = 'planted-secret-3141';
    const { url, received } = await receiver(secret);
    const fields = [
      '--mandate-id',
      MANDATE,
      '--field',
      'instalmentStatus=partially paid',
      'amountCollected=500.5',
      'accountNumber=0123456780',
    ];
    const { code, out } = await run('trigger', 'collection', '--to', url, '--secret', secret, ...fields);
    expect([code, out.includes(secret), out.includes('0123456780')]).toEqual([0, false, false]);
    expect(received).toMatchObject([
      {
        kind: 'collection',
        outcome: 'partly-collected',
        data: { mandateId: MANDATE, amountCollected: 500.5, accountNumber: '0123456780' },
      },
    ]);
    const json = await run('trigger', 'collection', '--to', url, '--secret', secret, ...fields, '--json');
    expect(JSON.parse(json.out)).toMatchObject({
      event: 'collection',
      broken: null,
      statuses: [200],
      wanted: 'taken',
      asExpected: true,
    });
    expect(json.out).not.toMatch(/planted-secret|0123456780/);
  });

  test('sends the secret in the header that was named', async () => {
    const seen: unknown[] = [];
    const url = await listen((request, response) => {
      seen.push(request.headers['x-hook']);
      response.end();
    });
    await run('trigger', 'policy', '--to', url, '--header', 'X-Hook', '--secret', 's');
    expect(seen).toEqual(['s']);
  });

  test('sends a duplicate twice, byte for byte', async () => {
    const bodies: string[] = [];
    const url = await listen(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      response.end();
    });
    await run('trigger', 'mandate.failed', '--to', url, '--broken', 'duplicate');
    expect([bodies.length, bodies[0] === bodies[1]]).toEqual([2, true]);
  });

  test('signs by the Standard Webhooks scheme when asked to, and shows neither secret nor signature', async () => {
    const hmac = `whsec_${Buffer.from('a key of twenty-four bytes').toString('base64')}`;
    const seen: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
    const url = await listen(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push({ headers: request.headers, body });
      response.writeHead(seen.length === 1 ? 200 : 401).end();
    });
    const good = await run('trigger', 'collection', '--to', url, '--hmac', hmac);
    const stale = await run(
      'trigger',
      'collection',
      '--to',
      url,
      '--hmac',
      hmac,
      '--broken',
      'stale-timestamp',
      '--json',
    );
    expect([good.code, stale.code]).toEqual([0, 0]);
    const [first, second] = seen;
    const key = signingKey(hmac) as Uint8Array;
    for (const { headers, body } of seen) {
      const [id, timestamp] = [headers['webhook-id'] as string, headers['webhook-timestamp'] as string];
      expect(headers['webhook-signature']).toBe(
        signStandardWebhook({ id, timestamp, rawBody: Buffer.from(body) }, key),
      );
      expect(headers).not.toHaveProperty('x-auth-signature');
    }
    expect(
      Number(first?.headers['webhook-timestamp']) - Number(second?.headers['webhook-timestamp']),
    ).toBeGreaterThanOrEqual(3_599);
    expect(good.out).toContain('[signature]');
    expect(good.out + stale.out).not.toContain(String(first?.headers['webhook-signature']).slice(3));
    expect(good.out + stale.out).not.toContain(hmac);
  });

  test('lists its events and ways to be wrong', async () => {
    const { out } = await run('trigger', '--list');
    for (const word of [...testDeliveryKinds, ...brokenKinds, ...hmacBrokenKinds]) expect(out).toContain(`  ${word}`);
    const { events, broken } = JSON.parse((await run('trigger', '--list', '--json')).out);
    expect([events, broken.length]).toEqual([
      [...testDeliveryKinds, 'collection.success', 'collection.partial', 'collection.failed', 'collection.processing'],
      brokenKinds.length + hmacBrokenKinds.length,
    ]);
  });

  test.each([
    [
      ['colection', '--to', 'http://127.0.0.1:9'],
      'event: is not known; did you mean collection? There are collection,',
    ],
    [['collection'], '--to: must be an http: or https: URL'],
    [['collection', '--to', 'file:///etc/hosts'], '--to: must be an http: or https: URL'],
    [['collection', '--to', 'http://8.8.8.8/hooks'], 'allow the host with --allow-host'],
    [['collection', '--to', 'http://169.254.169.254/'], 'allow the host with --allow-host'],
    [
      ['collection', '--to', 'http://127.0.0.1:9', '--broken', 'bent'],
      '--broken: is not known; there are wrong-secret,',
    ],
    [['policy', '--to', 'http://127.0.0.1:9', '--broken', 'tampered-amount'], 'policy has nothing to break'],
    [['collection', '--to', 'http://127.0.0.1:9', '--secret', 'two words'], '--secret'],
    [['collection', '--to', 'http://127.0.0.1:9', '--header', 'no header'], '--header'],
    [['collection', '--to', 'http://127.0.0.1:9', '--hmac', 'no base64!'], '--hmac: must begin with whsec_'],
    [
      ['collection', '--to', 'http://127.0.0.1:9', '--hmac', 'd2hzZWM=', '--secret', 's'],
      "'--hmac <secret>' cannot be used with option '--secret <text>'",
    ],
    [
      ['collection', '--to', 'http://127.0.0.1:9', '--broken', 'stale-timestamp'],
      'needs a signed delivery: add --hmac SECRET',
    ],
    [['collection', '--to', 'http://127.0.0.1:1'], 'gave no answer'],
  ])('refuses %j in one line', async (args, said) => {
    const { code, out, err } = await run('trigger', ...args);
    expect([code, out, err.trim().split('\n').length]).toEqual([1, '', 1]);
    expect(err).toContain(said);
  });
});
