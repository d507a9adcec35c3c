import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowIps } from '../../../src/webhooks/verifiers/allow-ips.ts';
import { hmac } from '../../../src/webhooks/verifiers/hmac.ts';
import { secretPath, sharedSecret } from '../../../src/webhooks/verifiers/secrets.ts';
import { all, any, type WebhookVerifier } from '../../../src/webhooks/verifiers/verifier.ts';
import { delivery, mistakesOf } from './deliveries.ts';

const asked: string[] = [];
const answering = (name: string, answer: () => unknown): WebhookVerifier => ({
  verify() {
    asked.push(name);
    return answer() as boolean;
  },
});
const yes = answering('yes', () => true);
const no = answering('no', () => false);
const laterYes = answering('laterYes', async () => true);
const laterNo = answering('laterNo', async () => false);
const throwing = answering('throwing', () => {
  throw new Error('broken');
});
const rejecting = answering('rejecting', () => Promise.reject(new Error('broken')));
const nearly = ['true', 1, {}, [], undefined, null].map((answer) => answering('nearly', () => answer));
const nearlyLater = answering('nearlyLater', async () => 'true');
const brokenGetter = {
  get() {
    throw new Error('broken');
  },
};
const hostile = answering('hostile', () => Object.defineProperty({}, 'then', brokenGetter));

const ask = (verifier: WebhookVerifier) => {
  asked.length = 0;
  return verifier.verify(delivery({}));
};
const believers = [yes, laterYes];
const others = [no, laterNo, throwing, rejecting, nearlyLater, hostile, ...nearly];
const several = fc.array(fc.constantFrom(...believers, ...others), { minLength: 1, maxLength: 6 });

describe('any', () => {
  test('believes what one of them believes, whatever the others do', async () => {
    await fc.assert(
      fc.asyncProperty(several, async (verifiers) => {
        expect(await ask(any(...verifiers))).toBe(verifiers.some((verifier) => believers.includes(verifier)));
      }),
    );
  });

  test('asks one after the other and stops at the first yes', async () => {
    await ask(any(no, laterNo, throwing, rejecting, laterYes, yes, no));
    expect(asked).toEqual(['no', 'laterNo', 'throwing', 'rejecting', 'laterYes']);
  });

  test('answers at once where no verifier is asynchronous', async () => {
    expect([ask(any(no, yes)), ask(any(no, throwing)), ask(any(yes, laterNo))]).toEqual([true, false, true]);
    expect(ask(any(laterNo, yes))).toBeInstanceOf(Promise);
  });
});

describe('all', () => {
  test('believes what every one of them believes', async () => {
    await fc.assert(
      fc.asyncProperty(several, async (verifiers) => {
        expect(await ask(all(...verifiers))).toBe(verifiers.every((verifier) => believers.includes(verifier)));
      }),
    );
  });

  test('asks every one of them, so that the time of a refusal does not reveal which proof was right', async () => {
    expect(await ask(all(no, laterNo, throwing, rejecting, yes))).toBe(false);
    expect(asked).toEqual(['no', 'laterNo', 'throwing', 'rejecting', 'yes']);
  });

  test('answers at once unless a verifier is asynchronous', async () => {
    expect([ask(all(yes, yes)), ask(all(yes, no))]).toEqual([true, false]);
    expect(ask(all(yes, laterYes))).toBeInstanceOf(Promise);
  });
});

test('they can be put into each other', async () => {
  expect(await ask(all(any(no, laterYes), yes))).toBe(true);
  expect(await ask(any(all(yes, laterNo), no))).toBe(false);
});

describe.each([
  ['any', any],
  ['all', all],
] as const)('%s refuses', (name, combine) => {
  const misuse = (...verifiers: readonly unknown[]) => mistakesOf(() => combine(...(verifiers as WebhookVerifier[])));

  test('to be without a verifier', () => {
    expect(misuse()).toEqual([`: needs a verifier: ${name}(sharedSecret({ secrets }), …)`]);
  });

  test('everything that is no verifier, each by its place', () => {
    expect(misuse(yes, undefined, null, {}, () => true, 'secret')).toEqual(
      [1, 2, 3, 4, 5].map((place) => `${place}: must be a verifier`),
    );
  });

  test('a list in place of verifiers', () => {
    expect(misuse([yes, no])).toEqual(['0: must be a verifier: pass them one by one, not as a list']);
  });
});

test.each([
  ['allowIps', () => allowIps({ ranges: '10.0.0.0/8' } as never)],
  ['hmac', () => hmac({} as never)],
  ['sharedSecret', () => sharedSecret({} as never)],
  ['secretPath', () => secretPath({} as never)],
  ['any', () => any()],
  ['all', () => all()],
])('the error names %s, so that a reader finds the call', (name, make) => {
  expect(make).toThrow(new RegExp(`^${name}: `));
});
