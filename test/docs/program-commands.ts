/** The command line as the program itself knows it. */
import type { Argument, Command, Option } from 'commander';
import { createProgram } from '../../src/cli/program.ts';

const io = { out: () => undefined, err: () => undefined, showsColour: false, stop: new AbortController().signal };

/** The program; what its commands would do is never done. */
export function program(): Command {
  return createProgram(io, () => undefined);
}

/** A command, the text below its options in the help, and its examples. */
export interface Described {
  readonly summary: string;
  readonly words: readonly Argument[];
  readonly options: readonly Option[];
  /** Exit codes and other facts. */
  readonly notes: string;
  readonly examples: readonly string[];
}

/** What the help of a command says. */
export function describeCommand(command: Command): Described {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  const after = help.slice(command.helpInformation().length);
  const [notes = '', examples = ''] = after.split(/^Examples?:$/m);
  return {
    summary: command.description(),
    words: command.registeredArguments,
    options: command.options,
    notes: notes.trim(),
    examples: examples
      .split(/(?<!\\)\n/)
      .map((example) => example.trim().replaceAll(/\n {2}/g, '\n'))
      .filter((example) => example !== ''),
  };
}
