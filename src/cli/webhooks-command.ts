import { Command, Option } from 'commander';
import type { CliIo } from './io.ts';
import { takingStorePlace } from './store-place.ts';
import type { QuarantineFlags, ReplayFlags } from './webhooks/decide.ts';
import type { ListFlags } from './webhooks/list.ts';

/** `repaykit webhooks`: its three commands, their flags and their help. */
export function webhooksCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  const webhooks = new Command('webhooks')
    .description('shows the inbox of webhooks, has deliveries worked on again, and keeps them aside')
    .addHelpText(
      'after',
      '\nExamples:\n  repaykit webhooks list --status quarantined --sqlite loans.db\n  repaykit webhooks replay 3f2a9c1b77aa --sqlite loans.db',
    );
  // Each speaks through the same outputs as the program, which hands its settings only to `webhooks`.
  for (const command of [listCommand(io), replayCommand(io, finish), quarantineCommand(io, finish)])
    webhooks.addCommand(command);
  webhooks.hook('preSubcommand', (parent, command) => void command.copyInheritedSettings(parent));
  return webhooks;
}

function listCommand(io: CliIo): Command {
  return takingStorePlace(
    new Command('list').description('shows deliveries, the newest first; never a body or anything personal'),
  )
    .addOption(new Option('--status <status>', 'only these').choices(['unfinished', 'done', 'quarantined']))
    .option('--kind <kind>', 'only events of this kind')
    .addOption(
      new Option('--source <source>', 'only what the service sent, or only what reconciliation found').choices([
        'webhook',
        'reconciled',
      ]),
    )
    .option('--limit <number>', 'at most so many', '50')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  repaykit webhooks list --status quarantined --database-url postgres://owner@db.example.com/lender',
    )
    .action(async (flags: ListFlags) => (await import('./webhooks/list.ts')).list(flags, io));
}

function replayCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return takingStorePlace(
    new Command('replay').description('makes deliveries due at once: the worker, or the next delivery, works on them'),
  )
    .argument('[key...]', 'the beginnings of their keys, as list shows them')
    .option('--all', 'everything that is quarantined')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      '\nWhat is done cannot be replayed: its body is gone. Ends with 0 only if all of them are replayed.\n\nExample:\n  repaykit webhooks replay 3f2a9c1b77aa --database-url postgres://owner@db.example.com/lender',
    )
    .action(async (keys: readonly string[], flags: ReplayFlags) =>
      finish(await (await import('./webhooks/decide.ts')).replay(keys, flags, io)),
    );
}

function quarantineCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return takingStorePlace(
    new Command('quarantine').description(
      'keeps deliveries aside until they are replayed or delivered again; the worker, or the next delivery, works on them then',
    ),
  )
    .argument('<key...>', 'the beginnings of their keys, as list shows them')
    .requiredOption('--reason <text>', 'why, for whoever finds them; nothing personal')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      "\nEnds with 0 only if all of them are kept aside.\n\nExample:\n  repaykit webhooks quarantine 3f2a9c1b77aa --reason 'handler fails on it, ticket 31' --sqlite loans.db",
    )
    .action(async (keys: readonly string[], flags: QuarantineFlags) =>
      finish(await (await import('./webhooks/decide.ts')).quarantine(keys, flags, io)),
    );
}
