import { median } from './rows.ts';

/** Rates of two subjects in alternating rounds: drift of the machine hits both alike. */
export async function compareRates(
  rounds: number,
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<{ readonly ratio: number; readonly ours: number; readonly floor: number }> {
  const rates: (readonly [ours: number, floor: number])[] = [];
  // One round each to warm up.
  await ours();
  await floor();
  for (let round = 0; round < rounds; round += 1) {
    const first = await (round % 2 === 0 ? ours : floor)();
    const second = await (round % 2 === 0 ? floor : ours)();
    rates.push(round % 2 === 0 ? [first, second] : [second, first]);
  }
  return {
    ratio: median(rates.map(([a, b]) => a / b)),
    ours: median(rates.map(([rate]) => rate)),
    floor: median(rates.map(([, rate]) => rate)),
  };
}
