const BEYOND_ASCII = /[^\x20-\x7e]/;
// Tabs, line ends and every blank of Unicode that has a width.
const BLANKS = /[\t\n\v\f\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
// What has no width: joiners, marks of direction, byte order marks.
const UNSEEN = /[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const SOFT_HYPHEN = /\u00ad/g;
const HYPHENS = /[\u2010\u2011]/g;
// Latin ligatures, and letters and digits of full width. Other compatibility forms stay: a superscript two is no 2.
const PRESENTATION_FORMS = /[\ufb00-\ufb06\uff01-\uff5e\uffe0-\uffe6]+/g;

/**
 * Text as it would be typed: letters for ligatures, one kind of blank, nothing unseen. NUL and U+FFFD stay, because they stand for letters that
 * a font names wrongly.
 */
export function cleanText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  return (
    text
      .replace(BLANKS, ' ')
      .replace(UNSEEN, '')
      // Fonts name the hyphen of a date so. One that may only break a word is drawn where the word does break: last.
      .replace(SOFT_HYPHEN, (_, at: number, all: string) => (at === 0 || at === all.length - 1 ? '' : '-'))
      .replace(HYPHENS, '-')
      .replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC'))
  );
}

const SOMETHING = /[^ ]/;

/** Does the text show nothing? */
export function isBlank(text: string): boolean {
  return !SOMETHING.test(text);
}
