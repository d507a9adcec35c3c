// Signs and words by ISO code. Longer names stand first: `US$` before `$`, a Canadian dollar before a dollar.
const names: readonly (readonly [code: string, signs: string, words: string])[] = [
  ['NGN', '₦|=N=', 'nairas?'],
  ['CAD', 'CA?\\$', 'canadian dollars?'],
  ['AUD', 'AU?\\$', 'australian dollars?'],
  ['USD', 'US ?\\$|\\$', '(?:us )?dollars?'],
  ['GBP', '£', 'pounds? sterling|(?:british )?pounds?'],
  ['EUR', '€', 'euros?'],
  ['GHS', 'GH[₵¢]|₵', '(?:ghana(?:ian)? )?cedis?'],
  ['KES', 'KSh', 'kenyan? shillings?'],
  ['ZAR', '', '(?:south african )?rands?'],
  ['XOF', 'F?CFA', 'cfa francs?|west african francs?'],
  ['XAF', '', 'central african francs?'],
  ['CNY', 'CN¥|RMB', 'yuan|renminbi'],
  ['JPY', '¥', 'yen'],
  ['INR', '₹', '(?:indian )?rupees?'],
  ['CHF', '', 'swiss francs?'],
  ['AED', '', '(?:uae )?dirhams?'],
  ['UGX', '', 'ugandan? shillings?'],
  ['TZS', '', 'tanzanian? shillings?'],
  ['RWF', '', 'rwandan? francs?'],
];

const alone = (name: string) => `(?<![A-Z])(?:${name})(?![A-Z])`;
const isWord = (sign: string) => /^[A-Z]\w*$/.test(sign);
const markOf = ([code, signs]: (typeof names)[number]) =>
  [signs && (isWord(signs) ? alone(signs) : signs), alone(code)].filter(Boolean).join('|');
const signs = names.flatMap(([, own]) => (own === '' || isWord(own) ? [] : own)).join('|');
// All codes behind one look at the letter before them, because this pattern is tried at each letter of a narration.
const marks = `${signs}|${alone(names.flatMap(([code, own]) => (isWord(own) ? [own, code] : code)).join('|'))}`;

/** What may stand beside a figure: a sign such as `₦`, or a code such as `USD`. A bare N before a figure is naira. */
export const currencyMark = new RegExp(`${marks}|N(?=[-+(]*\\d)`, 'gi');

const byMark = names.map((each) => [each[0], new RegExp(`^(?:${markOf(each)})$`, 'i')] as const);
const byName = names.map(([code, own, words]) => {
  const sources = [own, alone(code), `\\b(?:${words})\\b`].filter(Boolean);
  return [code, new RegExp(sources.join('|'), 'i')] as const;
});

const codes: ReadonlySet<string> = new Set(names.map(([code]) => code));

/** The ISO code of a sign or code beside a figure. */
export function currencyOfMark(mark: string): string {
  return byMark.find(([, pattern]) => pattern.test(mark))?.[0] ?? 'NGN';
}

/** The ISO code of a currency's name, such as `US Dollar`, `GBP` or `₦`; undefined for other text. */
export function currencyNamed(text: string): string | undefined {
  if (codes.has(text)) return text;
  return byName.find(([, pattern]) => pattern.test(text))?.[0] ?? (/^n$/i.test(text.trim()) ? 'NGN' : undefined);
}

const words = names.flatMap(([, , own]) => own || []).join('|');
const inText = new RegExp(marks, 'g');
// `Naira` and `dollar` are words of nothing else. A pound or a rand may be part of an address.
const inWords = new RegExp(
  `\\b(?:nairas?|(?:us )?dollars?|euros?|cedis?)\\b|\\bin (?:${words})\\b|\\b(?:${words}) (?:account|domiciliary)\\b`,
  'gi',
);

/** The currency in a title: `Debit (USD)`, `Amount in naira`. */
export const currencyInTitle = new RegExp(
  `\\(N\\)|\\((?:${words})\\)|\\bin (?:${words})\\b|(?:\\bin )?(?:${marks})`,
  'gi',
);

/** The currencies that a text names: by signs, codes in capitals, and words as in `amounts in US Dollars`. */
export function currenciesIn(text: string): readonly string[] {
  return [...text.matchAll(inText), ...text.matchAll(inWords)].flatMap(([found]) => currencyNamed(found) ?? []);
}
