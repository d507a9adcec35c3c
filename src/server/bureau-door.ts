import { type Admission, admitReporter, worldOfStray } from './admission.ts';
import { type Answer, refuse } from './answer.ts';
import { keptInput, showRequest } from './journal.ts';
import { readJsonBody } from './json-body.ts';
import type { LiveWorld } from './live-world.ts';
import type { ServerRequest, ServerResponse } from './message.ts';
import { checkBody } from './operation-input.ts';
import { submitReport } from './platform/bureau-intake.ts';
import { checkMerchant } from './platform/refusals.ts';
import type { ServerContext } from './server-context.ts';
import type { Worlds } from './worlds.ts';

/** Where the bureau takes lifecycle reports. Spec §6.3 shows no operation for it; this one is ours. */
export const BUREAU_PATH = '/_bureau/reports';

/** Answers a lifecycle report: the same checks as an operation, plain JSON as a bureau would answer. */
export function answerBureau(context: ServerContext, request: ServerRequest): ServerResponse {
  const { responses, settings, worlds } = context;
  const { live, refusal } = request.method === 'POST' ? admitReporter(request.headers, worlds) : notPost(request, worlds);
  const { answer, input } = refusal ? { answer: refuse(refusal), input: undefined } : submit(live, request, settings.bodyLimit);

  const mark = live.nextMark();
  const response = responses.plain(answer, mark, response405(answer));
  const kept = keptInput(input, request.body?.byteLength ?? 0);
  const entry = {
    id: mark.id,
    operation: 'submitBureauReport',
    method: request.method,
    path: request.path,
    input: kept,
    status: response.status,
    at: mark.now,
  };
  live.journal.add(entry);
  settings.onRequest?.(showRequest(entry), live.name);
  live.depart();
  return response;
}

function notPost({ method, headers }: ServerRequest, worlds: Worlds): Admission {
  const message = `Reports are sent with POST; ${method} was sent.`;
  return { live: worldOfStray(headers, worlds), refusal: { status: 405, code: 'method_not_allowed', message } };
}

function response405(answer: Answer<unknown>): Record<string, string> {
  return !answer.ok && answer.refusal.status === 405 ? { allow: 'POST' } : {};
}

function submit(live: LiveWorld, request: ServerRequest, bodyLimit: number): { readonly answer: Answer<unknown>; readonly input: unknown } {
  live.arrive();
  const stranger = checkMerchant(live.world, {});
  if (stranger) return { answer: refuse(stranger), input: undefined };
  const fits = checkBody('json', request, bodyLimit);
  if (!fits.ok) return { answer: fits, input: undefined };
  const read = readJsonBody(request.body);
  return read.ok ? { answer: submitReport(live.world, read.data), input: read.data } : { answer: read, input: undefined };
}
