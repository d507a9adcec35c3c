import { amountsAgree, frequencyOf } from './frequency.ts';
import { isRelative, namesOnlyBank } from './parties.ts';
import { type Stream, type StudiedEntry, streamsOf } from './streams.ts';

// Ours: how far recurring debits may differ. A contract has a fixed amount. What differs is shopping, or support.
const DEBITS_WITHIN = { monthly: 0.1, fortnightly: 0.05, weekly: 0.05 };
const CARD_PAYMENTS_WITHIN = 0.02;

const neverRecurring: ReadonlySet<string> = new Set(
  'airtime atm charges sweep reversal own_transfer investment gambling transport'.split(' '),
);
const maybeForRelative: ReadonlySet<string> = new Set(['transfers', 'education', 'party']);

const ofCard = /\b(?:PURCHASE|PUR|CARD|WEB)\b/;
// Words of shopping: places, goods, and terminals.
const shopWords: ReadonlySet<string> = new Set(
  `
    POS PRCH PRCHS MARKET MKT SUPERMARKET SUPERMARKETS SUPERMKT SUPERSTORE SUPERSTORES STORE STORES SHOP SHOPPING
    SHOPRITE SPAR MART MALL PHARMACY EATERY RESTAURANT KITCHEN FOOD FOODS FOODSTUFF FOODSTUFFS GROCERY GROCERIES
    PROVISIONS PROVISION BAKERY BREAD BUTCHERY BUKA CANTEEN CAFE BAR GRILL JUMIA KONGA CHOWDECK GLOVO MEAT FISH CHICKEN
    TOMATO PEPPER RICE BEANS YAM GARRI VEGETABLES FRUIT FRUITS STOCK GOODS FABRIC FABRICS CLOTHES SALON BARBER DRINKS
    WATER GAS JUSTRITE EBEANO DEPOT DISTRIBUTOR DISTRIBUTORS WHOLESALE WHOLESALER SUPPLIER SUPPLIERS AGENT BAGS CARTONS
    CRATES CEMENT FUEL DIESEL
  `
    .trim()
    .split(/\s+/),
);
// What falls due under a contract may differ, be collected in parts, or end after two months.
const ofContract = new RegExp(
  '\\b(?:PREMIUM|INSURANCE|ASSURANCE|HMO|DUES|LEAS(?:E|ING)|DD|CMMS|MANDATE|(?:DIRECT|AUTO) ?DEBIT|' +
    'STANDING (?:ORD|INS)[A-Z]*|\\d{1,2} OF \\d{1,2})\\b',
);
const ofLender = /\b(?:CREDIT|FINANCE|[A-Z]*LEND(?:ERS?|ING))\b/;
// Parts of a price fall due only if they come month by month.
const ofPart = /\bPART (?:PA?Y|PMT)/;
const ofFeesInParts = /\bINSTAL|\b(?:PART|BAL|BALANCE)\b/;

/** The reason why a debit counts as recurring debt or expense. */
export type RecurringReason = 'loan' | 'rent' | 'pattern';

interface DebtSearch {
  readonly entries: readonly StudiedEntry[];
  readonly activeMonths: number;
  /** Rows of debits that came back, or went round. */
  readonly returned: ReadonlySet<number>;
  /** The holder's name, as words. */
  readonly holder: readonly string[];
}

/** Finds recurring debits, by row: loan repayments, rent, and regular payments to one counterparty. */
export function findRecurringDebits(search: DebtSearch): ReadonlyMap<number, RecurringReason> {
  const found = new Map<number, RecurringReason>();
  const paid = search.entries.filter(
    ({ side, amount, row, category }) =>
      side === 'debit' && amount > 0 && !search.returned.has(row) && !neverRecurring.has(category),
  );
  const contracts = paid.filter((entry) => mayBeContract(entry, search.holder));
  for (const stream of [...streamsOf(contracts), contracts.filter(isUnnamedContract)])
    if (isRegular(stream, search)) for (const entry of stream) found.set(entry.row, 'pattern');
  for (const entry of paid) {
    if (entry.category === 'education' && entry.words.some((word) => word.startsWith('INSTAL')))
      found.set(entry.row, 'pattern');
    if (entry.category === 'loans') found.set(entry.row, 'loan');
    if (entry.category === 'rent') found.set(entry.row, 'rent');
  }
  return found;
}

// Shops and relatives are paid again and again, too, but without a contract. Subscriptions are paid by card abroad.
function mayBeContract({ category, words, counterparty }: StudiedEntry, holder: readonly string[]): boolean {
  if (category !== 'education' && !words.includes('INTL') && words.some((word) => shopWords.has(word))) return false;
  return !maybeForRelative.has(category) || !isRelative(counterparty, holder);
}

// DIRECT DEBIT 0123456789
function isUnnamedContract({ stream, narration }: StudiedEntry): boolean {
  return stream === undefined && ofContract.test(textOf(narration));
}

function textOf(narration: string): string {
  return narration.toUpperCase().replace(/[^A-Z\d]+/g, ' ');
}

function isRegular(stream: Stream, { activeMonths, holder }: DebtSearch): boolean {
  const months = new Set(stream.map((entry) => entry.when.monthCount)).size;
  if (months < 2) return false;
  const texts = stream.map(({ narration }) => textOf(narration));
  const says = (pattern: RegExp) => texts.some((text) => pattern.test(text));
  const isOfSchool =
    stream.every(({ category }) => category === 'education') && texts.every((text) => ofFeesInParts.test(text));
  const isLender =
    (says(ofLender) && stream.every(({ kind }) => kind !== 'person')) ||
    stream.every((entry) => namesOnlyBank(entry, holder));
  const isContract = isOfSchool || isLender || says(ofContract);
  if (months < 3 && activeMonths > 2 && !isContract) return false;
  const frequency = frequencyOf(stream);
  if (isContract || (frequency && says(ofPart))) return true;
  const isByCard = stream.every(({ category }) => category === 'other') && says(ofCard);
  return frequency !== undefined && amountsAgree(stream, isByCard ? CARD_PAYMENTS_WITHIN : DEBITS_WITHIN[frequency]);
}
