import { type BureauEventName, bureauEventNames } from '../../domain/bureau.ts';
import { isContentField } from '../../domain/loan/report-content.ts';
import { isRecord } from '../../validation/checks.ts';
import { bureauIntakeRow } from '../../wire/bureau-report.ts';
import { refuse } from '../answer.ts';
import { submitReport } from '../engine/bureau-intake.ts';
import { keptInput } from '../journal/journal.ts';
import { bodyLength } from '../json-body.ts';
import type { ServerRequest, ServerResponse } from '../message.ts';
import { plain } from '../responses.ts';
import type { ServerContext } from '../server-context.ts';
import { admitReporter, worldOfStray } from './admission.ts';
import { finishCall, serveCall } from './serve-call.ts';

/** The path for lifecycle reports to the bureau. Spec §6.3 shows no operation for them, so this one is ours. */
export const BUREAU_PATH = '/_bureau/reports';

const row = { ...bureauIntakeRow, id: 'submitBureauReport' } as const;

/** Answers a lifecycle report. It has the same checks as an operation, and answers plain JSON like a bureau. */
export function answerBureau(context: ServerContext, request: ServerRequest): ServerResponse | Promise<ServerResponse> {
  const { headers, method } = request;
  const keep = (input: unknown) => keptInput(withoutAdded(input), bodyLength(request.body));
  if (method !== 'POST') {
    const message = `Reports are sent with POST; ${method} was sent.`;
    const answer = refuse({ status: 405, code: 'method_not_allowed', allow: 'POST', message });
    const live = worldOfStray(headers, context.worlds);
    return finishCall({ context, request, live, respond: plain, keep }, row, { answer, headers: { allow: 'POST' } });
  }
  const { live, refusal } = admitReporter(headers, context.worlds);
  const call = { context, request, live, respond: plain, keep } as const;
  if (refusal) return finishCall(call, row, { answer: refuse(refusal) });
  return serveCall({ ...call, row, perform: (input) => ({ answer: submitReport(live.world, input), input }) });
}

// Fields that a merchant adds to the content may contain data of the payer under any name. The bureau's list shows
// them, the journal does not.
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
