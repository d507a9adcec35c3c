import {
  DAY_MS,
  dayNumber,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  parsePlainDate,
  SECOND_MS,
} from '../../domain/calendar.ts';
import type { IntegrityFinding } from '../statement.ts';
import { editingProgramIn, writerBeforeAnother } from './editing-programs.ts';
import type { FileFacts } from './file-revisions.ts';

/** What a file says about its making, as the engine reads it. */
export interface Metadata {
  /** The entries of the information dictionary, decrypted. */
  readonly info: Readonly<Record<string, unknown>>;
  /** The XMP packet. */
  readonly xmp: string | undefined;
}

/** What a file says in one place about its making. */
interface Making {
  readonly producer: string;
  readonly creator: string;
  /** Other programs that took part. */
  readonly agents: readonly string[];
  readonly created: Instant | undefined;
  readonly modified: Instant | undefined;
}

export interface MetadataContext {
  /** Is it signed, without another change? Signing changes the date, and often the program. */
  readonly isSigned: boolean;
  readonly infoChange: FileFacts['infoChange'];
  readonly expectsInfo: boolean;
}

/** Findings on the programs and dates that a file names. */
export function metadataFindings(metadata: Metadata, context: MetadataContext): IntegrityFinding[] {
  const info = infoOf(metadata);
  const xmp = xmpOf(metadata.xmp ?? '');
  return [
    ...missingFindings([info, xmp], metadata, context),
    ...programFindings([info, xmp]),
    ...(context.isSigned ? [] : writerFindings([info, xmp])),
    ...dateFindings([info, xmp], context),
    ...(context.isSigned ? [] : differenceFindings(info, xmp)),
  ];
}

/** The last time that the file gives for its making. Undefined without one: the program may have had no clock. */
export function lastWrittenAt(metadata: Metadata): Instant | undefined {
  const makings = [infoOf(metadata), xmpOf(metadata.xmp ?? '')];
  // A system may fill in a template that is years old, so that only the change is of its day.
  const times = makings.flatMap(({ created, modified }) => [created, modified]).filter((time) => time !== undefined);
  return times.length === 0 ? undefined : Math.max(...times);
}

function infoOf({ info }: Metadata): Making {
  const text = (key: string) => (typeof info[key] === 'string' ? info[key] : '');
  return {
    producer: text('Producer'),
    creator: text('Creator'),
    agents: [],
    created: instantIn(text('CreationDate')),
    modified: instantIn(text('ModDate')),
  };
}

const LONGEST_XMP = 200_000;

function xmpOf(packet: string): Making {
  const text = packet.slice(0, LONGEST_XMP);
  const all = (name: string) =>
    Array.from(text.matchAll(new RegExp(`\\b${name}(?:\\s*=\\s*["']([^"']{0,200})|>([^<]{0,200})<)`, 'g')), (found) =>
      (found[1] ?? found[2] ?? '').trim(),
    );
  return {
    producer: all('pdf:Producer')[0] ?? '',
    creator: all('(?:xmp|xap):CreatorTool')[0] ?? '',
    agents: [...new Set(all('stEvt:softwareAgent'))],
    created: instantIn(all('(?:xmp|xap):CreateDate')[0] ?? ''),
    modified: instantIn(all('(?:xmp|xap):ModifyDate')[0] ?? ''),
  };
}

