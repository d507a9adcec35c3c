import { createHash } from 'node:crypto';
import { systemClock } from '../../src/clock/clock.ts';
import { exportEvidence } from '../../src/evidence/evidence-export.ts';
import { verifyEvidence } from '../../src/evidence/evidence-verify.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { compareRates } from './rates.ts';
import { type BenchRow, perSecond } from './rows.ts';
import { newFile, nextEvents } from './stores-events.ts';

const LOANS = 1_000;
const EVENTS = 50;

/** Checking an evidence file of 50,000 events, beside hashing and parsing its lines alone. */
export async function benchEvidence(): Promise<BenchRow[]> {
  const store = memoryStore();
  const loanIds = Array.from({ length: LOANS }, (_, index) => `loan-${index}`);
  for (const loanId of loanIds) await store.append(loanId, 0, nextEvents(newFile(loanId), EVENTS));
  let text = '';
  for await (const line of exportEvidence({ store, loanIds, clock: systemClock })) text += line;
  const lines = text.split('\n');
  const rateSince = (start: number) => (LOANS * EVENTS * 1_000) / (performance.now() - start);
  const { ratio, ours, floor } = await compareRates(
    5,
    async () => {
      const start = performance.now();
      const report = await verifyEvidence(text);
      if (!report.ok || report.loans.length !== LOANS) throw new Error('the evidence did not hold');
      return rateSince(start);
    },
    async () => {
      const start = performance.now();
      for (const line of lines) {
        createHash('sha256').update(line).digest('hex');
        if (line !== '') JSON.parse(line);
      }
      return rateSince(start);
    },
  );
  const shared = { better: 'more', against: 'by hand', target: 'at least 100,000/s' } as const;
  return [{ what: 'evidence: verified events', result: ratio, ...shared, figures: perSecond(ours, floor) }];
}
