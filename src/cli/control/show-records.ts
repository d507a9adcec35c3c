import { maskBvn } from '../../redact/redact.ts';
import type { MandateSummary } from '../../server/engine/mandates/lists.ts';
import type { AccountView, PayerView } from '../../server/engine/world/payers.ts';
import type { Email } from '../../server/engine/world/records.ts';
import type { Fault } from '../../server/faults/fault.ts';
import type { ShownRequest, ShownViolation } from '../../server/journal/journal.ts';
import type { BoundedList } from '../../server/ring-buffer.ts';
import type { ScenarioView } from '../../server/scenarios/play-scenario.ts';
import type { ScenarioResult } from '../../server/scenarios/play-story.ts';
import type { Delivery } from '../../server/webhooks/delivery.ts';
import type { WorldView } from '../../server/worlds/worlds.ts';
import { type Cell, colourOfStatus, type Paint, textTable } from '../terminal/terminal-text.ts';
import { account, instant, listTable, listText, naira, nairaCell, words } from './shown-values.ts';

export function showDeliveries(answer: BoundedList<Delivery> | Delivery, paint: Paint): string {
  const list = 'items' in answer ? answer : { items: [answer], dropped: 0 };
  const head = ['id', 'raised', 'event', 'mandate', 'status', 'answer'];
  return listTable('no webhooks', deliveryRow, head)(list, paint);
}

function deliveryRow({ id, createdAt, event, mandateId, status, attempts }: Delivery): readonly Cell[] {
  const last = attempts.at(-1);
  const colour = status === 'delivered' ? 'green' : status === 'failed' ? 'red' : 'yellow';
  const answered = words(last?.status ?? last?.error);
  return [words(id), instant(createdAt), words(event), words(mandateId), { text: words(status), colour }, answered];
}

export function showEmails(list: BoundedList<Email>, paint: Paint): string {
  const letter = ({ date, to, subject, text }: Email) =>
    `${paint('bold', `${words(date)}  ${words(subject)}`)}\n  to ${words(to)}\n\n${indented(text)}\n`;
  return listText(list, 'no digests', (items) => items.map(letter).join('\n'));
}

// The server has masked the text already.
function indented(text: string): string {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => (line === '' ? '' : `  ${words(line)}`)).join('\n');
}

export const showReports = listTable<object>(
  'no reports',
  (report) => {
    const { occurredAt, source, event, mandateId, content }: Readonly<Record<string, unknown>> = { ...report };
    const { amount, outstandingBalance } = Object(content);
    const money = [
      ...(amount === undefined ? [] : [naira(amount)]),
      ...(outstandingBalance === undefined ? [] : [`outstanding ${naira(outstandingBalance)}`]),
    ];
    return [instant(occurredAt), words(source), words(event), words(mandateId), money.join(', ')];
  },
  ['occurred', 'source', 'event', 'mandate', 'money'],
);

export const showRequests = listTable<ShownRequest>(
  'no requests',
  ({ time, operation, method, path, status, input }) => [
    instant(time),
    { text: words(status), colour: colourOfStatus(status) },
    words(operation ?? `${method} ${path}`),
    words(Object(input).mandateId),
  ],
  ['time', 'status', 'operation', 'mandate'],
);

export const showWorlds = listTable<WorldView>(
  'no worlds',
  ({ name, now, payers, mandates }) => [name, instant(now), words(payers), words(mandates)],
  ['world', 'clock', 'payers', 'mandates'],
);

export const showMandates = listTable<MandateSummary>(
  'no mandates',
  ({ mandateId, payer, status, collectedAmount, outstandingBalance, nextDueDate }) => [
    mandateId,
    words(payer),
    words(status),
    nairaCell(collectedAmount),
    nairaCell(outstandingBalance),
    words(nextDueDate),
  ],
  ['mandate', 'payer', 'status', 'collected', 'outstanding', 'next due'],
);

export function showViolations(list: BoundedList<ShownViolation>, paint: Paint): string {
  const text = ({ at, rule, spec, severity, operation, mandateId, message }: ShownViolation) => {
    const named = paint(severity === 'refused' ? 'yellow' : 'red', words(rule));
    return `${instant(at)}  ${named} (${words(spec)}, ${words(severity)})  ${words(operation)} ${words(mandateId)}\n  ${words(message)}\n`;
  };
  return listText(list, 'no violations', (items) => items.map(text).join(''));
}

// In the order of the output.
const LIMITS: readonly (keyof Fault)[] = [
  ...(['operation', 'mandateId', 'when', 'status', 'delayMs', 'first', 'every', 'probability'] as const),
  ...(['times', 'remaining', 'expiresAt'] as const),
];

export function limitsOf(fault: Fault): string {
  const limits = LIMITS.filter((name) => (fault[name] ?? null) !== null);
  return limits.map((name) => `${name} ${words(fault[name])}`).join(', ') || 'applies to everything';
}

export const showFaults = listTable<Fault>(
  'no faults',
  (fault) => [words(fault.id), words(fault.kind), limitsOf(fault)],
  ['id', 'kind', 'limits'],
);

const activity = ({ active }: AccountView) => (active ? 'active' : 'inactive');

export function showAccount(shown: AccountView): string {
  const { balance, declineWith, script, bankName } = shown;
  const scripted = script.length > 0 ? `script ${script.map((code) => code ?? 'ok').join(',')}` : 'behaves normally';
  const manner = declineWith ? `declines with ${words(declineWith)}` : scripted;
  return `${account(shown)} (${words(bankName)}): ${naira(balance)}, ${activity(shown)}, ${manner}\n`;
}

export function showPayer({ bvn, accounts }: PayerView, paint: Paint): string {
  const rows = accounts.map((each) => [account(each), words(each.bankName), nairaCell(each.balance), activity(each)]);
  return `added the payer with BVN ${maskBvn(bvn)}\n${textTable(rows, paint)}`;
}

export function showPayers(list: BoundedList<PayerView>, paint: Paint): string {
  const rows = list.items.flatMap(({ id, bvn, accounts }) =>
    accounts.map((each) => [id, maskBvn(bvn), account(each), nairaCell(each.balance), activity(each)]),
  );
  return listText(list, 'no payers', () => textTable(rows, paint, ['payer', 'BVN', 'account', 'balance', '']));
}

export function showTerms(terms: object, paint: Paint): string {
  const rows = Object.entries(terms).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, words(each)])
      : [[name, words(value)]],
  );
  return textTable(rows, paint);
}

const scenarioTable = listTable<ScenarioView>('no scenarios', ({ name, summary }) => [name, words(summary)]);

export function showScenario(answer: ScenarioResult | BoundedList<ScenarioView>, paint: Paint): string {
  if ('items' in answer) return scenarioTable(answer, paint);
  const { scenario, summary, mandateId, accounts, now, next } = answer;
  const rows = [
    ['mandate', mandateId],
    ...accounts.map((each) => [each.primary ? 'primary' : 'backup', account(each)]),
    ['clock', instant(now)],
    ['next', words(next)],
  ];
  return `${paint('bold', scenario)}: ${words(summary)}\n${textTable(rows, paint)}`;
}
