import { parentPort, workerData } from 'node:worker_threads';
import type { Recognise } from '../ocr/scanned-pages.ts';
import { defaultLimits, limitExceeded, type ReadProgress, type StatementLimits } from '../read-options.ts';
import { readPdf } from '../read-pdf.ts';
import { collectGarbage, MemoryReport } from './memory.ts';
import { type Guard, guardThread, noteProgress } from './thread-guard.ts';
import {
  packFailure,
  type ThreadData,
  type ThreadMessage,
  type ThreadRequest,
  type ThreadTask,
  type ThreadWords,
} from './thread-messages.ts';

// The program of a reading thread. It reads one statement after another until it is ended or exceeds a limit.

const { report: buffer }: ThreadData = workerData;
const report = new MemoryReport(buffer);
const post = (message: ThreadMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

const guard: Guard = {
  limits: defaultLimits,
  inflated: 0,
  end(limit: keyof StatementLimits): never {
    post({ kind: 'failed', failure: packFailure(limitExceeded(limit, guard.limits)) });
    // In a worker, this ends only the thread.
    return process.exit();
  },
};

guardThread(guard, report);
// The first report: this file and its imports are loaded.
report.write();

// Garbage of a long statement would count against the next one. After a short one, collecting is not worth the time.
const WORTH_BYTES = 48 * 1_048_576;

function tidy(): void {
  if (report.write() > WORTH_BYTES) collectGarbage();
}

let takeWords: ((words: ThreadWords['words']) => void) | undefined;

const recognise: Recognise = (pictures) => {
  post({ kind: 'pictures', pictures }, [...pictures.map(({ picture }) => picture.data.buffer)]);
  // What is left must be measured before the wait, during which the process does not watch the thread.
  tidy();
  return new Promise((resolve) => {
    takeWords = resolve;
  });
};

async function read({ bytes, reportsProgress, readsScans, ...reading }: ThreadTask): Promise<ThreadMessage> {
  guard.limits = reading.limits;
  guard.inflated = 0;
  const onProgress = reportsProgress ? (progress: ReadProgress) => post({ kind: 'progress', ...progress }) : undefined;
  const onCheckpoint = () => noteProgress(guard, report);
  try {
    const watch = { onProgress, onCheckpoint, onPhaseEnd: tidy, recognise: readsScans ? recognise : undefined };
    const statement = await readPdf(bytes, reading, watch);
    tidy();
    return { kind: 'read', statement };
  } catch (error) {
    return { kind: 'failed', failure: packFailure(error) };
  }
}

parentPort?.on('message', async (task: ThreadRequest) => {
  if (task.kind === 'words') return takeWords?.(task.words);
  const answer = await read(task);
  report.write();
  post(answer);
});
