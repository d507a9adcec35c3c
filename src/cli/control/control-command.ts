/** Derives the parameters and the request of a command from its row of the control table. */
import { InputError } from '../../errors.ts';
import type { ControlCall } from '../../server/control/call.ts';
import { type ControlName, controlCalls } from '../../server/control/calls.ts';
import type { Check } from '../../validation/checks.ts';
import type { Paint } from '../terminal/terminal-text.ts';

/** The flags of a command as text, by their names in camel case. */
export type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** Describes a word or a flag that the table does not describe. */
export interface OwnParameter {
  /** Default: the meaning of the field in the table. */
  readonly meaning?: string;
  /** The field of the call that it sets. Default: the field of the same name. */
  readonly field?: string;
  /** Converts it to fields of the call. Default: text or number, as in the table. @throws InputError */
  readonly read?: (texts: readonly string[], label: string, flags: Flags) => Readonly<Record<string, unknown>>;
}

export interface Parameter {
  /** Such as `<outcome>` or `--due-date <date>`. */
  readonly syntax: string;
  readonly meaning: string;
}

type AnswerOf<Name extends ControlName> = Awaited<ReturnType<NonNullable<(typeof controlCalls)[Name]['signature']>>>;

interface Row<Name extends ControlName, Other extends ControlName> {
  /** The call to make instead if this word or flag is given. */
  readonly instead?: Readonly<Record<string, Other>>;
  /** By their first word: `<account>`, `--clear`. */
  readonly own?: Readonly<Record<string, OwnParameter>>;
  readonly always?: Readonly<Record<string, unknown>>;
  /** Default: the summary of the call. */
  readonly summary?: string;
  /** A complete line that works. Default: the name. */
  readonly example?: string;
  /** Lines that must run before the example on a new server. */
  readonly before?: readonly string[];
  /** The group runs this command if there is no second word. */
  readonly isDefault?: boolean;
  /** Formats the answer for people, with a newline at the end. */
  readonly show: (answer: AnswerOf<Name | Other>, paint: Paint) => string;
}

export interface ControlCommand
  extends Required<Pick<Row<ControlName, never>, 'summary' | 'example' | 'before' | 'isDefault'>> {
  /** The words after `repaykit`, such as `account set`. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** All calls that it can make, the usual one first. */
  readonly calls: readonly [ControlName, ...ControlName[]];
  readonly request: (words: readonly string[], flags: Flags) => ControlRequest;
  readonly show: (answer: never, paint: Paint) => string;
}

export interface ControlRequest extends Pick<ControlCall, 'method' | 'path'> {
  readonly body?: unknown;
}

/**
 * Creates a command from a line such as `dispute open <mandateId> --reason <text>`. Its words and flags are fields of
 * the call, or are described in the row.
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
  const { summary = asHelp(controlCalls[call].summary), example = `repaykit ${name}` } = row;
  const { before = [], isDefault = false } = row;
  return { name, summary, example, before, isDefault, parameters, calls, request, show };
}

function fieldsOf({ query, body }: ControlCall): Readonly<Record<string, Check>> {
  return { ...query?.fields, ...body?.fields };
}

/** Puts the fields of a call into path, body or query. */
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
  const given = Object.entries(query ? rest : {});
  const pairs = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return { method, path: pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled };
}

function readValue({ type }: Pick<Check, 'type'> = { type: 'string' }, text: string, label: string): string | number {
  const isText = !type.includes('number') || (type.includes('string') && !isNumber(text));
  return isText ? text : readNumber(text, label);
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

export function readNumber(text: string, label: string): number {
  if (isNumber(text)) return Number(text);
  throw wrong(label, 'must be a number');
}

export function wrong(label: string, message: string): InputError {
  return new InputError('command line', [{ path: label, message }]);
}

// The help lists no more choices than this.
const MOST_WORDS = 12;

function meaningOf({ meaning = '', takes = '', words = [] }: Partial<Check> = {}): string {
  const areNamed = words.length > MOST_WORDS || words.every((word) => meaning.includes(`\`${word}\``));
  const choices = areNamed ? '' : words.join(', ');
  return [asHelp(meaning), choices].filter((part) => part !== '').join(': ') || takes;
}

/** Converts a sentence for the help: `Ends a dispute. Spec §3.1.` → `ends a dispute`. */
function asHelp(sentence: string): string {
  return sentence
    .replace(/ Spec §[\d.]+$/, '')
    .replace(/\.$/, '')
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

export function exampleLines(commands: readonly ControlCommand[]): readonly string[] {
  return [...new Set(commands.flatMap(({ before, example }) => [...before, example]))];
}
