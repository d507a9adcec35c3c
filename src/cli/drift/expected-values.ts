/** The expected values of an answer: descriptions for findings, and checks of texts. */
import { parseInstant, parsePlainDate } from '../../domain/calendar.ts';
import { isUuid } from '../../domain/identifiers.ts';
import { responseCategory } from '../../domain/response-codes.ts';
import type { JsonType, Schema } from '../../wire/openapi.ts';

/** A set of texts that may grow. A new text is read, and also reported. */
interface OpenSet {
  readonly says: string;
  has(text: string): boolean;
}

/** The open sets by subject and path, with their section, and the texts that are not examples in the document. */
const openSets: readonly (readonly [place: RegExp, spec: string, ...texts: readonly string[]])[] = [
  [/^(?:createConsent|getMandate|mandate\.\w+) data\.status$/, '§3.1', 'expired'],
  [/ data\.repaymentDetails\.breakdown\[\]\.status$/, '§3.2', 'scheduled'],
  [/^collection instalmentStatus$/, '§3.2'],
  [/^(?:collectionLog|collectionAttempts|listCollections) data(?:\[\])?\.status$/, '§3.3'],
  [/^collectManually data\.paymentStatus$/, '§3.3'],
  [/[ .]collection(?:Mode|Type)$/, '§2.2'],
  [/^createClaim data\.claim\.status$/, '§2.8', 'pending', 'approved', 'processing', 'discharge_voucher', 'settled'],
  [/^income_transaction data\.trans\[\]\.type$/, '§2.11'],
  [/^collection status$/, '§6.2', 'success'],
];

const responseCodes: OpenSet = {
  says: 'one of: a bank response code that repaykit lists (Spec §7)',
  has: (code) => responseCategory(code) !== 'unlisted',
};

const known = new Map<string, OpenSet | undefined>();

/** The open set at a place, if there is one. */
export function openSetAt(place: string, schema: Schema): OpenSet | undefined {
  if (!known.has(place)) known.set(place, openSetOf(place, schema));
  return known.get(place);
}

function openSetOf(place: string, { examples = [] }: Schema): OpenSet | undefined {
  if (place.endsWith('.responseCode')) return responseCodes;
  const row = openSets.find(([pattern]) => pattern.test(place));
  if (!row) return undefined;
  const [, spec, ...more] = row;
  const texts = new Set<unknown>([...examples, ...more]);
  return { says: `one of: ${[...texts].join(', ')} (Spec ${spec})`, has: (text) => texts.has(text) };
}

const ofMandates = [
  ...['email', 'mobileNumber', 'address', 'acceptedTerms', 'balanceEnquiry', 'creditInsurance', 'isDemo'],
  ...['corporateAccount', 'companyName', 'companyAddress', '__v'],
];

/** Known fields beyond the specification, by subject and path. They are not read and not reported. */
const fieldsBeyond: ReadonlyMap<string, readonly string[]> = new Map([
  ['createConsent data', ofMandates],
  ['getMandate data', ofMandates],
  // The reference server adds it to statements without a proof.
  ['income_transaction data', ['proof']],
  ['income_insight data', ['proof']],
  ['income_insight_failure data', ['success', 'reason', 'appId']],
  ['pdf_upload data', ['success', 'appId']],
]);

export function isKnownBeyond(place: string, name: string): boolean {
  return fieldsBeyond.get(place)?.includes(name) ?? false;
}

const formats: Readonly<Record<string, { readonly says: string; readonly fits: (text: string) => boolean }>> = {
  date: { says: 'a day as YYYY-MM-DD', fits: (text) => parsePlainDate(text) !== undefined },
  'date-time': { says: 'an ISO 8601 timestamp', fits: (text) => parseInstant(text) !== undefined },
  uri: { says: 'a URL', fits: (text) => URL.canParse(text) },
  uuid: { says: 'a UUID', fits: isUuid },
};

const patterns = new Map<string, RegExp>();

/** Does a text match the pattern and the format of a schema? */
export function fitsForm(text: string, { pattern, format = '' }: Schema): boolean {
  if (pattern === undefined) return formats[format]?.fits(text) ?? true;
  const expression = patterns.get(pattern) ?? new RegExp(pattern);
  patterns.set(pattern, expression);
  return expression.test(text);
}

/** The types of a schema. An empty list allows all. */
export function typesOf({ type = [] }: Schema): readonly JsonType[] {
  return typeof type === 'string' ? [type] : type;
}

const typeTexts: Readonly<Record<JsonType, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

/** Describes a schema in words. */
export function describeSchema(schema: Schema): string {
  const { pattern, format = '', enum: values } = schema;
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  const text = pattern ? describePattern(pattern) : (formats[format]?.says ?? typeTexts.string);
  const texts = typesOf(schema).map((type) => (type === 'string' ? text : typeTexts[type]));
  return texts.join(' or ') || 'anything';
}

function describePattern(pattern: string): string {
  const [, set = '', length = ''] = /^\^\[([^\]]+)\]\{(\d+)\}\$$/.exec(pattern) ?? [];
  if (set === '0-9') return `${length} digits`;
  return /^0-9a-fA-F$|^0-9a-f$/.test(set) ? `${length} hexadecimal characters` : `text like ${pattern}`;
}
