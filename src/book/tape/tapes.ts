/** Loan tapes. Their code is loaded with the first call: most that open a book make none. */
import type { CompareTapesOptions, FingerprintOptions, TapeComparison } from './compare-tapes.ts';
import type { ExportedTape, ExportTapeOptions } from './export-tape.ts';
import type { TapeReport, VerifyTapeOptions } from './verify-tape.ts';

/**
 * Writes a loan tape: a row for each loan as of a day, with a signed manifest and definitions. It takes a checkpoint,
 * and the rows show its files.
 * @throws InputError for a future day, ConfigurationError, ConflictError if another process takes a checkpoint at the
 * same time, EvidenceError if a file was altered, StoreError
 */
export async function exportTape(options: ExportTapeOptions): Promise<ExportedTape> {
  return (await import('./export-tape.ts')).exportTape(options);
}

/**
 * Checks a loan tape offline: its signature, that no loan of the checkpoint is missing, and every cell against the
 * evidence.
 * @throws ConfigurationError for an invalid option; EvidenceError if a file is missing or cannot be read at all, or the
 * tape was signed by another key
 */
export async function verifyTape(options: VerifyTapeOptions): Promise<TapeReport> {
  return (await import('./verify-tape.ts')).verifyTape(options);
}

/**
 * The fingerprints of the loans of a tape, as lines of text in an order that says nothing. Another tape can be compared
 * with them under the same key.
 * @throws ConfigurationError, EvidenceError
 */
export async function tapeFingerprints(options: FingerprintOptions): Promise<string> {
  return (await import('./compare-tapes.ts')).tapeFingerprints(options);
}

/** Finds loans that are in both. @throws ConfigurationError for another key, EvidenceError */
export async function compareTapes(options: CompareTapesOptions): Promise<TapeComparison> {
  return (await import('./compare-tapes.ts')).compareTapes(options);
}
