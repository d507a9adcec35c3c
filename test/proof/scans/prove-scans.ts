/** `npm run proof -- scans [--clean=60] [--degraded=100] [--forged=40] [--from=1]`: scans of random statements are read, and no wrong one proves itself. */
import { tesseractReader } from '../../../src/ocr/tesseract-reader.ts';
import { readStatement } from '../../../src/statements/read-statement.ts';
import { Chance } from '../../../src/testing/statements/chance.ts';
import { executablePath } from '../../browser.ts';
import { compareReading } from '../../statements/reading/compare-reading.ts';
import { numberFlag } from '../webhooks/flags.ts';
import { randomPage } from './random-page.ts';
import { badScan, cleanScan, Scanner, type Scanning } from './scan-page.ts';

const FULL = { clean: 60, degraded: 100, forged: 40 };
const SMALL = { clean: 1, degraded: 1, forged: 1 };
const GOAL = 0.6;
// Of fewer scans, a share says nothing.
const ENOUGH = 20;

interface Tally {
  exact: number;
  proved: number;
  repaired: number;
  falselyProved: number;
}

type Read = (pdf: Buffer) => ReturnType<typeof readStatement>;

/** Holds if most clean scans are exact and proved, and no scan that is not exact is proved. Needs Chromium. */
export async function proveScans(print: (text: string) => void, isSmall: boolean): Promise<boolean> {
  if (!executablePath) throw new Error('Install Chromium, or name it in CHROMIUM');
  const usual = isSmall ? SMALL : FULL;
  const from = numberFlag('from') ?? 1;
  await using scanner = await Scanner.start();
  await using ocr = tesseractReader();
  const read: Read = (pdf) => readStatement(pdf, { ocr });
  const kinds = ['clean', 'degraded', 'forged'] as const;
  let isRight = true;
  for (const kind of kinds) {
    const count = numberFlag(kind) ?? usual[kind];
    const tally: Tally = { exact: 0, proved: 0, repaired: 0, falselyProved: 0 };
    for (let seed = from; seed < from + count; seed++) {
      const chance = new Chance(seed, kinds.indexOf(kind));
      const scanning = kind === 'degraded' || (kind === 'forged' && seed % 2 === 0) ? badScan(chance) : cleanScan;
      const line = await readOne({ scanner, seed, isForged: kind === 'forged', scanning, read, tally });
      if (line) print(`  ${kind} ${seed}: ${line}\n`);
    }
    const share = tally.proved / count;
    isRight &&= tally.falselyProved === 0 && (kind !== 'clean' || count < ENOUGH || share >= GOAL);
    print(
      `${count} ${kind} scans: ${tally.exact} exact, ${tally.proved} proved (${Math.round(100 * share)} %), ` +
        `${tally.falselyProved} falsely proved; ${tally.repaired} with repaired figures\n`,
    );
  }
  return isRight;
}

interface OneScan {
  readonly scanner: Scanner;
  readonly seed: number;
  readonly isForged: boolean;
  readonly scanning: Scanning;
  readonly read: Read;
  readonly tally: Tally;
}

/** Reads one scan, and says what is not exact or not proved. */
async function readOne({ scanner, seed, isForged, scanning, read, tally }: OneScan): Promise<string> {
  const { html, rows } = randomPage(seed, isForged);
  const statement = await read(await scanner.scan(html, scanning)).catch((error: unknown) => `${error}`);
  if (typeof statement === 'string') return `${scanning.name}: ${statement}`;
  const { isInOrder, difference } = compareReading(statement.transactions, rows);
  const { proved, doubts } = statement.proof;
  // What the page shows of a forged statement contradicts itself, so that every proof of it is false.
  const isExact = isInOrder && !isForged;
  if (isExact) tally.exact++;
  if (proved) tally.proved++;
  if (proved && !isExact) tally.falselyProved++;
  if (statement.transactions.some(({ repaired }) => repaired)) tally.repaired++;
  if (proved && isExact) return '';
  return `${scanning.name}: ${proved ? 'PROVED AND WRONG' : doubts[0]}${isInOrder ? '' : `; ${difference}`}`;
}
