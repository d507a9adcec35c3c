import { matchOperation, type NoOperation, type OperationRow } from '../../wire/operations.ts';
import { type Answer, answer, type Refusal, refuse } from '../answer.ts';
import { auditRequest } from '../diagnosis/audit-request.ts';
import { checkMerchant } from '../engine/refusals.ts';
import type { FaultRecord } from '../faults/fault.ts';
import { breakAnswer, callUnder, faultForCall, journalStatus, nameFault } from '../faults/faulted-call.ts';
import { announceRequest } from '../journal/announce.ts';
import { keptForm, keptInput, keptPath } from '../journal/journal.ts';
import { bodyLength } from '../json-body.ts';
import type { ServerRequest, ServerResponse } from '../message.ts';
import type { ServerContext } from '../server-context.ts';
import { checkShape, knownFieldsAt } from '../shape-check.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { admit, worldOfStray } from './admission.ts';
import { carryOut } from './handlers.ts';
import { checkBody, readInput } from './operation-input.ts';

/** What is known of a request by the time it is answered. */
interface Outcome {
  readonly live: LiveWorld;
  readonly row: OperationRow | undefined;
  readonly input?: unknown;
  readonly answer: Answer<unknown>;
  readonly headers?: Record<string, string>;
  /** Paths of unknown fields. */
  readonly unknownFields?: readonly string[];
  /** The fault that applied to the call. */
  readonly fault?: FaultRecord | undefined;
}

/** An operation's call that was let in. */
type Admitted = Pick<Outcome, 'live' | 'fault'> & { readonly row: OperationRow };

/** Answers a request to the interface of the specification. Checks come in this order: path, method, key, merchant, media type, size, shape, existence, conflict, rule. */
export function answerOperation(
  context: ServerContext,
  request: ServerRequest,
): ServerResponse | Promise<ServerResponse> {
  const { worlds } = context;
  const row = findOperation(request, context);
  if (!('id' in row))
    return finish(context, request, {
      live: worldOfStray(request.headers, worlds),
      row: undefined,
      ...refusePath(row, request),
    });

  const { live, refusal } = admit(row, request.headers, worlds);
  if (refusal) return finish(context, request, { live, row, answer: refuse(refusal) });
  live.arrive();
  if (live.faults.isEmpty) return serve(context, request, { live, row });
  const { now, chance } = live.world;
  const fault = faultForCall(live.faults, { operation: row.id, request, now, seed: chance.seed });
  if (!fault) return serve(context, request, { live, row });
  return callUnder(fault, {
    serve: () => serve(context, request, { live, row, fault }),
    instead: () => finish(context, request, { live, row, fault, answer: answer(null) }),
    closing: live.closing,
  });
}

function serve(
  context: ServerContext,
  request: ServerRequest,
  admitted: Admitted,
): ServerResponse | Promise<ServerResponse> {
  const { live, row, fault } = admitted;
  // A fault may have kept the call waiting.
  if (fault) live.arrive();
  const stranger = checkMerchant(live.world, {});
  if (stranger) return finish(context, request, { ...admitted, answer: refuse(stranger) });
  const body = checkBody(row.encoding, request, context.settings.bodyLimit);
  if (!body.ok) return finish(context, request, { ...admitted, answer: body });

  const input = readInput(row.encoding, request);
  if (input instanceof Promise)
    return input.then((read) => finish(context, request, { ...perform(live, row, read), fault }));
  const outcome = perform(live, row, input);
  return finish(context, request, fault ? { ...outcome, fault } : outcome);
}

function findOperation({ method, path }: ServerRequest, { settings }: ServerContext): OperationRow | NoOperation {
  const found = matchOperation(method, path, settings.segments);
  // Discovery's path ends with a slash (spec §4.2), which many HTTP libraries take away.
  return 'id' in found || found.pathKnown ? found : matchOperation(method, `${path}/`, settings.segments);
}

const NO_OPERATION =
  'No operation has this path: check it against the specification, and the two path segments against those of the server.';
// For someone who opens the server's address in a browser.
const FRONT_DOOR =
  'This is the reference server of repaykit; it has no pages. Its operations are under /v1 (`repaykit openapi` describes them), its controls under /_control: GET /_control/health says that it is up.';

function refusePath(
  { pathKnown, methods }: NoOperation,
  { method, path }: ServerRequest,
): Pick<Outcome, 'answer' | 'headers'> {
  if (!pathKnown)
    return { answer: refuse({ status: 404, code: 'path_unknown', message: path === '/' ? FRONT_DOOR : NO_OPERATION }) };
  const allow = methods.join(', ');
  return {
    answer: refuse({
      status: 405,
      code: 'method_not_allowed',
      allow,
      message: `This path takes ${allow}; ${method} was sent.`,
    }),
    headers: { allow },
  };
}

function perform(live: LiveWorld, row: OperationRow, read: Answer<unknown>): Outcome {
  if (!read.ok) return { live, row, answer: read };
  const input = read.data;
  const stranger = checkNamedMerchant(live, input);
  if (stranger) return { live, row, input, answer: refuse(stranger) };
  const unknownFields: string[] = [];
  const shaped = checkShape(row.input, input, (path) => unknownFields.push(path));
  if (!shaped.ok) return { live, row, input, answer: shaped, unknownFields };
  return { live, row, input, answer: carryOut(row.id, { live, input: shaped.data }), unknownFields };
}

// The merchant that a body names is looked at before the body's shape; what is no name at all is left to the shape.
function checkNamedMerchant(live: LiveWorld, input: unknown): Refusal | undefined {
  const { appId, businessId } = (input ?? {}) as { readonly appId?: unknown; readonly businessId?: unknown };
  return checkMerchant(live.world, { appId: nameIn(appId), businessId: nameIn(businessId) });
}

function nameIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function finish(context: ServerContext, request: ServerRequest, outcome: Outcome): ServerResponse {
  const { responses } = context;
  const { live, row, input, fault } = outcome;
  const mark = live.nextMark();
  const audit = audited(context, request, outcome);
  const response = responses.enveloped(audit.answer, mark, audit.headers);
  const bytes = bodyLength(request.body) + request.query.length;
  const entry = {
    id: mark.id,
    operation: row?.id ?? null,
    method: request.method,
    path: keptPath(request.path),
    input:
      row?.encoding === 'multipart'
        ? keptForm(input, { bytes, known: knownFieldsAt(row.input, []) })
        : keptInput(input, bytes),
    status: fault ? journalStatus(fault, response.status) : response.status,
    at: mark.now,
    ...(fault && { fault: nameFault(fault) }),
  };
  live.journal.add(entry);
  announceRequest(live, entry, audit.answer);
  // Reads change nothing, so nothing can have fallen due.
  if (row && row.repeat !== 'safe') live.depart();
  if (!fault) return response;
  return breakAnswer(response, fault, ({ message, headers }) =>
    responses.enveloped(refuse({ status: 500, code: 'fault', message }), mark, headers),
  );
}

// Only what was refused, or has unknown fields, is audited.
function audited(context: ServerContext, request: ServerRequest, outcome: Outcome): Outcome {
  const { live, row, input, answer, unknownFields = [] } = outcome;
  if (answer.ok && unknownFields.length === 0) return outcome;
  return { ...outcome, answer: auditRequest(context, live, { request, row, input, unknownFields, answer }) };
}
