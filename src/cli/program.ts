import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { RepayKitError } from '../errors.ts';
import { redactText } from '../redact/redact.ts';
import { bookCommand } from './book/book-commands.ts';
import { addControlCommands } from './control/add-control-commands.ts';
import {
  doctorCommand,
  evidenceCommand,
  migrateCommand,
  reconcileCommand,
  statementCommand,
  webhooksCommand,
  workerCommand,
} from './lender-commands.ts';
import {
  consoleCommand,
  demoCommand,
  driftCommand,
  openApiCommand,
  serveCommand,
  triggerCommand,
} from './server-commands.ts';
import { tapeCommand } from './tape/tape-commands.ts';
import type { CliIo } from './terminal/io.ts';

/** Runs the command line. Returns the process's exit code, 0 only on success. */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  let exitCode = 0;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    const message = describe(error);
    io.err(oneLine(message.startsWith('repaykit ') ? message : `repaykit: ${message}`));
    return 1;
  }
}

/** Creates the program with all commands. Commands that can fail without an error pass their exit code to `finish`. */
export function createProgram(io: CliIo, finish: (exitCode: number) => void): Command {
  const program = new Command('repaykit')
    .option('-V, --version', 'prints the version of the package')
    .description('Tools for lenders on a multi-bank e-mandate service, with the whole service in memory for tests')
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      outputError: (text, write) =>
        write(oneLine(`repaykit: ${redactText(withoutValue(text)).replace(/^error: /, '')}`)),
    });
  program.on('option:version', () => {
    io.out(`${packageVersion()}\n`);
    throw new CommanderError(0, 'commander.version', '');
  });
  const commands = [
    serveCommand,
    demoCommand,
    triggerCommand,
    migrateCommand,
    evidenceCommand,
    bookCommand,
    tapeCommand,
    webhooksCommand,
    workerCommand,
    consoleCommand,
    doctorCommand,
    reconcileCommand,
    statementCommand,
    openApiCommand,
    driftCommand,
  ];
  for (const command of commands) program.addCommand(command(io, finish).copyInheritedSettings(program));
  addControlCommands(program, io);
  return program;
}

// The value of an unknown option may be a password.
function withoutValue(text: string): string {
  return text.replace(/(unknown option '-[^'=]*)=[\s\S]*'/, "$1'");
}

function describe(error: unknown): string {
  if (error instanceof RepayKitError) return error.message;
  return redactText(error instanceof Error ? error.message : String(error));
}

function oneLine(text: string): string {
  return `${text.trim().replace(/\s*\n\s*/g, ' ')}\n`;
}

function packageVersion(): string {
  // Resolved by the package name, because the sources and the build have different depths.
  const { version }: { readonly version: string } = createRequire(import.meta.url)('repaykit/package.json');
  return version;
}
