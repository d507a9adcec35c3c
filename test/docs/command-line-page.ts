/** docs/command-line.md: every command as the program describes it. */
import type { Argument, Command, Option } from 'commander';
import { controlCommands } from '../../src/cli/control/commands.ts';
import { describeCommand, program } from './program-commands.ts';

const HEAD = `# The command line

\`repaykit\` runs the reference server, moves it, and does a lender's chores from the shell.

\`\`\`sh
npx repaykit serve --frozen --now 2026-01-05T08:00:00Z
\`\`\`

Every command has \`--help\` with examples, and \`--json\`; \`repaykit --version\` prints the version. Standard output holds only what the command prints: what your
config file or its logger writes there goes to standard error. A command ends with exit code 0 only on success, with 1 on an error, which it says in one line on standard error,
with 130 where Ctrl-C cut it off; where more can be meant, the command says so below. Without \`--json\` people are masked and naira are written out. Colours come on a terminal;
\`NO_COLOR\` and \`FORCE_COLOR\` are honoured. Secrets belong into the environment or into files: what is written on a command line can be seen by others on the machine.
`;

const CONTROL_HEAD = `
## Commands that move a server

Each makes a call of [the control API](control-api.md). All take these options; accounts are written bank code, slash, number, as in \`058/0100000011\`.
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
      `\`${word.name()}\`${word.required ? '' : ' (optional)'}${word.variadic ? ', or several' : ''}`,
      word.description,
    ),
  );
  return `\n| word | for |\n|---|---|\n${rows.join('')}`;
}

function optionTable(options: readonly Option[]): string {
  const rows = options.map(({ flags, description, defaultValue, envVar, argChoices, mandatory }) => {
    const choices = argChoices ? ` One of ${argChoices.map((choice) => `\`${choice}\``).join(' ')}.` : '';
    const environment = envVar ? ` Or from the environment: \`${envVar}\`.` : '';
    return row(
      `\`${flags}\`${mandatory ? ' (needed)' : ''}`,
      `${description}${choices || environment ? '.' : ''}${choices}${environment}`,
      defaultValue === undefined ? '' : `\`${String(defaultValue)}\``,
    );
  });
  return `\n| option | for | default |\n|---|---|---|\n${rows.join('')}`;
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
