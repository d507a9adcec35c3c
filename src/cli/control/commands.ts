import { ranText, textTable } from '../terminal/terminal-text.ts';
import { type ControlCommand, command } from './control-command.ts';
import {
  ACCOUNT,
  CLEAR,
  MANDATE,
  MANDATE_ID,
  readAccount,
  readInactive,
  readNewAccount,
  readPairs,
  readScript,
} from './read-words.ts';
import { showExplanation, showInside, showNearMisses } from './show-mandates.ts';
import {
  limitsOf,
  showAccount,
  showDeliveries,
  showEmails,
  showFaults,
  showMandates,
  showPayer,
  showPayers,
  showReports,
  showRequests,
  showScenario,
  showTerms,
  showViolations,
  showWorlds,
} from './show-records.ts';
import { account, instant, listTable, words } from './shown-values.ts';

const SNAPSHOT = { '<id>': { meaning: 'id of the snapshot, as `snapshot create` prints it' } };
const CREATED = ['repaykit snapshot create'];
const HAPPY_LOAN = 'repaykit scenario happy-loan';

const showMove = ({ now, ran }: { readonly now: string; readonly ran: Parameters<typeof ranText>[0] }) =>
  `the clock stands at ${instant(now)}: ${ranText(ran)}\n`;

const showEndpoint = ({ url }: { readonly url: string | null }) =>
  url === null ? 'webhooks go nowhere\n' : `webhooks go to ${words(url)}\n`;

const showState = (
  of: Readonly<Record<'mandateId' | 'bankCode' | 'accountNumber' | 'status' | 'mandateStatus', string>>,
) => `${account(of)} is ${words(of.status)}; mandate ${words(of.mandateId)} is ${words(of.mandateStatus)}\n`;

