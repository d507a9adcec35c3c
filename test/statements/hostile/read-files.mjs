// In a process of its own, which a file must not bring down: reads each file some times by the built package; prints how each reading ended.
import { readStatement } from '../../../dist/statements.js';

const { files, times } = JSON.parse(process.argv[2]);
const MEGABYTE = 1_048_576;
const resident = () => Math.round(process.memoryUsage.rss() / MEGABYTE);

const endingOf = (file, limits) =>
  readStatement(file, { limits }).then(
    () => ({ ending: 'read' }),
    ({ name, code, message }) => ({ ending: name === 'StatementError' ? code : `${name} ${message}`, message }),
  );

// Warm, so that only what a file costs is seen.
await endingOf(files[0].path, { timeMs: 1 });
const before = resident();
for (const { path, limits } of files) {
  const begun = performance.now();
  const endings = [];
  let most = resident();
  const looking = setInterval(() => {
    most = Math.max(most, resident());
  }, 5);
  for (let time = 0; time < times; time += 1) endings.push(await endingOf(path, limits));
  clearInterval(looking);
  const ms = Math.round((performance.now() - begun) / times);
  process.stdout.write(`${JSON.stringify({ path, endings, ms, mostMb: most, afterMb: resident() })}\n`);
}
// The thread that was ended last gives its memory back when it is gone.
await new Promise((done) => setTimeout(done, 300));
process.stdout.write(`${JSON.stringify({ before, after: resident() })}\n`);
