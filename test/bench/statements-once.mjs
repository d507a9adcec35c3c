// In a process of its own: reads one file by the built package and by the bare engine in turns, or once to see its memory; prints figures as JSON.
import { readFileSync } from 'node:fs';
import { readStatement } from '../../dist/statements.js';

const { path, times, way } = JSON.parse(process.argv[2]);
const bytes = readFileSync(path);
const limits = { pages: 1_000, items: 1_000_000 };

async function timed(read) {
  const begun = performance.now();
  const answer = await read();
  return { ms: performance.now() - begun, answer };
}

const ours = async () => (await readStatement(bytes, { limits })).transactions.length;

// What the package of the engine gives by itself: every text of every page with its place, one page after another.
async function bare() {
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  let sum = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    for (const { transform } of items) sum += transform[4] + transform[5];
    page.cleanup();
  }
  await document.destroy();
  return sum;
}

async function alternate() {
  const found = { bare: [], ours: [], rows: 0 };
  for (let time = -Math.min(times, 4); time < times; time += 1) {
    const floor = way === 'both' ? await timed(bare) : undefined;
    const mine = await timed(ours);
    found.rows = mine.answer;
    if (time < 0) continue;
    if (floor) found.bare.push(floor.ms);
    found.ours.push(mine.ms);
  }
  return found;
}

async function memory() {
  const idle = process.memoryUsage.rss();
  await ours();
  return { idleMb: idle / 2 ** 20, mostMb: process.resourceUsage().maxRSS / 2 ** 10 };
}

process.stdout.write(JSON.stringify(way === 'memory' ? await memory() : await alternate()));
