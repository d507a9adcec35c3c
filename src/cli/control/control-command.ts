import type { Paint } from '../terminal/terminal-text.ts';

/** A control call, before it is sent. */
export interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Under `/_control`; parts of it encoded. */
  readonly path: string;
  readonly body?: unknown;
}

/** The flags of a command as they were written, by their names in camel case. */
export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A positional word or a flag, and what it is for: `['<mandateId>', 'the mandate']`. */
export type Described = readonly [syntax: string, meaning: string];

/** One command of the control API: adding a command is adding one of these to a table. */
export interface ControlCommand {
  /** The words after `repaykit`: `account set`. */
  readonly name: string;
  readonly summary: string;
  readonly words?: readonly Described[];
  readonly flags?: readonly Described[];
  /** A whole line that works as it stands. */
  readonly example: string;
  /** The lines before it that make it work on a server that has just started. */
  readonly before?: readonly string[];
  /** Is it what its group does when no second word comes? */
  readonly isDefault?: true;
  /** What to ask of the server. @throws InputError when words or flags cannot be meant. */
  readonly request: (words: readonly string[], flags: Flags) => ControlRequest;
  /** The answer for people, ending with a newline. */
  readonly show: (answer: never, paint: Paint) => string;
}

/** The lines that show how to use these commands: those that come before as well, each one once. */
export function exampleLines(commands: readonly ControlCommand[]): readonly string[] {
  return [...new Set(commands.flatMap(({ before = [], example }) => [...before, example]))];
}

/** Keeps the type of an answer together with what shows it. */
export function controlCommand<Data>(
  command: Omit<ControlCommand, 'show'> & { readonly show: (answer: Data, paint: Paint) => string },
): ControlCommand {
  return command;
}

/** A call that takes no body. */
export function call(method: ControlRequest['method'], path: string): ControlRequest {
  return { method, path };
}
