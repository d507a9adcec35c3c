import type { EntrySide } from './entry.ts';

/** The text of an entry as words: upper case, no numbers, the payer's remark separate from the bank's text. */
export interface Narration {
  readonly words: readonly string[];
  /** Words before the last `/` or `|`, written by the bank. All words if there is no remark. */
  readonly bank: readonly string[];
  /** Words after it, written by the payer. Empty if there is no separator. */
  readonly remark: readonly string[];
  /** Whether a name comes before the remark. Only then is it certain that a payer wrote the remark. */
  readonly namesBeforeRemark: boolean;
  /** The name in the entry, without words for channels, banks and months, and without filler words; empty if none. */
  readonly counterparty: readonly string[];
}

const tokens = /[A-Z\d]+|[/|]/g;
// In these abbreviations the slash does not separate: B/O, A/C, B/F.
const abbreviation = /\b([ABCFMW])\/([ABCDFO])\b/g;

/** Parses a narration. `side` decides whether the counterparty follows TO or FROM. */
export function readNarration(text: string, side: EntrySide): Narration {
  const { parts, codes } = readParts(plainCapitals(text).replace(abbreviation, '$1$2'));
  const words = parts.flat();
  const remark = (parts.length > 1 && parts.at(-1)) || [];
  const bank = parts.length > 1 ? words.slice(0, words.length - remark.length) : words;
  const named = namedIn(bank, side, codes);
  const namesBeforeRemark = remark.length > 0 && named.length > 0;
  return {
    words,
    bank,
    remark,
    namesBeforeRemark,
    counterparty: namesBeforeRemark || bank === words ? named : namedIn(words, side, codes),
  };
}

/** The words of a text in the form that rules use: upper case, letters and digits only, no bare numbers. */
export function wordsOf(text: string): string[] {
  return readParts(plainCapitals(text)).parts.flat();
}

interface NarrationParts {
  /** The words between separators. Parts without words are left out. */
  readonly parts: readonly (readonly string[])[];
  /** Words next to four or more digits, as in `MTN08031234567`. They may be a brand, but not a person's name. */
  readonly codes: ReadonlySet<string>;
}

function readParts(capitals: string): NarrationParts {
  const parts: string[][] = [];
  const codes = new Set<string>();
  let part: string[] = [];
  for (const token of capitals.match(tokens) ?? []) {
    if (token === '/' || token === '|') {
      if (part.length > 0) parts.push(part);
      part = [];
    } else if (!/\d{4}/.test(token)) {
      if (!/^\d+$/.test(token)) part.push(token);
    } else {
      for (const code of token.split(/\d{4,}/)) {
        if (/[A-Z]/.test(code)) part.push(code);
        codes.add(code);
      }
    }
  }
  if (part.length > 0 || parts.length === 0) parts.push(part);
  return { parts, codes };
}

// Removes accents (Ọ, é), so that a name is the same word however it is typed. Most texts have none.
function plainCapitals(text: string): string {
  const capitals = text.toUpperCase();
  return /[^\x20-\x7e]/.test(capitals) ? capitals.normalize('NFKD').replace(/\p{M}/gu, '') : capitals;
}

function namedIn(words: readonly string[], side: EntrySide, codes: ReadonlySet<string>): readonly string[] {
  const [start, end] = side === 'debit' ? [words.lastIndexOf('TO') + 1, words.length] : payerSpan(words);
  const named = namesAmong(words.slice(start, end), codes);
  return named.length > 0 ? named : namesAmong(words, codes);
}

// `TRF FRM payer TO holder`, `NFT B/O payer`, `Salary for May By payer`.
function payerSpan(words: readonly string[]): readonly [number, number] {
  const start = words.findLastIndex((word) => word === 'FROM' || word === 'FRM' || word === 'BO' || word === 'BY') + 1;
  const end = start > 0 ? words.indexOf('TO', start) : -1;
  return [start, end < 0 ? words.length : end];
}

function namesAmong(words: readonly string[], codes: ReadonlySet<string>): readonly string[] {
  const names = new Set<string>();
  for (const word of words) {
    const name = word.replace(/\d/g, '');
    if (name.length > 1 && !codes.has(word) && !namesNoOne.has(name)) names.add(name);
  }
  return [...names];
}

// Words that name no one: banks and wallets on the way of the money, channels, bank terms, months, remarks.
const namesNoOne: ReadonlySet<string> = new Set(
  `
    ACCESS ACCESSBANK ALAT BANK CITIBANK CORONATION DIAMOND ECO ECOBANK FBN FBNMOBILE FCMB FIDELITY FIRSTBANK GLOBUS GT
    GTB GTBANK GTWORLD HERITAGE IBTC JAIZ KEYSTONE KUDA KUDIMONEY LOTUSBANK MFB MICROFINANCE MONIEPOINT NOMBA OPAY
    OPTIMUS PAGA PALMPAY PARALLEX PAYCOM POLARIS PREMIUMTRUST PROVIDUS PROVIDUSBANK PSB RUBIES SKYE SPARKLE STANBIC
    STANBICIBTC STERLING SUNTRUST TAJBANK UBA UNIONBANK UNITYBANK VFD WEMA WEMABANK ZENITH ZENITHBANK

    AC ACC ACCT ACCOUNT AND AP APP ATM B BETWEEN BILL BILLS BO BY CARD CASH COM CR CREDIT CREDITED CT CUSTOMER CUSTOMERS
    DEBIT DEBITED DEPOSIT DIRECT DR FIP FOR FRM FROM FT GIBS HELP HYD IBANK ID IFO IFT INFO INSTANT INTERNET INTERBANK
    INTL INWARD IB LOC LOCAL MANDATE MB MC MIT MOBILE MONEY MY NEFT NFT NG NGN NIBSS NIP NIPCR NO OF ON ONLINE OTHER OUT
    OUTWARD PAID PAY PAYMENT PAYMENTS PAYSTACK PMT POS PRCH PRCHS PUR PURCHASE PYMT QUICKTELLER RECEIVED REF REFERENCE
    REMITA RTGS SEND SENT SELF SESSION STACK TERMINAL TF TFR THE TO TRAN TRANS TRANSACTION TRANSFER TRANSFERS TRF TRFR
    TRSF TXN UP USSD VALUE VC VIA VISA WEB WITH LA LAGOS LANG ST ND RD TH JAN FEB MAR APR MAY JUN JUL AUG SEP SEPT OCT
    NOV DEC JANUARY FEBRUARY MARCH APRIL JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER DAY DAYS WEEK WEEKLY MONTH
    MONTHLY YEAR ANNUAL TERM AS DISCUSSED CONTRIBUTION FAMILY FOOD GIFT GOODS HOUSE PART REFUND RETURN REVERSAL RVSL
    THANKS UPKEEP SAL SALARY SALARIES PAYROLL WAGE WAGES STIPEND
  `
    .trim()
    .split(/\s+/),
);
