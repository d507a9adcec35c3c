import { DISCLAIMER } from '../../domain/consent/notice.ts';
import { createReferenceServer } from '../../server/reference-server.ts';
import type { CliIo } from '../terminal/io.ts';
import { closeLoan, disburse, firstDueDate, onboard, secondDueDate, thirdDueDate } from './demo-loan.ts';
import { openDemo, STORY_BEGINS } from './demo-server.ts';
import { FailedCheck, lineWriter, Storyline } from './storyline.ts';

/**
 * Runs one loan from consent to closure, over real HTTP on loopback. Returns the exit code: 0 only if all checks pass.
 */
export async function runDemo(io: CliIo, { json = false }: { readonly json?: boolean } = {}): Promise<number> {
  const server = createReferenceServer({ now: STORY_BEGINS });
  const format = lineWriter(io, { json });
  const now = () => server.clock.now();
  const story = new Storyline((line) => io.out(format(line)), now);
  const demo = await openDemo(server);
  try {
    story.begin(
      `One loan, end to end. The service is on ${demo.server.url}, time is virtual, dates are Lagos dates, people are invented.`,
      DISCLAIMER,
    );
    const verified = await onboard(demo, story);
    await disburse(demo, story, verified);
    await firstDueDate(demo, story);
    await secondDueDate(demo, story);
    const repaid = await thirdDueDate(demo, story);
    await closeLoan(demo, story, repaid);
    story.end();
    return 0;
  } catch (error) {
    if (!(error instanceof FailedCheck)) throw error;
    io.err(`A check failed: ${error.message}\n`);
    return 1;
  } finally {
    await demo.close();
  }
}
