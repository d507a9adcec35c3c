import { Argument, type Command, Option } from 'commander';
import { nearestName } from '../../validation/nearest-name.ts';
import type { CliIo } from '../terminal/io.ts';
import type { ServerTarget } from './ask-server.ts';
import { controlCommands } from './commands.ts';
import { type ControlCommand, exampleLines, type Flags } from './control-command.ts';

export function addControlCommands(program: Command, io: CliIo): void {
  for (const command of controlCommands) {
    const [first = '', second] = command.name.split(' ');
    const leaf = (second === undefined ? program : groupOf(program, first)).command(second ?? first, {
      isDefault: command.isDefault,
    });
    describe(leaf, command).action(async () => {
      const { runControlCommand } = await import('./ask-server.ts');
      await runControlCommand(command, { words: leaf.args, flags: leaf.opts<Flags & ServerTarget>() }, io);
    });
  }
}

function groupOf(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name);
  if (known) return known;
  const members = controlCommands.filter((command) => command.name.startsWith(`${name} `));
  return program
    .command(name)
    .hook('preSubcommand', refuseUnknownSubcommand)
    .description(members.map((command) => command.summary.split(/[;:,]/)[0]).join(' · '))
    .addHelpText('after', examplesText(members));
}

// A group with an unknown second word runs its default command. That takes no words, so the word is a misspelt command.
export function refuseUnknownSubcommand(group: Command, found: Command): void {
  if (group.args[0] === found.name()) return;
  const [name] = found.parseOptions([...group.args]).operands;
  if (name === undefined) return;
  const known = group.commands.map((command) => command.name());
  if (known.includes(name)) group.error(`error: write options after the command: repaykit ${group.name()} ${name} …`);
  const meant = nearestName(name, known);
  group.error(
    `error: unknown command '${name}' (${meant ? `Did you mean ${meant}?` : `There are ${known.join(', ')}`})`,
  );
}

function examplesText(commands: readonly ControlCommand[]): string {
  const lines = exampleLines(commands);
  return `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`).join('\n')}`;
}

function describe(leaf: Command, command: ControlCommand): Command {
  leaf.description(command.summary);
  for (const { syntax, meaning } of command.parameters) {
    if (syntax.startsWith('--')) leaf.option(syntax, meaning);
    else leaf.addArgument(new Argument(syntax, meaning));
  }
  return leaf
    .addOption(new Option('--url <url>', 'URL of the server').default('http://127.0.0.1:4010').env('REPAYKIT_URL'))
    .addOption(
      new Option('--world <name>', 'world of the keys pk_test_NAME, instead of the default world').env(
        'REPAYKIT_WORLD',
      ),
    )
    .addOption(new Option('--control-token <text>', 'the --control-token of the server').env('REPAYKIT_CONTROL_TOKEN'))
    .option('--json', "prints the server's answer unchanged")
    .addHelpText('after', examplesText([command]));
}
