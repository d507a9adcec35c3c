import { amountsAgree, frequencyOf } from './frequency.ts';
import { isRelative } from './parties.ts';
import { type Stream, type StudiedEntry, streamsOf } from './streams.ts';

// Ours: how far recurring debits may differ. A contract has a fixed amount. What differs is shopping, or support.
const DEBITS_WITHIN = { monthly: 0.1, fortnightly: 0.05, weekly: 0.05 };
const CARD_PAYMENTS_WITHIN = 0.02;

const neverRecurring: ReadonlySet<string> = new Set(
  'airtime atm charges sweep reversal own_transfer investment gambling transport'.split(' '),
);

const cardWords: ReadonlySet<string> = new Set('PURCHASE PUR CARD WEB'.split(' '));
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
const contractWords: ReadonlySet<string> = new Set('PREMIUM INSURANCE ASSURANCE HMO DUES LEASE'.split(' '));

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
  for (const stream of streamsOf(paid.filter((entry) => mayBeContract(entry, search.holder))))
    if (isRegular(stream, search.activeMonths)) for (const entry of stream) found.set(entry.row, 'pattern');
  for (const entry of paid) {
    if (entry.category === 'education' && entry.words.some((word) => word.startsWith('INSTAL')))
      found.set(entry.row, 'pattern');
    if (entry.category === 'loans') found.set(entry.row, 'loan');
    if (entry.category === 'rent') found.set(entry.row, 'rent');
  }
  return found;
}

// Shops and relatives are paid again and again, too, but without a contract.
function mayBeContract({ category, words, counterparty }: StudiedEntry, holder: readonly string[]): boolean {
  if (words.some((word) => shopWords.has(word))) return false;
  return category !== 'transfers' || !isRelative(counterparty, holder);
}

function isRegular(stream: Stream, activeMonths: number): boolean {
  const hasWord = (words: ReadonlySet<string>) => stream.some((entry) => entry.words.some((word) => words.has(word)));
  const isContract = hasWord(contractWords);
  const leastMonths = activeMonths <= 2 || isContract ? 2 : 3;
  const frequency = frequencyOf(stream) ?? (isContract ? 'monthly' : undefined);
  if (!frequency || new Set(stream.map((entry) => entry.when.monthCount)).size < leastMonths) return false;
  const isByCard = stream.every(({ category }) => category === 'other') && hasWord(cardWords);
  return amountsAgree(stream, isByCard ? CARD_PAYMENTS_WITHIN : DEBITS_WITHIN[frequency]);
}
