import { currencyInTitle } from '../text/currency.ts';

export const amountRoles: ReadonlySet<ColumnRole> = new Set(['debit', 'credit', 'amount', 'balance', 'before', 'fee']);

// Titles as banks print them. If a table has two columns of a role, the title that comes first here wins.
const vocabulary = {
  date: `
    transaction date|trans date|tran date|txn date|trx date|date posted|posting date|posted date|post date|transdate
    |date/time|date & time|date and time|transaction time|trans time|txn time|transaction date/time
    |transaction date & time|transaction date and time|actual transaction date|create date|created date|date created
    |entry date|booking date|process date|payment date|operation date|deposit date|credit date|debit date|transfer date
    |date|txn|timestamp|tran dt|trans dt|day`,
  valueDate: 'value date|val date|valuedate|value dt|val dt|effective date|value|val',
  time: 'time|hour',
  narration: `
    narration|transaction narration|description|transaction description|transaction details|transaction detail
    |details of transaction|details of payment|payment details|details|detail|remarks|remark|particulars|transaction particulars|narrative|comment
    |comments|payee/memo|memo|description/payee/memo|transaction remarks|description of transaction|notes|note|purpose`,
  reference: `
    reference|references|reference no|reference number|ref|ref no|ref number|refno|transaction reference
    |transaction ref|trans ref|transaction id|trans id|tran id|txn id|transaction no|cheque no|cheque number|chq no|chq
    |cheque|instrument no|instrument number|doc no|document no|voucher no|session id|receipt no|serial number
    |chq/ref no|cheque/ref no|ref/cheque no|external reference|transaction number|rrn`,
  debit: `
    debit|debits|debit amount|withdrawal|withdrawals|withdrawal amount|money out|pay out|payout|paid out|payments
    |payment|dr|dr amount|amount out|outflow|out|spent|debit(dr)|withdrawal(dr)|amount debited|debited|money-out
    |payments out|withdrawals(dr)|debits(dr)|charges/debit`,
  credit: `
    credit|credits|credit amount|deposit|deposits|deposit amount|lodgement|lodgements|lodgment|lodgments|money in
    |pay in|payin|paid in|cr|cr amount|amount in|inflow|in|receipts|received|credit(cr)|deposit(cr)|amount credited
    |credited|money-in|payments in|lodgement(cr)|deposits(cr)|credits(cr)`,
  amount: `
    amount|transaction amount|trans amount|txn amount|amt|debit/credit|credit/debit|amount(dr/cr)|money in/out|in/out
    |value amount|withdrawal/deposit|deposit/withdrawal|sum`,
  side: `
    type|dr/cr|cr/dr|d/c|c/d|transaction type|trans type|tran type|txn type|debit or credit|dc|drcr|crdr|direction
    |indicator`,
  fee: 'fee|fees|charge|charges|transaction fee|commission',
  // Of two balances, the ledger balance follows from the entries. The available balance need not.
  balance: `
    balance|running balance|ledger balance|book balance|account balance|balance after|current balance|closing balance
    |balance after transaction|balance carried|cleared balance|new balance|wallet balance|available balance`,
  before: `
    balance before|balance before transaction|previous balance|prior balance|old balance|opening balance|start balance
    |initial balance|pre balance|balance b/f|available balance before|starting balance`,
  serial: 's/no|s/n|sn|sno|no|#|serial no|serial|item|item no|number|line',
  text: `
    originating branch|branch|branch name|branch code|channel|category|to/from|from/to|beneficiary|sender|receiver
    |sender/receiver|counterparty|counter party|counterparty name|terminal|terminal id|status|teller|currency|location
    |tran code|code|initiator|user|product|source|destination|mode|bank|account|recipient|transaction category
    |transaction channel|customer name|name|tag|tags|beneficiary/sender|merchant|device|origin`,
};

/** The content of a column. `text` is a known column that is not needed, such as a branch. */
export type ColumnRole = keyof typeof vocabulary;

/** A recognised title. A better name for a role has a lower `rank`. */
export interface MatchedTitle {
  readonly role: ColumnRole;
  readonly rank: number;
}

const shortForms: readonly (readonly [RegExp, string])[] = [
  [/\bamt\b/g, 'amount'],
  [/\bbal\b/g, 'balance'],
  [/\bavail\b/g, 'available'],
  [/\bdt\b|\bdated\b/g, 'date'],
  [/\bdesc\b|\bdescr\b/g, 'description'],
  [/\bnarr\b/g, 'narration'],
];

const titles = new Map<string, MatchedTitle>();
// Plain words by their spelling: titles share words, and this runs in every new thread.
const titleWords = new Map<string, string>();
// `Object.keys` loses the key type of the constant.
for (const role of Object.keys(vocabulary) as ColumnRole[]) {
  vocabulary[role].split('|').forEach((name, rank) => {
    let plain = '';
    for (const word of name.trim().split(/\s+/)) {
      const known = titleWords.get(word) ?? letters(word);
      titleWords.set(word, known);
      plain += known;
    }
    // `Txn` and `Transaction` normalise to the same text. The first one wins.
    if (!titles.has(plain)) titles.set(plain, { role, rank });
  });
}
const plainTitleWords: ReadonlySet<string> = new Set(titleWords.values());