/** The table of control commands, in the order of the help. */
export const controlCommands: readonly ControlCommand[] = [
  // Time
  command('clock show', 'readClock', {
    isDefault: true,
    example: 'repaykit clock',
    summary: 'shows the current time of the world, and whether the clock runs',
    show: ({ now, flow }) =>
      `${instant(now)}, ${flow === 'frozen' ? 'stands still until it is moved' : 'flows with real time'}\n`,
  }),
  command('clock advance <duration>', 'moveClock', {
    own: { '<duration>': { field: 'advance', meaning: 'how far, ISO 8601: P1M, P30D, PT4H' } },
    example: 'repaykit clock advance P30D',
    show: showMove,
  }),
  command('clock to <instant>', 'moveClock', {
    summary: 'moves the clock to an instant',
    own: { '<instant>': { field: 'to', meaning: 'the new time, ISO 8601 with an offset' } },
    before: ['repaykit reset --now 2026-01-05T08:00:00Z'],
    example: 'repaykit clock to 2026-03-01T07:00:00Z',
    show: showMove,
  }),
  command('health', 'health', {
    summary: 'shows whether the server runs, and its current time',
    show: ({ status, now }) => `${words(status)}, ${instant(now)}\n`,
  }),
  command('reset --seed <number> --now <instant>', 'reset', {
    example: 'repaykit reset --now 2026-01-05T08:00:00Z',
    show: ({ now }) => `the world begins again at ${instant(now)}\n`,
  }),

  // Payers, banks and proofs
  command('payers --page <n> --limit <n>', 'payers', { example: 'repaykit payers --limit 10', show: showPayers }),
  command(
    'payer add --bvn <digits> --name <name> --email <address> --phone <number> --account <account...>',
    'addPayer',
    {
      own: {
        '--account': {
          meaning: 'accounts as bank code, number and balance in naira: 058/0123456789=50000',
          read: (texts, label) => ({ accounts: texts.map((text) => readNewAccount(text, label)) }),
        },
      },
      example:
        "repaykit payer add --bvn 22299900001 --name 'Ada Sample' \\\n  --account 058/0123456789=50000 044/0123456780=20000",
      show: showPayer,
    },
  ),
  command('account show <account>', 'readAccount', {
    own: ACCOUNT,
    example: 'repaykit account show 058/0100000011',
    show: showAccount,
  }),
  command(
    'account set <account> --balance <naira> --active --inactive --decline <code> --clear-decline --script <codes>',
    'patchAccount',
    {
      own: {
        ...ACCOUNT,
        '--active': { meaning: 'the account can be debited', read: () => ({ active: true }) },
        '--inactive': { meaning: 'the account cannot be debited', read: readInactive },
        '--decline': { field: 'declineWith', meaning: 'response code of every debit, such as 51' },
        '--clear-decline': { meaning: 'ends --decline', read: () => ({ declineWith: null }) },
        '--script': { meaning: 'response codes of the next debits, one each: 51,91,ok', read: readScript },
      },
      example: 'repaykit account set 058/0100000011 --balance 12500.50 --script 91,ok',
      show: showAccount,
    },
  ),
  command('deposit <mandateId> <account> --outcome <outcome> --from <account>', 'makeDeposit', {
    own: {
      ...MANDATE_ID,
      ...ACCOUNT,
      '--from': {
        meaning: 'sending account, if it is another one; this proves nothing',
        read: ([text], label) => ({ from: readAccount(text, label) }),
      },
    },
    before: ['repaykit scenario wrong-account'],
    example: 'repaykit deposit 3d8ed02fd2745ae264e66cb8 050/0400000301 --outcome accepted',
    show: showState,
  }),
  command('signature <mandateId> <account> <outcome>', 'judgeSignature', {
    own: { ...MANDATE_ID, ...ACCOUNT },
    example: 'repaykit signature 650000000000000000000010 058/0100000011 matched',
    show: showState,
  }),

  // Mandates
  command('mandates --payer <id> --status <status> --due-date <date> --page <n> --limit <n>', 'mandates', {
    before: [HAPPY_LOAN],
    example: 'repaykit mandates --status active',
    show: showMandates,
  }),
  command('mandate <mandateId>', 'readMandate', {
    own: MANDATE,
    before: [HAPPY_LOAN],
    example: 'repaykit mandate 3d8ed02fd2745ae264e66cb8',
    show: showInside,
  }),
  command('dispute open <mandateId> --reason <text>', 'openDispute', {
    own: MANDATE,
    before: ['repaykit scenario partial'],
    example: 'repaykit dispute open 3d8ed02fd2745ae264e66cb8',
    show: showInside,
  }),
  command('dispute resolve <mandateId> <outcome> --reason <text>', 'resolveDispute', {
    own: MANDATE,
    before: ['repaykit scenario partial', 'repaykit dispute open 3d8ed02fd2745ae264e66cb8'],
    example: 'repaykit dispute resolve 3d8ed02fd2745ae264e66cb8 reinstated',
    show: showInside,
  }),
  command('explain <mandateId>', 'explain', {
    own: MANDATE_ID,
    before: [HAPPY_LOAN],
    example: 'repaykit explain 3d8ed02fd2745ae264e66cb8',
    show: showExplanation,
  }),
  command('near-misses --clear', 'nearMisses', {
    instead: { '--clear': 'clearNearMisses' },
    own: CLEAR,
    show: showNearMisses,
  }),

  // Faults
  command('fault list', 'faults', { isDefault: true, show: showFaults }),
  command(
    'fault add <kind> --operation <id> --mandate-id <id> --when <moment> --times <n> --every <n> --first <n> --probability <p> --ttl <duration> --delay-ms <ms> --status <code> --retry-after <seconds>',
    'addFault',
    {
      example: 'repaykit fault add timeout --operation collectManually \\\n  --when after --times 1',
      show: (fault) => `added the fault ${words(fault.id)}: ${words(fault.kind)}, ${limitsOf(fault)}\n`,
    },
  ),
  command('fault clear [id]', 'clearFaults', {
    instead: { '[id]': 'removeFault' },
    summary: 'removes one fault, or all',
    own: { '[id]': { meaning: 'id of the fault. Default: all' } },
    show: showFaults,
  }),

  // Worlds
  command('worlds', 'worlds', { show: showWorlds }),
  command('scenario [name] --backups <n>', 'scenarios', {
    instead: { '[name]': 'scenario' },
    summary: 'plays a scenario with a new payer and mandate; without a name, lists the scenarios',
    own: { '[name]': { meaning: 'name of the scenario' } },
    example: HAPPY_LOAN,
    show: showScenario,
  }),
  command('snapshot list', 'snapshots', {
    isDefault: true,
    show: listTable('no snapshots', ({ id, now }) => [id, instant(now)]),
  }),
  command('snapshot create', 'snapshot', { show: ({ id, now }) => `${id} keeps the world as of ${instant(now)}\n` }),
  command('snapshot restore <id>', 'restore', {
    own: SNAPSHOT,
    before: CREATED,
    example: 'repaykit snapshot restore snap_1',
    show: ({ id, now }) => `the world is back at ${id}, ${instant(now)}\n`,
  }),
  command('snapshot fork <id> --name <world>', 'fork', {
    own: { ...SNAPSHOT, '--name': { field: 'world' } },
    before: CREATED,
    example: 'repaykit snapshot fork snap_1 --name what-if',
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
  command('snapshot delete <id>', 'deleteSnapshot', {
    own: SNAPSHOT,
    before: CREATED,
    example: 'repaykit snapshot delete snap_1',
    show: () => 'forgotten\n',
  }),

  // Records
  command('requests --clear', 'requests', { instead: { '--clear': 'clearRequests' }, own: CLEAR, show: showRequests }),
  command('deliveries --clear --redeliver <id>', 'webhooks', {
    instead: { '--clear': 'clearWebhooks', '--redeliver': 'redeliver' },
    own: { ...CLEAR, '--redeliver': { field: 'id', meaning: 'sends this webhook again, byte for byte' } },
    before: ['repaykit endpoint set http://127.0.0.1:3000/webhooks', HAPPY_LOAN],
    example: 'repaykit deliveries --redeliver wh_1',
    show: showDeliveries,
  }),
  command('emails', 'emails', { show: showEmails }),
  command('bureau', 'bureauReports', { show: showReports }),
  command('violations --clear', 'violations', {
    instead: { '--clear': 'clearViolations' },
    own: CLEAR,
    show: showViolations,
  }),

  // Merchant, agreement and webhooks
  command('merchant show', 'merchant', { isDefault: true, example: 'repaykit merchant', show: showTerms }),
  command('merchant set <status>', 'patchMerchant', { example: 'repaykit merchant set suspended', show: showTerms }),
  command('policy show', 'policy', { isDefault: true, example: 'repaykit policy', show: showTerms }),
  command('policy set <name=value...>', 'patchPolicy', {
    own: { '<name=value...>': { meaning: 'terms and their values; a dot leads to an inner term', read: readPairs } },
    example: 'repaykit policy set dueHour=10 partialCollection=false webhook.attempts=3',
    show: showTerms,
  }),
  command('endpoint set <url> --secret <text>', 'setWebhookEndpoint', {
    own: {
      '<url>': { meaning: 'URL of the receiver, on loopback or a private address unless the server allows others' },
    },
    example: 'repaykit endpoint set http://127.0.0.1:3000/webhooks',
    show: showEndpoint,
  }),
  command('endpoint clear', 'setWebhookEndpoint', {
    summary: 'stops sending webhooks',
    always: { url: null },
    show: showEndpoint,
  }),
  command('insurance add <productType> <amount> --number <text> --start-date <date> --end-date <date>', 'addPolicy', {
    example: 'repaykit insurance add gadget 4500 --number POL-GADGET-1',
    show: ({ number }) => `added the policy ${words(number)}\n`,
  }),
];
