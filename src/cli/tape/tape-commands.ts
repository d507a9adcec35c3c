import { Command } from 'commander';
import { refuseUnknownSubcommand } from '../control/add-control-commands.ts';
import { takingStorePlace } from '../stores/store-place.ts';
import type { CliIo } from '../terminal/io.ts';
import type { CompareFlags, FingerprintFlags } from './compare-tapes.ts';
import type { TapeExportFlags } from './export-tape.ts';
import type { TapeVerifyFlags } from './verify-tape.ts';

type Finish = (exitCode: number) => void;

export function tapeCommand(io: CliIo, finish: Finish): Command {
  const tape = new Command('tape')
    .description('loan tapes for funders: a row for each loan, which anyone can check offline')
    .addHelpText(
      'after',
      '\nExamples:\n  repaykit tape export --as-of 2026-11-30 --out tape-2026-11 --with-evidence \\\n    --checkpoints checkpoints --key checkpoints.key --sqlite loans.db\n  repaykit tape verify tape-2026-11 --key checkpoints.pem',
    );
  for (const command of [exportCommand, verifyCommand, fingerprintsCommand, compareCommand])
    tape.addCommand(command(io, finish));
  return tape
    .hook('preSubcommand', (parent, command) => void command.copyInheritedSettings(parent))
    .hook('preSubcommand', refuseUnknownSubcommand);
}

function exportCommand(io: CliIo, finish: Finish): Command {
  return takingStorePlace(new Command('export').description('takes a checkpoint, and writes a row for each loan file'))
    .requiredOption('--out <directory>', 'new directory of the tape')
    .requiredOption('--checkpoints <directory>', 'directory of fileCheckpoints, which gets the checkpoint')
    .requiredOption('--key <file>', 'PEM file with the private key of the checkpoints, which also signs the tape')
    .option('--as-of <day>', 'last day that counts, YYYY-MM-DD (default: today)')
    .option('--with-evidence', 'adds the events behind the rows, without personal data')
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      `
Money counts by its own day, as far as the checkpoint knows it. Each column is
defined in definitions.csv. Nothing in a tape is personal data, but ids of
loans and payers are in it.

Example:
  repaykit tape export --as-of 2026-11-30 --out tape-2026-11 \\
    --with-evidence --checkpoints /mnt/checkpoints --key checkpoints.key \\
    --database-url postgres://owner@db.example.com/lender`,
    )
    .action(async (flags: TapeExportFlags) => finish(await (await import('./export-tape.ts')).writeTape(flags, io)));
}

function verifyCommand(io: CliIo, finish: Finish): Command {
  return new Command('verify')
    .description('checks a tape offline, and computes its rows again from the evidence')
    .argument('<directory>', 'the tape')
    .option('--key <file...>', 'PEM file with the public key of the lender; name all if it was replaced')
    .option('--checkpoints <directory>', 'checkpoints that you kept; reveals loans that were rewritten or left out')
    .option('--evidence <file>', "evidence file to use instead of the tape's own")
    .option('--sample <number>', 'computes only so many rows; needs --seed')
    .option('--seed <text>', 'any text that selects the sample; choose it after you got the tape')
    .option('--json', 'prints the report as one JSON object')
    .addHelpText(
      'after',
      `
The exit code is 0 only if no cell differs and nothing else is wrong.

Examples:
  repaykit tape verify tape-2026-11 --key checkpoints.pem
  repaykit tape verify tape-2026-11 --key checkpoints.pem \\
    --sample 200 --seed 'our meeting of 3 December'`,
    )
    .action(async (path: string, flags: TapeVerifyFlags) =>
      finish(await (await import('./verify-tape.ts')).checkTape(path, flags, io)),
    );
}

const SECRET = [
  '--secret-file <file>',
  'file with the secret that both sides agreed on, at least 32 characters: openssl rand -hex 32',
] as const;

function fingerprintsCommand(io: CliIo, finish: Finish): Command {
  return new Command('fingerprints')
    .description('writes a keyed fingerprint of each loan, for a comparison without the tape')
    .argument('<directory>', 'the tape')
    .requiredOption(...SECRET)
    .requiredOption('--out <file>', 'new file')
    .option('--json', 'prints one JSON object about the written file')
    .addHelpText(
      'after',
      '\nExample:\n  repaykit tape fingerprints tape-2026-11 \\\n    --secret-file secret.txt --out ours.txt',
    )
    .action(async (path: string, flags: FingerprintFlags) =>
      finish(await (await import('./compare-tapes.ts')).writeFingerprints(path, flags, io)),
    );
}

function compareCommand(io: CliIo, finish: Finish): Command {
  return new Command('compare')
    .description('finds loans that are in two tapes')
    .argument('<a>', 'a tape, or a file with fingerprints')
    .argument('<b>', 'the other one')
    .requiredOption(...SECRET)
    .option('--json', 'prints one JSON object')
    .addHelpText(
      'after',
      `
The exit code is 0 only if no loan is in both.

Example:
  repaykit tape compare tape-2026-11 theirs.txt --secret-file secret.txt`,
    )
    .action(async (a: string, b: string, flags: CompareFlags) =>
      finish(await (await import('./compare-tapes.ts')).compare([a, b], flags, io)),
    );
}
