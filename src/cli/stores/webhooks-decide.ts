import { systemClock } from '../../clock/clock.ts';
import { InputError } from '../../errors.ts';
import { redactText } from '../../redact/redact.ts';
import { type InboxDecision, walkItems } from '../../webhooks/inbox/inbox.ts';
import type { CommandFlags } from '../in-flags.ts';
import type { CliIo } from '../terminal/io.ts';
import { printable } from '../terminal/terminal-text.ts';
import type { StorePlace } from './store-place.ts';
import { type FoundKey, findKeys, type ReadableInbox, withInbox } from './webhooks-inbox.ts';

export type ReplayFlags = StorePlace & CommandFlags<never, never, 'all' | 'json'>;
export type QuarantineFlags = StorePlace & CommandFlags<'reason', never, 'json'>;

interface Written<Flags> {
  readonly given: readonly string[];
  readonly flags: Flags;
}

export async function replay(given: readonly string[], flags: ReplayFlags, io: CliIo): Promise<number> {
  if ((given.length === 0) === (flags.all === undefined)) {
    const message = 'name the deliveries by the beginnings of their keys, or --all that is quarantined';
    throw new InputError('repaykit webhooks replay', [{ path: 'KEY', message }]);
  }
  return withInbox(flags, (inbox) => replayItems(inbox, { given, flags }, io));
}

/** Like {@link replay}, for an open inbox. */
export async function replayItems(inbox: ReadableInbox, { given, flags }: Written<ReplayFlags>, io: CliIo) {
  const found = flags.all ? await quarantinedKeys(inbox) : await findKeys(inbox, given);
  const outcome = await decideOn(inbox, found, { kind: 'replay', now: systemClock.now() });
  const next = ': the worker, or the next delivery, works on what is replayed';
  return print(outcome, { json: flags.json, name: 'replayed', next }, io);
}

export async function quarantine(given: readonly string[], flags: QuarantineFlags, io: CliIo): Promise<number> {
  if (flags.reason.trim() === '')
    throw new InputError('repaykit webhooks quarantine', [
      { path: '--reason', message: 'must say why, for the person who finds it' },
    ]);
  return withInbox(flags, (inbox) => quarantineItems(inbox, { given, flags }, io));
}

/** Like {@link quarantine}, for an open inbox. */
export async function quarantineItems(inbox: ReadableInbox, { given, flags }: Written<QuarantineFlags>, io: CliIo) {
  const reason = printable(redactText(flags.reason.trim()));
  const outcome = await decideOn(inbox, await findKeys(inbox, given), { kind: 'quarantine', reason });
  const next = ', until replayed or delivered again: the worker, or the next delivery, works on what is replayed';
  return print(outcome, { json: flags.json, name: 'quarantined', next }, io);
}

interface Outcome {
  readonly decided: readonly string[];
  readonly failed: readonly { readonly key: string; readonly problem: string }[];
}

async function decideOn(inbox: ReadableInbox, found: readonly FoundKey[], decision: InboxDecision): Promise<Outcome> {
  const decided = new Set<string>();
  const failed: { key: string; problem: string }[] = [];
  for (const each of found) {
    const { given } = each;
    if ('problem' in each) failed.push({ key: given, problem: each.problem });
    else if (await inbox.decide(each.key, decision)) decided.add(each.key);
    else {
      const problem = `'${printable(given)}' was worked on meanwhile and is done: there is nothing to decide`;
      failed.push({ key: given, problem });
    }
  }
  return { decided: [...decided], failed };
}

async function quarantinedKeys(inbox: ReadableInbox): Promise<readonly FoundKey[]> {
  const found: FoundKey[] = [];
  for await (const { key } of walkItems(inbox, { status: 'quarantined' })) found.push({ given: key, key });
  return found;
}

function print(
  { decided, failed }: Outcome,
  { json, name, next }: { readonly json: true | undefined; readonly name: string; readonly next: string },
  io: CliIo,
): number {
  for (const { problem } of failed) io.err(`repaykit: ${problem}\n`);
  const count = decided.length === 1 ? '1 delivery is' : `${decided.length} deliveries are`;
  const text = decided.length === 0 ? `nothing is ${name}` : `${count} ${name}${next}`;
  io.out(json ? `${JSON.stringify({ [name]: decided, failed })}\n` : `${text}\n`);
  return failed.length > 0 ? 1 : 0;
}
