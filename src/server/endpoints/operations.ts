import { type BureauEventName, bureauEventNames } from '../../domain/bureau.ts';
import { formatInstant } from '../../domain/calendar.ts';
import { isContentField } from '../../domain/loan/report-content.ts';
import { redactText } from '../../redact/redact.ts';
import { isRecord } from '../../validation/checks.ts';
import { matchOperation, type NoOperation, type OperationRow, type WireRow } from '../../wire/operations.ts';
import { bureauIntakeRow } from '../../wire/shapes/bureau-report.ts';
import { type Answer, answer, refuse } from '../answer.ts';
import { findNearMisses, withSuggestion } from '../diagnosis/near-misses.ts';
import { documentId, policyDocument } from '../engine/insurance/policy-view.ts';
import { submitReport } from '../engine/mandates/bureau-intake.ts';
import { noteRefusal } from '../engine/mandates/violations.ts';
import { checkMerchant } from '../engine/world/refusals.ts';
import type { FaultableOperation, FaultRecord } from '../faults/fault.ts';
import { breakAnswer, callUnder, faultForCall, journalStatus, nameFault } from '../faults/faults.ts';
import { announceRequest } from '../journal/announce.ts';
import { keptForm, keptInput, keptPath } from '../journal/journal.ts';
import { bodyLength, type ServerRequest, type ServerResponse } from '../message.ts';
import { enveloped, file, plain, type Respond } from '../responses.ts';
import { checkShape, knownFieldsAt } from '../shape-check.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { FILES_PATH, readFileName } from '../worlds/world-name.ts';
import type { ServerContext } from '../worlds/worlds.ts';
import { admit, admitReporter, worldOfStray } from './admission.ts';
import { carryOut } from './handlers.ts';
import { checkBody, readInput } from './operation-input.ts';

/** Checks in this order: path, method, key, merchant, media type, size, shape, existence, conflict, rule. */
export function answerOperation(
  context: ServerContext,
  request: ServerRequest,
): ServerResponse | Promise<ServerResponse> {
  const { worlds } = context;
  const row = findOperation(request, context);
  if (!('id' in row)) {
    const live = worldOfStray(request.headers, worlds);
    const call: Call = {
      context,
      request,
      live,
      respond: enveloped,
      keep: (input) => keptInput(input, bytesOf(request)),
    };
    return finishCall(call, undefined, refusePath(row, request));
  }
  const { live, refusal } = admit(row, request.headers, worlds);
  const keep = (input: unknown) =>
    row.encoding === 'multipart'
      ? keptForm(input, bytesOf(request), knownFieldsAt(row.input, []))
      : keptInput(input, bytesOf(request));
  const performRow = (input: unknown) => perform(live, row, input);
  const call: KnownCall = { context, request, live, respond: enveloped, keep, row, perform: performRow };
  return refusal ? finishCall(call, row, { answer: refuse(refusal) }) : serveCall(call);
}

function bytesOf({ body, query }: ServerRequest): number {
  return bodyLength(body) + query.length;
}

function findOperation({ method, path }: ServerRequest, { settings }: ServerContext): OperationRow | NoOperation {
  const found = matchOperation(method, path, settings.segments);
  // The discovery path ends with a slash (spec §4.2), which many HTTP libraries remove.
  return 'id' in found || found.pathKnown ? found : matchOperation(method, `${path}/`, settings.segments);
}

const NO_OPERATION =
  'No operation has this path: check it against the specification, and the two path segments against those of the server.';
// For people who open the server's URL in a browser.
const ROOT_PAGE =
  'This is the reference server of repaykit; it has no pages. Its operations are under /v1 (`repaykit openapi` describes them), its controls under /_control: GET /_control/health says that it is up.';

function refusePath({ pathKnown, methods }: NoOperation, { method, path }: ServerRequest): Outcome {
  if (!pathKnown)
    return { answer: refuse({ status: 404, code: 'path_unknown', message: path === '/' ? ROOT_PAGE : NO_OPERATION }) };
  const allow = methods.join(', ');
  const message = `This path takes ${allow}; ${method} was sent.`;
  return { answer: refuse({ status: 405, code: 'method_not_allowed', allow, message }) };
}

function perform(live: LiveWorld, row: OperationRow, input: unknown): Outcome {
  // The merchant in the body is checked before the body's shape. An empty or non-text value is left to the shape check.
  const { appId, businessId } = isRecord(input) ? input : {};
  const stranger = checkMerchant(live.world, { appId: nameIn(appId), businessId: nameIn(businessId) });
  if (stranger) return { input, answer: refuse(stranger) };
  const unknownFields: string[] = [];
  const shaped = checkShape(row.input, input, (path) => unknownFields.push(path));
  return { input, unknownFields, answer: shaped.ok ? carryOut(row.id, live, shaped.data) : shaped };
}

function nameIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

interface Outcome {
  readonly answer: Answer<unknown>;
  readonly input?: unknown;
  readonly unknownFields?: readonly string[];
  readonly fault?: FaultRecord | undefined;
}

interface Call {
  readonly context: ServerContext;
  readonly request: ServerRequest;
  readonly live: LiveWorld;
  /** Writes answers in the envelope, or as plain JSON like a bureau's. */
  readonly respond: Respond;
  /** Selects the part of the input for the journal. */
  readonly keep: (input: unknown) => unknown;
}

interface KnownCall extends Call {
  readonly row: WireRow & { readonly id: FaultableOperation };
  readonly perform: (input: unknown) => Outcome;
}

