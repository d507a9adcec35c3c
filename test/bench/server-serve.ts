/** What `repaykit serve` costs before anything happens: the time to its first answer, and its memory while it is idle. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { watched } from './processes.ts';
import { type BenchRow, median } from './rows.ts';

const RUNS = 5;
const IDLE_MS = 1_000;

interface Started {
  readonly answeredMs: number;
  readonly idleMiB: number;
}

/** Two rows. */
export async function benchServe(): Promise<BenchRow[]> {
  const runs: Started[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await startOnce());
  const answered = median(runs.map((run) => run.answeredMs));
  const idle = median(runs.map((run) => run.idleMiB));
  const shared = { better: 'less', against: '–' } as const;
  return [
    {
      what: 'from `serve` to the first answer',
      result: answered,
      unit: 'ms',
      ...shared,
      target: 'at most 250',
      figures: 'a new process',
    },
    {
      what: 'memory of an idle `serve`',
      result: idle,
      unit: 'MiB',
      ...shared,
      target: 'at most 80',
      figures: 'resident, idle for a second',
    },
  ];
}

async function startOnce(): Promise<Started> {
  const start = performance.now();
  const command = [join(process.cwd(), 'dist/cli.js'), 'serve', '--port', '0', '--json', '--quiet'];
  const child = watched(spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] }));
  const exited = once(child, 'exit');
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { url, publicKey } = JSON.parse(line.toString()) as { url: string; publicKey: string };
    const answer = await fetch(`${url}/v1/mandates/micro-deposit/bank-list`, {
      headers: { authorization: `token ${publicKey}` },
    });
    if (answer.status !== 200) throw new Error(`serve answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    const answeredMs = performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    return { answeredMs, idleMiB: residentMiB(child.pid) };
  } finally {
    child.kill('SIGINT');
    await exited;
  }
}

// Where the system reports it: Linux.
function residentMiB(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}
