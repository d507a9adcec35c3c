// In a process of its own: makes calls of one subject for a while and prints the microseconds of CPU that one takes. A first while, as long, is not counted.
import { axios, dispatch, repaykit, stripe, undici } from './client-subjects.mjs';

const { subject, inFlight, millis, ...setting } = JSON.parse(process.argv[2]);
const { call, close } = await { axios, dispatch, repaykit, stripe, undici }[subject](setting);

async function run() {
  let calls = 0;
  const end = performance.now() + millis;
  const work = async () => {
    for (; performance.now() < end; calls += 1) await call();
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  return calls;
}

await run();
const before = process.cpuUsage();
const calls = await run();
const { user, system } = process.cpuUsage(before);
await close();
process.stdout.write(JSON.stringify((user + system) / calls), () => process.exit(0));
