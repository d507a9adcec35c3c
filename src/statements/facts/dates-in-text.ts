import { shortMonthNames } from '../../domain/calendar.ts';
import { dateOf, type PrintedDate } from '../table/date-text.ts';

const MONTH = `(?:${shortMonthNames.join('|')})[a-z]*\\.?`;
const day = new RegExp(
  `\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.](?:\\d{4}|\\d{2})(?!\\d)|\\d{1,2}(?:st|nd|rd|th)?[-/., ]{0,2}(?:of )?${MONTH}[-/., ]{0,2}(?:\\d{4}|\\d{2})(?!\\d)|${MONTH} ?\\d{1,2}(?:st|nd|rd|th)?,? ?\\d{4}|(?<!\\d)(?:[0-3]\\d[01]\\d20\\d{2}|20\\d{2}[01]\\d[0-3]\\d)(?!\\d)`,
  'gi',
);

/** A date in running text. */
export interface DateInText {
  readonly date: PrintedDate;
  /** Where it begins and ends in the text. */
  readonly from: number;
  readonly to: number;
}

/** The dates in a text, from left to right. */
export function datesInText(text: string): readonly DateInText[] {
  return [...text.matchAll(day)].flatMap((match) => {
    const date = dateOf(match[0]);
    return date ? [{ date, from: match.index, to: match.index + match[0].length }] : [];
  });
}
