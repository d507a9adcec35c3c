import { ConfigurationError } from '../../errors.ts';
import { type Check, check, list, looseFields, text } from '../../validation/checks.ts';

/** A delivery before it is believed. */
export interface UnverifiedDelivery {
  /** The request's headers; names in any case. `Headers` fits. */
  readonly headers: { get(name: string): string | null | undefined };
  /** The body, byte for byte as it came. */
  readonly rawBody: Uint8Array;
  /** The address it was sent to, whole or from the path on, where it is known. */
  readonly url?: string;
  /** The address at the other end of the socket, where the host knows it: the sender's own, or that of the proxy in front of the receiver. Nothing that a header says. */
  readonly remoteAddress?: string;
}

/** Checks that a delivery comes from the service. */
export interface WebhookVerifier {
  /** Compare in constant time. Throwing counts as no, and so does anything but `true`. */
  verify(delivery: UnverifiedDelivery): boolean | Promise<boolean>;
}

/** Believes every delivery: for lenders whose gateway verifies, and for tests. Never a default. */
export function unverified(): WebhookVerifier {
  return { verify: () => true };
}

/**
 * Believes a delivery that one of the verifiers believes, asked one after the other; one that throws says no, and the others still decide. It stops at the first
 * yes: the time that takes shows something only to a sender that is believed anyway, while a no always takes all of them.
 * @throws ConfigurationError without a verifier.
 */
export function any(...verifiers: readonly WebhookVerifier[]): WebhookVerifier {
  checkVerifiers('any', verifiers);
  return { verify: (delivery) => asksAny(verifiers, delivery) };
}

/**
 * Believes a delivery that every verifier believes; one that throws says no. All of them are asked, whatever the first ones say: an early no would show
 * a sender which proof was right already, and proofs could be found one by one.
 * @throws ConfigurationError without a verifier.
 */
export function all(...verifiers: readonly WebhookVerifier[]): WebhookVerifier {
  checkVerifiers('all', verifiers);
  return {
    verify(delivery) {
      const answers = verifiers.map((verifier) => ask(verifier, delivery));
      // Synchronous where every verifier is.
      return answers.every(isSettled)
        ? answers.every(isYes)
        : Promise.all(answers).then((settled) => settled.every(isYes));
    },
  };
}

function asksAny(
  [first, ...rest]: readonly WebhookVerifier[],
  delivery: UnverifiedDelivery,
): boolean | Promise<boolean> {
  if (!first) return false;
  const answer = ask(first, delivery);
  if (isSettled(answer)) return answer || asksAny(rest, delivery);
  return answer.then((isBelieved) => isBelieved || asksAny(rest, delivery));
}

// Never throws and never rejects.
function ask(verifier: WebhookVerifier, delivery: UnverifiedDelivery): boolean | Promise<boolean> {
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

function isSettled(answer: boolean | Promise<boolean>): answer is boolean {
  return typeof answer === 'boolean';
}

function isYes(answer: unknown): boolean {
  return answer === true;
}

function checkVerifiers(subject: 'any' | 'all', verifiers: readonly unknown[]): void {
  if (verifiers.length === 0)
    throw new ConfigurationError(subject, [
      { path: '', message: `needs a verifier: ${subject}(sharedSecret({ secrets }), …)` },
    ]);
  const wrong = verifiers.flatMap((verifier, index) =>
    typeof looseFields(verifier).verify === 'function'
      ? []
      : [{ path: `${index}`, message: `must be a verifier${hint(verifier)}` }],
  );
  if (wrong.length > 0) throw new ConfigurationError(subject, wrong);
}

function hint(verifier: unknown): string {
  return Array.isArray(verifier) ? ': pass them one by one, not as a list' : '';
}

/** One text or a list of texts, of which each passes a test that says what is wrong with it, but never the text itself. */
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

/** The name of a header. */
export const headerName = text('the name of a header', (name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name));
