/** Deliveries for tests of verifiers, and what their mistakes read like. */
import { ConfigurationError } from '../../../src/errors.ts';
import type { UnverifiedDelivery } from '../../../src/webhooks/verifiers/verifier.ts';

/** A delivery with these headers; of one given several times, as hosts join them. */
export function delivery(
  headers: Readonly<Record<string, string | readonly string[]>>,
  more: Partial<UnverifiedDelivery> = {},
): UnverifiedDelivery {
  const all = new Headers();
  for (const [name, values] of Object.entries(headers))
    for (const value of [values].flat()) all.append(name, value as string);
  return { headers: all, rawBody: new TextEncoder().encode('{}'), ...more };
}

/** The mistakes that making something finds, each as `path: message`. */
export function mistakesOf(make: () => unknown): readonly string[] {
  try {
    make();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.issues.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}
