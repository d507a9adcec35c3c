/** Deliveries that the service never sent: true ones altered in every way that a forger has, with or without the secret. */
import { REFERENCE_DEFAULTS } from '../../../src/server/defaults.ts';
import type { Dice } from '../tampering/dice.ts';

/** What a forger knows: true bodies that were sent once, and the mandates and instalments in them. */
export interface Loot {
  readonly bodies: readonly string[];
  readonly mandateIds: readonly string[];
  /** Also of instalments that are not due yet. */
  readonly references: readonly string[];
}

/** A delivery as it is sent. */
export interface Forgery {
  readonly body: string | Uint8Array;
  /** Null: none is sent. */
  readonly secret: string | null;
}

/** Alters a true body; `turn` counts up, so that every place in it has its turn. */
type Alteration = (
  body: string,
  given: { readonly dice: Dice; readonly turn: number; readonly loot: Loot },
) => string | Uint8Array;

type Fields = Record<string, unknown>;

const BAD_AMOUNTS = [
  -1,
  0,
  1,
  0.01,
  89_999.99,
  90_000,
  90_000.01,
  1e12,
  1e13,
  1e308,
  -1e308,
  9_007_199_254_740_991,
  '90000',
  '1e3',
  'NaN',
  '٣٠٠٠٠',
  null,
  true,
  [],
  {},
];
const STATUSES = [
  'success',
  'partially paid',
  'failed',
  'overdue',
  'processing',
  'scheduled',
  'SUCCESS',
  ' success ',
  'paid',
  '',
  '__proto__',
  'reversed',
];
const EVENTS = [
  'mandate.activated',
  'mandate.failed',
  'mandate.expired',
  'mandate.disputed',
  'collection.success',
  'collection.failed',
  'policy.updated',
  'refund',
  '',
];

/** Every way. Each is given a true body. */
export const alterations: Readonly<Record<string, Alteration>> = {
  'one byte replaced': (body, { dice, turn }) =>
    withBytes(body, (bytes) => bytes.set([dice.below(256)], turn % bytes.length)),
  'one bit flipped': (body, { turn }) =>
    withBytes(body, (bytes) =>
      bytes.set([(bytes[turn % bytes.length] as number) ^ (1 << (turn % 8))], turn % bytes.length),
    ),
  'one byte left out': (body, { turn }) =>
    Buffer.concat([
      Buffer.from(body).subarray(0, turn % body.length),
      Buffer.from(body).subarray((turn % body.length) + 1),
    ]),
  'one byte put in': (body, { dice, turn }) =>
    body.slice(0, turn % body.length) + String.fromCharCode(dice.between(32, 126)) + body.slice(turn % body.length),
  'cut short': (body, { turn }) => body.slice(0, turn % body.length),
  'two values swapped': (body, { dice }) => withData(body, (data) => swap(data, dice)),
  'one field left out': (body, { dice }) => withData(body, (data) => delete data[dice.of(Object.keys(data))]),
  'another amount': (body, { dice }) =>
    withData(body, (data) => assign(data, dice.of(['amountCollected', 'totalAmount']), dice.of(BAD_AMOUNTS))),
  'an amount by chance': (body, { dice }) =>
    withData(body, (data) => assign(data, 'amountCollected', dice.below(9_000_000) / 100)),
  'another status': (body, { dice }) =>
    withData(body, (data) => assign(data, dice.of(['instalmentStatus', 'status']), dice.of(STATUSES))),
  'another status and amount': (body, { dice }) =>
    withData(body, (data) =>
      Object.assign(data, { instalmentStatus: dice.of(STATUSES), amountCollected: dice.of(BAD_AMOUNTS) }),
    ),
  'another event': (body, { dice }) => withRoot(body, (root) => assign(root, 'event', dice.of(EVENTS))),
  'the fields of one event under the name of another': (body, { dice }) =>
    JSON.stringify({ event: dice.of(EVENTS), data: dataOf(JSON.parse(body) as Fields) }),
  'another mandate of ours': (body, { dice, loot }) =>
    withData(body, (data) => assign(data, 'mandateId', dice.of(loot.mandateIds))),
  'another instalment of ours': (body, { dice, loot }) =>
    withData(body, (data) => assign(data, 'instalmentReference', dice.of(loot.references))),
  'paid, of any instalment of any loan of ours': (body, { dice, loot }) =>
    withData(body, (data) =>
      Object.assign(data, {
        mandateId: dice.of(loot.mandateIds),
        instalmentReference: dice.of(loot.references),
        instalmentStatus: 'success',
        amountCollected: 30_000,
      }),
    ),
  'an instalment of nobody': (body, { dice }) =>
    withData(body, (data) => assign(data, 'instalmentReference', `00000000-0000-4000-8000-${hex(dice, 12)}`)),
  'a mandate of nobody': (body, { dice }) => withData(body, (data) => assign(data, 'mandateId', hex(dice, 24))),
  'a mandate that is no id': (body, { dice }) =>
    withData(body, (data) =>
      assign(data, 'mandateId', dice.of(['', ' ', '../..', "' or 1=1 --", 7, null, {}, ['x'], '__proto__'])),
    ),
  'another business': (body, { dice }) => withData(body, (data) => assign(data, 'businessId', hex(dice, 24))),
  'another account': (body, { dice }) =>
    withData(body, (data) =>
      Object.assign(data, { accountNumber: `9${dice.below(1_000_000_000)}`, consentId: hex(dice, 24) }),
    ),
  'another day': (body, { dice }) =>
    withData(body, (data) =>
      assign(data, dice.of(['collectedOn', 'occurredAt']), `20${dice.between(10, 99)}-01-01T00:00:00.000Z`),
    ),
  'a key twice': (body, { dice }) =>
    `${body.slice(0, -1)},"${dice.of(['instalmentStatus', 'amountCollected', 'mandateId', 'event', 'data'])}":${JSON.stringify(dice.of([...STATUSES, ...BAD_AMOUNTS]))}}`,
  'a prototype': (body, { dice }) =>
    `{"${dice.of(['__proto__', 'constructor', '\\u005f_proto__', 'toString'])}":{"instalmentStatus":"success","amountCollected":90000,"kind":"collection"},${body.slice(1)}`,
  'fields that nobody knows': (body, { dice }) =>
    withRoot(body, (root) => assign(root, `x${dice.below(1_000)}`, { approved: true, amount: 1e9 })),
  'the same again': (body) => body,
  'the same, spelled differently': (body) => JSON.stringify(JSON.parse(body), null, 2),
  'the same, its members turned round': (body) =>
    JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body) as Fields).reverse())),
};

