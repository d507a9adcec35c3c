/** Loans that are in two tapes, found without showing either tape. */
import { builtins } from '../../builtins.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { original } from '../../domain/csv-text.ts';
import { ConfigurationError, EvidenceError, requireOptions } from '../../errors.ts';
import { text } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { readManifest } from './manifest.ts';
import { tapeColumns } from './tape-columns.ts';
import { readTape } from './tape-rows.ts';

const FORMAT = 'repaykit-fingerprints/1';
const LEAST_KEY_LENGTH = 32;

/** Options of `tapeFingerprints`. */
export interface FingerprintOptions {
  /** The directory of the tape. */
  readonly directory: string;
  /** The secret that both funders use, at least 32 characters, such as of `openssl rand -hex 32`. */
  readonly key: string;
}

/** Options of `compareTapes`. */
export interface CompareTapesOptions {
  /** A tape's directory, or a file with fingerprints. */
  readonly a: string;
  /** The other one. */
  readonly b: string;
  /** The secret of both. */
  readonly key: string;
}

/** What two tapes share. */
export interface TapeComparison {
  /** Number of loans in the first one. */
  readonly a: number;
  /** Number of loans in the second one. */
  readonly b: number;
  /** Loans in both. Each side has the ids, if its tape was given and not only its fingerprints. */
  readonly both: readonly { readonly a: readonly string[]; readonly b: readonly string[] }[];
}

const key = text(
  'the secret of both sides, at least 32 characters: `openssl rand -hex 32`',
  (value) => value.length >= LEAST_KEY_LENGTH,
);
const fingerprintOptions = record<FingerprintOptions>({ directory: text('the directory of the tape'), key });
const compareOptions = record<CompareTapesOptions>({
  a: text('a directory of a tape, or a file with fingerprints'),
  b: text('a directory of a tape, or a file with fingerprints'),
  key,
});

export async function tapeFingerprints(options: FingerprintOptions): Promise<string> {
  const { directory, key } = requireOptions('tapeFingerprints', fingerprintOptions, options);
  const { prints } = await ofTape(directory, key);
  const lines = [...prints].flatMap(([print, loanIds]) => loanIds.map(() => print)).sort();
  return `${[`${FORMAT} ${keyMark(key)} ${lines.length}`, ...lines].join('\n')}\n`;
}

export async function compareTapes(options: CompareTapesOptions): Promise<TapeComparison> {
  const { a, b, key } = requireOptions('compareTapes', compareOptions, options);
  const [one, other] = [await read('a', a, key), await read('b', b, key)];
  const both = [...one.prints].flatMap(([print, ids]) => {
    const found = other.prints.get(print);
    return found ? [{ a: ids.filter(Boolean), b: found.filter(Boolean) }] : [];
  });
  return { a: one.count, b: other.count, both };
}

interface Fingerprints {
  readonly count: number;
  /** The ids of the loans of each. Empty ones, if only the fingerprints are known. */
  readonly prints: ReadonlyMap<string, readonly string[]>;
}

async function read(side: 'a' | 'b', path: string, key: string): Promise<Fingerprints> {
  const refuse = (message: string, cause?: unknown) =>
    new ConfigurationError('compareTapes', [{ path: side, message }], { cause });
  const found = await builtins.files.stat(path).catch((cause) => {
    throw refuse('cannot be read: name a directory of a tape, or a file with fingerprints', cause);
  });
  if (found.isDirectory()) return ofTape(path, key);
  const [first = '', ...lines] = (await builtins.files.readFile(path, 'utf8')).trimEnd().split('\n');
  const [format, mark, count] = first.split(' ');
  if (format !== FORMAT || !lines.every((line) => /^[0-9a-f]{64}$/.test(line)))
    throw refuse(`is no file of the format ${FORMAT}: it is made by tapeFingerprints`);
  if (Number(count) !== lines.length)
    throw refuse(`has ${lines.length} fingerprints instead of ${count}: get the whole file`);
  if (mark !== keyMark(key)) throw refuse('was made under another key: use the one that both sides agreed on');
  return collect(lines.map((print) => [print, ''] as const));
}

async function ofTape(directory: string, key: string): Promise<Fingerprints> {
  const { rows, problems } = await readTape(directory, await readManifest(directory));
  if (problems[0] !== undefined) throw new EvidenceError(`This tape is not valid, verify it first: ${problems[0]}`);
  const prints = [...rows.values()].flatMap(({ loanId, cells }) => {
    return cells[places.status] === 'other' ? [] : [[fingerprint(cells, key), loanId] as const];
  });
  return collect(prints);
}

function collect(prints: readonly (readonly [print: string, loanId: string])[]): Fingerprints {
  const found = new Map<string, string[]>();
  for (const [print, loanId] of prints) found.set(print, [...(found.get(print) ?? []), loanId]);
  return { count: prints.length, prints: found };
}

const placeOf = (name: string) => tapeColumns.findIndex(([column]) => column === name);
const places = { status: placeOf('status'), payer: placeOf('payer_id') };
/** Terms that the payer consented to. They never change, so tapes of different days agree. */
const terms = ['approved_amount', 'total_amount', 'instalments', 'first_due_on', 'last_due_on'].map(placeOf);

function fingerprint(cells: readonly string[], key: string): string {
  const content = [normalised(original(cells[places.payer] ?? '')), ...terms.map((place) => cells[place] ?? '')];
  return hmac(key, canonicalJson(content) ?? '');
}

/** Spelled differently by two systems, it is still the same payer: `PAYER-17` and `payer 17`. */
function normalised(payerId: string): string {
  const letters = payerId
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? payerId : letters;
}

function keyMark(key: string): string {
  return hmac(key, FORMAT).slice(0, 16);
}

function hmac(key: string, content: string): string {
  return builtins.crypto.createHmac('sha256', key).update(content).digest('hex');
}