// Fonts may draw a ligature of two letters without naming them. It is read as one of these characters.
const UNNAMED = /[\0\uFFFD\uE000-\uF8FF]/g;
const LIGATURES = ['ti', 'tt', 'fi', 'ft', 'ff', 'fl', 'ffi', 'tf'];

/** Recognises a title in any case, with any blanks, dots and currency. One or two letters may be wrong. */
export function titleOf(text: string): MatchedTitle | undefined {
  const exact = exactTitleOf(text);
  if (exact || text.length > LONGEST) return exact;
  const plain = letters(text);
  return plain.length >= 6 ? nearest(plain) : undefined;
}

const LONGEST = 60;

/** Like {@link titleOf}, but without wrong letters. */
export function exactTitleOf(text: string): MatchedTitle | undefined {
  if (text.length > LONGEST) return undefined;
  for (const spelling of spellingsOf(text)) {
    const found = titles.get(spelling) ?? titles.get(spelling.replace(/^trans/, ''));
    if (found) return found;
  }
  return undefined;
}

/** The rank of a title that is known only by one of its words. It is greater if not all of them are words of titles. */
export const LOOSE = 1_000;
const filler = /^(?:of|the|and|or|by|in|per|for|to|as|withdrawn|lodged|posted|)$/;

// The first match wins: `Date of Payment` is a date, and `Details of Payment` a narration.
const looseTitles: readonly (readonly [RegExp, ColumnRole])[] = [
  [/\b(?:total|statement|period|printed?|count|charges?)\b/, 'text'],
  [/\bbalance\b.*\bbefore\b|\b(?:before|previous|prior|old|initial|starting)\b.*\bbalance\b/, 'before'],
  [/\bbal(?:ance)?\b/, 'balance'],
  [/\bvalue effec|\b(?:val(?:ue)?|effect\w*)\b.*\bdate\b|\bdate\b.*\b(?:val(?:ue)?|effect\w*)\b/, 'valueDate'],
  [/\bdated?\b/, 'date'],
  [/\b(?:narrat|descri|particular|remark|detail|comment)\w*/, 'narration'],
  [/\b(?:ref|chq|cheque|instrument|voucher|session|receipt n\w+)\b|\breferen/, 'reference'],
  [
    /\b(?:debit|withdr|dr\b).*\b(?:credit|deposit|lodg|cr\b)|\b(?:credit|deposit|cr\b).*\b(?:debit|withdr|dr\b)/,
    'amount',
  ],
  [/\b(?:debit|withdr)|\b(?:paid|money|pay|amount|amt) out\b|\b(?:payments?|outflows?|spent|dr)\b/, 'debit'],
  [/\b(?:credit|deposit|lodg|receiv)|\b(?:paid|money|pay|amount|amt) in\b|\b(?:inflows?|cr)\b/, 'credit'],
  [/\bamount\b/, 'amount'],
];
const MOST_WORDS = 7;

/** A title that is not in the vocabulary, by the words in it: `Running Ledger Balance`, `Narration of Transaction`. */
export function looseTitleOf(text: string): MatchedTitle | undefined {
  const plain = text
    .replaceAll(UNNAMED, 'ti')
    .toLowerCase()
    .replace(currencyInTitle, '')
    .replace(/-\s+/g, '')
    .replace(/[^a-z]+/g, ' ')
    .trim();
  if (plain.split(' ').length > MOST_WORDS || text.length > LONGEST) return undefined;
  const role = looseTitles.find(([words]) => words.test(plain))?.[1];
  if (!role || role === 'text') return undefined;
  const isKnown = plain.split(' ').every((word) => filler.test(word) || isTitleWord(word));
  return { role, rank: isKnown ? LOOSE : LOOSE + 1 };
}

// A cache, because narrations repeat their words.
const asked = new Map<string, boolean>();
const MOST_ASKED = 4_096;

/** Whether a word may belong to a title. A cheap test to find header lines. */
export function isTitleWord(text: string): boolean {
  const answer = asked.get(text) ?? spellingsOf(text).some((spelling) => plainTitleWords.has(spelling));
  if (asked.size >= MOST_ASKED) asked.clear();
  asked.set(text, answer);
  return answer;
}

function spellingsOf(text: string): readonly string[] {
  UNNAMED.lastIndex = 0;
  return UNNAMED.test(text)
    ? LIGATURES.map((ligature) => letters(text.replaceAll(UNNAMED, ligature)))
    : [letters(text)];
}

function letters(text: string): string {
  let plain = text
    .toLowerCase()
    .replace(currencyInTitle, '')
    .replace(/\(\s*\)/g, '')
    .replace(/\(s\)/g, 's');
  for (const [short, long] of shortForms) plain = plain.replace(short, long);
  // Matches a word broken over two lines, too.
  return plain.replace(/[^a-z/#&()]/g, '').replace(/trans[actio]{2,6}ns?|txns?|trx|tran(?!s)/g, 'trans');
}

function nearest(plain: string): MatchedTitle | undefined {
  const allowed = plain.length >= 14 ? 2 : 1;
  for (const [name, title] of titles) {
    const isAsLong = name.length >= 6 && Math.abs(name.length - plain.length) <= allowed;
    // Two titles side by side differ from a title with a slash only by the slash.
    if (isAsLong && !name.includes('/') && editDistance(name, plain, allowed) <= allowed) return title;
  }
  return undefined;
}

function editDistance(a: string, b: string, enough: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > enough) return enough + 1;
    row = next;
  }
  return row[b.length] ?? 0;
}
