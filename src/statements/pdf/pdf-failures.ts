import { RepayKitError, StatementError } from '../../errors.ts';
import { isRecord } from '../../validation/checks.ts';

// Each message says what happened and what to do next. It never quotes the engine, which may quote the document.

const messages = {
  password_required: 'The PDF opens with a password only. Pass the one the bank gave the customer as `password`.',
  password_wrong:
    'The password does not open the PDF, neither as its user password nor as its owner password. ' +
    'Ask the customer for it again.',
  no_text_layer:
    'The pages of the PDF hold pictures and no text, as a scan does. ' +
    'Ask for the PDF that the bank exports, or pass `ocr: tesseractReader()` of repaykit/ocr to read the pictures.',
  unsupported_encryption:
    'The PDF is encrypted for holders of a certificate, or in a way that is not known. ' +
    'Ask for a copy that opens with a password, or with none.',
};

/** A scan was read, but its pictures hold no text either. */
export function noTextInScan(): StatementError {
  return new StatementError('no_text_layer', `No text was recognised in the pictures of the PDF. ${BETTER_SCAN}`);
}

/** A scan was read, but no lines of it are entries. */
export function noTableInScan(): StatementError {
  const message = 'No table of transactions was recognised in the scan.';
  return new StatementError('no_transaction_table', `${message} ${BETTER_SCAN}`);
}

const BETTER_SCAN =
  'Ask for the PDF that the bank exports, or for a scan of the statement that is upright, with 200 dpi or more.';

/** A picture of a scan cannot be decoded. */
export function brokenScan(page: number): StatementError {
  const message =
    `Page ${page} of the PDF is a scan with a picture that cannot be decoded: it is damaged, or in JPEG 2000. ` +
    'Ask for the PDF that the bank exports, or for a scan with pictures in JPEG.';
  return new StatementError('damaged', message);
}

export function pdfFailure(code: keyof typeof messages): StatementError {
  return new StatementError(code, messages[code]);
}

export function notAPdf(isEmpty: boolean): StatementError {
  const what = isEmpty ? 'The file is empty.' : 'The file is no PDF: the signature %PDF- is not in its first kilobyte.';
  return new StatementError('not_a_pdf', `${what} Ask for the statement as the bank issued it, as a PDF.`);
}

/** The file is too damaged to read. `cause` says where reading stopped and holds nothing of the document. */
export function damaged(cause?: unknown, page?: number): StatementError {
  const where = page === undefined ? 'The PDF' : `Page ${page} of the PDF`;
  const message = `${where} is damaged and cannot be read. Ask for the file again, as the bank issued it.`;
  return new StatementError('damaged', message, { cause: placeOf(cause) });
}

// The engine's messages about the encryption dictionary. They are constant, but thrown as errors of several kinds.
const ENCRYPTION = new RegExp(
  '^(unknown encryption method|unsupported encryption algorithm|invalid key length|Unknown crypto method|crypt filter' +
    '|Expected .* encrypt)',
  'i',
);

/** Converts an engine error, or any other, to ours. */
export function failureOf(error: unknown, page?: number): RepayKitError {
  if (error instanceof RepayKitError) return error;
  // Some engine errors are not instances of `Error`.
  const message = isRecord(error) ? String(error.message) : '';
  return ENCRYPTION.test(message) ? pdfFailure('unsupported_encryption') : damaged(error, page);
}

/** The error's kind and its place in the code, without its message. */
function placeOf(cause: unknown): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const frame = /\n\s+at (?:async )?(.*)/.exec(cause.stack ?? '')?.[1] ?? 'an unknown place';
  return new Error(`${cause.name} at ${frame.replace(/(file:\/\/)?[^\s(]*\//g, '')}`);
}
