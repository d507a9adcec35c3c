import { parentPort, workerData } from 'node:worker_threads';
import { defaultLimits, limitExceeded, type StatementLimits } from '../read-options.ts';
import { readPdf } from '../read-pdf.ts';
import { collectGarbage, MemoryReport } from './memory.ts';
import { comeForward, type Guard, guardThread } from './thread-guard.ts';
import { packFailure, type ThreadData, type ThreadMessage, type ThreadTask } from './thread-messages.ts';

// The file of a reading thread: one statement after another, until it is ended from outside or passes a limit.

const report = new MemoryReport((workerData as ThreadData).report);
const say = (message: ThreadMessage) => parentPort?.postMessage(message);

const guard: Guard = {
  limits: defaultLimits,
  inflated: 0,
  end(limit: keyof StatementLimits): never {
    say({ kind: 'failed', failure: packFailure(limitExceeded(limit, guard.limits)) });
    // Ends this thread only, and here.
    return process.exit();
  },
};

guardThread(guard, report);
// The first sign of life: this file and all it needs was loaded.
report.write();

// What a long statement leaves behind would stand beside what comes next; after a short one it is not worth the time.
const WORTH_BYTES = 48 * 1_048_576;

function tidy(): void {
  if (report.write() > WORTH_BYTES) collectGarbage();
}

async function read({ bytes, wantsProgress, ...reading }: ThreadTask): Promise<ThreadMessage> {
  guard.limits = reading.limits;
  guard.inflated = 0;
  const onCheckpoint = () => comeForward(guard, report);
  const onProgress = wantsProgress
    ? (progress: { page: number; pages: number }) => say({ kind: 'progress', ...progress })
    : undefined;
  try {
    const statement = await readPdf(bytes, reading, { onProgress, onCheckpoint, onPhaseEnd: tidy });
    tidy();
    return { kind: 'read', statement };
  } catch (error) {
    return { kind: 'failed', failure: packFailure(error) };
  }
}

parentPort?.on('message', async (task: ThreadTask) => {
  const answer = await read(task);
  report.write();
  say(answer);
});
