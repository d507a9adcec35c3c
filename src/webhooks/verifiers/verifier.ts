import { ConfigurationError } from '../../errors.ts';
import { type Check, check, list, looseFields, text } from '../../validation/checks.ts';

/** A delivery before verification. */
export interface UnverifiedDelivery {
  /** The request's headers. Names are case-insensitive, as in `Headers`. */
  readonly headers: { get(name: string): string | null | undefined };
  /** The exact bytes of the body. */
  readonly rawBody: Uint8Array;
  /** The request URL, complete or from the path on, if known. */
  readonly url?: string;
  /** The other end of the socket, if known: the sender, or the proxy before the receiver. Never from a header. */
  readonly remoteAddress?: string;
}

/** Verifies that a delivery comes from the service. */
export interface WebhookVerifier {
  /** Returns true for a genuine delivery. Any other value, or an error, refuses it. Compare in constant time. */
  verify(delivery: UnverifiedDelivery): boolean | Promise<boolean>;
}

/** Accepts every delivery. Only for tests, and for lenders whose gateway verifies. Never a default. */
export function unverified(): WebhookVerifier {
  return { verify: () => true };
}

/**
 * Accepts a delivery if one of the verifiers accepts it. They run in order, up to the first that accepts. A verifier
 * that throws counts as a refusal. A refusal runs all of them.
 * @throws ConfigurationError without a verifier
 */
export function any(...verifiers: readonly WebhookVerifier[]): WebhookVerifier {
  checkVerifiers('any', verifiers);
  return { verify: (delivery) => asksAny(verifiers, delivery) };
}

/**
 * Accepts a delivery if every verifier accepts it. All of them run, so that a refusal does not reveal which proof was
 * right. A verifier that throws counts as a refusal.
 * @throws ConfigurationError without a verifier
 */
export function all(...verifiers: readonly WebhookVerifier[]): WebhookVerifier {
  checkVerifiers('all', verifiers);
  return {
    verify(delivery) {
      const answers = verifiers.map((verifier) => ask(verifier, delivery));
      // Stay synchronous if every verifier is.
      if (answers.every(isSettled)) return answers.every(isYes);
      return Promise.all(answers).then((settled) => settled.every(isYes));
    },
  };
}

type Answer = ReturnType<WebhookVerifier['verify']>;

function asksAny([first, ...rest]: readonly WebhookVerifier[], delivery: UnverifiedDelivery): Answer {
  if (!first) return false;
  const answer = ask(first, delivery);
  if (isSettled(answer)) return answer || asksAny(rest, delivery);
  return answer.then((isBelieved) => isBelieved || asksAny(rest, delivery));
}

// Never throws and never rejects.
function ask(verifier: WebhookVerifier, delivery: UnverifiedDelivery): Answer {
  try {
    const answer: unknown = verifier.verify(delivery);
    return isPromise(answer) ? Promise.resolve(answer).then(isYes, () => false) : isYes(answer);
  } catch {
    return false;
  }
}

function isPromise(answer: unknown): answer is PromiseLike<unknown> {
  return typeof looseFields(answer).then === 'function';
}

function isSettled(answer: Answer): answer is boolean {
  return typeof answer === 'boolean';
}

function isYes(answer: unknown): boolean {
  return answer === true;
}

function checkVerifiers(subject: 'any' | 'all', verifiers: readonly unknown[]): void {
  const none = { path: '', message: `needs a verifier: ${subject}(sharedSecret({ secrets }), …)` };
  if (verifiers.length === 0) throw new ConfigurationError(subject, [none]);
  const wrong = verifiers.flatMap((verifier, index) => {
    const hint = Array.isArray(verifier) ? ': pass them one by one, not as a list' : '';
    const isOne = typeof looseFields(verifier).verify === 'function';
    return isOne ? [] : [{ path: `${index}`, message: `must be a verifier${hint}` }];
  });
  if (wrong.length > 0) throw new ConfigurationError(subject, wrong);
}

/** A check for one text or a list of texts. `test` describes the problem of a text without repeating it. */
export function texts(takes: string, test: (text: string) => true | string): Check<false> {
  const one = check({
    type: 'string',
    test: (value) => {
      if (value === undefined || value === null || value === '') return 'is empty: is the environment variable set?';
      return typeof value === 'string' && test(value);
    },
  });
  const many = list(one, { min: 1, takes });
  return {
    ...many,
    type: `string or ${many.type}`,
    problems: (value, path) => (Array.isArray(value) ? many : one).problems(value, path),
  };
}

/** Checks the name of a header. */
export const headerName = text('the name of a header', (name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name));
