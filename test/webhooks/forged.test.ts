import { beforeAll, describe, expect, test } from 'vitest';
import { playFlood } from '../proof/webhooks/flood.ts';
import { type ForgedResult, playForgedRun } from '../proof/webhooks/forged-run.ts';
import { sized } from '../size.ts';

// The full run is `npm run proof -- forged`.
const DELIVERIES = sized(1_000, 3_000);

describe('many forged deliveries, some with the secret and some without', () => {
  let result: ForgedResult;
  beforeAll(async () => {
    result = await playForgedRun({ deliveries: DELIVERIES, loans: 20, seed: 7 });
  }, 600_000);

  test('change no loan’s file, bring no report to the bureau and debit no one', () => {
    expect(result.changes).toEqual([]);
  });

  test('are refused without the secret, and cost neither a write nor a call then', () => {
    expect(result.answers['wrong secret: 401']).toBe(result.sent['wrong secret']);
    expect(result.writesForWrongSecrets).toBe(0);
    expect(result.sent['wrong secret']).toBeGreaterThan(DELIVERIES / 5);
  });

  test('cost no call where they name an unknown mandate', () => {
    expect(result.callsInVain).toBe(0);
    expect(result.sent['mandate of nobody']).toBeGreaterThan(DELIVERIES / 20);
  });

  test('are asked about where they carry the secret', () => {
    expect(result.calls).toBeGreaterThan(100);
    // Twelve readings of each of twenty mandates in the hour that the run takes, and what they ask about instalments.
    expect(result.readings).toBeLessThanOrEqual(12 * 20);
    expect(result.callsForEach).toBeLessThan(1);
  });

  test('reach no handler: neither what never was so, nor what was handled before', () => {
    expect(result.reportedUntrue).toEqual([]);
    expect(result.reportedAgain).toBe(0);
    expect(result.reportedProcessing).toBeLessThanOrEqual(20);
  });
});

test('a flood of deliveries that carry the secret leads to no more questions a second than the pace allows', async () => {
  const { questions, allowed, seconds } = await playFlood({ deliveries: 300, loans: 10, asksPerSecond: 60 });
  expect(questions).toBeLessThanOrEqual(allowed);
  expect(questions).toBeGreaterThan(60);
  expect(seconds).toBeGreaterThan(0.5);
});
