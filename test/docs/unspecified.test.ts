import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const guide = readFileSync('docs/unspecified.md', 'utf8');

interface Entry {
  readonly chapter: string;
  /** The sections, and what is silent in them. */
  readonly silent: string;
  /** What we chose, and how to override it. */
  readonly chosen: string;
}

const ENTRY = /^- \*\*(.+?)\*\*(?: \(([^)]*§[^)]*)\))?: (.+)$/;

const entries: readonly Entry[] = guide
  .split('\n## ')
  .slice(1)
  .flatMap((chapter) =>
    chapter
      .replace(/\n {2}/g, ' ')
      .split('\n')
      .filter((line) => line.startsWith('- '))
      .map((line) => ENTRY.exec(line) ?? [])
      .map(([, head = '', sections = '', chosen = '']) => ({
        chapter: chapter.split('\n')[0] ?? '',
        silent: `${sections} ${head}`.trim(),
        chosen,
      })),
  );

/** Where the specification says "not shown", read and typed by hand: the section, what is not shown, and a word by which the entry is known. */
const notShown: readonly (readonly [section: string, what: string, word: RegExp])[] = [
  ['§2.2', 'fields of breakdown items beyond _id', /breakdown item/],
  ['§2.2', 'values of frequency beyond monthly and Y', /`frequency`/],
  ['§3.2', 'instalment status transitions', /order of instalment statuses/],
  ['§3.1', 'moves of a mandate out of active', /leaves `active`/],
  ['§3.1', 'what mandate.expired changes', /states beyond the table/],
  ['§4.1', 'response body of the bank list', /answer/],
  ['§4.2', 'response body of discovery', /answer/],
  ['§4.2', 'allowed values of type', /`type`/],
  ['§4.3', 'request fields other than those listed', /fields beyond the eight/],
  ['§4.3', 'response body beyond the returned _id', /answer beyond `_id`/],
  ['§4.10', 'response body of the list of collections', /answer/],
  ['§4.11', 'allowed values of type', /`type`/],
  ['§4.12', 'which body fields are required', /required fields/],
  ['§4.14', 'allowed values of accountType beyond savings', /`accountType`/],
  ['§4.14', 'synchronous response body', /answer/],
  ['§4.15', 'synchronous response body', /answer/],
  ['§5', 'how tokens are obtained or rotated', /obtained and rotated/],
  ['§5', 'webhook authenticity checks', /authenticity/],
  ['§6.2', 'payload of the mandate.* events', /payload of `mandate\.\*`/],
  ['§6.3', 'the operation used to submit reports', /how reports are submitted/],
  ['§6.3', 'the operation used to submit reports, in the reference server', /submitting operation/],
  ['§6.2', 'webhook delivery retries and ordering guarantees', /delivery guarantees/],
  ['§6.2', 'webhook delivery retries and ordering, in the reference server', /order and retries/],
  ['§7', 'error response bodies, statuses and codes', /statuses and codes of errors/],
  ['§7', 'error response bodies, statuses and codes, in the reference server', /statuses and bodies of errors/],
  ['§8', 'API rate limits', /rate limits/],
  ['§8', 'upload size limits', /upload size/],
  ['§8', 'default retry count', /attempts/],
  ['§9', 'versioning policy beyond the /v1 prefix', /versioning/],
];

describe('what the specification leaves open', () => {
  test.each(notShown)('%s: %s', (section, _what, word) => {
    const named = new RegExp(`${section.replace('.', '\\.')}(?![\\d.])`);
    const known = new RegExp(word.source, 'i');
    expect(entries.filter(({ silent }) => named.test(silent) && known.test(silent))).not.toEqual([]);
  });

  test('is described in entries that say what is silent, what was chosen, and perhaps how to override it', () => {
    expect(entries.length).toBeGreaterThan(220);
    expect(
      entries.filter(({ silent, chosen }) => !silent || !chosen || /Override: *(Override|$)/.test(chosen)),
    ).toEqual([]);
    expect(entries.filter(({ chosen }) => chosen.includes('Override: ')).length).toBeGreaterThan(75);
  });

  test('is reported once in each chapter', () => {
    const heads = entries.map(({ chapter, silent }) => `${chapter}: ${silent}`);
    expect(heads.filter((head, index) => heads.indexOf(head) !== index)).toEqual([]);
  });
});
