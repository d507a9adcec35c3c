import { expect, onTestFinished, test, vi } from 'vitest';
import { ConfigurationError } from '../../src/errors.ts';
import { answerOr500, received, refuseEatenBody } from '../../src/webhooks/http-exchange.ts';

/** The warnings of the process. They are not printed. */
function warnings(): unknown[] {
  const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warning.mockRestore());
  return warning.mock.calls;
}

const fails = (error: unknown) => () => Promise.reject(error);
const throws = () => {
  throw new TypeError('x-auth-signature: whsec_1');
};

test('an answer passes through, without a warning', async () => {
  const warned = warnings();
  const answer = received();
  expect(await answerOr500(async () => answer)).toBe(answer);
  expect(warned).toEqual([]);
});

test.each<[string, () => Promise<Response>, string]>([
  ['a rejection', fails(new RangeError('whsec_1')), 'RangeError'],
  ['an error', throws, 'TypeError'],
  ['a text', fails('whsec_1'), 'string'],
])('%s is answered 500, with a warning that quotes nothing', async (_what, ask, name) => {
  const warned = warnings();
  const response = await answerOr500(ask);
  expect([response.status, await response.json()]).toEqual([500, { received: false, code: 'not_stored' }]);
  expect(warned).toEqual([[`repaykit: a webhook was answered 500, because handing it to the receiver threw ${name}`]]);
});

test('a body that was read before is answered 500, with a warning that says what to write', async () => {
  const warned = warnings();
  const response = refuseEatenBody({ adapter: 'expressHandler', advice: 'mount it before express.json()' });
  expect([response.status, await response.json()]).toEqual([500, { received: false, code: 'body_already_read' }]);
  const message = 'the body was read before the receiver could verify its bytes: mount it before express.json()';
  expect(warned).toEqual([[new ConfigurationError('expressHandler', [{ path: '', message }])]]);
  expect(warned).toMatchObject([[{ message: `expressHandler: ${message}`, issues: [{ path: '', message }] }]]);
});
