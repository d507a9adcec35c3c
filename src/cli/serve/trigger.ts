import { systemClock } from '../../clock/clock.ts';
import { SECOND_MS } from '../../domain/calendar.ts';
import { ConnectionError, InputError } from '../../errors.ts';
import { redactText } from '../../redact/redact.ts';
import { checkEndpointUrl } from '../../server/webhooks/endpoint.ts';
import { httpSender } from '../../server/webhooks/http-sender.ts';
import {
  brokenKinds,
  describeBroken,
  hmacBrokenKinds,
  isHmacBroken,
  type WantedAnswer,
} from '../../webhooks/broken-delivery.ts';
import type { CliIo } from '../terminal/io.ts';
import { colourOfStatus, paintWith, textTable } from '../terminal/terminal-text.ts';
import { draftFrom, eventNames, type TriggerDraft, type TriggerFlags } from './trigger-draft.ts';

export async function trigger(event: string | undefined, flags: TriggerFlags, io: CliIo): Promise<number> {
  if (flags.list) return list(flags, io);
  const draft = draftFrom(event, flags);
  const statuses = await sendDraft(draft, { allowHosts: flags.allowHost ?? [], stop: io.stop });
  const why = judge(draft.wanted, statuses);
  if (flags.json) {
    const { to, event: name, broken, shownHeaders: headers, wanted, delivery } = draft;
    const facts = { event: name, broken, to, headers, bytes: delivery.body.length, statuses, wanted };
    io.out(`${JSON.stringify({ ...facts, asExpected: why === undefined })}\n`);
  } else show(draft, statuses, io);
  if (why === undefined) return 0;
  io.err(`repaykit: ${why}\n`);
  return 1;
}

function show(
  { to, event, broken, shownHeaders, delivery }: TriggerDraft,
  statuses: readonly number[],
  io: CliIo,
): void {
  const paint = paintWith(io.showsColour);
  const what = broken ? `${event}, broken: ${broken} (${describeBroken(broken).meaning})` : event;
  const answers = statuses.map((status) => paint(colourOfStatus(status), String(status))).join(' and ');
  io.out(
    `${paint('bold', what)} to ${to}\n${textTable(Object.entries(shownHeaders), paint)}  ${delivery.body.length} bytes\nthe receiver answered ${answers}\n`,
  );
}

/** Why the answers are wrong; undefined if they are right. */
export function judge(wanted: WantedAnswer, statuses: readonly number[]): string | undefined {
  const wrong = statuses.find((status) => !isWanted(wanted, status));
  if (wrong === undefined) return undefined;
  if (wrong >= 500) return `the receiver failed with ${wrong}: whatever is sent to it, it should not`;
  if (wanted === 'refused') return `the receiver answered ${wrong}, where it should refuse this with 4xx`;
  if (wanted === 'taken') return `the receiver answered ${wrong}, where it should take this with 2xx`;
  return `the receiver answered ${wrong}, where 2xx or 4xx are fit`;
}

function isWanted(wanted: WantedAnswer, status: number): boolean {
  const isTaken = status >= 200 && status < 300;
  const isRefused = status >= 400 && status < 500;
  return (isTaken && wanted !== 'refused') || (isRefused && wanted !== 'taken');
}

function list({ json }: TriggerFlags, io: CliIo): number {
  const broken = [...brokenKinds, ...hmacBrokenKinds].map((kind) => ({
    kind,
    ...describeBroken(kind),
    needsHmac: isHmacBroken(kind),
  }));
  if (json) io.out(`${JSON.stringify({ events: eventNames, broken })}\n`);
  else {
    const paint = paintWith(io.showsColour);
    const rows = broken.map(({ kind, wanted, meaning, needsHmac }) => [
      kind,
      fitAnswer(wanted),
      needsHmac ? `${meaning}; with --hmac` : meaning,
    ]);
    io.out(
      `events\n${eventNames.map((kind) => `  ${kind}\n`).join('')}\n${textTable(rows, paint, ['--broken', 'fit answer', 'what is wrong'])}`,
    );
  }
  return 0;
}

function fitAnswer(wanted: WantedAnswer): string {
  if (wanted === 'either') return '2xx or 4xx';
  return wanted === 'taken' ? '2xx' : '4xx';
}

const DEADLINE_MS = 30 * SECOND_MS;

async function sendDraft(
  { url, to, delivery }: TriggerDraft,
  { allowHosts, stop }: { readonly allowHosts: readonly string[]; readonly stop: AbortSignal },
): Promise<readonly number[]> {
  const beyond = checkEndpointUrl(url.href, '--to', allowHosts);
  if (beyond.length > 0)
    throw new InputError('repaykit trigger', [
      { path: '--to', message: 'lies beyond loopback and private addresses: allow the host with --allow-host' },
    ]);
  const sender = httpSender(allowHosts);
  const ended = new AbortController();
  const late = new AbortController();
  const pass = () => late.abort(new Error(`it did not answer within ${DEADLINE_MS / SECOND_MS} seconds`));
  systemClock.sleep(DEADLINE_MS, ended.signal).then(pass, () => undefined);
  const signal = AbortSignal.any([late.signal, stop]);
  const statuses: number[] = [];
  try {
    while (statuses.length < delivery.times) {
      statuses.push(await sender.send({ url: url.href, headers: delivery.headers, body: delivery.body, signal }));
    }
    return statuses;
  } catch (error) {
    const reason = redactText(error instanceof Error ? error.message : String(error));
    throw new ConnectionError(`the receiver at ${to} gave no answer: ${reason}`, { cause: error });
  } finally {
    ended.abort();
    await sender.close();
  }
}
