import type { EventRefusal, ServerEvent } from '../../server/journal/announce.ts';
import { DEFAULT_WORLD } from '../../server/worlds/world-name.ts';
import type { CliIo } from '../terminal/io.ts';
import { type Colour, colourOfStatus, type Paint, paintWith, ranText } from '../terminal/terminal-text.ts';

// At most this much may wait for a slow reader. Further lines are dropped and counted, so that the log never exhausts
// memory.
const MOST_BACKLOG_BYTES = 1_048_576;

/** Creates the live log: lines for people, or with `json` one JSON object per line. */
export function liveLog(io: CliIo, { json }: { readonly json: boolean }) {
  const paint = paintWith(io.showsColour);
  const write = (event: ServerEvent) => `${json ? JSON.stringify(event) : logLine(event, paint)}\n`;
  const leftOutLine = (lines: number) =>
    json ? `${JSON.stringify({ type: 'left-out', lines })}\n` : `… ${lines} lines left out: not read in time\n`;
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
    take(event: ServerEvent) {
      // One write per turn of the event loop, after the answers were sent.
      if (waiting.push(event) === 1) setImmediate(flush);
    },
    flush,
  };
}

/** Formats an event as one line: virtual time, world unless it is the default one, and the event. No newline. */
export function logLine(event: ServerEvent, paint: Paint): string {
  const world = event.world === DEFAULT_WORLD ? '' : `  ${paint('cyan', `[${event.world}]`)}`;
  const line = `${paint('dim', shortTime(event.time))}${world}  ${partsOf(event, paint).join('  ')}`;
  // Texts from requests may contain line breaks.
  return line.includes('\n') || line.includes('\r') ? line.replace(/[\r\n]+/g, ' ') : line;
}

function partsOf(event: ServerEvent, paint: Paint): readonly string[] {
  switch (event.type) {
    case 'request': {
      const status = event.status === 0 ? '---' : String(event.status);
      const parts = [
        paint(colourOfStatus(event.status || 500), status),
        event.operation ?? `${event.method} ${event.path}`,
      ];
      if (event.mandateId !== null) parts.push(event.mandateId);
      if (event.fault !== null) parts.push(paint('red', `fault ${event.fault.kind}`));
      parts.push(...refusalParts(event.refusal, paint));
      return parts;
    }
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

function deliveryParts(event: Extract<ServerEvent, { type: 'webhook' }>): readonly string[] {
  const { receiverStatus, error, attempts } = event;
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

// Such as `2026-01-31 07:00:00`, in UTC.
function shortTime(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
