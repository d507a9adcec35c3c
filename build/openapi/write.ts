import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import type { Examples } from '../../src/wire/openapi.ts';
import { openApiDocument } from './document.ts';
import { playLoans } from './examples/loans.ts';
import { Recorder } from './examples/recorder.ts';
import { playRefusals } from './examples/refusals.ts';
import { playServices } from './examples/services.ts';

/** Where the packed document says that the service is. */
const BASE_URL = 'http://127.0.0.1:4010';

/** Writes the document with its examples, played on a reference server in this process: the same sources write the same bytes. */
export async function writeOpenApi(file: string): Promise<void> {
  const deployment = { segments: REFERENCE_DEFAULTS.segments, baseUrl: BASE_URL };
  const document = openApiDocument(deployment, await playedExamples());
  await mkdir(dirname(file), { recursive: true });
  // Several test runs may write it at once.
  await writeFile(`${file}.${process.pid}`, JSON.stringify(document));
  await rename(`${file}.${process.pid}`, file);
}

async function playedExamples(): Promise<ReadonlyMap<string, Examples>> {
  const recorder = new Recorder();
  try {
    await playLoans(recorder);
    await playServices(recorder);
    await playRefusals(recorder);
    return recorder.examples(BASE_URL);
  } finally {
    await recorder.server.close();
  }
}
