// In a process of its own: reads one file by the built package, the bare engine and pdftotext in turns, or once to see its memory; prints figures as JSON.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readStatement } from '../../dist/statements.js';

const { path, times, hasPdftotext, way } = JSON.parse(process.argv[2]);
const bytes = readFileSync(path);
const limits = { pages: 1_000, items: 1_000_000, timeMs: 120_000 };

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

// A program, so it begins anew each time; it writes every word with its place, which is what the engine gives, too.
async function pdftotext() {
  execFileSync('pdftotext', ['-bbox', path, '/dev/null']);
}

async function alternate() {
  const ways = { bare, ours, ...(hasPdftotext && { pdftotext }) };
  const found = { bare: [], ours: [], pdftotext: [], rows: 0 };
  for (let time = -Math.min(Math.ceil(times / 3), 4); time < times; time += 1) {
    for (const [name, read] of time % 2 === 0 ? Object.entries(ways) : Object.entries(ways).reverse()) {
      const { ms, answer } = await timed(read);
      if (name === 'ours') found.rows = answer;
      if (time >= 0) found[name].push(ms);
    }
  }
  return found;
}

async function once() {
  const idle = process.memoryUsage.rss();
  await ours();
  return { idleMb: idle / 2 ** 20, mostMb: process.resourceUsage().maxRSS / 2 ** 10 };
}

process.stdout.write(JSON.stringify(way === 'once' ? await once() : await alternate()));
