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

const tokens = /[A-Z\d]+|[/|]|[:;()]|--+|\s-+|-+\s|(?<=[A-Z]{3})-+/g;
// In these abbreviations the slash does not separate: B/O, A/C, B/F.
const abbreviation = /\b([ABCFMW])\/([ABCDFO])\b/g;
/** The months as a pattern, whole or abbreviated. */
export const monthPattern =
  '(?:JAN(?:UARY)?|FEB(?:RUARY)?|MAR(?:CH)?|APR(?:IL)?|MAY|JUNE?|JULY?|AUG(?:UST)?|SEPT?(?:EMBER)?|OCT(?:OBER)?|' +
  'NOV(?:EMBER)?|DEC(?:EMBER)?)';
// Payers leave out blanks: NETPAY, MAYSALARY, SALARYJUN2024.
const payWord = '(SALAR(?:Y|IES)|PAYROLL|WAGES?|SAL|PAY)';
const payGluedBehind = new RegExp(`\\b(STAFF|NET|${monthPattern})${payWord}(?=${monthPattern}|[^A-Z]|$)`, 'g');
const payGluedBefore = new RegExp(`\\b${payWord}(${monthPattern})(?![A-Z])`, 'g');

/** Parses a narration. `side` decides whether the counterparty follows TO or FROM. */
export function readNarration(text: string, side: EntrySide, holder: readonly string[] = []): Narration {
  const capitals = plainCapitals(text).replace(abbreviation, '$1$2');
  const read = readParts(capitals);
  const codes = read.codes;
  // `IFO holder / payer / remark`: the part of the payee says nothing of the payer.
  const isPayee = (part: readonly string[]) => payeeMarks.has(part[0] ?? '') && isNameOf(holder, part.slice(1));
  const others = side === 'credit' ? read.parts.filter((part) => !isPayee(part)) : read.parts;
  const all = namesAmong(others.flat(), codes).length > 0 ? others : read.parts;
  const isPayeeLast = side === 'credit' && isNameOf(holder, all.at(-1) ?? []);
  const parts = isPayeeLast && namesOthers(all.slice(0, -1), codes) ? all.slice(0, -1) : all;
  const place = parts.length < 2 ? -1 : parts.length - (parts.length > 2 && namesBoth(parts.at(-1) ?? []) ? 2 : 1);
  const words = wordsAmong(all.flat());
  const ofBank = joinParts(place < 0 ? parts : parts.filter((_, index) => index !== place));
  const named = partyIn(ofBank, side, codes);
  if (place < 0) return { words, ...besideBreaks(ofBank, named, side) };
  const last = wordsAmong(parts[place] ?? []);
  // A company, the holder, or a part before an empty remark is the party. One word before it is a bank of no list.
  const isParty = isPayeeLast || /[/|][\s\d]*$/.test(capitals) || last.some((word) => legalForms.has(word));
  const isOneWord = named.names.length === 1 && !named.names.some((name) => legalForms.has(name));
  const isBank = named.isBank || (isOneWord && isParty);
  if (last.length > 0 && named.names.length > 0 && !isBank) {
    const bank = joinParts(parts.filter((part, at) => at !== place && (at === 0 || !isWholeName(part, named))));
    return { words, bank: wordsAmong(bank), remark: last, ...partyFacts(named, true) };
  }
  const party = partyIn(joinParts(parts), side, codes);
  const remark = last.filter((word) => !party.chunk.includes(word));
  return { words, bank: wordsAmong(ofBank), remark, ...partyFacts(party, false) };
}

// Without slashes: `FROM payer - bank - remark`, `INWARD 000123 payer -remark`.
function besideBreaks(all: readonly string[], named: Party, side: EntrySide): Omit<Narration, 'words'> {
  const isName = named.names.length > 1 && named.chunk.every((word) => !namesNoOne.has(word)) && all[named.end] === '';
  const end = named.isMarked || (side === 'credit' && isName) ? named.end : all.length;
  const before = isWholeName(named.chunk, named) && named.isMarked ? end - named.chunk.length : end;
  const [bank, remark] = [wordsAmong(all.slice(0, before)), wordsAmong(all.slice(end))];
  const facts = partyFacts(named, remark.length > 0);
  return { bank, remark, ...facts, isPartyMarked: named.isMarked };
}

