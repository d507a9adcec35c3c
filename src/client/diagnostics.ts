import { channel } from 'node:diagnostics_channel';
import type { CallObserver } from '../http/call-observer.ts';

const start = channel('repaykit:request:start');
const end = channel('repaykit:request:end');
const retry = channel('repaykit:request:retry');
const error = channel('repaykit:request:error');

/** Publishes what happens to calls on the channels `repaykit:request:start|end|retry|error`. */
export const diagnostics: CallObserver = {
  requestStarted: (event) => start.publish(event),
  responseReceived: (event) => end.publish(event),
  retryPlanned: (event) => retry.publish(event),
  callFailed: (event) => error.publish(event),
};

/** Does anyone listen? Asked at each call, because listeners come and go. */
export function hasDiagnosticsSubscribers(): boolean {
  return start.hasSubscribers || end.hasSubscribers || retry.hasSubscribers || error.hasSubscribers;
}
