import type { EntrySide } from './entry.ts';

/** The text of an entry as words: upper case, no numbers, the payer's remark separate from the bank's text. */
export interface Narration {
  readonly words: readonly string[];
  /** Words that the bank wrote: all but the remark. */
  readonly bank: readonly string[];
  /** Words of the payer: the last part between `/` or `|`, or the part before `FRM … TO …`. Empty if there is none. */
  readonly remark: readonly string[];
  /** Whether the bank's text names someone. Only then is it certain that a payer wrote the remark. */
  readonly namesBeforeRemark: boolean;
  /** The words that name the other party, with initials and company words; empty if none. */
  readonly party: readonly string[];
  /** Whether they stand where the other party stands: after FROM or TO, or before a remark. */
  readonly isPartyMarked: boolean;
  /** The name in them, without words for channels, banks and months, and without filler words. */
  readonly counterparty: readonly string[];
}

const tokens = /[A-Z\d]+|[/|]|[:;]|--+|\s-+|-+\s/g;
// In these abbreviations the slash does not separate: B/O, A/C, B/F.
const abbreviation = /\b([ABCFMW])\/([ABCDFO])\b/g;

/** Parses a narration. `side` decides whether the counterparty follows TO or FROM. */
export function readNarration(text: string, side: EntrySide): Narration {
  const { parts, codes } = readParts(plainCapitals(text).replace(abbreviation, '$1$2'));
  const place = parts.length < 2 ? -1 : parts.length - (parts.length > 2 && namesBoth(parts.at(-1) ?? []) ? 2 : 1);
  const words = wordsAmong(parts.flat());
  const ofBank = joinParts(place < 0 ? parts : parts.filter((_, index) => index !== place));
  const named = partyIn(ofBank, side, codes);
  if (place < 0) {
    // `FROM payer - bank - remark`
    const end = named.isMarked ? named.end : ofBank.length;
    const [bank, remark] = [wordsAmong(ofBank.slice(0, end)), wordsAmong(ofBank.slice(end))];
    return { words, bank, remark, ...partyFacts(named, remark.length > 0) };
  }
  const remark = wordsAmong(parts[place] ?? []);
  const isNamed = remark.length > 0 && named.names.length > 0;
  const party = isNamed ? named : partyIn(joinParts(parts), side, codes);
  return { words, bank: wordsAmong(ofBank), remark, ...partyFacts(party, isNamed) };
}

function partyFacts({ chunk, names, isMarked }: Party, namesBeforeRemark: boolean) {
  return { namesBeforeRemark, party: chunk, counterparty: names, isPartyMarked: isMarked || namesBeforeRemark };
}

function joinParts(parts: readonly (readonly string[])[]): readonly string[] {
  const joined: string[] = [];
  for (const part of parts) joined.push('', ...part);
  return joined;
}

// `TRF/remark/FRM payer TO payee`: here the remark is not the last part.
function namesBoth(part: readonly string[]): boolean {
  return (part[0] === 'FRM' || part[0] === 'FROM') && part.includes('TO');
}

/** The words of a text in the form that rules use: upper case, letters and digits only, no bare numbers. */
export function wordsOf(text: string): string[] {
  return wordsAmong(readParts(plainCapitals(text)).parts.flat());
}

interface NarrationParts {
  /** The words between slashes and bars. Parts without words are left out. Other breaks are empty texts. */
  readonly parts: readonly (readonly string[])[];
  /** Words next to four or more digits, as in `MTN08031234567`. They may be a brand, but not a person's name. */
  readonly codes: ReadonlySet<string>;
}

function readParts(capitals: string): NarrationParts {
  const parts: string[][] = [];
  const codes = new Set<string>();
  let part: string[] = [];
  const endPart = () => {
    if (part.some(isWord)) parts.push(part);
    part = [];
  };
  for (const token of capitals.match(tokens) ?? []) {
    if (token === '/' || token === '|') endPart();
    else if (!/^[A-Z\d]/.test(token)) part.push('');
    else if (!/\d{4}/.test(token)) {
      if (!/^\d+$/.test(token)) part.push(token);
    } else {
      part.push('');
      for (const code of token.split(/\d{4,}/)) {
        if (/[A-Z]/.test(code)) part.push(code);
        codes.add(code);
      }
    }
  }
  endPart();
  return { parts: parts.length > 0 ? parts : [[]], codes };
}

function isWord(token: string): boolean {
  return token !== '';
}

function wordsAmong(part: readonly string[]): string[] {
  return part.filter(isWord);
}

// Removes accents (Ọ, é), so that a name is the same word however it is typed. Most texts have none.
function plainCapitals(text: string): string {
  const capitals = text.toUpperCase();
  return /[^\x20-\x7e]/.test(capitals) ? capitals.normalize('NFKD').replace(/\p{M}/gu, '') : capitals;
}

interface Party {
  readonly chunk: readonly string[];
  readonly names: readonly string[];
  /** The place after it. */
  readonly end: number;
  readonly isMarked: boolean;
}

const payerMarks: ReadonlySet<string> = new Set(['FROM', 'FRM', 'BO', 'BY']);