// Three words on their own are a name, whatever they mean: RETURNED SOLDIERS LODGE.
function isWholeName(part: readonly string[], { names, chunk }: Party): boolean {
  return names.length > 2 && part.join() === chunk.join();
}

/** Whether these words are the holder's, also cut off, or as initials. */
function isNameOf(holder: readonly string[], part: readonly string[]): boolean {
  const words = wordsAmong(part);
  return words.some((word) => word.length > 2) && words.every((word) => holder.some((own) => own.startsWith(word)));
}

function namesOthers(parts: readonly (readonly string[])[], codes: ReadonlySet<string>): boolean {
  const names = namesAmong(parts.flat(), codes);
  // One name may be a bank of no list, unless another bank stands beside it.
  const namesBank = parts.flat().some((word) => banks.has(word) && !bankNouns.has(word));
  return names.length > 1 || (names.length > 0 && (parts.length > 2 || namesBank));
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
  const plain = /[^\x20-\x7e]/.test(capitals) ? capitals.normalize('NFKD').replace(/\p{M}/gu, '') : capitals;
  return plain
    .replace(/\bAVAIL[A-Z]* BAL.*$/, '')
    .replace(/\b(PREMIUM|SUN|TITAN) TRUST\b/g, '$1TRUST')
    .replace(/([/|]\s*)(FIRST|LOTUS|UNION|UNITY)(?=\s*(?:[/|]|$))/g, '$1$2BANK')
    .replace(payGluedBehind, '$1 $2')
    .replace(payGluedBefore, '$1 $2');
}

interface Party {
  readonly chunk: readonly string[];
  readonly names: readonly string[];
  /** The place after it. */
  readonly end: number;
  readonly isMarked: boolean;
  /** Whether it is the one name of a bank that no list has: HOPE PSB. */
  readonly isBank: boolean;
}

const payerMarks: ReadonlySet<string> = new Set(['FROM', 'FRM', 'BO', 'BY']);
const payeeMarks: ReadonlySet<string> = new Set(['TO', 'IFO', 'FVG']);

// `TRF FRM payer TO holder`, `NFT B/O payer`, `Salary for May By payer`, `food TO bank - payee`.
function partyIn(all: readonly string[], side: EntrySide, codes: ReadonlySet<string>): Party {
  const start = (side === 'debit' ? all.lastIndexOf('TO') : all.findLastIndex((word) => payerMarks.has(word))) + 1;
  const end = side === 'credit' ? all.findIndex((word, at) => at > start && payeeMarks.has(word)) : -1;
  // Between both marks stands one name: FRM HILL-SIDE FARMS TO holder.
  const span = { start, end: end < 0 ? all.length : end, isWhole: start > 0 && end > start };
  const named = start > 0 || end > 0 ? partyAmong(all, span, codes) : undefined;
  // After FROM and TO stands the holder.
  return named && (named.names.length > 0 || (start > 0 && end > 0))
    ? named
    : partyAmong(all, { start: 0, end: all.length }, codes);
}

/**
 * The first words between two breaks with two names, else one. A bank's name with its company words is a break, and so
 * is the legal form at the end of a company's name.
 */
function partyAmong(
  all: readonly string[],
  span: { readonly start: number; readonly end: number; readonly isWhole?: boolean },
  codes: ReadonlySet<string>,
): Party {
  let found: Party = { chunk: [], names: [], end: 0, isMarked: false, isBank: false };
  let chunk: string[] = [];
  let isOfBank = false;
  for (let place = span.start; place <= span.end; place += 1) {
    const word = (place < span.end && all[place]) || '';
    isOfBank = banks.has(word) || (isOfBank && bankTails.has(word));
    if (word !== '' && !isOfBank) chunk.push(word);
    const isWhole = chunk.length > 1 && legalForms.has(word) && !legalForms.has(all[place + 1] ?? '');
    if ((word !== '' || (span.isWhole && place < span.end)) && !isOfBank && !isWhole) continue;
    const names = namesAmong(chunk, codes);
    if (names.length > found.names.length && found.names.length < 2)
      found = {
        ...{ chunk, names, end: isWhole ? place + 1 : place },
        isMarked: isWhole || span.start > 0,
        isBank: names.length === 1 && bankNouns.has(word),
      };
    chunk = [];
  }
  return found;
}

