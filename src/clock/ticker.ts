/**
 * Calls `tick` every `everyMs` until `stop`. Unlike a sleep it keeps no process alive: nobody waits for it, so a forgotten one must not hold
 * a program open. What `tick` throws is the caller's bug and surfaces as any uncaught error.
 */
export function startTicking(everyMs: number, tick: () => void, stop: AbortSignal): void {
  if (stop.aborted) return;
  const timer = setInterval(tick, everyMs);
  timer.unref();
  stop.addEventListener('abort', () => clearInterval(timer), { once: true });
}