// `TRF FRM payer TO holder`, `NFT B/O payer`, `Salary for May By payer`, `food TO bank - payee`.
function partyIn(all: readonly string[], side: EntrySide, codes: ReadonlySet<string>): Party {
  const start = (side === 'debit' ? all.lastIndexOf('TO') : all.findLastIndex((word) => payerMarks.has(word))) + 1;
  const end = side === 'credit' && start > 0 ? all.indexOf('TO', start) : -1;
  const span = { start, end: end < 0 ? all.length : end };
  const named = start > 0 ? partyAmong(all, span, codes) : undefined;
  return named && named.names.length > 0 ? named : partyAmong(all, { start: 0, end: all.length }, codes);
}

/** The first words between two breaks with two names, else one. A bank's name with its company words is a break. */
function partyAmong(
  all: readonly string[],
  span: { readonly start: number; readonly end: number },
  codes: ReadonlySet<string>,
): Party {
  let found: Party = { chunk: [], names: [], end: 0, isMarked: false };
  let chunk: string[] = [];
  let isOfBank = false;
  for (let place = span.start; place <= span.end; place += 1) {
    const word = (place < span.end && all[place]) || '';
    isOfBank = banks.has(word) || (isOfBank && bankTails.has(word));
    if (word !== '' && !isOfBank) {
      chunk.push(word);
      continue;
    }
    const names = namesAmong(chunk, codes);
    if (names.length > found.names.length && found.names.length < 2)
      found = { chunk, names, end: place, isMarked: span.start > 0 };
    chunk = [];
  }
  return found;
}

function namesAmong(words: readonly string[], codes: ReadonlySet<string>): readonly string[] {
  const names = new Set<string>();
  for (const word of words) {
    const name = word.replace(/\d/g, '');
    if (name.length > 1 && !codes.has(word) && !namesNoOne.has(name)) names.add(name);
  }
  return [...names];
}

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

// Banks and wallets on the way of the money.
const banks = setOf(`
  ACCESS ACCESSBANK ALAT BANK CITIBANK CORONATION DIAMOND ECO ECOBANK FBN FBNMOBILE FCMB FIDELITY FIRSTBANK GLOBUS GT
  GTB GTBANK GTWORLD HERITAGE IBTC JAIZ KEYSTONE KUDA KUDIMONEY LOTUSBANK MFB MICROFINANCE MONIEPOINT NOMBA OPAY MOMO
  OPTIMUS PAGA PALMPAY PARALLEX PAYCOM POLARIS PREMIUMTRUST PROVIDUS PROVIDUSBANK PSB RUBIES SKYE SMARTCASH SPARKLE
  STANBIC STANBICIBTC STERLING SUNTRUST TAJBANK UBA UNIONBANK UNITYBANK VFD WEMA WEMABANK ZENITH ZENITHBANK
`);

const bankTails = setOf(`
  AGENT BUSINESS DIGITAL FINANCIAL LIMITED LTD MICROFINANCE MFB MONEY NIG NIGERIA PAYMENT PAYMENTS PLC POS SERVICE
  SERVICES SOLUTIONS TECHNOLOGIES TECHNOLOGY WALLET
`);

// Words that name no one: banks, channels, bank terms, months, remarks.
export const namesNoOne: ReadonlySet<string> = new Set([
  ...banks,
  ...setOf(`
    AC ACC ACCT ACCOUNT AND AP APP ATM B BETWEEN BILL BILLS BO BY CARD CASH COM CR CREDIT CREDITED CT CUSTOMER CUSTOMERS
    DEBIT DEBITED DEPOSIT DIRECT DR FIP FOR FRM FROM FT GIBS HELP HYD IBANK ID IFO IFT INFO INSTANT INTERNET INTERBANK
    INTL INWARD IB LOC LOCAL MANDATE MB MC MIT MOBILE MONEY MY NEFT NFT NG NGN NIBSS NIP NIPCR NO OF ON ONLINE OTHER OUT
    OUTWARD PAID PAY PAYMENT PAYMENTS PAYSTACK PMT POS PRCH PRCHS PUR PURCHASE PYMT QUICKTELLER RECEIVED REF REFERENCE
    REMITA RTGS SEND SENT SELF SESSION STACK TERMINAL TF TFR THE TO TRAN TRANS TRANSACTION TRANSFER TRANSFERS TRF TRFR
    TRSF TXN UP USSD VALUE VC VIA VISA WEB WITH LA LAGOS LANG ST ND RD TH JAN FEB MAR APR MAY JUN JUL AUG SEP SEPT OCT
    NOV DEC JANUARY FEBRUARY MARCH APRIL JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER DAY DAYS WEEK WEEKLY MONTH
    MONTHLY YEAR ANNUAL TERM AS DISCUSSED CONTRIBUTION FAMILY FOOD GIFT GOODS HOUSE PART REFUND RETURN REVERSAL RVSL
    BATCH BULK SCHEDULE STAFF UPLOAD THANKS UPKEEP SAL SALARY SALARIES PAYROLL WAGE WAGES STIPEND
  `),
]);
