import { RepayKitError, StatementError } from '../../errors.ts';

// Each says what happened and what to do next. Never with words of the engine: they may quote the document.

/** Not a single byte, or none of a PDF. */
export function notAPdf(isEmpty: boolean): StatementError {
  const what = isEmpty ? 'The file is empty.' : 'The file is no PDF: the signature %PDF- is not in its first kilobyte.';
  return new StatementError('not_a_pdf', `${what} Ask for the statement as the bank issued it, as a PDF.`);
}

/** It asks for a password and none was given. */
export function passwordRequired(): StatementError {
  return new StatementError(
    'password_required',
    'The PDF opens with a password only. Pass the one the bank told the customer as `password`.',
  );
}

/** It asks for another password. */
export function passwordWrong(): StatementError {
  return new StatementError(
    'password_wrong',
    'The password does not open the PDF, neither as its user password nor as its owner password. Ask the customer for it again.',
  );
}

/** Pages without text. */
export function noTextLayer(): StatementError {
  return new StatementError(
    'no_text_layer',
    'The pages of the PDF hold pictures and no text, as a scan does. Ask for the PDF that the bank exports, or have the text recognised first.',
  );
}

/** Beyond repair. `cause` says where the reading stopped and holds nothing of the document. */
export function damaged(cause?: unknown, page?: number): StatementError {
  const where = page === undefined ? 'The PDF' : `Page ${page} of the PDF`;
  return new StatementError(
    'damaged',
    `${where} is damaged and cannot be read. Ask for the file again, as the bank issued it.`,
    { cause: placeOf(cause) },
  );
}

function unsupportedEncryption(): StatementError {
  const message =
    'The PDF is encrypted for holders of a certificate, or in a way that is not known. Ask for a copy that opens with a password, or with none.';
  return new StatementError('unsupported_encryption', message);
}

// The engine's words for what it finds in the encryption dictionary; constant texts, which it throws as errors of
// several kinds.
const ENCRYPTION =
  /^(unknown encryption method|unsupported encryption algorithm|invalid key length|Unknown crypto method|crypt filter|Expected .* encrypt)/i;

/** Our error for one of the engine's, or for whatever else ended a reading. */
export function failureOf(error: unknown, page?: number): RepayKitError {
  if (error instanceof RepayKitError) return error;
  const message = String((error as { readonly message?: unknown } | null | undefined)?.message);
  return ENCRYPTION.test(message) ? unsupportedEncryption() : damaged(error, page);
}

/** Kind of the error and the place in the code, without its message. */
function placeOf(cause: unknown): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const frame = /\n\s+at (?:async )?(.*)/.exec(cause.stack ?? '')?.[1] ?? 'an unknown place';
  const place = new Error(`${cause.name} at ${frame.replace(/(file:\/\/)?[^\s(]*\//g, '')}`);
  return place;
}
