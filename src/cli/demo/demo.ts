import { DISCLAIMER } from '../../domain/notice.ts';
import { createReferenceServer } from '../../server/reference-server.ts';
import type { CliIo } from '../io.ts';
import { STORY_BEGINS } from './cast.ts';
import { closeLoan, firstDueDate, secondDueDate, thirdDueDate } from './due-dates.ts';
import { disburse, onboard } from './onboarding.ts';
import { setStage } from './stage.ts';
import { lineWriter } from './story-lines.ts';
import { Storyline, UnkeptClaim } from './storyline.ts';

/** Tells one loan from consent to closure, over real HTTP on loopback. The answer is the exit code: 0 only if every claim was kept. */
export async function runDemo(io: CliIo, { json = false }: { readonly json?: boolean } = {}): Promise<number> {
  const server = createReferenceServer({ now: STORY_BEGINS });
  const write = lineWriter({ json, showsColour: io.showsColour });
  const story = new Storyline(
    (line) => io.out(write(line)),
    () => server.clock.now(),
  );
  const stage = await setStage(server);
  try {
    story.begin(
      `One loan, end to end. Platform on ${stage.server.url}, time is virtual, dates are Lagos dates, people are invented.`,
      DISCLAIMER,
    );
    const verified = await onboard(stage, story);
    await disburse(stage, story, verified);
    await firstDueDate(stage, story);
    await secondDueDate(stage, story);
    const repaid = await thirdDueDate(stage, story);
    await closeLoan(stage, story, repaid);
    story.end();
    return 0;
  } catch (error) {
    if (!(error instanceof UnkeptClaim)) throw error;
    io.err(`A claim was not kept: ${error.message}\n`);
    return 1;
  } finally {
    await stage.close();
  }
}
