import type { ContractExamples } from '../../wire/openapi/contract-examples.ts';
import { playLoans } from './play-loans.ts';
import { playRefusals } from './play-refusals.ts';
import { playServices } from './play-services.ts';
import { Recorder } from './recorder.ts';

/** Examples of every operation, refusal and webhook, played on a reference server in this process: the same each time. */
export async function playedExamples(baseUrl: string): Promise<ContractExamples> {
  const recorder = new Recorder();
  try {
    await playLoans(recorder);
    await playServices(recorder);
    await playRefusals(recorder);
    return recorder.examples(baseUrl);
  } finally {
    await recorder.server.close();
  }
}
