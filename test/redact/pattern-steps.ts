/**
 * Counts the work of patterns as it is on any machine: while a count runs, each pattern that is applied is also walked by a plain backtracking matcher
 * that counts every character it compares. It must find what the engine finds, so that a pattern which it reads wrongly fails the test.
 */
type Next = (at: number) => boolean;
/** Goes on with `next` behind what it matches at this place. */
type Matcher = (walk: Walk, at: number, next: Next) => boolean;

interface Walk {
  readonly text: string;
  steps: number;
}

const nativeExec = RegExp.prototype.exec;
const nativeIndexOf = String.prototype.indexOf;
const atom = /\\(?:[pP]\{\w+\}|u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|.)|\[(?:\\.|[^\]\\])*\]|\.|[^()|]/iuy;
const quantifier = /[*+?]|\{(\d+)(,?)(\d*)\}/y;
const matchers = new Map<string, Matcher>();

/** How many characters the patterns and searches compare while this runs. */
export function countSteps(run: () => void): number {
  let steps = 0;
  let isWalking = false;
  RegExp.prototype.exec = function exec(text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = nativeExec.call(this, text);
    if (isWalking) return found;
    isWalking = true;
    steps += walkPattern(this, String(text), from, found);
    isWalking = false;
    return found;
  };
  String.prototype.indexOf = function indexOf(sought, from = 0) {
    const at = nativeIndexOf.call(this, sought, from);
    steps += (at < 0 ? this.length : at) - from;
    return at;
  };
  try {
    run();
  } finally {
    RegExp.prototype.exec = nativeExec;
    String.prototype.indexOf = nativeIndexOf;
  }
  return steps;
}

function walkPattern(pattern: RegExp, text: string, from: number, found: RegExpExecArray | null): number {
  const matcher = matcherOf(pattern);
  const walk: Walk = { text, steps: 0 };
  let end = -1;
  const last = pattern.sticky ? from : text.length;
  for (let at = from; at <= last && end < 0; at += pattern.unicode ? width(text, at) : 1) {
    walk.steps += 1;
    matcher(walk, at, (until) => {
      end = until;
      return true;
    });
  }
  const expected = found ? found.index + found[0].length : -1;
  if (end !== expected) throw new Error(`The walk of ${pattern} ended at ${end}, the engine's at ${expected}`);
  return walk.steps;
}

function matcherOf(pattern: RegExp): Matcher {
  const key = String(pattern);
  const known = matchers.get(key);
  if (known) return known;
  const reader = { source: pattern.source, at: 0, flags: pattern.flags.replace(/[gy]/g, '') };
  const made = readAlternatives(reader);
  if (reader.at < reader.source.length) throw new Error(`${pattern} is not read beyond ${reader.at}`);
  matchers.set(key, made);
  return made;
}

interface Reader {
  readonly source: string;
  readonly flags: string;
  at: number;
}

function readAlternatives(reader: Reader): Matcher {
  const alternatives = [readSequence(reader)];
  for (; reader.source[reader.at] === '|'; ) {
    reader.at += 1;
    alternatives.push(readSequence(reader));
  }
  return (walk, at, next) => alternatives.some((alternative) => alternative(walk, at, next));
}

function readSequence(reader: Reader): Matcher {
  const items: Matcher[] = [];
  while (reader.at < reader.source.length && !'|)'.includes(reader.source[reader.at] as string))
    items.push(readItem(reader));
  return items.reduceRight<Matcher>(
    (rest, item) => (walk, at, next) => item(walk, at, (until) => rest(walk, until, next)),
    (_, at, next) => next(at),
  );
}

function readItem(reader: Reader): Matcher {
  const { source, at } = reader;
  if (source[at] === '(') return readGroup(reader);
  if (source[at] === '^' || source[at] === '$' || source.startsWith('\\b', at)) return readBoundary(reader);
  const accepts = oneCharacter(take(reader, atom), reader.flags);
  const [least, most] = readQuantifier(reader);
  return (walk, from, next) => {
    const ends = [from];
    while (ends.length <= most && accepts(walk, ends.at(-1) as number))
      ends.push((ends.at(-1) as number) + width(walk.text, ends.at(-1) as number, reader.flags));
    for (let count = ends.length - 1; count >= least; count -= 1) {
      walk.steps += 1;
      if (next(ends[count] as number)) return true;
    }
    return false;
  };
}

function readGroup(reader: Reader): Matcher {
  const opening = take(reader, /\((?:\?(?::|<?[=!]))?/y);
  const inner = readAlternatives(reader);
  reader.at += 1;
  if (opening === '(?=') return (walk, at, next) => inner(walk, at, () => true) && next(at);
  if (opening === '(?!') return (walk, at, next) => !inner(walk, at, () => true) && next(at);
  if (opening.startsWith('(?<')) {
    const stands = opening === '(?<=';
    // Those in use look back at three characters at most.
    return (walk, at, next) =>
      [0, 1, 2, 3].some((back) => back <= at && inner(walk, at - back, (until) => until === at)) === stands && next(at);
  }
  const [least, most] = readQuantifier(reader);
  return most === 1 && least === 1 ? inner : repeated(inner, [least, most]);
}

// In a loop as long as each turn can end at one place only, for a call within a call for each character exhausts the stack.
function repeated(inner: Matcher, [least, most]: readonly [least: number, most: number]): Matcher {
  const repeat = (walk: Walk, at: number, next: Next, count: number): boolean => {
    const turns = [at];
    for (let ends = [at]; count + turns.length <= most; turns.push(ends[0] as number)) {
      const from = turns.at(-1) as number;
      ends = [];
      inner(walk, from, (until) => until > from && ends.push(until) < 0);
      if (ends.length > 1 && ends.some((end) => repeat(walk, end, next, count + turns.length))) return true;
      if (ends.length !== 1) break;
    }
    return turns.reverse().some((end, from) => count + turns.length - 1 - from >= least && next(end));
  };
  return (walk, at, next) => repeat(walk, at, next, 0);
}

function readBoundary(reader: Reader): Matcher {
  const sign = take(reader, /\\b|[\^$]/y);
  if (sign === '^') return (_, at, next) => at === 0 && next(at);
  if (sign === '$') return ({ text }, at, next) => at === text.length && next(at);
  const isWord = (text: string, at: number) => nativeExec.call(/\w/, text[at] ?? '') !== null;
  return ({ text }, at, next) => isWord(text, at - 1) !== isWord(text, at) && next(at);
}

function readQuantifier(reader: Reader): readonly [least: number, most: number] {
  const sign = take(reader, quantifier);
  if (sign === '') return [1, 1];
  if (sign.length === 1) return [sign === '+' ? 1 : 0, sign === '?' ? 1 : Number.POSITIVE_INFINITY];
  const [least = '', most = least] = sign.slice(1, -1).split(',');
  return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
}

function oneCharacter(source: string, flags: string): (walk: Walk, at: number) => boolean {
  const pattern = new RegExp(`^${source}$`, flags);
  const known = new Map<string, boolean>();
  return (walk, at) => {
    walk.steps += 1;
    if (at >= walk.text.length) return false;
    const character = walk.text.slice(at, at + width(walk.text, at, flags));
    if (!known.has(character)) known.set(character, nativeExec.call(pattern, character) !== null);
    return known.get(character) as boolean;
  };
}

function take(reader: Reader, sticky: RegExp): string {
  sticky.lastIndex = reader.at;
  const taken = nativeExec.call(sticky, reader.source)?.[0] ?? '';
  reader.at += taken.length;
  return taken;
}

function width(text: string, at: number, flags = 'u'): number {
  return flags.includes('u') && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
