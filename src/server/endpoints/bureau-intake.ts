import { type BureauEventName, bureauEventNames } from '../../domain/bureau.ts';
import { isContentField } from '../../domain/loan/report-content.ts';
import { bureauIntakeRow } from '../../wire/bureau-report.ts';
import { type Answer, answer, refuse } from '../answer.ts';
import { auditRequest } from '../diagnosis/audit-request.ts';
import { submitReport } from '../engine/bureau-intake.ts';
import { checkMerchant } from '../engine/refusals.ts';
import type { FaultRecord } from '../faults/fault.ts';
import { breakAnswer, callUnder, faultForCall, journalStatus, nameFault } from '../faults/faulted-call.ts';
import { announceRequest } from '../journal/announce.ts';
import { keptInput } from '../journal/journal.ts';
import { bodyLength, readJsonBody } from '../json-body.ts';
import type { ServerRequest, ServerResponse } from '../message.ts';
import type { ServerContext } from '../server-context.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import type { Worlds } from '../worlds/worlds.ts';
import { type Admission, admitReporter, worldOfStray } from './admission.ts';
import { checkBody } from './operation-input.ts';

/** Where the bureau takes lifecycle reports. Spec §6.3 shows no operation for it; this one is ours. */
export const BUREAU_PATH = '/_bureau/reports';

const REPORT_ROW = { ...bureauIntakeRow, id: 'submitBureauReport' } as const;

/** Answers a lifecycle report: the same checks as an operation, plain JSON as a bureau would answer. */
export function answerBureau(context: ServerContext, request: ServerRequest): ServerResponse | Promise<ServerResponse> {
  const { live, refusal } =
    request.method === 'POST' ? admitReporter(request.headers, context.worlds) : notPost(request, context.worlds);
  if (refusal) return finish(context, request, { live, answer: refuse(refusal) });
  live.arrive();
  const serve = (fault?: FaultRecord) =>
    finish(context, request, { live, fault, ...submit(live, request, context.settings.bodyLimit) });
  if (live.faults.isEmpty) return serve();
  const { now, chance } = live.world;
  const fault = faultForCall(live.faults, { operation: 'submitBureauReport', request, now, seed: chance.seed });
  if (!fault) return serve();
  return callUnder(fault, {
    serve: () => serve(fault),
    instead: () => finish(context, request, { live, fault, answer: answer(null) }),
    closing: live.closing,
  });
}

/** What is known of a report by the time it is answered. */
interface Outcome {
  readonly live: LiveWorld;
  readonly answer: Answer<unknown>;
  readonly input?: unknown;
  /** The fault that applied to the call. */
  readonly fault?: FaultRecord | undefined;
}

function finish(
  context: ServerContext,
  request: ServerRequest,
  { live, answer, input, fault }: Outcome,
): ServerResponse {
  const { responses } = context;
  const audit = answer.ok
    ? answer
    : auditRequest(context, live, { request, row: REPORT_ROW, input, unknownFields: [], answer });
  const mark = live.nextMark();
  const response = responses.plain(audit, mark, response405(audit));
  const kept = keptInput(withoutAdded(input), bodyLength(request.body));
  const entry = {
    id: mark.id,
    operation: 'submitBureauReport',
    method: request.method,
    path: request.path,
    input: kept,
    status: fault ? journalStatus(fault, response.status) : response.status,
    at: mark.now,
    ...(fault && { fault: nameFault(fault) }),
  };
  live.journal.add(entry);
  announceRequest(live, entry, audit);
  live.depart();
  if (!fault) return response;
  return breakAnswer(response, fault, ({ message, headers }) =>
    responses.plain(refuse({ status: 500, code: 'fault', message }), mark, headers),
  );
}

function notPost({ method, headers }: ServerRequest, worlds: Worlds): Admission {
  const message = `Reports are sent with POST; ${method} was sent.`;
  return {
    live: worldOfStray(headers, worlds),
    refusal: { status: 405, code: 'method_not_allowed', allow: 'POST', message },
  };
}

function response405(answer: Answer<unknown>): Record<string, string> {
  return !answer.ok && answer.refusal.status === 405 ? { allow: 'POST' } : {};
}

function submit(
  live: LiveWorld,
  request: ServerRequest,
  bodyLimit: number,
): { readonly answer: Answer<unknown>; readonly input: unknown } {
  live.arrive();
  const stranger = checkMerchant(live.world, {});
  if (stranger) return { answer: refuse(stranger), input: undefined };
  const fits = checkBody('json', request, bodyLimit);
  if (!fits.ok) return { answer: fits, input: undefined };
  const read = readJsonBody(request.body);
  return read.ok
    ? { answer: submitReport(live.world, read.data), input: read.data }
    : { answer: read, input: undefined };
}

// What a merchant added to the content may be about the payer, under whatever name; the bureau's own list shows it, the journal does not.
function withoutAdded(input: unknown): unknown {
  const { event, content } = (input ?? {}) as { readonly event?: unknown; readonly content?: unknown };
  if (!bureauEventNames.includes(event as BureauEventName) || typeof content !== 'object' || content === null)
    return input;
  const shown = Object.entries(content).map(([field, value]) => [
    field,
    isContentField(event as BureauEventName, field) ? value : '[added]',
  ]);
  return { ...(input as object), content: Object.fromEntries(shown) };
}
