// In a process of its own: type-checks a project and prints the milliseconds of processor time it took. What else the machine does is no part of that.
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';

const { compiler, project } = JSON.parse(process.argv[2]);
process.argv = [process.argv[0], compiler, '-p', project];
process.once('exit', (code) => {
  const { user, system } = process.cpuUsage();
  if (code === 0) writeSync(1, JSON.stringify((user + system) / 1_000));
});
createRequire(import.meta.url)(compiler);
