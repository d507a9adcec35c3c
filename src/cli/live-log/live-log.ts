import type { ServerEvent } from '../../server/journal/server-event.ts';
import { paintWith } from '../colour.ts';
import type { CliIo } from '../io.ts';
import { logLine } from './log-line.ts';

// So much may wait for whoever reads standard output; more lines are counted and left out, because a server must not run out of memory for its log.
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
