import type { ServerConsole } from '../server/options.ts';

/**
 * The console of a reference server, at `/_console` of its port: `createReferenceServer({ console: serverConsole() })`.
 * `repaykit serve` has it. Its code is loaded with the first visit.
 */
export function serverConsole(): ServerConsole {
  return {
    answer: async (request, place) => (await import('./api/answer-server.ts')).answerServerConsole(request, place),
  };
}
