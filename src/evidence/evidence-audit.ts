import { requireOptions } from '../errors.ts';
import { openCommitted, personalFaults } from '../loan-file/event-seal.ts';
import { type KeyProvider, keyProvider } from '../loan-file/keys.ts';
import { type FileHead, type LoanFile, type LoanStore, pagesOf } from '../loan-file/store.ts';
import { func, optional, present, withMethods } from '../validation/checks.ts';
import { record } from '../validation/record.ts';
import { type KeyInput, readPublicKeys } from './checkpoint.ts';
import {
  type Anchor,
  type CheckpointsReport,
  type Contradiction,
  contradictionOf,
  readAnchors,
} from './checkpoint-check.ts';
import type { ReadableCheckpointSink } from './checkpoint-files.ts';
import { ChainCheck } from './evidence-chain.ts';
import { payerOf } from './evidence-export.ts';

/** Input of {@link auditStore}. */
export interface AuditInput {
  /** The store with the loan files. */
  readonly store: Pick<LoanStore, 'list' | 'load'>;
  /** The sink with the checkpoints, outside the database. */
  readonly sink: Pick<ReadableCheckpointSink, 'all'>;
  /** The public half of the key that signs checkpoints, or several if it was replaced. */
  readonly publicKey: KeyInput | readonly KeyInput[];
  /** Opens personal parts, to check them too. */
  readonly keys?: KeyProvider;
  /** Called after each page of files with the number of files checked so far. */
  readonly onProgress?: (files: number) => void;
}

/** A problem with a file. */
export interface AuditFinding {
  /** The id of the loan. */
  readonly loanId: string;
  /** The first invalid event: one more than there are if the end is missing, 1 if the whole file is missing. */
  readonly seq: number;
  /** What is wrong, for people. */
  readonly reason: string;
  /** The numbers of the checkpoints between which it happened, if known. */
  readonly between?: Pick<Contradiction, 'agrees' | 'contradicts'>;
}

/** The result of an audit. */
export interface AuditReport {
  /** True if there are checkpoints and they are valid, every file agrees with them, and every chain is valid. */
  readonly ok: boolean;
  /** Number of files read. */
  readonly files: number;
  /** Number of events read. */
  readonly events: number;
  /** The result of checking the checkpoints themselves. */
  readonly checkpoints: CheckpointsReport;
  /** In the order of the store's list. Missing files come last. */
  readonly findings: readonly AuditFinding[];
}

const auditInput = record<AuditInput>({
  store: withMethods(['list', 'load'], 'the store of the loan files'),
  sink: withMethods(['all'], 'the place of the checkpoints, such as fileCheckpoints(…)'),
  publicKey: present('the public key of the checkpoints'),
  keys: optional(keyProvider),
  onProgress: optional(func),
});

const FILES_PER_PAGE = 500;

/** Checks a whole store against its checkpoints. Finds missing and truncated files and rewritten events. */
export async function auditStore(input: AuditInput): Promise<AuditReport> {
  requireOptions('auditStore', auditInput, input);
  const { report: checkpoints, byLoan } = await readAnchors(input.sink.all(), readPublicKeys(input.publicKey));
  const missing = new Map(byLoan);
  const findings: AuditFinding[] = [];
  let [files, events] = [0, 0];
  for await (const page of pagesOf(FILES_PER_PAGE, (query) => input.store.list(query))) {
    for (const head of page.heads) {
      const file = await input.store.load(head.loanId);
      const finding = await findingIn(file, head, { anchors: byLoan.get(head.loanId) ?? [], keys: input.keys });
      if (finding) findings.push(finding);
      // A file that is listed but cannot be read is already reported as missing.
      missing.delete(head.loanId);
      events += file?.events.length ?? 0;
    }
    files += page.heads.length;
    input.onProgress?.(files);
  }
  for (const [loanId, anchors] of missing) findings.push(gone(loanId, anchors));
  return { ok: checkpoints.ok && checkpoints.count > 0 && findings.length === 0, files, events, checkpoints, findings };
}

function gone(loanId: string, anchors: readonly Anchor[]): AuditFinding {
  const [anchor] = anchors;
  const seen = anchor
    ? `checkpoint ${anchor.number} of ${anchor.at} saw ${anchor.version} events`
    : 'the list of the store names it';
  return {
    loanId,
    seq: 1,
    reason: `the whole file is missing: ${seen}`,
    ...(anchor && { between: { contradicts: anchor.number } }),
  };
}

async function findingIn(
  file: LoanFile | undefined,
  listed: FileHead,
  { anchors, keys }: { readonly anchors: readonly Anchor[]; readonly keys: KeyProvider | undefined },
): Promise<AuditFinding | undefined> {
  const { loanId } = listed;
  if (!file) return gone(loanId, anchors);
  const chain = new ChainCheck(loanId);
  for (const { seq, body, hash } of file.events) {
    if (seq !== chain.hashes.length + 1)
      chain.fail(chain.hashes.length + 1, `the event in its place is kept as event ${seq}`);
    chain.take(body, hash);
  }
  chain.end(file.version, file.version === listed.version ? listed.head : undefined);
  // More may have been written since the list was read, but never less.
  if (chain.hashes[listed.version - 1] !== listed.head)
    chain.fail(Math.min(listed.version, chain.hashes.length + 1), 'the list of the store shows another end');
  await checkPersonal(file, chain, keys);
  const contradiction = contradictionOf(anchors, chain.hashes);
  if (contradiction) chain.contradict(contradiction);
  if (!chain.broken) return undefined;
  const between = contradiction && chain.broken.seq >= contradiction.seq && betweenOf(contradiction);
  return { loanId, ...chain.broken, ...(between && { between }) };
}

function betweenOf({ agrees, contradicts }: Contradiction): AuditFinding['between'] {
  return { contradicts, ...(agrees !== undefined && { agrees }) };
}

async function checkPersonal({ loanId, events }: LoanFile, chain: ChainCheck, keys: KeyProvider | undefined) {
  const payerId = payerOf(events[0]);
  const key = payerId === undefined ? undefined : await keys?.payerKey(payerId);
  for (const [index, { personal }] of events.entries()) {
    const seq = index + 1;
    const commitment = chain.commitments.get(seq);
    if (personal === undefined && commitment === undefined) continue;
    const opened = openCommitted(personal, { place: { fileId: loanId, seq }, key, commitment });
    if (opened === 'missing' || opened === 'altered') chain.fail(seq, personalFaults[opened]);
  }
}
