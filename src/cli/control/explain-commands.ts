import { type Cell, type Colour, type Paint, textTable } from '../terminal/terminal-text.ts';
import { type ControlCommand, call, controlCommand } from './control-command.ts';
import { readMandateId } from './read-words.ts';
import { CLEAR, listOrClear, type ShownList, shownList } from './shown-list.ts';
import { account, instant, naira, nairaCell, words } from './shown-values.ts';

type Fields = Readonly<Record<string, unknown>>;

interface ShownExplanation extends Fields {
  readonly gate: Fields;
  readonly findings: readonly Fields[];
  readonly accounts: readonly Fields[];
  readonly instalments?: readonly Fields[];
}

const verdictColours: Readonly<Record<string, Colour>> = {
  repaid: 'green',
  scheduled: 'green',
  asking: 'yellow',
  blocked: 'red',
  ended: 'yellow',
};

const effectColours: Readonly<Record<string, Colour>> = { blocks: 'red', delays: 'yellow', explains: 'cyan' };

function showExplanation(
  { gate, findings, accounts, instalments = [], ...explained }: ShownExplanation,
  paint: Paint,
): string {
  const verdict = words(explained.verdict);
  const facts: (readonly Cell[])[] = [
    ['verdict', { text: verdict, colour: verdictColours[verdict] }],
    ['mandate', `${words(explained.mandateId)}, ${words(explained.status)}, ${words(explained.collectionMode)}`],
    [
      'gate',
      gate.open ? { text: 'open', colour: 'green' } : { text: `shut since ${instant(gate.since)}`, colour: 'red' },
    ],
    [
      'collected',
      `${naira(explained.collectedAmount)} of ${naira(explained.totalAmountDue)}, outstanding ${naira(explained.outstandingBalance)}`,
    ],
    ['next debit', instant(explained.nextAttempt)],
  ];
  return [
    `${paint('bold', words(explained.summary))}\n`,
    textTable(facts, paint),
    findings.map((finding) => showFinding(finding, paint)).join(''),
    textTable(accounts.map(accountRow), paint, ['account', 'role', 'status', 'debited now', 'balance']),
    textTable(instalments.flatMap(instalmentRows), paint, ['due', 'amount', 'collected', 'status', 'why']),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function showFinding({ rule, spec, effect, message, since, until }: Fields, paint: Paint): string {
  const time = [
    since === undefined ? [] : `since ${instant(since)}`,
    until === undefined ? [] : `until ${instant(until)}`,
  ]
    .flat()
    .join(' ');
  return `  ${paint(effectColours[words(effect)], words(effect))} ${words(rule)} (${words(spec)})${time && `, ${time}`}\n    ${words(message)}\n`;
}

function accountRow(fields: Fields): readonly Cell[] {
  const { primary, status, debitable, balance } = fields;
  return [account(fields), primary ? 'primary' : 'backup', words(status), words(debitable), nairaCell(balance)];
}

function instalmentRows({
  dueDate,
  amount,
  collected,
  status,
  why,
  attempts = [],
}: Fields): readonly (readonly Cell[])[] {
  const tries = (attempts as readonly Fields[]).map((attempt): readonly Cell[] => [
    `  ${instant(attempt.at)}`,
    nairaCell(attempt.amount),
    account(attempt),
    words(attempt.status),
    `${words(attempt.responseCode)} ${words(attempt.meaning)}`,
  ]);
  return [[words(dueDate), nairaCell(amount), nairaCell(collected), words(status), words(why)], ...tries];
}

function showNearMisses(list: ShownList<Fields>, paint: Paint): string {
  const text = ({ at, status, method, path, operation, where, sent, expected, suggestion }: Fields) =>
    [
      `${instant(at)}  ${words(status)}  ${paint('yellow', words(operation ?? `${words(method)} ${words(path)}`))}  ${words(where)}`,
      `  sent ${words(sent)}; expected ${words(expected)}`,
      ...(suggestion ? [`  ${words(suggestion)}`] : []),
    ]
      .map((line) => `${line}\n`)
      .join('');
  return shownList(list, 'no near misses', (items) => items.map(text).join(''));
}

/** Why things are as they are. */
export const explainCommands: readonly ControlCommand[] = [
  controlCommand({
    name: 'explain',
    summary: 'why a mandate was, was not, or will be collected',
    words: [['<mandateId>', 'the mandate']],
    before: ['repaykit scenario happy-loan'],
    example: 'repaykit explain 3d8ed02fd2745ae264e66cb8',
    request: ([id]) => call('GET', `/explain?mandateId=${readMandateId(id)}`),
    show: showExplanation,
  }),
  controlCommand({
    name: 'near-misses',
    summary: 'requests that were nearly right: which field or route was wrong',
    flags: [CLEAR],
    example: 'repaykit near-misses',
    request: listOrClear('/near-misses'),
    show: showNearMisses,
  }),
];
