// One call that is refused eight times before it succeeds, in a process of its own; prints how many sockets it took.
import { repaykit } from './client-subjects.mjs';

const { url, entryPoint } = JSON.parse(process.argv[2]);
await fetch(`${url}/reset`);
const before = Number(await (await fetch(`${url}/sockets`)).text());
const pace = { retry: { retries: 8, firstDelayMs: 1, maxDelayMs: 2 } };
const { call } = await repaykit({ url: `${url}/refuse/8/`, entryPoint, options: pace });
await call();
const after = Number(await (await fetch(`${url}/sockets`)).text());
process.stdout.write(JSON.stringify(after - before), () => process.exit(0));
