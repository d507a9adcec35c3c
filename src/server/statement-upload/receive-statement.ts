import type { StatementInput } from '../../wire/income-types.ts';
import { type Answer, answer, refuse } from '../answer.ts';

// Readers of PDFs look for the signature in the first kilobyte, so that a few stray bytes before it do no harm.
const SIGNATURE_RANGE = 1024;

/** Takes a statement whose form is checked already: refuses what is no PDF, acknowledges the rest with `data: null`. */
export function receiveStatement(input: StatementInput): Answer<null> {
  if (!isPdf(input.statement)) {
    const message = 'must be a PDF: the signature %PDF- is not in its first kilobyte';
    return refuse({
      status: 400,
      code: 'not_a_pdf',
      message: 'The statement is no PDF: send the bank statement as a PDF file.',
      fields: [{ path: 'statement', message }],
    });
  }
  return answer(null, 'The statement was received.');
}

// A form can carry the field as text instead of a file.
function isPdf(bytes: unknown): boolean {
  if (!(bytes instanceof Uint8Array)) return false;
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SIGNATURE_RANGE)).includes('%PDF-');
}
