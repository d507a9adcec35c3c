import { RepayKitError, StatementError } from '../../errors.ts';

// Each says what happened and what to do next. Never with words of the engine: they may quote the document.

/** Not a single byte, or none of a PDF. */
export function notAPdf(isEmpty: boolean): StatementError {
  const what = isEmpty ? 'The file is empty.' : 'The file is no PDF: the signature %PDF- is not in its first kilobyte.';
  return new StatementError('not_a_pdf', `${what} Ask for the statement as the bank issued it, as a PDF.`);
}

/** It asks for a password and none was given. */
export function passwordRequired(): StatementError {
  const message = 'The PDF opens with a password only. Pass the one the bank told the customer as `password`.';
  return new StatementError('password_required', message);
}

/** It asks for another password. */
export function passwordWrong(): StatementError {
  const what = 'The password does not open the PDF, neither as its user password nor as its owner password.';
  return new StatementError('password_wrong', `${what} Ask the customer for it again.`);
}

/** Pages without text. */
export function noTextLayer(): StatementError {
  const what = 'The pages of the PDF hold pictures and no text, as a scan does.';
  const fix = 'Ask for the PDF that the bank exports, or have the text recognised first.';
  return new StatementError('no_text_layer', `${what} ${fix}`);
}

/** Beyond repair. `cause` says where the reading stopped and holds nothing of the document. */
export function damaged(cause?: unknown, page?: number): StatementError {
  const where = page === undefined ? 'The PDF' : `Page ${page} of the PDF`;
  const message = `${where} is damaged and cannot be read. Ask for the file again, as the bank issued it.`;
  return new StatementError('damaged', message, { cause: placeOf(cause) });
}

function unsupportedEncryption(): StatementError {
  const what = 'The PDF is encrypted for holders of a certificate, or in a way that is not known.';
  const fix = 'Ask for a copy that opens with a password, or with none.';
  return new StatementError('unsupported_encryption', `${what} ${fix}`);
}

// The engine's words for what it finds in the encryption dictionary: constant texts, thrown as errors of several kinds.
const ENCRYPTION = new RegExp(
  '^(unknown encryption method|unsupported encryption algorithm|invalid key length|Unknown crypto method|crypt filter' +
    '|Expected .* encrypt)',
  'i',
);

/** Our error for one of the engine's, or for anything else that ended a reading. */
export function failureOf(error: unknown, page?: number): RepayKitError {
  if (error instanceof RepayKitError) return error;
  return ENCRYPTION.test(messageOf(error)) ? unsupportedEncryption() : damaged(error, page);
}

// Some of the engine's errors are no Error.
function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
}

/** Kind of the error and the place in the code, without its message. */
function placeOf(cause: unknown): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const frame = /\n\s+at (?:async )?(.*)/.exec(cause.stack ?? '')?.[1] ?? 'an unknown place';
  return new Error(`${cause.name} at ${frame.replace(/(file:\/\/)?[^\s(]*\//g, '')}`);
}
