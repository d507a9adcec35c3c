// CPU per call of each subject, in alternating rounds of one process, so that drift of the machine hits all alike. Prints microseconds per round.
import { axios, dispatch, repaykit, stripe, undici } from './client-subjects.mjs';

const { url, entryPoint, inFlight, rounds, callsPerRound } = JSON.parse(process.argv[2]);
const subjects = { repaykit, dispatch, undici, stripe, axios };
const names = Object.keys(subjects);
const made = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, await subjects[name](url, { entryPoint })])),
);
const micros = Object.fromEntries(names.map((name) => [name, []]));

async function round(name, calls) {
  const { call } = made[name];
  let left = calls;
  const before = process.cpuUsage();
  const work = async () => {
    for (; left > 0; ) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

for (const name of names) await round(name, callsPerRound * 2);
for (let count = 0; count < rounds; count += 1) {
  const order = count % 2 === 0 ? names : [...names].reverse();
  for (const name of order) micros[name].push(await round(name, callsPerRound));
}
await Promise.all(names.map((name) => made[name].close()));
process.stdout.write(JSON.stringify(micros), () => process.exit(0));
