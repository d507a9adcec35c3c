import { type Cell, colourOfStatus, type Paint, textTable } from '../terminal/terminal-text.ts';
import { type ControlCommand, call, controlCommand } from './control-command.ts';
import { CLEAR, listOrClear, type ShownList, shownList } from './shown-list.ts';
import { instant, naira, words } from './shown-values.ts';

type Fields = Readonly<Record<string, unknown>>;

function showRequests(list: ShownList<Fields>, paint: Paint): string {
  const row = ({ time, operation, method, path, status, input }: Fields): readonly Cell[] => [
    instant(time),
    { text: words(status), colour: colourOfStatus(Number(status)) },
    words(operation ?? `${method} ${path}`),
    words((input as Fields | null)?.mandateId ?? null),
  ];
  return shownList(list, 'no requests', (items) =>
    textTable(items.map(row), paint, ['time', 'status', 'operation', 'mandate']),
  );
}

function deliveryRow({ id, createdAt, event, mandateId, status, attempts = [] }: Fields): readonly Cell[] {
  const last = (attempts as readonly Fields[]).at(-1);
  return [
    words(id),
    instant(createdAt),
    words(event),
    words(mandateId),
    { text: words(status), colour: colourOfDelivery(status) },
    words(last?.status ?? last?.error),
  ];
}

function colourOfDelivery(status: unknown): 'green' | 'red' | 'yellow' {
  if (status === 'delivered') return 'green';
  return status === 'failed' ? 'red' : 'yellow';
}

function showDeliveries(answer: ShownList<Fields> | Fields, paint: Paint): string {
  const list = 'items' in answer ? (answer as ShownList<Fields>) : { items: [answer], dropped: 0 };
  return shownList(list, 'no webhooks', (items) =>
    textTable(items.map(deliveryRow), paint, ['id', 'raised', 'event', 'mandate', 'status', 'answer']),
  );
}

function showEmails(list: ShownList<Fields>, paint: Paint): string {
  const letter = ({ date, to, subject, text }: Fields) =>
    `${paint('bold', `${words(date)}  ${words(subject)}`)}\n  to ${words(to)}\n\n${indented(text)}\n`;
  return shownList(list, 'no digests', (items) => items.map(letter).join('\n'));
}

// What the digest says is masked by the server, line by line.
function indented(text: unknown): string {
  return String(text)
    .trimEnd()
    .split('\n')
    .map(words)
    .map((line) => (line === '–' ? '' : `  ${line}`))
    .join('\n');
}

function showBureau(list: ShownList<Fields>, paint: Paint): string {
  const row = ({ occurredAt, source, event, mandateId, content = {} }: Fields): readonly Cell[] => {
    const { amount, outstandingBalance } = content as Fields;
    const money = [
      amount === undefined ? [] : naira(amount),
      outstandingBalance === undefined ? [] : `outstanding ${naira(outstandingBalance)}`,
    ].flat();
    return [instant(occurredAt), words(source), words(event), words(mandateId), money.join(', ')];
  };
  return shownList(list, 'no reports', (items) =>
    textTable(items.map(row), paint, ['occurred', 'source', 'event', 'mandate', 'money']),
  );
}

function showViolations(list: ShownList<Fields>, paint: Paint): string {
  const text = ({ at, rule, spec, severity, operation, mandateId, message }: Fields) =>
    `${instant(at)}  ${paint(severity === 'refused' ? 'yellow' : 'red', words(rule))} (${words(spec)}, ${words(severity)})  ${words(operation)} ${words(mandateId)}\n  ${words(message)}\n`;
  return shownList(list, 'no violations', (items) => items.map(text).join(''));
}

/** What the server wrote down. */
export const recordCommands: readonly ControlCommand[] = [
  controlCommand({
    name: 'requests',
    summary: 'the journal of requests, masked',
    flags: [CLEAR],
    example: 'repaykit requests',
    request: listOrClear('/requests'),
    show: showRequests,
  }),
  controlCommand({
    name: 'deliveries',
    summary: 'the webhooks that were raised and what became of each',
    flags: [CLEAR, ['--redeliver <id>', 'sends this one again, byte for byte']],
    before: ['repaykit endpoint set http://127.0.0.1:3000/webhooks', 'repaykit scenario happy-loan'],
    example: 'repaykit deliveries --redeliver wh_1',
    request: (words, flags) =>
      typeof flags.redeliver === 'string'
        ? call('POST', `/webhooks/${encodeURIComponent(flags.redeliver)}/redeliver`)
        : listOrClear('/webhooks')(words, flags),
    show: showDeliveries,
  }),
  controlCommand({
    name: 'emails',
    summary: 'the daily digests',
    example: 'repaykit emails',
    request: () => call('GET', '/emails'),
    show: showEmails,
  }),
  controlCommand({
    name: 'bureau',
    summary: 'what the bureau holds, of the merchant and of the platform',
    example: 'repaykit bureau',
    request: () => call('GET', '/bureau/reports'),
    show: showBureau,
  }),
  controlCommand({
    name: 'violations',
    summary: 'what the merchant did, or tried to do, against the rules',
    flags: [CLEAR],
    example: 'repaykit violations',
    request: listOrClear('/violations'),
    show: showViolations,
  }),
];
