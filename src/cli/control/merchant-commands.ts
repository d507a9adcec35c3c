import { type Paint, textTable } from '../terminal/terminal-text.ts';
import { type ControlCommand, call, controlCommand } from './control-command.ts';
import { given, readNumber, readPairs } from './read-words.ts';
import { words } from './shown-values.ts';

function showTerms(terms: Readonly<Record<string, unknown>>, paint: Paint): string {
  const rows = Object.entries(terms).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, words(each)])
      : [[name, words(value)]],
  );
  return textTable(rows, paint);
}

function showEndpoint({ url }: { readonly url: string | null }): string {
  return url === null ? 'webhooks go nowhere\n' : `webhooks go to ${words(url)}\n`;
}

/** The merchant, the merchant agreement, where webhooks go, and insurance policies. */
export const merchantCommands: readonly ControlCommand[] = [
  controlCommand({
    name: 'merchant show',
    isDefault: true,
    summary: 'the merchant and its standing',
    example: 'repaykit merchant',
    request: () => call('GET', '/merchant'),
    show: showTerms,
  }),
  controlCommand({
    name: 'merchant set',
    summary: "changes the merchant's standing; only an approved one may work",
    words: [['<status>', 'approved, in-review or suspended']],
    example: 'repaykit merchant set suspended',
    request: ([status]) => ({ method: 'PATCH', path: '/merchant', body: { status } }),
    show: showTerms,
  }),
  controlCommand({
    name: 'policy show',
    isDefault: true,
    summary: 'the terms of the merchant agreement',
    example: 'repaykit policy',
    request: () => call('GET', '/policy'),
    show: showTerms,
  }),
  controlCommand({
    name: 'policy set',
    summary: 'changes terms of the merchant agreement',
    words: [['<name=value...>', 'terms and their values; dots lead inside']],
    example: 'repaykit policy set dueHour=10 partialCollection=false webhook.attempts=3',
    request: (pairs) => ({ method: 'PATCH', path: '/policy', body: readPairs(pairs, 'name=value') }),
    show: showTerms,
  }),
  controlCommand({
    name: 'endpoint set',
    summary: 'registers where webhooks go',
    words: [['<url>', 'on loopback or a private address, unless the server allows others']],
    flags: [['--secret <text>', 'what x-auth-signature carries; left out, it stays as it is']],
    example: 'repaykit endpoint set http://127.0.0.1:3000/webhooks',
    request: ([url], { secret }) => ({ method: 'PUT', path: '/webhook-endpoint', body: given({ url, secret }) }),
    show: showEndpoint,
  }),
  controlCommand({
    name: 'endpoint clear',
    summary: 'sends no webhooks from now on',
    example: 'repaykit endpoint clear',
    request: () => ({ method: 'PUT', path: '/webhook-endpoint', body: { url: null } }),
    show: showEndpoint,
  }),
  controlCommand<{ readonly number?: unknown }>({
    name: 'insurance add',
    summary: 'adds an insurance policy that claims can be made on',
    words: [
      ['<productType>', 'git, gadget, credit_life or health'],
      ['<amount>', 'what was paid for it, in naira'],
    ],
    flags: [
      ['--number <text>', "the policy's number; left out, the server makes one"],
      ['--start-date <date>', 'YYYY-MM-DD or ISO 8601'],
      ['--end-date <date>', 'YYYY-MM-DD or ISO 8601'],
    ],
    example: 'repaykit insurance add gadget 4500 --number POL-GADGET-1',
    request: ([productType, amount = ''], { number, startDate, endDate }) => ({
      method: 'POST',
      path: '/policies',
      body: given({ productType, amount: readNumber({ amount }, 'amount'), number, startDate, endDate }),
    }),
    show: ({ number }) => `added the policy ${words(number)}\n`,
  }),
];
