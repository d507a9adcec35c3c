import { Command, Option } from 'commander';
import type { CliIo } from './io.ts';
import type { TriggerFlags } from './trigger/draft.ts';

/** `repaykit trigger`: the flags and their help. */
export function triggerCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('trigger')
    .description('sends a webhook, good or wrong on purpose, to a receiver; a check for CI')
    .argument('[event]', 'which event; --list shows them all')
    .option('--to <url>', 'where the receiver is')
    .option('--broken <kind>', 'wrong in this way; --list shows them all')
    .option('--secret <text>', 'what the header of the secret carries', 'whsec_repaykit')
    .option('--header <name>', 'the header of the secret', 'x-auth-signature')
    .addOption(
      new Option(
        '--hmac <secret>',
        'signs by the Standard Webhooks scheme with this secret (whsec_…) instead',
      ).conflicts(['secret', 'header']),
    )
    .option('--mandate-id <id>', 'the mandate that the event is about')
    .option('--field <name=value...>', 'other fields of the event: amountCollected=500 instalmentStatus=failed')
    .option('--allow-host <name...>', 'hosts that it may be sent to, beside loopback and private addresses')
    .option('--list', 'shows the events and the ways to be wrong')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      `
Ends with 0 if the receiver answered as it should: 2xx to a good event, 4xx to one that must be refused, 2xx twice to a duplicate; what only
re-reading can find out may be answered either way, but never with 5xx.

Examples:
  repaykit trigger mandate.activated --to http://127.0.0.1:3000/webhooks --mandate-id 650000000000000000000010
  repaykit trigger collection --to http://127.0.0.1:3000/webhooks --field instalmentStatus=failed amountCollected=0
  repaykit trigger collection --to http://127.0.0.1:3000/webhooks --broken wrong-secret
  repaykit trigger collection --to http://127.0.0.1:3000/webhooks --hmac whsec_c2FtcGxlIGtleSBvZiAyNCBieXRlcyE= --broken stale-timestamp`,
    )
    .action(async (event: string | undefined, flags: TriggerFlags) =>
      finish(await (await import('./trigger/trigger.ts')).trigger(event, flags, io)),
    );
}
