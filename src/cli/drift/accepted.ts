import { readFile } from 'node:fs/promises';
import { ConfigurationError } from '../../errors.ts';
import { type DriftFinding, findingKey } from '../../wire/drift/finding.ts';

/** A difference that is known and accepted. */
export interface AcceptedDrift extends DriftFinding {
  /** The operation's id, or the delivery's kind. */
  readonly subject: string;
}

/** What makes two differences the same: all but how often they were seen. */
export function driftKey(drift: AcceptedDrift): string {
  return `${drift.subject} ${findingKey(drift)}`;
}

/** Reads what `--json` printed earlier. @throws ConfigurationError */
export async function readAccepted(file: string | undefined): Promise<readonly AcceptedDrift[]> {
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw wrong('cannot be read', cause);
  });
  const findings = findingsIn(text);
  if (!Array.isArray(findings) || !findings.every(isAccepted))
    throw wrong('must be what --json printed: { "findings": [{ subject, kind, path, expected, seen }] }');
  return findings.map(({ subject, kind, path, expected, seen }) => ({ subject, kind, path, expected, seen }));
}

function findingsIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly findings?: unknown } | null)?.findings;
  } catch (cause) {
    throw wrong('is not JSON', cause);
  }
}

function isAccepted(entry: unknown): entry is AcceptedDrift {
  const { subject, kind, path, expected, seen } = (entry ?? {}) as Partial<AcceptedDrift>;
  return [subject, kind, path, expected, seen].every((text) => typeof text === 'string');
}

function wrong(message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError('repaykit drift', [{ path: '--accept', message }], { cause });
}
