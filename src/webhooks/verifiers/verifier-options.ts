/** Checks of what verifiers take: it also comes from JavaScript and from environments where a variable is missing, and is never quoted where it is secret. */
import { type Check, check, list, text } from '../../validation/checks.ts';

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
