/** Files and events as stores get them: sealed, chained, some hundred bytes each. */
import { sealEvent } from '../../src/loan-file/event-seal.ts';
import { NO_HASH, type StoredEvent } from '../../src/loan-file/store.ts';

/** A file that is written to: its next events follow from the last. */
export interface WrittenFile {
  readonly fileId: string;
  version: number;
  head: string;
}

export function newFile(fileId: string): WrittenFile {
  return { fileId, version: 0, head: NO_HASH };
}

/** The next events of a file. Sealing them is not part of what a store does, so it happens before the clock runs. */
export function nextEvents(file: WrittenFile, count: number): readonly StoredEvent[] {
  return Array.from({ length: count }, () => {
    const at = '2026-02-01T07:00:00.000Z';
    const facts = {
      type: 'repayment.recorded',
      at,
      amount: 1_500_000,
      date: '2026-02-01',
      reference: `transfer ${file.fileId} ${file.version}`,
    };
    const event = sealEvent(facts, { fileId: file.fileId, seq: ++file.version, previous: file.head }, undefined);
    file.head = event.hash;
    return event;
  });
}

/** Runs `count` writers at once until all have done their rounds; answers how many units a second they wrote together. */
export async function rateOf(
  writers: number,
  rounds: number,
  unitsPerRound: number,
  write: (writer: number, round: number) => Promise<void>,
): Promise<number> {
  const start = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let round = 0; round < rounds; round += 1) await write(writer, round);
    }),
  );
  return (writers * rounds * unitsPerRound * 1_000) / (performance.now() - start);
}
