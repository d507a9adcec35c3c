import { type BureauEventName, bureauEventNames } from '../../domain/bureau.ts';
import { isContentField } from '../../domain/loan/report-content.ts';
import { isRecord } from '../../validation/checks.ts';
import { bureauIntakeRow } from '../../wire/bureau-report.ts';
import { refuse } from '../answer.ts';
import { submitReport } from '../engine/bureau-intake.ts';
import { keptInput } from '../journal/journal.ts';
import { bodyLength } from '../json-body.ts';
import type { ServerRequest, ServerResponse } from '../message.ts';
import type { ServerContext } from '../server-context.ts';
import { admitReporter, worldOfStray } from './admission.ts';
import { finishCall, serveCall } from './serve-call.ts';

/** Where the bureau takes lifecycle reports. Spec §6.3 shows no operation for it; this one is ours. */
export const BUREAU_PATH = '/_bureau/reports';

const row = { ...bureauIntakeRow, id: 'submitBureauReport' } as const;

/** Answers a lifecycle report: the same checks as an operation, plain JSON as a bureau would answer. */
export function answerBureau(context: ServerContext, request: ServerRequest): ServerResponse | Promise<ServerResponse> {
  const { headers, method } = request;
  const keep = (input: unknown) => keptInput(withoutAdded(input), bodyLength(request.body));
  const style = 'plain';
  if (method !== 'POST') {
    const message = `Reports are sent with POST; ${method} was sent.`;
    const answer = refuse({ status: 405, code: 'method_not_allowed', allow: 'POST', message });
    const live = worldOfStray(headers, context.worlds);
    return finishCall({ context, request, live, style, keep }, row, { answer, headers: { allow: 'POST' } });
  }
  const { live, refusal } = admitReporter(headers, context.worlds);
  const call = { context, request, live, style, keep } as const;
  if (refusal) return finishCall(call, row, { answer: refuse(refusal) });
  return serveCall({ ...call, row, perform: (input) => ({ answer: submitReport(live.world, input), input }) });
}

// What a merchant added to the content may be about the payer, under whatever name; the bureau's own list shows it, the journal does not.
function withoutAdded(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const { event, content } = input;
  if (!isEventName(event) || typeof content !== 'object' || content === null) return input;
  const shown = Object.entries(content).map(([field, value]) => [
    field,
    isContentField(event, field) ? value : '[added]',
  ]);
  return { ...input, content: Object.fromEntries(shown) };
}

function isEventName(event: unknown): event is BureauEventName {
  return bureauEventNames.some((name) => name === event);
}
