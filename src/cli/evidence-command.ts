import { Command } from 'commander';
import type { ExportFlags } from './evidence/export.ts';
import type { VerifyFlags } from './evidence/verify.ts';
import type { CliIo } from './io.ts';
import { takingStorePlace } from './store-place.ts';

/** `repaykit evidence`: its two commands, their flags and their help. */
export function evidenceCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  const evidence = new Command('evidence')
    .description('takes loans out of a store as evidence, and checks evidence offline')
    .addHelpText(
      'after',
      '\nExamples:\n  repaykit evidence export loan-17 --sqlite loans.db --out loan-17.ndjson\n  repaykit evidence verify loan-17.ndjson --public-key checkpoints.pem',
    );
  // Each speaks through the same outputs as the program, which hands its settings only to `evidence`.
  for (const command of [exportCommand(io), verifyCommand(io, finish)]) evidence.addCommand(command);
  evidence.hook('preSubcommand', (parent, command) => void command.copyInheritedSettings(parent));
  return evidence;
}

function exportCommand(io: CliIo): Command {
  return takingStorePlace(
    new Command('export').description(
      'writes the events of loans, byte for byte, with the checkpoints that vouch for them',
    ),
  )
    .argument('<loan...>', 'ids of the loans')
    .option('--checkpoints <directory>', 'where fileCheckpoints keeps them')
    .option('--show-personal', 'shows what is about the payer too, as far as the key still exists')
    .option('--keys <directory>', 'where localKeys keeps the keys of payers')
    .option('--master-key-file <file>', 'the file with the master key of --keys')
    .option('--out <file>', 'a new file (default: standard output)')
    .option('--json', 'prints one JSON object about the file that was written')
    .addHelpText(
      'after',
      '\nExample:\n  repaykit evidence export loan-17 --database-url postgres://auditor@db.example.com/lender --checkpoints /mnt/checkpoints --out loan-17.ndjson',
    )
    .action(async (loanIds: readonly string[], flags: ExportFlags) =>
      (await import('./evidence/export.ts')).exportLoans(loanIds, flags, io),
    );
}

function verifyCommand(io: CliIo, finish: (exitCode: number) => void): Command {
  return new Command('verify')
    .description('checks an evidence file; nothing else is needed but the public key of the checkpoints')
    .argument('<file>', 'the evidence file')
    .option('--public-key <file...>', 'PEM file with the public key, or several where it was replaced')
    .option('--checkpoints <directory>', 'the checkpoints themselves: finds what was left out of the file too')
    .option('--json', 'prints the report as one JSON object')
    .addHelpText(
      'after',
      `
Ends with 0 only if all of it holds: every event follows the one before, every personal part is what was committed to and, with a public key, a
checkpoint vouches for each loan.

Example:
  repaykit evidence verify loan-17.ndjson --public-key checkpoints.pem`,
    )
    .action(async (path: string, flags: VerifyFlags) =>
      finish(await (await import('./evidence/verify.ts')).verifyFile(path, flags, io)),
    );
}
