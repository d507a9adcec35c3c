import { chunksOf, type TextLine, textOf, type Word } from '../text/lines.ts';

const HONORIFIC =
  /^(?:(?:mr|mrs|miss|ms|dr|chief|alhaj[ia]|engr|prof|barr(?:ister)?|rev|pastor|sir|master|mallam|otunba)\b[.:/]?\s*)+/i;
const COMPANY =
  /\b(?:ltd|limited|ventures|enterprises?|investments?|& sons|and sons|company|stores|resources|nig)\b\.?$/i;
const PART = /\s[-–—]\s|[•|:;()]|\d+/;
const NAME = /^[\p{L}][\p{L}'’.-]*(?:(?:,? | & )[\p{L}][\p{L}'’.-]*){1,5}$/u;

const ADDRESS = new RegExp(
  '^(?:no\\.?|plot|block|flat|house|suite|room|p\\.? ?o\\.?|km|behind|off|opp(?:osite)?|near|beside|by)\\b|^\\d{1,4}[a-z]?,? ' +
    '|\\b(?:street|str|road|rd|avenue|ave|close|crescent|way|drive|lane|estate|phase|plaza|layout|quarters?|junction' +
    '|house|building|floor|box|state|fct|lagos|abuja|nigeria)\\.?$',
  'i',
);
const OTHER = new RegExp(
  '\\b(?:statements?|accounts?|a\\/c|bank(?:ing)?|microfinance|mfb|plc|branch|dates?|period|page|balances?|currency' +
    '|naira|dollars?|customers?|private|confidential|summary|from|to|wallet|all|history|transactions?|savings' +
    '|current|domiciliary|opening|closing|total|debits?|credits?|money|email|tel|phone|address|printed|activity' +
    '|services?|dear|your|our|the|is|for|head office|generated|details?|listing|report|digital|members?)\\b',
  'i',
);

/** A name as printed, without `Mr` or `Chief` before it; undefined for text that cannot be a name. */
export function nameIn(text: string): string | undefined {
  const name = text.replace(HONORIFIC, '').trim();
  return /\p{L}{2}/u.test(name) ? name : undefined;
}

interface Candidate {
  readonly name: string;
  readonly score: number;
}

// Without an address, a title, a legal form or the account number beside it, a text may be any heading.
const ENOUGH = 2;

/**
 * The holder's name where no label names it. It is the text with most signs of a name: an address below it, the account
 * number near it, a title before it, a company's form after it, and entries that name the same words.
 */
export function holderWithoutLabel(lines: readonly TextLine[], number?: string, narrations: readonly string[] = []) {
  // Lines with a greater number than their place stand below the table.
  const page = lines.filter((line, index) => line.page === lines[0]?.page && line.line <= index + 1);
  const size = usualSize(page);
  let best: Candidate | undefined;
  for (const [index, line] of page.entries()) {
    for (const chunk of chunksOf(line.words)) {
      const name = candidateIn(textOf(chunk), number);
      if (!name) continue;
      const below = page.slice(index + 1, index + 6);
      const score =
        (HONORIFIC.test(textOf(chunk)) || COMPANY.test(name) ? 3 : 0) +
        (isAddressed(chunk, below, number) ? 3 : 0) +
        (number && [page[index - 1], line, ...below].some((one) => textOf(one?.words).includes(number)) ? 2 : 0) -
        (index === 0 && (chunk[0]?.size ?? 0) > 1.2 * size ? 2 : 0);
      if (score < ENOUGH) continue;
      const named = score + Math.min(4, timesNamed(name, narrations));
      if (!best || named > best.score) best = { name, score: named };
    }
  }
  return best?.name;
}

function candidateIn(chunk: string, number: string | undefined): string | undefined {
  // The name of a street follows the number of a house.
  if (ADDRESS.test(chunk)) return undefined;
  // What follows a label that is not known may be the name of somebody else.
  const text = !chunk.includes(':') ? chunk : number && chunk.includes(number) ? beforeLabel(chunk) : '';
  const part = text
    .split(PART)
    .map((one) => one.trim().replace(/[\s,]+$/, ''))
    .find(isName);
  return part === undefined ? undefined : nameIn(part);
}

// `Ada Obi Account No: 0123456789` in one cell.
function beforeLabel(chunk: string): string {
  const words = chunk.slice(0, chunk.indexOf(':')).trim().split(' ').slice(0, -1);
  while (OTHER.test(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

function isName(text: string): boolean {
  const name = text.replace(HONORIFIC, '');
  return NAME.test(name) && !ADDRESS.test(text) && !OTHER.test(name) && !/(?:^|\s)\p{Ll}/u.test(name);
}

const SAME_EDGE = 3;

// An address, or the account number alone, directly below.
function isAddressed(chunk: readonly Word[], below: readonly TextLine[], number?: string): boolean {
  const [left, right] = [chunk[0]?.left ?? 0, chunk.at(-1)?.right ?? 0];
  const near = Math.max(SAME_EDGE, 0.5 * (chunk[0]?.size ?? 0));
  const isUnder = (other: readonly Word[]) =>
    Math.abs((other[0]?.left ?? 0) - left) < near || Math.abs((other.at(-1)?.right ?? 0) - right) < near;
  // Another column may have lines between those of the address.
  const under = below.slice(0, 3).flatMap(({ words }) => chunksOf(words).filter(isUnder));
  const next = textOf(under[0]);
  return ADDRESS.test(next) || (number !== undefined && next.startsWith(number));
}

function usualSize(lines: readonly TextLine[]): number {
  const sizes = lines.flatMap(({ words }) => words.map(({ size }) => size)).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? 0;
}

function timesNamed(name: string, narrations: readonly string[]): number {
  const words = name.toUpperCase().split(/[\s,]+/);
  return narrations.filter((narration) => words.every((word) => narration.toUpperCase().includes(word))).length;
}
