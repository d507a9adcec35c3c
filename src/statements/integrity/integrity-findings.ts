import { DAY_MS, dayNumber, HOUR_MS, parsePlainDate } from '../../domain/calendar.ts';
import type { IntegrityFinding, Statement } from '../statement.ts';
import type { FileFacts } from './file-revisions.ts';
import { lastWrittenAt, type Metadata, metadataFindings } from './metadata.ts';
import { lookFindings } from './page-looks.ts';

/** What the engine reads of a document beside its pages. */
export interface DocumentFacts extends Metadata {
  /** The programs that the document itself runs, as written. */
  readonly scripts: readonly string[];
}

/** The findings on the file as a whole. */
export function documentFindings(
  file: FileFacts,
  document: DocumentFacts,
  statement: Pick<Statement, 'transactions'>,
): readonly IntegrityFinding[] {
  const isSigned = file.isSigned && file.updates.length === 0;
  return [
    ...file.updates,
    ...metadataFindings(document, { ...file, isSigned }),
    ...periodFindings(document, statement),
    ...activeFindings(file, document),
    ...attachmentFindings(file),
    ...lookFindings(file.looks ?? [], statement),
  ];
}

// An entry of the evening has the day of the next working day, which can be five days later at Easter. The zone of the
// file's clock is often missing or wrong.
const AHEAD_MS = 5 * DAY_MS + 14 * HOUR_MS;
// A file that is older than all entries by more than this has the date of its template, or of a clock that was not set.
const STALE_MS = 5 * 366 * DAY_MS;

function periodFindings(metadata: Metadata, { transactions }: Pick<Statement, 'transactions'>): IntegrityFinding[] {
  const made = lastWrittenAt(metadata);
  if (made === undefined) return [];
  const lateness = transactions.map(({ date }) => {
    const day = parsePlainDate(date.slice(0, 10));
    return day ? dayNumber(day) * DAY_MS - made : 0;
  });
  const rows = lateness.flatMap((late, index) => (late > AHEAD_MS ? [index] : []));
  if (rows.length === 0 || Math.min(...lateness) > STALE_MS) return [];
  const what = rows.length === 1 ? 'one entry' : `${rows.length} entries`;
  const message = `The file says that it was made before the day of ${what}.`;
  return [{ code: 'made_before_period_end', severity: 'contradiction', rows, message }];
}

// Some report systems print the file at once when it is opened.
const PRINTS_ONLY = /^\s*(?:this\s*\.\s*)?print\s*\([^()]*\)\s*;?\s*$/;

function activeFindings({ launches, hasScripts }: FileFacts, { scripts }: DocumentFacts): IntegrityFinding[] {
  const code = 'active_content';
  if (launches)
    return [{ code, severity: 'suspicious', message: "The file starts a program on the reader's machine." }];
  if (scripts.length === 0 && !hasScripts) return [];
  const prints = scripts.length > 0 && scripts.every((script) => PRINTS_ONLY.test(script));
  const message = prints ? 'The file prints itself when it is opened.' : 'The file contains JavaScript.';
  return [{ code, severity: prints ? 'note' : 'suspicious', message }];
}

function attachmentFindings({ hasAttachments }: FileFacts): IntegrityFinding[] {
  if (!hasAttachments) return [];
  return [{ code: 'attachments', severity: 'note', message: 'Other files are attached to the file.' }];
}
