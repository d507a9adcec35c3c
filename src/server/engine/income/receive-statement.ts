import type { StatementInput } from '../../../wire/income-types.ts';
import { type Answer, answer, type Refusal, refuse } from '../../answer.ts';
import { nextSerial, objectIdOf } from '../chance.ts';
import type { World } from '../world.ts';
import { borrowerIdOf } from './borrower-id.ts';
import { bureauStanding } from './bureau-standing.ts';
import type { StatementDesk } from './statement-desk.ts';
import type { StatementFacts, StatementWant } from './uploaded-statement.ts';

// Readers of PDFs look for the signature in the first kilobyte, so that a few stray bytes before it do no harm.
const SIGNATURE_RANGE = 1024;

/** A statement whose form is checked already, and where it arrives. */
export interface StatementArrival {
  readonly world: World;
  readonly desk: StatementDesk;
  readonly input: StatementInput;
  readonly want: StatementWant;
}

/** Takes a statement: refuses what can be seen at once, acknowledges the rest with `data: null`; what came of it is told by webhook once it was read. */
export function receiveStatement({ world, desk, input, want }: StatementArrival): Answer<null> {
  const bytes = input.statement;
  if (!isPdf(bytes)) return refuse(noPdf);
  if (!desk.hasRoomFor(bytes)) return refuse(tooMany);
  desk.take({
    want,
    fileId: objectIdOf(world.chance, nextSerial(world.chance)),
    bytes,
    password: input.password,
    facts: factsOf(world, input),
    terms: world.policy,
    bureau: bureauStanding(world, input.bvn),
  });
  return answer(null, 'The statement was received.');
}

const noPdf: Refusal = {
  status: 400,
  code: 'not_a_pdf',
  message: 'The statement is no PDF: send the bank statement as a PDF file.',
  fields: [{ path: 'statement', message: 'must be a PDF: the signature %PDF- is not in its first kilobyte' }],
};

const tooMany: Refusal = {
  status: 429,
  code: 'statements_waiting',
  message: 'Too many statements wait to be read: upload this one again once webhooks of the earlier ones have come.',
};

// A form can carry the field as text instead of a file.
function isPdf(bytes: unknown): bytes is Uint8Array {
  if (!(bytes instanceof Uint8Array)) return false;
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SIGNATURE_RANGE)).includes('%PDF-');
}

function factsOf(
  { merchant }: World,
  { bvn, accountNumber, accountName, bankCode, bankName }: StatementInput,
): StatementFacts {
  const { appId, businessId } = merchant;
  return {
    businessId,
    borrowerId: borrowerIdOf(businessId, bvn),
    bvn,
    accountNumber,
    accountName,
    bankCode,
    bankName,
    appId,
  };
}
