import { maskBvn } from '../../redact/redact.ts';
import { type Paint, textTable } from '../terminal/terminal-text.ts';
import { type ControlCommand, call, controlCommand, type Described, type Flags } from './control-command.ts';
import { given, readAccount, readMandateId, readNumber, readScript, wrong } from './read-words.ts';
import { PAGE, pageOf, queryOf, type ShownList, shownList } from './shown-list.ts';
import { account, naira, nairaCell, words } from './shown-values.ts';

interface ShownAccount {
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly bankName: string;
  readonly balance: number;
  readonly active: boolean;
  readonly declineWith: string | null;
  readonly script: readonly (string | null)[];
}

interface ShownState {
  readonly mandateId: string;
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly status: string;
  readonly mandateStatus: string;
}

const ACCOUNT: Described = ['<account>', 'bank code and account number, 058/0100000011'];

function showAccount(shown: ShownAccount): string {
  const { balance, active, declineWith, script, bankName } = shown;
  const manner = declineWith
    ? `declines with ${words(declineWith)}`
    : script.length > 0
      ? `script ${script.map((code) => code ?? 'ok').join(',')}`
      : 'behaves normally';
  return `${account(shown)} (${words(bankName)}): ${naira(balance)}, ${active ? 'active' : 'inactive'}, ${manner}\n`;
}

function showPayer({ bvn, accounts }: { bvn: string; accounts: readonly ShownAccount[] }, paint: Paint): string {
  const rows = accounts.map((each) => [
    account(each),
    words(each.bankName),
    nairaCell(each.balance),
    each.active ? 'active' : 'inactive',
  ]);
  return `added the payer with BVN ${maskBvn(bvn)}\n${textTable(rows, paint)}`;
}

function showState(shown: ShownState): string {
  return `${account(shown)} is ${words(shown.status)}; mandate ${words(shown.mandateId)} is ${words(shown.mandateStatus)}\n`;
}

// `058/0123456789=5000`, the balance after the equals sign.
function readNewAccount(text: string): object {
  const [key, balance = '0'] = text.split('=');
  return { ...readAccount(key, '--account'), balance: readNumber({ account: balance }, 'account') };
}

function readActivity({ active, inactive }: Flags): boolean | undefined {
  if (active && inactive) throw wrong('--active', 'and --inactive exclude each other');
  return active ? true : inactive ? false : undefined;
}

function readAccountPatch(flags: Flags): object {
  const { decline, clearDecline, script } = flags;
  return given({
    balance: readNumber(flags, 'balance'),
    active: readActivity(flags),
    declineWith: clearDecline ? null : decline,
    script: typeof script === 'string' ? readScript(script) : undefined,
  });
}

type Payers = ShownList<{ readonly id: string; readonly bvn: string; readonly accounts: readonly ShownAccount[] }>;

function showPayers(list: Payers, paint: Paint): string {
  const rows = list.items.flatMap(({ id, bvn, accounts }) =>
    accounts.map((each) => [
      id,
      maskBvn(bvn),
      account(each),
      nairaCell(each.balance),
      each.active ? 'active' : 'inactive',
    ]),
  );
  return shownList(list, 'no payers', () => textTable(rows, paint, ['payer', 'BVN', 'account', 'balance', '']));
}

/** Payers, their accounts at banks, and what proves an account. */
export const payerCommands: readonly ControlCommand[] = [
  controlCommand({
    name: 'payers',
    summary: 'the payers, with their accounts at banks',
    flags: PAGE,
    example: 'repaykit payers --limit 10',
    request: (_, flags) => call('GET', `/payers${queryOf(pageOf(flags))}`),
    show: showPayers,
  }),
  controlCommand({
    name: 'payer add',
    summary: 'adds a payer with bank accounts',
    flags: [
      ['--bvn <digits>', 'the 11 digits of the BVN'],
      ['--name <name>', 'the name that the accounts are held under'],
      ['--email <address>', 'where mail goes'],
      ['--phone <number>', 'the phone number'],
      [
        '--account <account...>',
        'bank code, account number and balance in naira, 058/0123456789=50000; any number of them',
      ],
    ],
    example:
      "repaykit payer add --bvn 22299900001 --name 'Ada Sample' --account 058/0123456789=50000 044/0123456780=20000",
    request: (_, { bvn, name, email, phone, account: accounts = [] }) => ({
      method: 'POST',
      path: '/payers',
      body: given({ bvn, name, email, phone, accounts: (accounts as readonly string[]).map(readNewAccount) }),
    }),
    show: showPayer,
  }),
  controlCommand({
    name: 'account show',
    summary: 'an account as its bank sees it',
    words: [ACCOUNT],
    example: 'repaykit account show 058/0100000011',
    request: ([text]) => call('GET', accountPath(text)),
    show: showAccount,
  }),
  controlCommand({
    name: 'account set',
    summary: 'changes the balance, or what the bank answers to debits',
    words: [ACCOUNT],
    flags: [
      ['--balance <naira>', 'what is on the account'],
      ['--active', 'the account can be debited'],
      ['--inactive', 'it cannot'],
      ['--decline <code>', 'the response code that every debit gets, such as 51'],
      ['--clear-decline', 'debits are answered as usual again'],
      ['--script <codes>', 'response codes of the next debits, used up one by one: 51,91,ok'],
    ],
    example: 'repaykit account set 058/0100000011 --balance 12500.50 --script 91,ok',
    request: ([text], flags) => ({ method: 'PATCH', path: accountPath(text), body: readAccountPatch(flags) }),
    show: showAccount,
  }),
  controlCommand({
    name: 'deposit',
    summary: "the payer's ₦50 arrives at an account of a mandate",
    words: [['<mandateId>', 'the mandate'], ACCOUNT],
    flags: [
      ['--outcome <outcome>', 'accepted (default), rejected or disputed'],
      ['--from <account>', 'the account that it comes from, if it is another one: that proves nothing'],
    ],
    before: ['repaykit scenario wrong-account'],
    example: 'repaykit deposit 3d8ed02fd2745ae264e66cb8 050/0400000301 --outcome accepted',
    request: ([mandateId, text], { outcome, from }) => ({
      method: 'POST',
      path: '/micro-deposits',
      body: given({
        mandateId: readMandateId(mandateId),
        ...readAccount(text, 'account'),
        outcome,
        from: typeof from === 'string' ? readAccount(from, '--from') : undefined,
      }),
    }),
    show: showState,
  }),
  controlCommand({
    name: 'signature',
    summary: "the payer's bank judges the signature that an account was attached by",
    words: [['<mandateId>', 'the mandate'], ACCOUNT, ['<outcome>', 'matched or mismatched']],
    example: 'repaykit signature 650000000000000000000010 058/0100000011 matched',
    request: ([mandateId, text, outcome]) => ({
      method: 'POST',
      path: '/signatures',
      body: { mandateId: readMandateId(mandateId), ...readAccount(text, 'account'), outcome },
    }),
    show: showState,
  }),
];

function accountPath(text: string | undefined): string {
  const { bankCode, accountNumber } = readAccount(text, 'account');
  return `/accounts/${bankCode}/${accountNumber}`;
}
