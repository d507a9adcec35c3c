import { ranText } from '../terminal/terminal-text.ts';
import { type ControlCommand, call, controlCommand } from './control-command.ts';
import { given, readNumber } from './read-words.ts';
import { instant, words } from './shown-values.ts';

interface Moved {
  readonly now: string;
  readonly ran: {
    readonly attempts: number;
    readonly timeouts: number;
    readonly expiries: number;
    readonly webhooks: number;
  };
}

function showMove({ now, ran }: Moved): string {
  return `the clock stands at ${instant(now)}: ${ranText(ran)}\n`;
}

/** The world's time, and beginning again. */
export const timeCommands: readonly ControlCommand[] = [
  controlCommand<{ now: string; flow: string }>({
    name: 'clock show',
    isDefault: true,
    summary: 'where the clock stands, and whether it flows',
    example: 'repaykit clock',
    request: () => call('GET', '/clock'),
    show: ({ now, flow }) =>
      `${instant(now)}, ${flow === 'frozen' ? 'stands still until it is moved' : 'flows with real time'}\n`,
  }),
  controlCommand<Moved>({
    name: 'clock advance',
    summary: 'moves the clock on; answers once all webhooks on the way were tried',
    words: [['<duration>', 'ISO 8601: P1M, P30D, PT4H']],
    example: 'repaykit clock advance P30D',
    request: ([advance]) => ({ method: 'POST', path: '/clock', body: { advance } }),
    show: showMove,
  }),
  controlCommand<Moved>({
    name: 'clock to',
    summary: 'moves the clock to an instant',
    words: [['<instant>', 'ISO 8601 with an offset']],
    before: ['repaykit reset --now 2026-01-05T08:00:00Z'],
    example: 'repaykit clock to 2026-03-01T07:00:00Z',
    request: ([to]) => ({ method: 'POST', path: '/clock', body: { to } }),
    show: showMove,
  }),
  controlCommand<{ status: string; now: string }>({
    name: 'health',
    summary: 'whether the server is up, and what time it is in it',
    example: 'repaykit health',
    request: () => call('GET', '/health'),
    show: ({ status, now }) => `${words(status)}, ${instant(now)}\n`,
  }),
  controlCommand<{ now: string }>({
    name: 'reset',
    summary: 'begins the world again; only the webhook endpoint stays',
    flags: [
      ['--seed <number>', 'the seed of the new beginning'],
      ['--now <instant>', 'where its clock begins'],
    ],
    example: 'repaykit reset --now 2026-01-05T08:00:00Z',
    request: (_, flags) => ({
      method: 'POST',
      path: '/reset',
      body: given({ seed: readNumber(flags, 'seed'), now: flags.now }),
    }),
    show: ({ now }) => `the world begins again at ${instant(now)}\n`,
  }),
];
