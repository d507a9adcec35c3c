import { isObjectId } from '../../domain/identifiers.ts';
import { isRecord } from '../../validation/checks.ts';
import { given } from '../../validation/record.ts';
import { readEnvelope } from '../../wire/envelope.ts';
import { operationRows, operations } from '../../wire/operations.ts';
import type { OperationId } from '../../wire/types/operation-types.ts';
import { type CliIo, shownBar } from '../terminal/io.ts';
import { type DriftFlags, readBvn } from './drift-flags.ts';
import type { DriftBook } from './report.ts';
import { type Asked, openService } from './service.ts';

type Clue = 'bvn' | 'discoveryType' | 'collectionType' | 'mandateId' | 'breakdownId' | 'productType';

type Clues = Readonly<Partial<Record<Clue, string | undefined>>>;

interface Question {
  readonly id: OperationId;
  readonly input: Readonly<Record<string, Clue>>;
  /** The clues in its answer, for later questions. */
  readonly learn?: (body: unknown) => Clues;
}

// A longer text is not a slug.
const LONGEST_SLUG = 100;

/** All reads. Earlier ones find the clues of later ones. */
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
 * Why a question is skipped, per missing clue. A given clue may not exist at the service: then a refusal does not prove
 * that the operation is gone.
 */
const unknownClues: Readonly<Partial<Record<Clue, string>>> = {
  bvn: 'no BVN is given: --bvn-file FILE, or REPAYKIT_BVN in the environment',
  mandateId: 'no mandate is known: give --mandate ID',
  breakdownId: 'no instalment is known: give --mandate ID and --breakdown ID',
  productType: 'no product type is known: give --product-type SLUG',
};

/** Sends each read once and compares the answers. False if the user stopped it. @throws ConfigurationError */
export async function askLive(book: DriftBook, flags: DriftFlags, io: CliIo): Promise<boolean> {
  const bvn = await readBvn(flags.bvnFile, io);
  const service = await openService(flags);
  const bar = shownBar(io);
  try {
    const { collectionType, mandate: mandateId, breakdown: breakdownId, productType } = flags;
    const { discoveryType } = service.settings;
    const fromFlags: Clues = { bvn, discoveryType, collectionType, mandateId, breakdownId, productType };
    let clues = fromFlags;
    for (const [index, { id, input, learn }] of questions.entries()) {
      if (io.stop.aborted) return false;
      bar.update(index, questions.length, `${index}/${questions.length} ${id}`);
      const names = Object.values(input);
      const missing = names.find((name) => clues[name] === undefined);
      if (flags.skip?.includes(id)) book.skip(id, 'left out with --skip');
      else if (missing) book.skip(id, unknownClues[missing] ?? '');
      else {
        const filled = Object.fromEntries(Object.entries(input).map(([field, name]) => [field, clues[name]]));
        const asked = await service.ask(operations[id], filled, io.stop);
        if (asked.kind === 'stopped') return false;
        const isFound = names.every((name) => !unknownClues[name] || fromFlags[name] === undefined);
        addAnswer(book, id, { asked, isFound });
        // The first value of a clue wins.
        const learned = asked.kind === 'answered' ? learn?.(asked.body) : undefined;
        clues = { ...learned, ...given(clues) };
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

interface Answer {
  readonly asked: Exclude<Asked, { kind: 'stopped' }>;
  /** Do all clues of the question come from the service's answers? */
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

// The path or the method is unknown. A 404 may also mean that a clue from a flag does not exist.
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

// Read without the shapes: an answer that has drifted may still contain clues.
function membersIn(body: unknown, ...path: readonly string[]): readonly Fields[] {
  const envelope = readEnvelope(body);
  if (envelope.kind !== 'success') return [];
  const found = path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), envelope.data);
  return (Array.isArray(found) ? found : [found]).filter(isRecord);
}

function textsIn(body: unknown, name: string): readonly string[] {
  return membersIn(body).flatMap(({ [name]: value }) => (typeof value === 'string' ? [value] : []));
}

// An instalment with attempts shows more than a future one.
function breakdownIn(body: unknown): string | undefined {
  const items = membersIn(body, 'repaymentDetails', 'breakdown').flatMap(({ _id, status }) =>
    isObjectId(_id) ? [{ _id, status }] : [],
  );
  return (items.find(({ status }) => status !== undefined && status !== 'scheduled') ?? items[0])?._id;
}
