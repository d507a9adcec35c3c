import { systemClock } from '../../clock/clock.ts';
import { InputError } from '../../errors.ts';
import { redactText } from '../../redact/redact.ts';
import type { InboxDecision } from '../../webhooks/inbox/inbox.ts';
import type { CliIo } from '../terminal/io.ts';
import { printable } from '../terminal/terminal-text.ts';
import type { StorePlace } from './store-place.ts';
import { type FoundKey, findKeys, type ReadableInbox, walkItems, withInbox } from './webhooks-inbox.ts';

/** What `repaykit webhooks replay` was told. */
export interface ReplayFlags extends StorePlace {
  readonly all?: true;
  readonly json?: true;
}

/** What `repaykit webhooks quarantine` was told. */
export interface QuarantineFlags extends StorePlace {
  readonly reason: string;
  readonly json?: true;
}

/** Has deliveries worked on again; the answer is the exit code. @throws ConfigurationError, InputError, StoreError */
export async function replay(given: readonly string[], flags: ReplayFlags, io: CliIo): Promise<number> {
  if ((given.length === 0) === (flags.all === undefined)) {
    throw new InputError('repaykit webhooks replay', [
      { path: 'KEY', message: 'name the deliveries by the beginnings of their keys, or --all that is quarantined' },
    ]);
  }
  return withInbox(flags, (inbox) => replayItems(inbox, { given, flags }, io));
}

/** As {@link replay}, in an inbox that is open. */
export async function replayItems(
  inbox: ReadableInbox,
  { given, flags }: { readonly given: readonly string[]; readonly flags: ReplayFlags },
  io: CliIo,
): Promise<number> {
  const found = flags.all ? await quarantinedKeys(inbox) : await findKeys(inbox, given);
  const outcome = await decideOn(inbox, found, { kind: 'replay', now: systemClock.now() });
  const { decided } = outcome;
  const text =
    decided.length === 0
      ? 'nothing is replayed'
      : `${counted(decided.length)} replayed: the worker, or the next delivery, works on what is replayed`;
  return tell(outcome, { json: flags.json, name: 'replayed', text }, io);
}

/** Keeps deliveries aside; the answer is the exit code. @throws ConfigurationError, InputError, StoreError */
export async function quarantine(given: readonly string[], flags: QuarantineFlags, io: CliIo): Promise<number> {
  if (flags.reason.trim() === '')
    throw new InputError('repaykit webhooks quarantine', [
      { path: '--reason', message: 'must say why, for whoever finds it' },
    ]);
  return withInbox(flags, (inbox) => quarantineItems(inbox, { given, flags }, io));
}

/** As {@link quarantine}, in an inbox that is open. */
export async function quarantineItems(
  inbox: ReadableInbox,
  { given, flags }: { readonly given: readonly string[]; readonly flags: QuarantineFlags },
  io: CliIo,
): Promise<number> {
  const reason = printable(redactText(flags.reason.trim()));
  const outcome = await decideOn(inbox, await findKeys(inbox, given), { kind: 'quarantine', reason });
  const { decided } = outcome;
  const kept = `${counted(decided.length)} quarantined, until replayed or delivered again: the worker, or the next delivery, works on what is replayed`;
  return tell(
    outcome,
    { json: flags.json, name: 'quarantined', text: decided.length === 0 ? 'nothing is quarantined' : kept },
    io,
  );
}

interface Outcome {
  /** Whole keys. */
  readonly decided: readonly string[];
  readonly failed: readonly { readonly key: string; readonly problem: string }[];
}

async function decideOn(inbox: ReadableInbox, found: readonly FoundKey[], decision: InboxDecision): Promise<Outcome> {
  const decided = new Set<string>();
  const failed: { key: string; problem: string }[] = [];
  for (const each of found) {
    if ('problem' in each) failed.push({ key: each.given, problem: each.problem });
    else if (await inbox.decide(each.key, decision)) decided.add(each.key);
    else
      failed.push({
        key: each.given,
        problem: `'${printable(each.given)}' was worked on meanwhile and is done: there is nothing to decide`,
      });
  }
  return { decided: [...decided], failed };
}

async function quarantinedKeys(inbox: ReadableInbox): Promise<readonly FoundKey[]> {
  const found: FoundKey[] = [];
  for await (const { key } of walkItems(inbox, { status: 'quarantined' })) found.push({ given: key, key });
  return found;
}

function tell(
  { decided, failed }: Outcome,
  { json, name, text }: { readonly json: true | undefined; readonly name: string; readonly text: string },
  io: CliIo,
): number {
  for (const { problem } of failed) io.err(`repaykit: ${problem}\n`);
  io.out(json ? `${JSON.stringify({ [name]: decided, failed })}\n` : `${text}\n`);
  return failed.length > 0 ? 1 : 0;
}

function counted(count: number): string {
  return count === 1 ? '1 delivery is' : `${count} deliveries are`;
}
