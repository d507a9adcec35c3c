/**
 * Decides by name which fields are masked, whatever they hold. A name matches in any spelling, singular or plural: as a
 * whole name of the list, by ending in one of the long words, or by a last word that is one of the short words
 * (`clientIp`, but not `zip`).
 */
import { DOCUMENT, maskAccountNumber, maskBvn, PERSONAL, SECRET } from './masks.ts';

/** How a field is masked. `accountLike` only if it holds a number: `account` also names structures. */
export type FieldKind = 'secret' | 'personal' | 'document' | 'account' | 'accountLike' | 'bvn';

function kinds(words: Readonly<Partial<Record<FieldKind, string>>>): ReadonlyMap<string, FieldKind> {
  return new Map(
    Object.entries(words).flatMap(([kind, list]) => list.split(' ').map((word) => [word, kind as FieldKind] as const)),
  );
}

const wholeNames = kinds({
  secret: 'publickey xauthsignature',
  personal: 'narration nextofkin xforwardedfor',
  document: 'documenturl file pdfurl signature statement',
});

const endings = kinds({
  secret: 'apikey authorization credential masterkey password passphrase passcode privatekey secret secretkey token',
  personal:
    'accountname birthdate dateofbirth email emailaddress firstname fullname ipaddress lastname middlename mobilenumber nextofkinname phone phoneno phonenumber residentialaddress surname',
  account: 'accountno accountnumber acctno acctnumber nuban',
  bvn: 'bvn bankverificationnumber',
});

const lastWords = kinds({
  secret: 'cookie cvv otp passwd pin pwd',
  personal: 'address dob ip mobile msisdn nin tel telephone',
  accountLike: 'account acct',
});

const endingsByLength = [...endings].sort(([a], [b]) => b.length - a.length);
const nameOfPerson =
  /(?:beneficiary|borrower|contact|customer|director|employer|family|given|guarantor|holder|kin|legal|maiden|other|owner|payer|payee|recipient|sender|signatory|spouse|user)names?$/;

/** How a field of this name is masked. Undefined if its name says nothing. */
export function fieldKind(key: string): FieldKind | undefined {
  const words = wordsOf(key);
  const plain = words.join('');
  if (nameOfPerson.test(plain)) return 'personal';
  for (const name of singulars(plain)) {
    const kind = wholeNames.get(name) ?? endingsByLength.find(([word]) => name.endsWith(word))?.[1];
    if (kind) return kind;
  }
  for (const word of [...singulars(words.at(-1) ?? ''), ...singulars(plain)]) {
    const kind = lastWords.get(word);
    if (kind) return kind;
  }
  return undefined;
}

const figureWords = new Set(
  'amount amounts at balance bytes date due duration epoch fee income interest kobo length limit millis ms naira premium price principal salary seconds size sum time timestamp total'.split(
    ' ',
  ),
);

/** Whether the numbers under this name are money, sizes or times, which may have as many digits as a BVN. */
export function holdsFigures(key: string): boolean {
  return wordsOf(key).some((word) => figureWords.has(word) || /(?:amount|balance|kobo)$/.test(word));
}

/** Whether the text under such a name is a figure as long as an account number or a BVN, and is kept. */
export function isFigure(text: string): boolean {
  return /^[1-9]\d{9,10}$/.test(text);
}

/** The words of a field's name in lower case, letters only: `payerBvn2` → payer, bvn. */
export function wordsOf(key: string): readonly string[] {
  return key
    .normalize('NFKC')
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

// The word itself, and the word without a plural ending. For `address` this also tries `addres`, which matches nothing.
function singulars(word: string): readonly string[] {
  return [
    word,
    ...(word.endsWith('s') ? [word.slice(0, -1)] : []),
    ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
  ].filter((form) => form !== '');
}

// Fewer digits under `account` are a list position, a count or part of a word.
const ACCOUNT_DIGITS = 6;

/** Masks the text of a field of this kind. Undefined if it needs no mask. */
export function maskFieldText(kind: FieldKind, text: string): string | undefined {
  switch (kind) {
    case 'secret':
      return SECRET;
    case 'personal':
      return PERSONAL;
    case 'document':
      return DOCUMENT;
    case 'account':
      return maskNumber(text, maskAccountNumber);
    case 'accountLike':
      return isAccountAlone(text.normalize('NFKC')) ? maskNumber(text, maskAccountNumber) : undefined;
    case 'bvn':
      return maskNumber(text, maskBvn);
  }
}

// `0123456789/058` is masked like free text, so that its bank stays readable.
function isAccountAlone(text: string): boolean {
  return !/^\d{10}\/\d{3,6}$/.test(text) && text.replace(/\D/g, '').length >= ACCOUNT_DIGITS;
}

// Without blanks and dashes, so that the right number of last digits stays.
function maskNumber(text: string, mask: (number: string) => string): string {
  return mask(text.normalize('NFKC').replace(/[^\p{L}\p{N}*]/gu, ''));
}