const TIME =
  /^(?:D:)?(\d{4})-?(\d\d)-?(\d\d)(?:[T ]?(\d\d):?(\d\d)(?::?(\d\d))?)?(?:\.\d+)?\s*(?:([+-])(\d\d)['":]?(\d\d)?)?/;
// Older than any system that sends statements by mail. Such a date comes from a clock that was never set, or stands in
// for a hidden one: the first moment of 1601, 1970, 1980, 2000 or 2001 in different systems.
const FIRST_YEAR = 2005;

/**
 * An instant from a date of PDF or XMP. A time without a zone counts as UTC. Undefined for the first moment of any year:
 * a program that shall write the same file twice is given such a time.
 */
function instantIn(text: string): Instant | undefined {
  const found = TIME.exec(text.trim());
  if (!found) return undefined;
  const [, year, month, day, hours = '00', minutes = '00', seconds = '00', sign, zoneHours = '0', zoneMinutes = '0'] =
    found;
  const date = parsePlainDate(`${year}-${month}-${day}`);
  if (!date || Number(year) < FIRST_YEAR) return undefined;
  if (`${month}${day}${hours}${minutes}${seconds}` === '0101000000') return undefined;
  const zone = (Number(zoneHours) * HOUR_MS + Number(zoneMinutes) * MINUTE_MS) * (sign === '-' ? -1 : 1);
  const time = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return dayNumber(date) * DAY_MS + time - zone;
}

function missingFindings(
  makings: readonly Making[],
  { info }: Metadata,
  { infoChange, expectsInfo }: MetadataContext,
): IntegrityFinding[] {
  if (infoChange === 'redated') {
    const message = 'A later revision of the file changes the date on which the file says it was made.';
    return [{ code: 'metadata_differs', severity: 'suspicious', message }];
  }
  if (infoChange === 'removed') {
    const message = 'A later revision of the file removes what the file said about its making.';
    return [{ code: 'metadata_missing', severity: 'suspicious', message }];
  }
  const isSilent = makings.every(({ producer, creator, created }) => !producer && !creator && created === undefined);
  if (!isSilent || !expectsInfo || typeof info.CreationDate === 'string') return [];
  const message = 'The file does not say when and with which program it was made.';
  return [{ code: 'metadata_missing', severity: 'note', message }];
}

function programFindings(makings: readonly Making[]): IntegrityFinding[] {
  const texts = makings.flatMap(({ producer, creator, agents }) => [producer, creator, ...agents]);
  const programs = new Map(
    texts.flatMap((text) => {
      const program = editingProgramIn(text);
      return program ? [[program.name, program] as const] : [];
    }),
  );
  return [...programs.values()].map(({ name, what }) => {
    return { code: 'editing_program', severity: 'suspicious', message: `The file names ${name}, which is ${what}.` };
  });
}

function writerFindings(makings: readonly Making[]): IntegrityFinding[] {
  for (const { creator, producer } of makings) {
    const writer = writerBeforeAnother(creator, producer);
    // An editor is reported by itself.
    if (!writer || editingProgramIn(producer)) continue;
    const message = `The file says that ${writer} made it, but another program wrote it.`;
    return [{ code: 'metadata_differs', severity: 'note', message }];
  }
  return [];
}

// The zone is often missing or wrong.
const ZONES_MS = 26 * HOUR_MS;
// A report may be stamped, locked and sent minutes after it is made.
const AT_ONCE_MS = HOUR_MS;

function dateFindings(makings: readonly Making[], { isSigned }: MetadataContext): IntegrityFinding[] {
  for (const { created, modified } of makings) {
    if (created === undefined || modified === undefined) continue;
    const later = modified - created;
    if (later < -ZONES_MS) {
      const message = 'The file says that it was last changed before it was made.';
      return [{ code: 'metadata_differs', severity: 'suspicious', message }];
    }
    if (isSigned || later <= AT_ONCE_MS) continue;
    const severity = later > ZONES_MS ? 'suspicious' : 'note';
    const message = `The file says that it was changed ${timeText(later)} after it was made.`;
    return [{ code: 'modified_later', severity, message }];
  }
  return [];
}

function timeText(time: number): string {
  const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
  return time < DAY_MS ? counted(Math.floor(time / HOUR_MS), 'hour') : counted(Math.floor(time / DAY_MS), 'day');
}

function differenceFindings(info: Making, xmp: Making): IntegrityFinding[] {
  const findings: IntegrityFinding[] = [];
  if (info.created !== undefined && xmp.created !== undefined && Math.abs(info.created - xmp.created) > ZONES_MS) {
    const message = 'The file gives two different dates on which it was made.';
    findings.push({ code: 'metadata_differs', severity: 'suspicious', message });
  }
  if (differ(info.producer, xmp.producer)) {
    const message = 'The file names two different programs that wrote it.';
    findings.push({ code: 'metadata_differs', severity: 'note', message });
  }
  return findings;
}

// Programs add their version, or what they did: `Reporter 4; modified using Stamper 2`.
function differ(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.toLowerCase().replace(/&[a-z#\d]+;|[^\p{L}\d]+/gu, '')) as [
    string,
    string,
  ];
  return a !== '' && b !== '' && !a.includes(b) && !b.includes(a);
}
