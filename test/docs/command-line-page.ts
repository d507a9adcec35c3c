/** docs/command-line.md: every command as the program describes it. */
import type { Argument, Command, Option } from 'commander';
import { controlCommands } from '../../src/cli/control/commands.ts';
import { describeCommand, program } from './program-commands.ts';

const HEAD = `# The command line

Run the reference server, control it, and do a lender's routine work from the shell.

\`\`\`sh
npx repaykit serve --frozen --now 2026-01-05T08:00:00Z
\`\`\`

- **Help.** Every command has \`--help\` with examples. \`repaykit --version\` prints the version.
- **Output.** Standard output has only the result. Output of your config file or its logger goes to standard error.
- **JSON.** Every command has \`--json\`. Without it, personal data is masked and amounts are formatted in naira.
- **Exit codes.** 0 means success. 1 means an error, with one line on standard error. 130 means Ctrl-C. Some commands
  below have further codes.
- **Colours** are on in a terminal. \`NO_COLOR\` and \`FORCE_COLOR\` change that.
- **Secrets** belong in the environment or in files. Other users of the machine can see a command line.
`;

const CONTROL_HEAD = `
## Commands that move a server

Each command makes a call of [the control API](control-api.md). Write an account as bank code, slash and number:
\`058/0100000011\`. All these commands have these options:
`;

const FOOT = `
Next: [the reference server](reference-server.md), [the worker](worker.md), [reconciliation](reconciliation.md).
`;

const controlNames = new Set(controlCommands.map(({ name }) => name.split(' ')[0]));

/** Writes the page. */
export function commandLinePage(): string {
  const all = program().commands;
  const own = all.filter((command) => !controlNames.has(command.name()));
  const control = all.filter((command) => controlNames.has(command.name()));
  const shared = control[0]?.commands[0]?.options ?? control[0]?.options ?? [];
  return [
    HEAD,
    ...own.map((command) => section(command, '##', [])),
    CONTROL_HEAD,
    optionTable(shared),
    ...control.map((command) => section(command, '###', shared)),
    FOOT,
  ].join('');
}

function section(command: Command, heading: string, shared: readonly Option[], words = 'repaykit'): string {
  const name = `${words} ${command.name()}`;
  if (command.commands.length > 0) {
    const inner = command.commands.map((each) => section(each, `${heading}#`, shared, name));
    return `\n${heading} ${name.replace('repaykit ', '')}\n${heading === '##' ? `\n${sentence(command.description())}\n` : ''}${inner.join('')}`;
  }
  const { summary, words: given, options, notes, examples } = describeCommand(command);
  const own = options.filter(({ long }) => !shared.some((option) => option.long === long));
  return [
    `\n${heading} ${name.replace('repaykit ', '')}\n\n${sentence(summary)}\n`,
    `\n\`\`\`sh\n${examples.map((example) => `npx ${example}`).join('\n')}\n\`\`\`\n`,
    given.length > 0 ? wordTable(given) : '',
    own.length > 0 ? optionTable(own) : '',
    notes ? `\n${notes}\n` : '',
  ].join('');
}

function wordTable(words: readonly Argument[]): string {
  const rows = words.map((word) =>
    row(
      `\`${word.name()}\`${word.required ? '' : ' (optional)'}${word.variadic ? ', one or more' : ''}`,
      word.description,
    ),
  );
  return `\n| argument | meaning |\n|---|---|\n${rows.join('')}`;
}

function optionTable(options: readonly Option[]): string {
  const rows = options.map(({ flags, description, defaultValue, envVar, argChoices, mandatory }) => {
    const choices = argChoices ? ` One of ${argChoices.map((choice) => `\`${choice}\``).join(' ')}.` : '';
    const environment = envVar ? ` Environment: \`${envVar}\`.` : '';
    return row(
      `\`${flags}\`${mandatory ? ' (required)' : ''}`,
      `${description}${choices || environment ? '.' : ''}${choices}${environment}`,
      defaultValue === undefined ? '' : `\`${String(defaultValue)}\``,
    );
  });
  return `\n| option | meaning | default |\n|---|---|---|\n${rows.join('')}`;
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
