/** CPU of a call of the client, checked and with its deadline, and of an upload, against undici and clients that people use. */
import { entryPoints, runScript, startService } from './children.ts';
import type { BenchContext, PartResult } from './context.ts';
import { compareRounds, measureRounds } from './rounds.ts';
import type { BenchRow } from './rows.ts';

const opponents = { dispatch: 'undici dispatch', undici: 'undici.request', stripe: 'stripe', axios: 'axios' } as const;
type Rival = keyof typeof opponents;

interface Work {
  readonly what: string;
  readonly inFlight: number;
  /** Of the PDF, for an upload. */
  readonly bytes?: number;
  readonly rivals: readonly Rival[];
  /** Against `undici.request`. */
  readonly target: string;
}

const MILLIS = 1_200;

const rivals = ['dispatch', 'undici', 'stripe', 'axios'] as const;
const uploading = { inFlight: 1, rivals: rivals.slice(1), target: 'at most 1.2' } as const;

const works: readonly Work[] = [
  { what: 'a call, one at a time', inFlight: 1, rivals, target: 'at most 1.25' },
  { what: 'a call, 50 in flight', inFlight: 50, rivals, target: 'at most 1.2' },
  { what: 'an upload of 50 kB', bytes: 50_000, ...uploading },
  { what: 'an upload of 1 MB', bytes: 1_000_000, ...uploading },
];

/** A row for each kind of work and opponent. */
export async function benchClient({ isFull, log }: BenchContext): Promise<PartResult> {
  const service = await startService();
  try {
    const rows: BenchRow[] = [];
    for (const work of works) {
      log(work.what);
      rows.push(...(await compare(work, service.url, isFull ? 15 : 5)));
    }
    return { rows };
  } finally {
    service.stop();
  }
}

async function compare({ what, rivals, target, ...work }: Work, url: string, count: number): Promise<BenchRow[]> {
  const rounds = await measureRounds(count, ['repaykit', ...rivals], (subject) =>
    runScript<number>('client-once.mjs', { ...work, millis: MILLIS, subject, url, entryPoint: entryPoints.esm }),
  );
  return rivals.map((rival) => {
    const { ratio, ours, theirs, spread } = compareRounds(rounds, ['repaykit', rival], (micros) => micros);
    return {
      what: `CPU of ${what}`,
      result: ratio,
      better: 'less',
      against: opponents[rival],
      ...(rival === 'undici' && { target }),
      figures: `${ours.toFixed(0)} against ${theirs.toFixed(0)} µs; ${spread}`,
    };
  });
}
