import { type Paint, textTable } from '../terminal/terminal-text.ts';
import { type ControlCommand, call, controlCommand, type Described } from './control-command.ts';
import { given, readNumber } from './read-words.ts';
import { type ShownList, shownList } from './shown-list.ts';
import { account, instant, words } from './shown-values.ts';

interface Snapshot {
  readonly id: string;
  readonly now: string;
}

interface Scenario {
  readonly scenario: string;
  readonly summary: string;
  readonly mandateId: string;
  readonly accounts: readonly {
    readonly bankCode: string;
    readonly accountNumber: string;
    readonly primary: boolean;
  }[];
  readonly now: string;
  readonly next: string;
}

const SNAPSHOT: Described = ['<id>', 'what `snapshot create` answered'];

function showScenario(
  answer: Scenario | ShownList<{ readonly name: string; readonly summary: string }>,
  paint: Paint,
): string {
  if ('items' in answer) {
    return shownList(answer, 'no scenarios', (items) =>
      textTable(
        items.map(({ name, summary }) => [name, words(summary)]),
        paint,
      ),
    );
  }
  const { scenario, summary, mandateId, accounts, now, next } = answer;
  const rows = [
    ['mandate', mandateId],
    ...accounts.map((each) => [each.primary ? 'primary' : 'backup', account(each)]),
    ['clock', instant(now)],
    ['next', words(next)],
  ];
  return `${paint('bold', scenario)}: ${words(summary)}\n${textTable(rows, paint)}`;
}

interface World {
  readonly name: string;
  readonly now: string;
  readonly payers: number;
  readonly mandates: number;
}

/** Whole worlds: named beginnings, and snapshots. */
export const worldCommands: readonly ControlCommand[] = [
  controlCommand<ShownList<World>>({
    name: 'worlds',
    summary: 'the worlds that have begun',
    example: 'repaykit worlds',
    request: () => call('GET', '/worlds'),
    show: (list, paint) =>
      shownList(list, 'no worlds', (items) =>
        textTable(
          items.map(({ name, now, payers, mandates }) => [name, instant(now), words(payers), words(mandates)]),
          paint,
          ['world', 'clock', 'payers', 'mandates'],
        ),
      ),
  }),
  controlCommand({
    name: 'scenario',
    summary: 'plays a named scenario with a fresh payer and mandate; lists them without a name',
    words: [['[name]', 'the scenario']],
    flags: [['--backups <n>', 'how many backup accounts the payer has; default 2']],
    example: 'repaykit scenario happy-loan',
    request: ([name], flags) =>
      name === undefined
        ? call('GET', '/scenarios')
        : {
            method: 'POST',
            path: `/scenarios/${encodeURIComponent(name)}`,
            body: given({ backups: readNumber(flags, 'backups') }),
          },
    show: showScenario,
  }),
  controlCommand<ShownList<Snapshot>>({
    name: 'snapshot list',
    isDefault: true,
    summary: 'the snapshots of this world',
    example: 'repaykit snapshot list',
    request: () => call('GET', '/snapshots'),
    show: (list, paint) =>
      shownList(list, 'no snapshots', (items) =>
        textTable(
          items.map(({ id, now }) => [id, instant(now)]),
          paint,
        ),
      ),
  }),
  controlCommand<Snapshot>({
    name: 'snapshot create',
    summary: 'keeps the world as it is: records, clock, chance, queues and journals',
    example: 'repaykit snapshot create',
    request: () => call('POST', '/snapshots'),
    show: ({ id, now }) => `${id} keeps the world as of ${instant(now)}\n`,
  }),
  controlCommand<Snapshot>({
    name: 'snapshot restore',
    summary: 'puts the world back to a snapshot, as often as wanted',
    words: [SNAPSHOT],
    before: ['repaykit snapshot create'],
    example: 'repaykit snapshot restore snap_1',
    request: ([id = '']) => call('POST', `/snapshots/${encodeURIComponent(id)}/restore`),
    show: ({ id, now }) => `the world is back at ${id}, ${instant(now)}\n`,
  }),
  controlCommand<{ readonly world: string; readonly publicKey: string; readonly secretKey: string }>({
    name: 'snapshot fork',
    summary: 'begins another world as a snapshot shows this one',
    words: [SNAPSHOT],
    flags: [['--name <world>', 'what the new world is called: small letters, digits and dashes']],
    before: ['repaykit snapshot create'],
    example: 'repaykit snapshot fork snap_1 --name what-if',
    request: ([id = ''], { name }) => ({
      method: 'POST',
      path: `/snapshots/${encodeURIComponent(id)}/fork`,
      body: given({ world: name }),
    }),
    show: ({ world, publicKey, secretKey }, paint) =>
      textTable(
        [
          ['world', world],
          ['public key', publicKey],
          ['secret key', secretKey],
        ],
        paint,
      ),
  }),
  controlCommand({
    name: 'snapshot delete',
    summary: 'forgets a snapshot',
    words: [SNAPSHOT],
    before: ['repaykit snapshot create'],
    example: 'repaykit snapshot delete snap_1',
    request: ([id = '']) => call('DELETE', `/snapshots/${encodeURIComponent(id)}`),
    show: () => 'forgotten\n',
  }),
];
