import type { MissedStateChange } from '../../worker/reconcile/notifier.ts';
import type { ReconcileReport } from '../../worker/reconcile/reconcile-report.ts';
import type { LoanDifference } from '../../worker/run-report.ts';
import { type Cell, counted, hiddenText, type Paint, printable, right, textTable } from '../terminal/terminal-text.ts';

// A few screens full. --json prints more.
const MOST_ROWS = 200;

export function reportText(report: ReconcileReport, paint: Paint): string {
  const { looked, requests, elapsedMs, isTold, left, baseline, heldElsewhere } = report;
  const asked = `asked about ${counted(looked, 'loan')} with ${counted(requests, 'request')}`;
  const head = `${asked} in ${durationText(elapsedMs)}`;
  const notes = [
    ...(isTold
      ? []
      : ['the config file exports no inbox: no handler was notified, and the notifications wait in the store']),
    ...(heldElsewhere > 0
      ? [`${heldElsewhere} held by another process, or by one that ended: skipped; run it again in a minute`]
      : []),
    ...(left === 'stopped' ? ['it was interrupted before it was through'] : []),
  ];
  const parts = [
    `${head}\n${notes.map((note) => `${paint('yellow', note)}\n`).join('')}`,
    ...(baseline === undefined ? [] : [`${paint('green', `${baseline} marked as notified`)}: no handler was called\n`]),
    ...(isTold && baseline === undefined ? [missingText(report, paint)] : []),
    differedText(report, paint),
    failedText(report, paint),
    silenceText(report, paint),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function missingText({ missing, missingCount }: ReconcileReport, paint: Paint): string {
  if (missingCount === 0) return `${paint('green', 'nothing was missing')}\n`;
  const row = ({ loanId, kind, happenedAt, unreportedForMs }: MissedStateChange): readonly Cell[] => [
    loanId,
    kind,
    happenedAt ?? '',
    right(unreportedForMs === undefined ? '' : durationText(unreportedForMs)),
  ];
  return `${paint('yellow', `${missingCount} missing`)}: stored for your handlers\n${table(missing.map(row), missingCount, { paint, head: ['loan', 'event', 'happened', 'unreported for'] })}`;
}

function differedText({ differed, differedCount }: ReconcileReport, paint: Paint): string {
  if (differedCount === 0) return '';
  const head = ['loan', 'what', 'on file', 'at the service', ''];
  return `${paint('yellow', `${differedCount} differed`)}\n${table(differed.map(differenceRow), differedCount, { paint, head })}`;
}

const putRight: readonly LoanDifference['what'][] = ['mandate-status', 'account-status', 'collected'];

function differenceRow(difference: LoanDifference): readonly Cell[] {
  const { loanId, what, atService } = difference;
  const other =
    'onFile' in difference
      ? difference.onFile
      : 'ofInstalments' in difference
        ? difference.ofInstalments
        : difference.expected;
  const name = what === 'account-status' ? `${what} ${difference.account}` : what;
  return [
    loanId,
    name,
    String(other),
    String(atService),
    putRight.includes(what) ? { text: 'put right', colour: 'green' } : { text: 'still so', colour: 'red' },
  ];
}

function failedText({ failed, errors, baseline }: ReconcileReport, paint: Paint): string {
  if (failed === 0) return '';
  const next =
    baseline === undefined ? 'tried again when they are due again' : 'not marked; run it again before a worker runs';
  const rows = errors.map(({ loanId, reason }) => [loanId, reason]);
  return `${paint('red', `${failed} failed`)}: ${next}\n${table(rows, failed, { paint, head: ['loan', 'why'] })}`;
}

function silenceText({ silence }: ReconcileReport, paint: Paint): string {
  if (!silence) return '';
  const { since, silentForMs, usualMs, missing } = silence;
  const parts = [
    since === undefined
      ? 'no webhook ever came'
      : `no webhook came since ${since}${silentForMs === undefined ? '' : `, for ${durationText(silentForMs)}`}`,
    ...(usualMs === undefined ? [] : [`pauses of up to ${durationText(usualMs)} are usual`]),
    ...(missing > 0 ? [`${missing} should have come since`] : []),
  ];
  return `${paint('red', 'silence')}: ${parts.join('; ')}\n`;
}

function table(
  rows: readonly (readonly Cell[])[],
  count: number,
  { paint, head }: { readonly paint: Paint; readonly head: readonly string[] },
): string {
  const shown = rows.slice(0, MOST_ROWS).map((row) => row.map(printableCell));
  return `${textTable(shown, paint, head)}${hiddenText(count - shown.length)}`;
}

// Cells hold text of the service and names that others chose.
function printableCell(cell: Cell): Cell {
  return typeof cell === 'string' ? printable(cell) : { ...cell, text: printable(cell.text) };
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** Formats a duration in its two largest units: `2 d 3 h`, `5 min`, `40 s`. */
export function durationText(ms: number): string {
  const first = UNITS.findIndex(([, unitMs]) => ms >= unitMs);
  if (first < 0) return '0 s';
  let left = Math.floor(ms);
  return UNITS.slice(first, first + 2)
    .flatMap(([name, unitMs]) => {
      const count = Math.floor(left / unitMs);
      left -= count * unitMs;
      return count > 0 ? [`${count} ${name}`] : [];
    })
    .join(' ');
}