function namesAmong(words: readonly string[], codes: ReadonlySet<string>): readonly string[] {
  const names = new Set<string>();
  for (const word of words) {
    const name = word.replace(/\d/g, '');
    // A reference has digits among its letters.
    if (name.length > 1 && word.length - name.length < 2 && !codes.has(word) && !namesNoOne.has(name)) names.add(name);
  }
  return [...names];
}

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The words that end the name of a bank. */
export const bankNouns = setOf('BANK MFB MICROFINANCE PSB');
const legalForms = setOf('LTD LIMITED PLC LLC INC LLP GTE');

// Banks and wallets on the way of the money.
const banks = setOf(`
  ACCESS ACCESSBANK ALAT BANK CITI CITIBANK CORONATION DIAMOND ECO ECOBANK FBN FBNMOBILE FCMB FIDELITY FIRSTBANK GLOBUS
  GT GTB GTBANK GTWORLD HERITAGE IBTC JAIZ KEYSTONE KUDA KUDIMONEY LOTUSBANK MFB MICROFINANCE MONIEPOINT NOMBA OPAY MOMO
  OPTIMUS PAGA PALMPAY PARALLEX PAYCOM POLARIS PREMIUMTRUST PROVIDUS PROVIDUSBANK PSB RUBIES SCB SKYE SMARTCASH SPARKLE
  STANBIC STANBICIBTC STERLING SUNTRUST TAJ TAJBANK TITANTRUST UBA UBN UNIONBANK UNITYBANK VFD WEMA WEMABANK ZENITH
  ZENITHBANK ZIB
`);

const bankTails = setOf(`
  AGENT BUSINESS DIGITAL FINANCIAL LIMITED LTD MICROFINANCE MFB MONEY NIG NIGERIA PAYMENT PAYMENTS PLC POS SERVICE
  SERVICES SOLUTIONS TECHNOLOGIES TECHNOLOGY WALLET
`);

// Words that name no one: banks, channels, bank terms, months, remarks.
export const namesNoOne: ReadonlySet<string> = new Set([
  ...banks,
  ...setOf(`
    AC ACC ACCT ACCOUNT AND AP APP ATM B BETWEEN BILL BILLS BCA BO BY CARD CASH CIP COM CR CREDIT CREDITED CT CUSTOMER
    CUSTOMERS DEBIT DEBITED DEPOSIT DEPOSITED DIRECT DR FIP FOR FRM FROM FT FTI GIBS HELP HYD IBANK ID IFO IFT INFO
    INSTANT INTERNET INTERBANK IN INCOMING INFLOW INTL INW INWARD IB LOC LOCAL LODGED LODGEMENT LODGMENT MANDATE MB MC
    MIT MOB MOBILE MONEY MY NEFT NFT NG NGN NIBSS NIP NIPCR NO OF ON ONLINE OAGF OTHER OUT OUTFLOW OUTWARD PAID PAY
    PAYMENT PAYMENTS PAYSTACK PMT POS PRCH PRCHS PUR PURCHASE PAYMT PYMT PYT QUICKTELLER RECEIVED REF REFERENCE REMITA
    RTGS SEND SENT SELF SESSION STACK TERMINAL TF TFR THE TNF TO TRAN TRANS TRANSACTION TRANSFER TRANSFERS TRF TRFR TRSF
    TSA TXN UP USSD UTO VALUE VC VIA VISA WEB WITH LA LAGOS LANG ST ND RD TH JAN FEB MAR APR MAY JUN JUL AUG SEP SEPT
    OCT NOV DEC JANUARY FEBRUARY MARCH APRIL JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER DAY DAYS WEEK WEEKLY
    MONTH MONTHLY YEAR ANNUAL TERM AS DISCUSSED CONTRIBUTION FAMILY FOOD GIFT GOODS HOUSE PART REFUND RETURN REVERSAL
    RVSL BATCH BULK SCHEDULE STAFF UPLOAD THANKS CIB GAPS RMT REM FTO OMNI OMNIPLUS ACH NACS INTRABANK INTERNAL UPKEEP
    SAL SALARY SALARIES PAYROLL WAGE WAGES STIPEND ARREARS MINIMUM LOAN REPAYMENT NXG DD GSI STANDING
    ORDER STO
  `),
]);
