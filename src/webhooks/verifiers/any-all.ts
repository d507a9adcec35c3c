/** Proofs put together. */
import { ConfigurationError } from '../../errors.ts';
import type { UnverifiedDelivery, WebhookVerifier } from './webhook-verifier.ts';

/**
 * Believes a delivery that one of the verifiers believes, asked one after the other; one that throws says no, and the others still decide. It stops at the first
 * yes: how long that took tells only a sender that is believed anyway, while a no always takes all of them.
 * @throws ConfigurationError without a verifier.
 */
export function any(...verifiers: readonly WebhookVerifier[]): WebhookVerifier {
  checkVerifiers('any', verifiers);
  return { verify: (delivery) => asksAny(verifiers, delivery) };
}

/**
 * Believes a delivery that every verifier believes; one that throws says no. All of them are asked, whatever the first ones say: a no that came early would tell
 * a sender which proof was right already, and proofs could be found one by one.
 * @throws ConfigurationError without a verifier.
 */
export function all(...verifiers: readonly WebhookVerifier[]): WebhookVerifier {
  checkVerifiers('all', verifiers);
  return {
    verify(delivery) {
      const answers = verifiers.map((verifier) => ask(verifier, delivery));
      // At once where nothing has to be waited for.
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
  return typeof (answer as { readonly then?: unknown } | null | undefined)?.then === 'function';
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
    isVerifier(verifier) ? [] : [{ path: `${index}`, message: `must be a verifier${hint(verifier)}` }],
  );
  if (wrong.length > 0) throw new ConfigurationError(subject, wrong);
}

function isVerifier(verifier: unknown): boolean {
  return typeof (verifier as Partial<WebhookVerifier> | null | undefined)?.verify === 'function';
}

function hint(verifier: unknown): string {
  return Array.isArray(verifier) ? ': pass them one by one, not as a list' : '';
}
