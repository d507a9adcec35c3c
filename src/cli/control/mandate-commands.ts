import { type Cell, type Paint, textTable } from '../terminal/terminal-text.ts';
import { type ControlCommand, call, controlCommand, type Described } from './control-command.ts';
import { given, readMandateId } from './read-words.ts';
import { PAGE, pageOf, queryOf, type ShownList, shownList } from './shown-list.ts';
import { account, instant, naira, nairaCell, words } from './shown-values.ts';

interface Inside {
  readonly mandate: {
    readonly _id: string;
    readonly status: string;
    readonly totalAmountDue: number;
    readonly collectedAmount?: number;
    readonly outstandingBalance: number;
    readonly consents: readonly {
      readonly accountNumber: string;
      readonly bankCode: string;
      readonly primary: boolean;
      readonly status: string;
    }[];
  };
  readonly repaymentDetails: {
    readonly breakdown: readonly {
      readonly dueDate?: string;
      readonly amount?: number;
      readonly amountCollected?: number;
      readonly status?: string;
    }[];
  };
  readonly gate: { readonly open: boolean; readonly reason?: string; readonly rule?: string };
  readonly events: readonly {
    readonly event: string;
    readonly occurredAt: string;
    readonly accountNumber?: string;
    readonly bankCode?: string;
    readonly detail?: string;
  }[];
}

const MANDATE: Described = ['<mandateId>', 'the mandate'];

function showInside({ mandate, repaymentDetails, gate, events }: Inside, paint: Paint): string {
  const gateText: Cell = gate.open
    ? { text: 'open', colour: 'green' }
    : { text: `shut: ${words(gate.reason ?? gate.rule)}`, colour: 'yellow' };
  const facts: (readonly Cell[])[] = [
    ['mandate', mandate._id],
    ['status', words(mandate.status)],
    ['gate', gateText],
    ['total', naira(mandate.totalAmountDue)],
    ['outstanding', naira(mandate.outstandingBalance)],
  ];
  const consents = mandate.consents.map((each) => [
    account(each),
    each.primary ? 'primary' : 'backup',
    words(each.status),
  ]);
  const instalments = repaymentDetails.breakdown.map((each) => [
    words(each.dueDate),
    nairaCell(each.amount),
    nairaCell(each.amountCollected),
    words(each.status),
  ]);
  const history = events.map((each) => [
    instant(each.occurredAt),
    words(each.event),
    account(each),
    words(each.detail),
  ]);
  return [
    textTable(facts, paint),
    textTable(consents, paint, ['account', 'role', 'status']),
    textTable(instalments, paint, ['due', 'amount', 'collected', 'status']),
    textTable(history, paint, ['at', 'event', 'account', 'detail']),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

interface Listed {
  readonly mandateId: string;
  readonly payer: string | null;
  readonly status: string;
  readonly collectedAmount: number;
  readonly outstandingBalance: number;
  readonly nextDueDate: string | null;
}

function showMandates(list: ShownList<Listed>, paint: Paint): string {
  const rows = list.items.map((each) => [
    each.mandateId,
    words(each.payer),
    words(each.status),
    nairaCell(each.collectedAmount),
    nairaCell(each.outstandingBalance),
    words(each.nextDueDate),
  ]);
  const head = ['mandate', 'payer', 'status', 'collected', 'outstanding', 'next due'];
  return shownList(list, 'no mandates', () => textTable(rows, paint, head));
}

/** Mandates from the inside, and their disputes. */
export const mandateCommands: readonly ControlCommand[] = [
  controlCommand({
    name: 'mandates',
    summary: 'the mandates, or those of a payer, of a status, or with an instalment due on a day',
    flags: [
      ['--payer <id>', 'only those of this payer, as `payers` lists it'],
      ['--status <status>', 'only those that stand so, such as active'],
      ['--due-date <date>', 'only those with an instalment due on this day, YYYY-MM-DD'],
      ...PAGE,
    ],
    before: ['repaykit scenario happy-loan'],
    example: 'repaykit mandates --status active',
    request: (_, flags) => {
      const { payer, status, dueDate } = flags;
      return call('GET', `/mandates${queryOf({ payer, status, dueDate, ...pageOf(flags) })}`);
    },
    show: showMandates,
  }),
  controlCommand({
    name: 'mandate',
    summary: 'a mandate from the inside: accounts, schedule, gate, history',
    words: [MANDATE],
    before: ['repaykit scenario happy-loan'],
    example: 'repaykit mandate 3d8ed02fd2745ae264e66cb8',
    request: ([id]) => call('GET', `/mandates/${readMandateId(id)}`),
    show: showInside,
  }),
  controlCommand({
    name: 'dispute open',
    summary: 'the payer disputes the mandate; collection pauses',
    words: [MANDATE],
    flags: [['--reason <text>', 'what the payer says']],
    before: ['repaykit scenario partial'],
    example: 'repaykit dispute open 3d8ed02fd2745ae264e66cb8',
    request: ([id], { reason }) => ({
      method: 'POST',
      path: `/mandates/${readMandateId(id)}/dispute`,
      body: given({ reason }),
    }),
    show: showInside,
  }),
  controlCommand({
    name: 'dispute resolve',
    summary: 'the dispute ends',
    words: [MANDATE, ['<outcome>', 'reinstated or failed']],
    flags: [['--reason <text>', 'how it was settled']],
    before: ['repaykit scenario partial', 'repaykit dispute open 3d8ed02fd2745ae264e66cb8'],
    example: 'repaykit dispute resolve 3d8ed02fd2745ae264e66cb8 reinstated',
    request: ([id, outcome], { reason }) => ({
      method: 'POST',
      path: `/mandates/${readMandateId(id)}/resolve-dispute`,
      body: given({ outcome, reason }),
    }),
    show: showInside,
  }),
];
