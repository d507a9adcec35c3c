import { type OperationRow, type OperationTable, operations } from '../../wire/operations.ts';
import type { CliIo } from '../io.ts';
import { shownBar } from '../progress-bar.ts';
import { type DriftFlags, readBvn } from './drift-flags.ts';
import type { Findings } from './findings.ts';
import { type Clues, type Question, questions } from './questions.ts';
import { type Asked, openService, type Service } from './service.ts';

/** Asks a service every read once and compares its answers; false when the user stopped it. @throws ConfigurationError */
export async function askLive(findings: Findings, flags: DriftFlags, io: CliIo): Promise<boolean> {
  const bvn = await readBvn(flags.bvnFile, io);
  const service = await openService(flags);
  const bar = shownBar(io);
  try {
    const given = givenClues(flags, { bvn, discoveryType: service.settings.discoveryType });
    let clues = given;
    for (const [index, question] of questions.entries()) {
      if (io.stop.aborted) return false;
      bar.tell(index, questions.length, `${index}/${questions.length} ${question.id}`);
      const input = flags.skip?.includes(question.id) ? 'left out with --skip' : question.input(clues);
      if (typeof input === 'string') findings.skip(question.id, input);
      else {
        const asked = await service.ask(operations[question.id], input, io.stop);
        if (asked.kind === 'stopped') return false;
        const isFound = (question.names ?? []).every((name) => given[name] === undefined);
        clues = { ...clues, ...newClues(clues, note(findings, { question, asked, isFound })) };
      }
    }
  } finally {
    bar.end();
    await closeQuietly(service);
  }
  for (const { id, repeat } of Object.values(operations as OperationTable) as readonly OperationRow[])
    if (repeat !== 'safe') findings.skip(id, 'never asked, because it changes something: compare a recorded answer');
  return true;
}

function givenClues(
  { collectionType, mandate, breakdown, productType }: DriftFlags,
  known: Pick<Clues, 'bvn' | 'discoveryType'>,
): Clues {
  return {
    ...known,
    collectionType: collectionType === 'manual' ? 'manual' : 'auto',
    mandateId: mandate,
    breakdownId: breakdown,
    productType,
  };
}

// What was given, or found first, counts.
function newClues(clues: Clues, learned: Partial<Clues>): Partial<Clues> {
  return Object.fromEntries(
    Object.entries(learned).filter(([name, value]) => value !== undefined && clues[name as keyof Clues] === undefined),
  );
}

interface Answer {
  readonly question: Question;
  readonly asked: Exclude<Asked, { kind: 'stopped' }>;
  /** Does all that was asked about come from the service's own answers? */
  readonly isFound: boolean;
}

/** Compares one answer; what it tells for later questions comes back. */
function note(findings: Findings, { question: { id, learn }, asked, isFound }: Answer): Partial<Clues> {
  const subject = findings.operation(id);
  switch (asked.kind) {
    case 'answered': {
      const compared = subject.compare(asked.body, asked.status);
      if (compared.kind === 'refused')
        findings.fail(id, `it was refused in an answer with HTTP status ${asked.status}`);
      else findings.add(subject, compared.notes);
      return learn?.(asked.body) ?? {};
    }
    case 'no-json':
      findings.add(subject, subject.compareNoJson(asked.seen));
      return {};
    case 'refused':
      if (isGone(asked.status, isFound)) findings.add(subject, subject.compareGone(asked.status));
      else findings.fail(id, refusalText(asked.status));
      return {};
    case 'lost':
      findings.fail(id, `no answer came (${asked.reason})`);
      return {};
  }
}

// The path leads nowhere, or takes another method. Not found may also be what was given by hand.
function isGone(status: number, isFound: boolean): boolean {
  return (
    (status >= 300 && status < 400) || status === 405 || status === 410 || status === 501 || (status === 404 && isFound)
  );
}

function refusalText(status: number): string {
  if (status === 401)
    return 'it was refused with HTTP status 401: check REPAYKIT_PUBLIC_KEY and REPAYKIT_SECRET_KEY, or the config file';
  if (status === 404) return 'it was refused with HTTP status 404: does what was given exist?';
  return status >= 500 ? `the service failed with HTTP status ${status}` : `it was refused with HTTP status ${status}`;
}

async function closeQuietly(service: Service): Promise<void> {
  await service.close().catch(() => undefined);
}
