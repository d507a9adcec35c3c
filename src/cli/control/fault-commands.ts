import { type Paint, textTable } from '../terminal/terminal-text.ts';
import { type ControlCommand, call, controlCommand } from './control-command.ts';
import { given, readNumber } from './read-words.ts';
import { type ShownList, shownList } from './shown-list.ts';
import { words } from './shown-values.ts';

type ShownFault = Readonly<Record<string, unknown>>;

// What limits a fault, in the order in which it is read.
const LIMITS = [
  'operation',
  'mandateId',
  'when',
  'status',
  'delayMs',
  'first',
  'every',
  'probability',
  'times',
  'remaining',
  'expiresAt',
];

function limitsOf(fault: ShownFault): string {
  const limits = LIMITS.filter((name) => fault[name] !== undefined && fault[name] !== null).map(
    (name) => `${name} ${words(fault[name])}`,
  );
  return limits.join(', ') || 'strikes everything';
}

function showFault(fault: ShownFault): string {
  return `added the fault ${words(fault.id)}: ${words(fault.kind)}, ${limitsOf(fault)}\n`;
}

function showFaults(list: ShownList<ShownFault>, paint: Paint): string {
  return shownList(list, 'no faults', (items) =>
    textTable(
      items.map((fault) => [words(fault.id), words(fault.kind), limitsOf(fault)]),
      paint,
      ['id', 'kind', 'limits'],
    ),
  );
}

/** Trouble on purpose. */
export const faultCommands: readonly ControlCommand[] = [
  controlCommand({
    name: 'fault list',
    isDefault: true,
    summary: 'the faults that are set',
    example: 'repaykit fault list',
    request: () => call('GET', '/faults'),
    show: showFaults,
  }),
  controlCommand({
    name: 'fault add',
    summary: 'makes calls or webhooks go wrong; whatever limits it must all hold',
    words: [
      [
        '<kind>',
        'latency status reset timeout malformed slow-body, or webhook-drop webhook-duplicate webhook-reorder webhook-delay webhook-wrong-secret webhook-truncated',
      ],
    ],
    flags: [
      ['--operation <id>', 'only this operation, such as collectManually; for webhooks only this event'],
      ['--mandate-id <id>', 'only calls or webhooks about this mandate'],
      ['--when <moment>', 'before the effect (default), or after it: committed, then the answer breaks'],
      ['--times <n>', 'strikes so often at most'],
      ['--every <n>', 'every n-th of the calls that fit'],
      ['--first <n>', 'only among the first n that fit'],
      ['--probability <p>', 'from 0 to 1, drawn from the seed'],
      ['--ttl <duration>', 'how long it stays in virtual time: PT10M, or seconds'],
      ['--delay-ms <ms>', 'for latency, slow-body and webhook-delay'],
      ['--status <code>', 'for status: 400 to 599'],
      ['--retry-after <seconds>', 'for status: what its Retry-After says'],
    ],
    example: 'repaykit fault add timeout --operation collectManually --when after --times 1',
    request: ([kind], flags) => ({ method: 'POST', path: '/faults', body: faultFrom(kind, flags) }),
    show: showFault,
  }),
  controlCommand({
    name: 'fault clear',
    summary: 'takes one fault away, or all of them',
    words: [['[id]', 'the one; left out, all']],
    example: 'repaykit fault clear',
    request: ([id]) => call('DELETE', id === undefined ? '/faults' : `/faults/${encodeURIComponent(id)}`),
    show: showFaults,
  }),
];

function faultFrom(kind: string | undefined, flags: Parameters<ControlCommand['request']>[1]): object {
  const { operation, mandateId, when, ttl } = flags;
  const number = (name: string) => readNumber(flags, name);
  const isSeconds = typeof ttl === 'string' && /^\d+(\.\d+)?$/.test(ttl);
  return given({
    kind,
    operation,
    mandateId,
    when,
    times: number('times'),
    every: number('every'),
    first: number('first'),
    probability: number('probability'),
    ttl: isSeconds ? Number(ttl) : ttl,
    delayMs: number('delayMs'),
    status: number('status'),
    retryAfter: number('retryAfter'),
  });
}
