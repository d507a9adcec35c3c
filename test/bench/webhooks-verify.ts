import { join } from 'node:path';
import { runScript } from './children.ts';
import { type BenchRow, median } from './rows.ts';

const ROUNDS = 9;
const ROUND_MS = 200;

type Subject = 'sharedSecret' | 'hmac' | 'stripe' | 'standardwebhooks' | 'floor';
type Measured = Readonly<
  Record<'collection' | 'mandate' | 'insight', { readonly bytes: number; readonly rates: Readonly<Record<Subject, readonly number[]>> }>
>;

const targets: Readonly<Record<keyof Measured, string>> = {
  collection: 'at least 100,000/s',
  mandate: 'no target',
  insight: 'no target',
};

/** Verify and parse on one core: a row for each kind of delivery and each of our verifiers that peers have too. */
export async function benchVerify(): Promise<BenchRow[]> {
  const door = join(process.cwd(), 'dist/webhooks.js');
  const measured = await runScript<Measured>('webhooks-verify.mjs', { door, rounds: ROUNDS, roundMs: ROUND_MS });
  return (Object.keys(targets) as (keyof Measured)[]).flatMap((name) => {
    const { bytes, rates } = measured[name];
    return (['sharedSecret', 'hmac'] as const).map((ours): BenchRow => {
      // Round by round, so that drift of the machine falls out.
      const over = (other: Subject) => median(rates[ours].map((rate, round) => rate / (rates[other][round] ?? Number.NaN)));
      const figures = (['stripe', 'standardwebhooks', 'floor'] as const).map((other) => `${other} ${thousands(median(rates[other]))}`);
      return {
        name: `webhooks: ${ours} and parse, ${name} of ${bytes.toLocaleString('en')} bytes`,
        ratio: over('floor'),
        floor: 'digest of a secret, timingSafeEqual, JSON.parse',
        note: `${targets[name]}; ${thousands(median(rates[ours]))} a second (${figures.join(', ')}); stripe ${over('stripe').toFixed(2)}×, standardwebhooks ${over('standardwebhooks').toFixed(2)}×`,
      };
    });
  });
}

function thousands(rate: number): string {
  return Math.round(rate).toLocaleString('en');
}
