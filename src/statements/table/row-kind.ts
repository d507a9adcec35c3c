import type { PrintedEntry, RowKind } from './printed-entry.ts';

const BALANCE = '(?:balance|bal)\\.?';
const opening = new RegExp(
  `^(?:statement |account |your )?(?:opening|open|beginning|start(?:ing)?|initial|previous)(?: statement)? ?(?:${BALANCE}|book ${BALANCE})?$|^${BALANCE} ?(?:b/?f(?:wd)?|brought ?forward|b/?d)$|^(?:b/?f(?:wd)?|brought ?forward)(?: ${BALANCE})?$|^opening$`,
);
const carriedOn = new RegExp(
  `^(?:page )?(?:${BALANCE} )?(?:c/?f(?:wd)?|carried ?(?:forward|down)|c/?d)(?: ${BALANCE})?(?: to next page)?$|^${BALANCE} carried$`,
);
const closing = new RegExp(
  `^(?:statement |account |your )?(?:closing|ending|end|final)(?: statement)? ?(?:${BALANCE}|book ${BALANCE})?$|^${BALANCE} as ?(?:at|of|on)\\b.*$`,
);
const total =
  /^(?:grand |page |sub-?|column |overall |period |monthly |statement )?(?:totals?|turnover|sum)(?:\s*(?:\([^()]*\)|debits?|credits?|withdrawals?|deposits?|lodge?ments?|amount|for (?:the )?(?:page|period|month)|transactions?|money (?:in|out)|inflow|outflow|c\/f|b\/f))*$|^(?:debit|credit)s? (?:total|count|turnover)$/;

/** Tells an entry from the balances and sums that are printed as rows among the entries. */
export function rowKindOf(entry: Omit<PrintedEntry, 'kind'>): RowKind {
  const words = plain(entry.narration === '' || entry.words.includes(entry.narration) ? entry.words : entry.narration);
  const amount = [entry.debit, entry.credit, entry.amount].find((money) => money && money.magnitude > 0);
  // With an amount and another balance it moved money, whatever it is called.
  if (entry.date && amount && entry.balance && amount.magnitude !== entry.balance.magnitude && !total.test(words))
    return 'entry';
  if (opening.test(words)) return 'opening';
  if (carriedOn.test(words)) return 'carried';
  if (closing.test(words)) return 'closing';
  if (total.test(words) && (!entry.date || !entry.balance || words.length < 16)) return 'total';
  return amount ? 'entry' : 'other';
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/₦|\bngn\b|[*:;=_'"]+|\.(?=\s|$)/g, ' ')
    .replace(/-+(?=\s|$)|(?<=^|\s)-+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
