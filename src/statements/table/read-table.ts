import type { PrintedDate } from '../text/dates.ts';
import { dateAcrossPages } from './dates-in-column.ts';
import { entriesInRegion, type RegionEntries } from './entries-in-region.ts';
import type { PrintedEntry, RowKind } from './printed-rows.ts';
import { alignmentOf, type ColumnText, pitchOf, shareText, type TextOwner } from './row-text.ts';
import type { MoneyHabits } from './table-line.ts';
import type { TableRegion } from './table-regions.ts';

/** How the rows are read. */
export interface TableReading {
  readonly habits: MoneyHabits;
  /** Called for each region: the reading can be ended here by throwing. */
  readonly onCheckpoint?: (() => void) | undefined;
}

/** The rows of each region from top to bottom, each with the whole of its wrapped text. */
export function readTable(
  regions: readonly TableRegion[],
  { habits, onCheckpoint }: TableReading,
): readonly (readonly PrintedEntry[])[] {
  let heading: PrintedDate | undefined;
  const inOrder = regions.map((region) => {
    onCheckpoint?.();
    const found = entriesInRegion(region, habits, heading);
    heading = found.heading;
    return found;
  });
  const read = datedAcrossPages(inOrder);
  const narrations = textsOfColumn(read, 'narration');
  const references = textsOfColumn(read, 'reference');
  return read.map(({ entries }, index) =>
    entries.map((entry, at): PrintedEntry => {
      // One object for each row, filled in place: a long statement has tens of thousands.
      const row: Unread<PrintedEntry> = Object.assign(entry, { kind: 'entry' as RowKind });
      row.narration = joined(narrations[index]?.[at]);
      row.reference = joined(references[index]?.[at]);
      row.kind = rowKindOf(row);
      // Of an entry the words are not asked again.
      if (row.kind === 'entry') row.words = '';
      return row;
    }),
  );
}

type Unread<Row> = { -readonly [Key in keyof Row]: Row[Key] };

// A row that the end of a page broke has half of its date on each side.
function datedAcrossPages(read: readonly RegionEntries[]): readonly RegionEntries[] {
  const dated = read.map((region) => ({ ...region, entries: [...region.entries] }));
  let before: (typeof dated)[number] | undefined;
  for (const region of dated) {
    const date = before && region.startsPage ? dateAcrossPages(before.dates.below, region.dates.above) : undefined;
    const [last, first] = [before?.entries.at(-1), region.entries[0]];
    if (date && before && last && !last.date) before.entries[before.entries.length - 1] = { ...last, date };
    else if (date && first && !first.date) region.entries[0] = { ...first, date };
    if (region.entries.length > 0) before = region;
  }
  return dated;
}

/** The lines of text of each entry of each region. */
type EntryTexts = readonly (readonly string[])[];

function textsOfColumn(read: readonly RegionEntries[], column: 'narration' | 'reference'): readonly EntryTexts[] {
  const withText = read.map((region) => ({ texts: region[column], entries: region.baselines }));
  const size = read.find((region) => region.size > 0)?.size ?? 0;
  const lines = withText.map(({ texts }) => texts);
  const pitch = pitchOf(lines, size) ?? 1.2 * size;
  const alignment = alignmentOf(withText, pitch);
  const texts: string[][][] = read.map((region) => region.entries.map(() => []));
  const across: AcrossPages = { last: undefined, ahead: [] };
  withText.forEach(({ texts: own, entries }, index) => {
    const owners = shareText({ texts: own, entries, pitch, alignment, mayContinue: read[index]?.startsPage === true });
    const taken = texts[index] ?? [];
    if (taken.length > 0) taken[0]?.unshift(...across.ahead.splice(0));
    for (const [at, owner] of owners.entries()) takeText(own[at], owner, { own: taken, across });
    across.last = taken.at(-1) ?? across.last;
  });
  return texts;
}

/** What the end of a page parts. */
interface AcrossPages {
  /** The text of the last entry before. */
  last: string[] | undefined;
  /** Text that stands ahead of its entry. */
  readonly ahead: string[];
}

function takeText(
  line: ColumnText | undefined,
  owner: TextOwner,
  { own, across }: { readonly own: string[][]; readonly across: AcrossPages },
): void {
  if (!line || owner === undefined) return;
  const texts = owner === 'before' ? across.last : owner === 'after' ? across.ahead : own[owner];
  texts?.push(line.text);
}

function joined(texts: readonly string[] | undefined): string {
  return (texts ?? []).join(' ');
}

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