/** Answers an admitted call. The order of checks is: merchant, media type, size, then those of `perform`. */
function serveCall(call: KnownCall): ServerResponse | Promise<ServerResponse> {
  const { live, row, request } = call;
  live.arrive();
  if (live.faults.isEmpty) return serve(call);
  const { now, chance } = live.world;
  const fault = faultForCall(live.faults, { operation: row.id, request, now, seed: chance.seed });
  if (!fault) return serve(call);
  return callUnder(fault, {
    serve: () => {
      // The fault may have delayed the call.
      live.arrive();
      return serve(call, fault);
    },
    instead: () => finishCall(call, row, { answer: answer(null), fault }),
    closing: live.closing,
  });
}

function serve(call: KnownCall, fault?: FaultRecord): ServerResponse | Promise<ServerResponse> {
  const { context, live, row, request } = call;
  const stranger = checkMerchant(live.world, {});
  if (stranger) return finishCall(call, row, { answer: refuse(stranger), fault });
  const body = checkBody(row.encoding, request, context.settings.bodyLimit);
  if (!body.ok) return finishCall(call, row, { answer: body, fault });
  const read = readInput(row.encoding, request);
  return read instanceof Promise ? read.then((settled) => carry(call, settled, fault)) : carry(call, read, fault);
}

function carry(call: KnownCall, read: Answer<unknown>, fault: FaultRecord | undefined): ServerResponse {
  const outcome = read.ok ? call.perform(read.data) : { answer: read };
  return finishCall(call, call.row, fault ? { ...outcome, fault } : outcome);
}

/** Audits a call, writes it to the journal, and answers it. `row` is undefined for an unknown path. */
function finishCall(call: Call, row: KnownCall['row'] | undefined, outcome: Outcome): ServerResponse {
  const { request, live, respond, keep } = call;
  const { input, fault } = outcome;
  const mark = live.nextMark();
  const answer = auditedAnswer(call, row, outcome);
  const response = respond(answer, mark);
  const entry = {
    id: mark.id,
    operation: row?.id ?? null,
    method: request.method,
    path: keptPath(request.path),
    input: keep(input),
    status: fault ? journalStatus(fault, response.status) : response.status,
    at: mark.now,
    ...(fault && { fault: nameFault(fault) }),
  };
  live.journal.push(entry);
  announceRequest(live, entry, answer);
  // Reads change nothing, so no work becomes due.
  if (row && (row.repeat !== 'safe' || row.id === 'submitBureauReport')) live.depart();
  if (!fault) return response;
  return breakAnswer(response, fault, (message) => respond(refuse({ status: 500, code: 'fault', message }), mark));
}

const LONGEST_PATH = 200;

/** Records the broken rule and the near misses of a call, and adds the fix to its refusal. */
function auditedAnswer(
  { context, request, live }: Call,
  row: KnownCall['row'] | undefined,
  { answer, input, unknownFields = [] }: Outcome,
): Answer<unknown> {
  const refusal = answer.ok ? undefined : answer.refusal;
  if (!refusal && unknownFields.length === 0) return answer;
  if (refusal && row) noteRefusal(live.world, refusal, { operation: row.id, spec: row.spec, input });
  live.drainViolations();
  const hints = findNearMisses({ request, row, input, unknownFields, refusal }, context);
  if (hints.length === 0) return refusal ? refuse(refusal) : answer;
  const path = redactText(request.path).slice(0, LONGEST_PATH);
  const facts = { operation: row?.id ?? null, method: request.method, path, status: refusal?.status ?? 200 };
  for (const hint of hints) live.nearMisses.push({ ...hint, ...facts, at: formatInstant(live.world.now) });
  return refusal ? refuse(withSuggestion(refusal, hints)) : answer;
}

/** The path for lifecycle reports to the bureau. Spec §6.3 shows no operation for them, so this one is ours. */
export const BUREAU_PATH = '/_bureau/reports';

const bureauRow = { ...bureauIntakeRow, id: 'submitBureauReport' } as const;

/** Answers a lifecycle report. It has the same checks as an operation, and answers plain JSON like a bureau. */
export function answerBureau(context: ServerContext, request: ServerRequest): ServerResponse | Promise<ServerResponse> {
  const { headers, method } = request;
  const keep = (input: unknown) => keptInput(withoutAdded(input), bodyLength(request.body));
  if (method !== 'POST') {
    const message = `Reports are sent with POST; ${method} was sent.`;
    const answer = refuse({ status: 405, code: 'method_not_allowed', allow: 'POST', message });
    const live = worldOfStray(headers, context.worlds);
    return finishCall({ context, request, live, respond: plain, keep }, bureauRow, { answer });
  }
  const { live, refusal } = admitReporter(headers, context.worlds);
  const call = { context, request, live, respond: plain, keep } as const;
  if (refusal) return finishCall(call, bureauRow, { answer: refuse(refusal) });
  const perform = (input: unknown) => ({ answer: submitReport(live.world, input), input });
  return serveCall({ ...call, row: bureauRow, perform });
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

/** Serves a file by its name, which includes the world. It needs no key, like the links of live services. */
export function answerFile({ worlds }: ServerContext, { method, path }: ServerRequest): ServerResponse {
  const { world, id } = readFileName(path.slice(FILES_PATH.length));
  const live = worlds.find(world);
  const mark = (live ?? worlds.default).nextMark();
  if (method !== 'GET' && method !== 'HEAD') {
    const message = 'Files are only read: use GET.';
    return plain(refuse({ status: 405, code: 'method_not_allowed', allow: 'GET, HEAD', message }), mark);
  }
  const policy = live?.book.policies.find((candidate) => documentId(candidate) === id);
  const bytes = policy ? policyDocument(policy) : live?.statements.file(id);
  if (bytes) return file(bytes, 'application/pdf', mark);
  const message = 'No file has this id. Of the statements that were uploaded the newest are kept.';
  return plain(refuse({ status: 404, code: 'file_unknown', message }), mark);
}
