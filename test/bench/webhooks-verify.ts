import { join } from 'node:path';
import { runScript } from './children.ts';
import { type BenchRow, median, perSecond } from './rows.ts';

const ROUNDS = 9;
const ROUND_MS = 200;

type Subject = 'sharedSecret' | 'hmac' | 'stripe' | 'standardwebhooks' | 'by hand';
type Measured = Readonly<
  Record<
    'collection' | 'mandate' | 'insight',
    { readonly bytes: number; readonly rates: Readonly<Record<Subject, readonly number[]>> }
  >
>;

/** Like with like: a signature over the body beside signatures, an equal secret beside an equal secret. */
const pairs = [
  ['hmac', 'stripe'],
  ['hmac', 'standardwebhooks'],
  ['sharedSecret', 'by hand'],
] as const;

/** Verify and parse on one core: a row for each kind of delivery and each pair. */
export async function benchVerify(): Promise<BenchRow[]> {
  const entryPoint = join(process.cwd(), 'dist/webhooks.js');
  const measured = await runScript<Measured>('webhooks-verify.mjs', { entryPoint, rounds: ROUNDS, roundMs: ROUND_MS });
  return Object.entries(measured).flatMap(([name, { bytes, rates }]) =>
    pairs.map(
      ([ours, against]): BenchRow => ({
        what: `${ours} and parse, ${name} of ${bytes.toLocaleString('en')} bytes`,
        // Round by round, so that drift of the machine falls out.
        result: median(rates[ours].map((rate, round) => rate / (rates[against][round] ?? Number.NaN))),
        better: 'more',
        against,
        ...(ours === 'sharedSecret' && name === 'collection' && { target: 'at least 100,000/s' }),
        figures: perSecond(median(rates[ours]), median(rates[against])),
      }),
    ),
  );
}
