import {
  brokenKinds,
  describeBroken,
  hmacBrokenKinds,
  isHmacBroken,
  type WantedAnswer,
} from '../../webhooks/broken-kinds.ts';
import { colourOfStatus, paintWith } from '../colour.ts';
import type { CliIo } from '../io.ts';
import { textTable } from '../text-table.ts';
import { draftFrom, type TriggerDraft, type TriggerFlags } from './draft.ts';
import { eventNames } from './event-names.ts';
import { sendDraft } from './send-draft.ts';

/** Sends one event and judges the answer; the answer is the exit code. @throws InputError, ConnectionError */
export async function trigger(event: string | undefined, flags: TriggerFlags, io: CliIo): Promise<number> {
  if (flags.list) return list(flags, io);
  const draft = draftFrom(event, flags);
  const statuses = await sendDraft(draft, { allowHosts: flags.allowHost ?? [], stop: io.stop });
  const why = judge(draft.wanted, statuses);
  if (flags.json) {
    const { to, event: name, broken, shownHeaders: headers, delivery } = draft;
    io.out(
      `${JSON.stringify({ event: name, broken, to, headers, bytes: delivery.body.length, statuses, wanted: draft.wanted, asExpected: why === undefined })}\n`,
    );
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
  const headers = Object.entries(shownHeaders).map(([name, value]) => [name, value]);
  const answers = statuses.map((status) => paint(colourOfStatus(status), String(status))).join(' and ');
  io.out(
    `${paint('bold', what)} to ${to}\n${textTable(headers, paint)}  ${delivery.body.length} bytes\nthe receiver answered ${answers}\n`,
  );
}

/** Why an answer is not as it should be; undefined if it is. */
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
