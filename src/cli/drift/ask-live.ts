import { isObjectId } from '../../domain/identifiers.ts';
import { readEnvelope } from '../../wire/envelope.ts';
import type { OperationId } from '../../wire/operation-types.ts';
import { operationRows, operations } from '../../wire/operations.ts';
import { type CliIo, shownBar } from '../terminal/io.ts';
import { isFields } from './comparison.ts';
import { type DriftFlags, readBvn } from './drift-flags.ts';
import type { DriftBook } from './report.ts';
import { type Asked, openService } from './service.ts';

/** What the questions need: given by hand, or found in earlier answers. */
type Clues = Readonly<
  Partial<
    Record<'bvn' | 'discoveryType' | 'collectionType' | 'mandateId' | 'breakdownId' | 'productType', string | undefined>
  >
>;

/** A read, asked once. */
interface Question {
  readonly id: OperationId;
  /** What goes in: the fields, and the clues that they are filled with. */
  readonly input: Readonly<Record<string, keyof Clues>>;
  /** The clues that its answer holds for later questions. */
  readonly learn?: (body: unknown) => Clues;
}

// What is longer is no slug, and need not be sent back.
const LONGEST_SLUG = 100;

/** Every read, in an order in which the earlier ones find what the later ones need. */
const questions: readonly Question[] = [
  { id: 'listBanks', input: {} },
  { id: 'discoverAccounts', input: { bvn: 'bvn', type: 'discoveryType' } },
  {
    id: 'listCollections',
    input: { type: 'collectionType' },
    learn: (body) => ({ mandateId: textsIn(body, 'mandateId').find(isObjectId) }),
  },
  { id: 'getMandate', input: { mandateId: 'mandateId' }, learn: (body) => ({ breakdownId: breakdownIn(body) }) },
  { id: 'collectionLog', input: { mandateId: 'mandateId' } },
  { id: 'collectionAttempts', input: { mandateId: 'mandateId', breakdownId: 'breakdownId' } },
  {
    id: 'listPolicies',
    input: {},
    learn: (body) => ({
      productType: textsIn(body, 'product_type').find((slug) => slug.trim() !== '' && slug.length <= LONGEST_SLUG),
    }),
  },
  { id: 'listProducts', input: { type: 'productType' } },
];

/**
 * Why a question cannot be asked. These clues may also name nothing: a refusal because of one says nothing about the
 * operation.
 */
const unknownClues: Readonly<Partial<Record<keyof Clues, string>>> = {
  bvn: 'no BVN is given: --bvn-file FILE, or REPAYKIT_BVN in the environment',
  mandateId: 'no mandate is known: give --mandate ID',
  breakdownId: 'no instalment is known: give --mandate ID and --breakdown ID',
  productType: 'no product type is known: give --product-type SLUG',
};

/**
 * Asks a service every read once and compares its answers; false when the user stopped it.
 * @throws ConfigurationError
 */
export async function askLive(book: DriftBook, flags: DriftFlags, io: CliIo): Promise<boolean> {
  const bvn = await readBvn(flags.bvnFile, io);
  const service = await openService(flags);
  const bar = shownBar(io);
  try {
    const { collectionType, mandate: mandateId, breakdown: breakdownId, productType } = flags;
    const { discoveryType } = service.settings;
    const given: Clues = { bvn, discoveryType, collectionType, mandateId, breakdownId, productType };
    let clues = given;
    for (const [index, question] of questions.entries()) {
      if (io.stop.aborted) return false;
      const { id } = question;
      bar.update(index, questions.length, `${index}/${questions.length} ${id}`);
      const names = Object.values(question.input);
      const missing = names.find((name) => clues[name] === undefined);
      if (flags.skip?.includes(id)) book.skip(id, 'left out with --skip');
      else if (missing) book.skip(id, unknownClues[missing] ?? '');
      else {
        const asked = await service.ask(operations[id], filled(question, clues), io.stop);
        if (asked.kind === 'stopped') return false;
        const isFound = names.every((name) => !unknownClues[name] || given[name] === undefined);
        addAnswer(book, id, { asked, isFound });
        // What was given, or found first, counts.
        const learned = asked.kind === 'answered' ? question.learn?.(asked.body) : undefined;
        clues = { ...learned, ...withoutUndefined(clues) };
      }
    }
  } finally {
    bar.end();
    await service.close().catch(() => undefined);
  }
  for (const { id, repeat } of operationRows)
    if (repeat !== 'safe') book.skip(id, 'never asked, because it changes something: compare a recorded answer');
  return true;
}

function filled({ input }: Question, clues: Clues): object {
  return Object.fromEntries(Object.entries(input).map(([field, name]) => [field, clues[name]]));
}

function withoutUndefined(clues: Clues): Clues {
  return Object.fromEntries(Object.entries(clues).filter(([, value]) => value !== undefined));
}

interface Answer {
  readonly asked: Exclude<Asked, { kind: 'stopped' }>;
  /** Does all that was asked about come from the service's own answers? */
  readonly isFound: boolean;
}

function addAnswer(book: DriftBook, id: OperationId, { asked, isFound }: Answer): void {
  const subject = book.operation(id);
  switch (asked.kind) {
    case 'answered': {
      const findings = subject.compare(asked.body, asked.status);
      if (findings) book.add(subject, findings);
      else book.fail(id, `it was refused in an answer with HTTP status ${asked.status}`);
      break;
    }
    case 'no-json':
      book.add(subject, subject.compareNoJson(asked.seen));
      break;
    case 'refused':
      if (isGone(asked.status, isFound)) book.add(subject, subject.compareGone(asked.status));
      else book.fail(id, refusalText(asked.status));
      break;
    case 'lost':
      book.fail(id, `no answer came (${asked.reason})`);
  }
}

// The path leads nowhere, or takes another method. Not found may also be what was given by hand.
function isGone(status: number, isFound: boolean): boolean {
  return (status >= 300 && status < 400) || [405, 410, 501].includes(status) || (status === 404 && isFound);
}

function refusalText(status: number): string {
  if (status === 401)
    return 'it was refused with HTTP status 401: check REPAYKIT_PUBLIC_KEY and REPAYKIT_SECRET_KEY, or the config file';
  if (status === 404) return 'it was refused with HTTP status 404: does what was given exist?';
  return status >= 500 ? `the service failed with HTTP status ${status}` : `it was refused with HTTP status ${status}`;
}

type Fields = Readonly<Record<string, unknown>>;

// Not by the shapes: an answer that has drifted may still hold what is needed to find where the others have.
function membersIn(body: unknown, ...path: readonly string[]): readonly Fields[] {
  const envelope = readEnvelope(body);
  if (envelope.kind !== 'success') return [];
  const found = path.reduce<unknown>((at, name) => (isFields(at) ? at[name] : undefined), envelope.data);
  return (Array.isArray(found) ? found : [found]).filter(isFields);
}

function textsIn(body: unknown, name: string): readonly string[] {
  return membersIn(body).flatMap(({ [name]: value }) => (typeof value === 'string' ? [value] : []));
}

// One on which something was tried shows more than one whose day has not come.
function breakdownIn(body: unknown): string | undefined {
  const items = membersIn(body, 'repaymentDetails', 'breakdown').flatMap(({ _id, status }) =>
    isObjectId(_id) ? [{ _id, status }] : [],
  );
  return (items.find(({ status }) => status !== undefined && status !== 'scheduled') ?? items[0])?._id;
}
