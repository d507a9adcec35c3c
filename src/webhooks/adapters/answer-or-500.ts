import { refused } from '../reply.ts';

/**
 * Keeps what a framework would have to catch away from it. A receiver answers its own failures, so this is for what a merchant wrapped around one, and for
 * requests that a host could not make whole. Only the error's name is told: its text may repeat a header.
 */
export async function answerOr500(ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    process.emitWarning(
      `repaykit: a webhook was answered 500, because handing it to the receiver threw ${error instanceof Error ? error.name : typeof error}`,
    );
    return refused('not_stored');
  }
}
