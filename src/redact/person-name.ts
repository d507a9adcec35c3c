/**
 * Banks, hooks, products and errors have a `name` as people do. It is a person's beside a personal field (bvn, email, phone, address, accountNumber …),
 * and where it has two or more words of letters, unless a `…code` or `slug` stands beside it or one of its words is a company's.
 */
import { fieldKind, wordsOf } from './field-names.ts';

const personalKinds = new Set<string | undefined>(['personal', 'bvn', 'account']);
// The look-behind lets a word be tried once, not once from each of its letters.
const twoWords = /(?<![\p{L}\p{M}])\p{L}[\p{L}\p{M}]+[^\p{L}]{1,3}\p{L}/u;
const companyWord =
  /(?:^|[^\p{L}])(?:assurance|bank|bureau|inc|insurance|limited|llc|ltd|mfb|microfinance|plc|psb)(?:$|[^\p{L}])/iu;

/** Says whether a field is called `name` or `names` and nothing more. */
export function isNameKey(key: string): boolean {
  const words = wordsOf(key);
  return words.length === 1 && (words[0] === 'name' || words[0] === 'names');
}

/** Says whether the names among these fields are those of a person, whatever they hold. */
export function isPersonBeside(siblings: readonly string[]): boolean {
  return siblings.some((key) => personalKinds.has(fieldKind(key)));
}

/** Says whether a name among these fields belongs to something that is known by a code. */
export function isCodedThing(siblings: readonly string[]): boolean {
  return siblings.some((key) => /^(?:\w*code|slug)$/.test(wordsOf(key).at(-1) ?? ''));
}

/** Says whether this text reads like a person's name. */
export function readsLikePerson(text: string): boolean {
  return twoWords.test(text) && !companyWord.test(text);
}
