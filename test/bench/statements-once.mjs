// In a process of its own: reads one file again and again with one subject, and prints milliseconds and memory as JSON.
import { readFileSync } from 'node:fs';

const { path, subject, times } = JSON.parse(process.argv[2]);
const bytes = readFileSync(path);
const limits = { pages: 1_000, items: 1_000_000, timeMs: 120_000 };

async function ours(integrity) {
  const { readStatement } = await import('../../dist/statements.js');
  return (await readStatement(bytes, { limits, integrity })).transactions.length;
}

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

const subjects = { bare, plain: () => ours(false), checked: () => ours(true) };
const idle = process.memoryUsage.rss();
const millis = [];
let rows = 0;
for (let time = 0; time < times; time += 1) {
  const begun = performance.now();
  rows = await subjects[subject]();
  millis.push(performance.now() - begun);
}
const memory = { idleMb: idle / 2 ** 20, mostMb: process.resourceUsage().maxRSS / 2 ** 10 };
// The first reading includes the import.
process.stdout.write(JSON.stringify({ first: millis[0], later: millis.slice(1), rows, ...memory }));
