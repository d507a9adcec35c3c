/** What a command takes and asks of the server, derived from its row of the control table. */
import { InputError } from '../../errors.ts';
import type { ControlCall } from '../../server/control/call.ts';
import { type ControlName, controlCalls } from '../../server/control/calls.ts';
import type { Check } from '../../validation/checks.ts';
import type { Paint } from '../terminal/terminal-text.ts';

/** The flags of a command as they were written, by their names in camel case. */
export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** What a word or a flag is where the table does not say it. */
export interface OwnParameter {
  /** Default: what the table says of the field. */
  readonly meaning?: string;
  /** The field of the call that it gives. Default: its own name. */
  readonly field?: string;
  /**
   * Reads it into fields of the call. Default: as text or, where the table takes one, as a number.
   * @throws InputError
   */
  readonly read?: (texts: readonly string[], label: string, flags: Flags) => Readonly<Record<string, unknown>>;
}

/** A word or a flag as the help lists it. */
export interface Parameter {
  /** `<outcome>`, `--due-date <date>`. */
  readonly syntax: string;
  readonly meaning: string;
}

type AnswerOf<Name extends ControlName> = Awaited<ReturnType<NonNullable<(typeof controlCalls)[Name]['signature']>>>;

/** What a row of the commands says beyond its line and its call. */
interface Row<Name extends ControlName, Other extends ControlName> {
  /** The call that is made where this word or flag is given. */
  readonly instead?: Readonly<Record<string, Other>>;
  /** By their beginnings: `<account>`, `--clear`. */
  readonly own?: Readonly<Record<string, OwnParameter>>;
  /** Fields that are always sent. */
  readonly always?: Readonly<Record<string, unknown>>;
  /** Default: the sentence of the call. */
  readonly summary?: string;
  /** A whole line that works as it stands. Default: the name. */
  readonly example?: string;
  /** The lines before it that make it work on a server that has just started. */
  readonly before?: readonly string[];
  /** Is it what its group does when no second word comes? */
  readonly isDefault?: boolean;
  /** The answer for people, ending with a newline. */
  readonly show: (answer: AnswerOf<Name | Other>, paint: Paint) => string;
}

/** One command of the control API. */
export interface ControlCommand
  extends Required<Pick<Row<ControlName, never>, 'summary' | 'example' | 'before' | 'isDefault'>> {
  /** The words after `repaykit`: `account set`. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The calls that it can make, the usual one first. */
  readonly calls: readonly [ControlName, ...ControlName[]];
  /** What to ask of the server. @throws InputError when words or flags cannot be meant. */
  readonly request: (words: readonly string[], flags: Flags) => ControlRequest;
  readonly show: (answer: never, paint: Paint) => string;
}

/** A control call, before it is sent. */
export interface ControlRequest extends Pick<ControlCall, 'method' | 'path'> {
  readonly body?: unknown;
}

/**
 * Makes the command of a line, `dispute open <mandateId> --reason <text>`, whose words and flags are fields of a call,
 * or the row's own.
 */
export function command<Name extends ControlName, Other extends ControlName = never>(
  line: string,
  call: Name,
  row: Row<Name, Other>,
): ControlCommand {
  const { instead = {}, own = {}, always = {}, show } = row;
  const name = line.replace(/ (?:--|[<[]).*/, '');
  const syntaxes = line.slice(name.length).match(/--\S+(?: <[^>]+>)?|<[^>]+>|\[[^\]]+\]/g) ?? [];
  const calls: ControlCommand['calls'] = [call, ...Object.values<ControlName>(instead)];
  const fields = Object.assign({}, ...calls.map((each) => fieldsOf(controlCalls[each])));
  const parameters = syntaxes.map((syntax) => {
    const [label = ''] = syntax.split(' ');
    const word = label.replace(/^--|[<>[\].]/g, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const { field = word, meaning, read } = own[label] ?? {};
    const known: Check | undefined = fields[field];
    const readOne = ([text = '']: readonly string[]) => ({ [field]: readValue(known, text, label) });
    return { syntax, label, word, meaning: meaning ?? meaningOf(known), read: read ?? readOne };
  });
  const request = (words: readonly string[], flags: Flags): ControlRequest => {
    const rest = [...words];
    const given: Record<string, unknown> = { ...always };
    let chosen: ControlName = call;
    for (const { syntax, label, word, read } of parameters) {
      const texts = [
        syntax.startsWith('--') ? (flags[word] ?? []) : rest.splice(0, syntax.includes('...') ? rest.length : 1),
      ].flat();
      if (texts.length === 0) continue;
      chosen = instead[label] ?? chosen;
      Object.assign(given, read(texts.map(String), label, flags));
    }
    return requestOf(controlCalls[chosen], given);
  };
  const {
    summary = asHelp(controlCalls[call].summary),
    example = `repaykit ${name}`,
    before = [],
    isDefault = false,
  } = row;
  return { name, summary, example, before, isDefault, parameters, calls, request, show };
}

function fieldsOf({ query, body }: ControlCall): Readonly<Record<string, Check>> {
  return { ...query?.fields, ...body?.fields };
}

/** A call with its fields where they travel: in the path, the body or the query. */
function requestOf(
  { method, path, query, body }: ControlCall,
  fields: Readonly<Record<string, unknown>>,
): ControlRequest {
  const rest = { ...fields };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  if (body) return { method, path: filled, body: rest };
  const pairs = Object.entries(query ? rest : {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return { method, path: pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled };
}

function readValue({ type }: Pick<Check, 'type'> = { type: 'string' }, text: string, label: string): string | number {
  const isText = !type.includes('number') || (type.includes('string') && !isNumber(text));
  return isText ? text : readNumber(text, label);
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

/** A number. @throws InputError */
export function readNumber(text: string, label: string): number {
  if (isNumber(text)) return Number(text);
  throw wrong(label, 'must be a number');
}

/** What is wrong with a word or a flag. */
export function wrong(label: string, message: string): InputError {
  return new InputError('command line', [{ path: label, message }]);
}

// More words are no help.
const MOST_WORDS = 12;

function meaningOf({ meaning = '', takes = '', words = [] }: Partial<Check> = {}): string {
  const areNamed = words.length > MOST_WORDS || words.every((word) => meaning.includes(`\`${word}\``));
  const choices = areNamed ? '' : words.join(', ');
  return [asHelp(meaning), choices].filter((part) => part !== '').join(': ') || takes;
}

/** A sentence of the table as the help has it: `Ends a dispute. Spec §3.1.` → `ends a dispute`. */
function asHelp(sentence: string): string {
  return sentence
    .replace(/ Spec §[\d.]+$/, '')
    .replace(/\.$/, '')
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

/** The lines that show how to use these commands: those that come before as well, each one once. */
export function exampleLines(commands: readonly ControlCommand[]): readonly string[] {
  return [...new Set(commands.flatMap(({ before, example }) => [...before, example]))];
}
