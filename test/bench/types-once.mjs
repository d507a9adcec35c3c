// In a process of its own: type-checks a project and prints the milliseconds that the compiler took, from its start.
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';

const { compiler, project } = JSON.parse(process.argv[2]);
process.argv = [process.argv[0], compiler, '-p', project];
const start = performance.now();
process.once('exit', (code) => {
  if (code === 0) writeSync(1, JSON.stringify(performance.now() - start));
});
createRequire(import.meta.url)(compiler);
