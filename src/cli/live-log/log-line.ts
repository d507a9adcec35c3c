import type { ServerEvent, ToldRefusal } from '../../server/journal/server-event.ts';
import { DEFAULT_WORLD } from '../../server/worlds/world-name.ts';
import { type Colour, colourOfStatus, type Paint } from '../colour.ts';
import { ranText } from '../ran-text.ts';

/** An event as one line for people, without its newline: virtual time, world if it is not the default one, what happened. */
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

function refusalParts(refusal: ToldRefusal | null, paint: Paint): readonly string[] {
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
