import type { EventRefusal, ServerEvent } from '../../server/journal/announce.ts';
import { DEFAULT_WORLD } from '../../server/worlds/world-name.ts';
import type { CliIo } from '../terminal/io.ts';
import { type Colour, colourOfStatus, type Paint, paintWith, ranText } from '../terminal/terminal-text.ts';

// So much may wait for whoever reads standard output; more lines are counted and left out, because a server must not
// run out of memory for its log.
const MOST_BACKLOG_BYTES = 1_048_576;

/** A log that is written while the server works. */
export interface LiveLog {
  /** Takes an event; it is printed after the work that is under way. */
  readonly take: (event: ServerEvent) => void;
  /** Prints what is still to be printed. */
  readonly flush: () => void;
}

/** Makes the live log: lines for people, or with `json` one JSON object a line. */
export function liveLog(io: CliIo, { json }: { readonly json: boolean }): LiveLog {
  const paint = paintWith(io.showsColour);
  const write = json
    ? (event: ServerEvent) => `${JSON.stringify(event)}\n`
    : (event: ServerEvent) => `${logLine(event, paint)}\n`;
  const leftOutLine = (lines: number) =>
    json ? `${JSON.stringify({ type: 'left-out', lines })}\n` : `… ${lines} lines left out: nobody read them in time\n`;
  let waiting: ServerEvent[] = [];
  let leftOut = 0;

  const flush = () => {
    const events = waiting;
    waiting = [];
    if (events.length === 0) return;
    if ((io.backlog?.() ?? 0) > MOST_BACKLOG_BYTES) {
      leftOut += events.length;
      return;
    }
    const before = leftOut > 0 ? leftOutLine(leftOut) : '';
    leftOut = 0;
    io.out(before + events.map(write).join(''));
  };
  return {
    take(event) {
      // One write for everything that happens in a turn, after the answers have left.
      if (waiting.push(event) === 1) setImmediate(flush);
    },
    flush,
  };
}

/**
 * An event as one line for people, without its newline: virtual time, world if it is not the default one, what
 * happened.
 */
export function logLine(event: ServerEvent, paint: Paint): string {
  const world = event.world === DEFAULT_WORLD ? [] : [paint('cyan', `[${event.world}]`)];
  const parts = [paint('dim', shortTime(event.time)), ...world, ...partsOf(event, paint)];
  // What a stranger sends may hold line breaks.
  return parts.join('  ').replace(/[\r\n]+/g, ' ');
}

function partsOf(event: ServerEvent, paint: Paint): readonly string[] {
  switch (event.type) {
    case 'request':
      return [
        paint(colourOfStatus(event.status || 500), event.status === 0 ? '---' : String(event.status)),
        event.operation ?? `${event.method} ${event.path}`,
        ...(event.mandateId === null ? [] : [event.mandateId]),
        ...(event.fault === null ? [] : [paint('red', `fault ${event.fault.kind}`)]),
        ...refusalParts(event.refusal, paint),
      ];
    case 'webhook':
      return [
        paint(deliveryColours[event.status], ARROW),
        event.event,
        ...(event.mandateId === null ? [] : [event.mandateId]),
        paint(deliveryColours[event.status], event.status),
        ...deliveryParts(event),
      ];
    case 'clock':
      return [paint('cyan', 'clock'), `moved from ${shortTime(event.from)}: ${ranText(event.ran)}`];
    case 'control':
      return [paint(event.refusal ? 'yellow' : 'cyan', 'control'), event.call, ...refusalParts(event.refusal, paint)];
  }
}

const ARROW = '→';

const deliveryColours: Readonly<Record<string, Colour>> = {
  delivered: 'green',
  failed: 'red',
  pending: 'yellow',
  'no-endpoint': 'dim',
};

function deliveryParts({
  receiverStatus,
  error,
  attempts,
}: Extract<ServerEvent, { type: 'webhook' }>): readonly string[] {
  const said = receiverStatus === null ? (error === null ? [] : [error]) : [String(receiverStatus)];
  return attempts > 1 ? [...said, `attempt ${attempts}`] : said;
}

function refusalParts(refusal: EventRefusal | null, paint: Paint): readonly string[] {
  if (!refusal) return [];
  const { code, rule, message, fields = [] } = refusal;
  const unsaid = fields
    .filter(({ message: problem }) => !message.includes(problem))
    .map(({ path, message: problem }) => `${path}: ${problem}`);
  return [paint('yellow', rule ?? code), [message, unsaid.join('; ')].join(' ').trim()];
}

// `2026-01-31 07:00:00`; all times of the log are UTC.
function shortTime(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