/** Whose mandate a forgery is about, where that is known beforehand. */
export const aboutNone: readonly string[] = ['a mandate of nobody'];

/** Makes the next forgery. */
export function forge(
  loot: Loot,
  {
    dice,
    turn,
    names = Object.keys(alterations),
  }: { readonly dice: Dice; readonly turn: number; readonly names?: readonly string[] },
): Forgery['body'] {
  // Each body meets each way, and each way each place.
  const name = names[turn % names.length] as string;
  const alter = alterations[name] as Alteration;
  return alter(dice.of(loot.bodies), { dice, turn: Math.floor(turn / names.length), loot });
}

/** A secret that is none of ours, or none. */
export function wrongSecret(dice: Dice): string | null {
  const { webhookSecret } = REFERENCE_DEFAULTS;
  return dice.of([
    null,
    '',
    'x',
    webhookSecret.slice(0, -1),
    `${webhookSecret}x`,
    webhookSecret.toUpperCase(),
    `${webhookSecret},${webhookSecret}`,
    `Bearer ${webhookSecret}`,
    hex(dice, 64),
  ]);
}

function withBytes(body: string, alter: (bytes: Uint8Array) => void): Uint8Array {
  const bytes = Uint8Array.from(Buffer.from(body));
  alter(bytes);
  return bytes;
}

function withRoot(body: string, alter: (root: Fields) => void): string {
  const root = JSON.parse(body) as Fields;
  alter(root);
  return JSON.stringify(root);
}

function withData(body: string, alter: (data: Fields) => void): string {
  return withRoot(body, (root) => alter(dataOf(root)));
}

function dataOf(root: Fields): Fields {
  return typeof root.data === 'object' && root.data !== null ? (root.data as Fields) : root;
}

function assign(data: Fields, name: string, value: unknown): void {
  data[name] = value;
}

function swap(data: Fields, dice: Dice): void {
  const [one, other] = [dice.of(Object.keys(data)), dice.of(Object.keys(data))];
  [data[one], data[other]] = [data[other], data[one]];
}

function hex(dice: Dice, length: number): string {
  return Array.from({ length }, () => dice.below(16).toString(16)).join('');
}
