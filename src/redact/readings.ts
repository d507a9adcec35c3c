/**
 * Readings of a text: its escapes are undone, and its digits, blanks and dashes are in their simplest form. A reading
 * knows where each of its characters is in the text as written.
 */

export interface Reading {
  readonly plain: string;
  /** The position in the text as written where this character of `plain` begins. */
  readonly placeOf: (at: number) => number;
}

const looks = [
  // Invisible characters, full-width ASCII, blanks, dashes, and the digits of other scripts.
  '\\p{DI}',
  '[\\uff01-\\uff5e]',
  '[\\u00a0\\u2000-\\u200a\\u202f\\u205f\\u3000]',
  '[\\u2010-\\u2015\\u2212]',
  '(?![0-9])\\p{Nd}',
].join('|');
const byte = '[89ab][0-9a-f]';
// Also if `%` itself was escaped, up to three times. Outside ASCII, only characters of two and three bytes.
const percents = `%(?:25){0,3}[0-7][0-9a-f]|%[cd][0-9a-f]%${byte}|%e[0-9a-f]%${byte}%${byte}`;
// The look-behind makes the pattern try a run of backslashes once, not once per backslash.
const backslashes = '(?<!\\\\)\\\\+(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[nrtbf"\'/])';

// Also if `&` itself was escaped. A number may end without its semicolon.
const entities =
  '&(?:amp;){0,3}(?:#x0{0,12}[0-9a-f]{1,6}(?:;|(?![0-9a-f]))|#0{0,12}[0-9]{1,7}(?:;|(?![0-9]))|[a-z]{2,14};)';
const namedEntities =
  'amp=& lt=< gt=> quot=" apos=\' num=# lpar=( rpar=) plus=+ comma=, period=. sol=/ colon=: semi=; equals== commat=@ lowbar=_ hyphen=- dash=- ndash=- mdash=- ' +
  'minus=- nbsp=\u00a0 ensp=\u00a0 emsp=\u00a0 thinsp=\u00a0 tab=\t newline=\n shy= zwj= zwnj= nobreak= aelig=ae oelig=oe szlig=ss eth=d imath=i inodot=i';
// A letter with an accent, or with a stroke through it, is read as the letter.
const letterEntity = /^([a-z])(?:acute|breve|caron|cedil|circ|dblac|dot|grave|macr|ogon|ring|slash|strok|tilde|uml)$/i;

let entityTexts: ReadonlyMap<string, string> | undefined;

function textOfEntity(name: string): string | undefined {
  entityTexts ??= new Map(
    namedEntities.split(' ').map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
  return entityTexts.get(name.toLowerCase()) ?? letterEntity.exec(name)?.[1];
}

/**
 * Without the escapes of a URL, of HTML, as written, and without those of JSON and source code. Percents come first,
 * because they may escape the quotes of fields, and backslashes last, because they distinguish quotes.
 */
const ways = () => [
  { sign: '%', units: new RegExp(`${percents}|${looks}`, 'giu') },
  { sign: '&', units: new RegExp(`${entities}|${looks}`, 'giu') },
  { sign: '', units: new RegExp(looks, 'gu') },
  { sign: '\\', units: new RegExp(`${percents}|${backslashes}|${looks}`, 'giu') },
];

// Made on first use. Patterns with Unicode properties take 4 ms, a twelfth of loading the client.
let knownWays: ReturnType<typeof ways> | undefined;

/** Changes a text in each of its readings, one after another. */
export function changeInReadings(text: string, change: (text: string, reading: Reading) => string): string {
  knownWays ??= ways();
  return knownWays.reduce(
    (left, { sign, units }) => (left.includes(sign) ? change(left, read(left, units)) : left),
    text,
  );
}

function read(text: string, units: RegExp): Reading {
  if (text.search(units) < 0) return { plain: text, placeOf: (at) => at };
  const places = new Uint32Array(text.length + 1);
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  const copy = (until: number) => {
    parts.push(text.slice(from, until));
    for (; from < until; from += 1, length += 1) places[length] = from;
  };
  for (const { 0: unit, index } of text.matchAll(units)) {
    copy(index);
    const meant = decode(unit);
    places.fill(index, length, length + meant.length);
    parts.push(meant);
    length += meant.length;
    from += unit.length;
  }
  copy(text.length);
  places[length] = text.length;
  return { plain: parts.join(''), placeOf: (at) => places[at] ?? text.length };
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: ' ', f: ' ' };

function decode(unit: string): string {
  if (unit.startsWith('&') && unit.length > 1) return plainest(unescapeEntity(unit));
  if (unit.startsWith('%')) return plainest(unescapePercents(unit));
  if (!unit.startsWith('\\')) return plainest(unit);
  const escaped = unit.replace(/^\\+/, '');
  if (escaped.length === 1) return escapes[escaped.toLowerCase()] ?? escaped;
  return plainest(String.fromCharCode(Number.parseInt(escaped.slice(1), 16)));
}

function unescapeEntity(unit: string): string {
  const name = unit.slice(1).replace(/^(?:amp;)+(?=.)|;$/gi, '');
  if (!name.startsWith('#')) return textOfEntity(name) ?? unit;
  const codePoint = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : unit;
}

function unescapePercents(unit: string): string {
  try {
    return decodeURIComponent(unit.replace(/^%(?:25)+(?=[0-9a-f]{2})/i, '%'));
  } catch {
    return unit; // Bytes that are no character.
  }
}

function plainest(character: string): string {
  if (/^\p{DI}$/u.test(character)) return '';
  if (/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/.test(character)) return ' ';
  if (/[\u2010-\u2015\u2212]/.test(character)) return '-';
  if (/[\uff01-\uff5e]/.test(character)) return String.fromCharCode(character.charCodeAt(0) - 0xfee0);
  return /^(?![0-9])\p{Nd}$/u.test(character) ? String(digitOf(character.codePointAt(0) ?? 0)) : character;
}

// Unicode keeps the ten digits of a script together, and some scripts directly after another.
function digitOf(codePoint: number): number {
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(codePoint - 1 - before))) before += 1;
  return before % 10;
}
