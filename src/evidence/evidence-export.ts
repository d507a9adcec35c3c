import type { Clock } from '../clock/clock.ts';
import { formatInstant } from '../domain/calendar.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import { DISCLAIMER } from '../domain/consent/notice.ts';
import { isText } from '../domain/identifiers.ts';
import { EvidenceError, InputError, requireOptions } from '../errors.ts';
import { openPersonal } from '../loan-file/event-seal.ts';
import { type KeyProvider, keyProvider } from '../loan-file/keys.ts';
import { type LoanFile, type LoanStore, NO_HASH, type StoredEvent } from '../loan-file/store.ts';
import { anything, flag, list, optional, withMethods } from '../validation/checks.ts';
import { record } from '../validation/record.ts';
import { type CheckpointRecords, checkpointRecords, proofsOf } from './checkpoint-check.ts';
import { EVIDENCE_FORMAT, type EvidenceLine } from './evidence-lines.ts';

/** Input of {@link exportEvidence}. */
export interface ExportEvidenceInput {
  /** The store with the loan files. */
  readonly store: Pick<LoanStore, 'load'>;
  /** The loans to export, in this order. */
  readonly loanIds: readonly string[];
  /** Provides the time of the export. */
  readonly clock: Pick<Clock, 'now'>;
  /** Checkpoints, oldest first, such as `fileCheckpoints(…).all()`. Confirming ones are exported with their proofs. */
  readonly checkpoints?: CheckpointRecords;
  /** Includes personal parts for which keys still exist. Default: false, and the evidence holds nothing personal. */
  readonly showPersonal?: boolean;
  /** Opens the personal parts, if keys are kept. */
  readonly keys?: KeyProvider;
}

/**
 * Exports the evidence of loans as lines of NDJSON text. Anyone can check it offline with `verifyEvidence`, or with a
 * few lines in any language.
 * @throws InputError if a loan does not exist; EvidenceError if a personal part was altered
 */
export async function* exportEvidence(input: ExportEvidenceInput): AsyncGenerator<string> {
  requireOptions('exportEvidence', exportInput, input);
  const proofs = await proofsOf(input.checkpoints ?? [], input.loanIds);
  for (const loanId of input.loanIds) {
    // Anything but text names no file. JavaScript callers may pass any value.
    const file = isText(loanId) ? await input.store.load(loanId) : undefined;
    const name = typeof loanId === 'string' ? `'${loanId}'` : 'so';
    if (!file)
      throw new InputError('Unknown loan', [
        { path: 'loanId', message: `no file in this store is named ${name}: check the id and the store` },
      ]);
    const exportedAt = formatInstant(input.clock.now());
    yield line({ disclaimer: DISCLAIMER, exportedAt, format: EVIDENCE_FORMAT, loanId: file.loanId });
    for (const { body } of file.events) yield `${body}\n`;
    if (input.showPersonal) yield* personalLines(file, input.keys);
    for (const proof of proofs.get(loanId) ?? []) yield line(proof);
    yield line({ footer: { events: file.version, head: file.events.at(-1)?.hash ?? NO_HASH } });
  }
}

const exportInput = record<ExportEvidenceInput>({
  store: withMethods(['load'], 'the store of the loan files'),
  loanIds: list(anything, { takes: 'a list of loan ids' }),
  clock: withMethods(['now'], 'a clock'),
  checkpoints: optional(checkpointRecords),
  showPersonal: optional(flag),
  keys: optional(keyProvider),
});

async function* personalLines({ loanId, events }: LoanFile, keys: KeyProvider | undefined): AsyncGenerator<string> {
  const payerId = payerOf(events[0]);
  const key = payerId === undefined ? undefined : await keys?.payerKey(payerId);
  for (const { seq, personal } of events) {
    const opened = personal === undefined ? 'locked' : openPersonal(personal, { fileId: loanId, seq }, key);
    if (opened === 'altered')
      throw new EvidenceError(
        `The personal part of event ${seq} of loan '${loanId}' was altered: export without personal parts, or restore it`,
      );
    if (opened !== 'locked')
      yield line({ personal: { salt: Buffer.from(opened.salt).toString('base64url'), seq, value: opened.personal } });
  }
}

/** The payer of a file, from its first event. */
export function payerOf(first: StoredEvent | undefined): string | undefined {
  try {
    const { payerId } = JSON.parse(first?.body ?? '{}');
    return typeof payerId === 'string' ? payerId : undefined;
  } catch {
    return undefined;
  }
}

function line(content: EvidenceLine): string {
  return `${canonicalJson(content)}\n`;
}
