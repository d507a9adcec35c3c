import { matchOperation, type NoOperation } from '../wire/operation-match.ts';
import type { OperationRow } from '../wire/operations.ts';
import { admit } from './admission.ts';
import { type Answer, type Refusal, refuse } from './answer.ts';
import { keptInput, showRequest } from './journal.ts';
import type { LiveWorld } from './live-world.ts';
import type { ServerRequest, ServerResponse } from './message.ts';
import { carryOut } from './operation-handlers.ts';
import { checkBody, readInput } from './operation-input.ts';
import { checkMerchant } from './platform/refusals.ts';
import type { ServerContext } from './server-context.ts';
import { checkShape } from './shape-check.ts';

/** What is known of a request by the time it is answered. */
interface Outcome {
  readonly live: LiveWorld;
  readonly operation: string | null;
  readonly input?: unknown;
  readonly answer: Answer<unknown>;
  readonly headers?: Record<string, string>;
}

/** Answers a request to the interface of the specification. Checks come in this order: path, method, key, merchant, media type, size, shape, existence, conflict, rule. */
export function answerOperation(context: ServerContext, request: ServerRequest): ServerResponse | Promise<ServerResponse> {
  const { settings, worlds } = context;
  const row = findOperation(request, context);
  if (!('id' in row)) return finish(context, request, { live: worlds.default, operation: null, ...refusePath(row, request) });

  const admitted = admit(row, request.headers, worlds);
  if (!admitted.ok) return finish(context, request, { live: worlds.default, operation: row.id, answer: admitted });
  const live = admitted.data;
  live.arrive();

  const stranger = checkMerchant(live.world, {});
  if (stranger) return finish(context, request, { live, operation: row.id, answer: refuse(stranger) });
  const body = checkBody(row.encoding, request, settings.bodyLimit);
  if (!body.ok) return finish(context, request, { live, operation: row.id, answer: body });

  const input = readInput(row.encoding, request);
  if (input instanceof Promise) return input.then((read) => finish(context, request, perform(context, live, row, read)));
  return finish(context, request, perform(context, live, row, input));
}

function findOperation({ method, path }: ServerRequest, { settings }: ServerContext): OperationRow | NoOperation {
  const found = matchOperation(method, path, settings.segments);
  // Discovery's path ends with a slash (spec §4.2), which many HTTP libraries take away.
  return 'id' in found || found.pathKnown ? found : matchOperation(method, `${path}/`, settings.segments);
}

function refusePath({ pathKnown, methods }: NoOperation, { method }: ServerRequest): Pick<Outcome, 'answer' | 'headers'> {
  if (!pathKnown) {
    const message = 'No operation has this path: check it against the specification, and the two path segments against those of the server.';
    return { answer: refuse({ status: 404, code: 'path_unknown', message }) };
  }
  const allow = methods.join(', ');
  return { answer: refuse({ status: 405, code: 'method_not_allowed', message: `This path takes ${allow}; ${method} was sent.` }), headers: { allow } };
}

function perform({ origin }: ServerContext, live: LiveWorld, row: OperationRow, read: Answer<unknown>): Outcome {
  if (!read.ok) return { live, operation: row.id, answer: read };
  const input = read.data;
  const stranger = checkNamedMerchant(live, input);
  if (stranger) return { live, operation: row.id, input, answer: refuse(stranger) };
  const shaped = checkShape(row.input, input, 'overlooked');
  if (!shaped.ok) return { live, operation: row.id, input, answer: shaped };
  return { live, operation: row.id, input, answer: carryOut(row.id, { live, input: shaped.data, origin: origin() }) };
}

// The merchant that a body names is looked at before the body's shape; what is no name at all is left to the shape.
function checkNamedMerchant(live: LiveWorld, input: unknown): Refusal | undefined {
  const { appId, businessId } = (input ?? {}) as { readonly appId?: unknown; readonly businessId?: unknown };
  return checkMerchant(live.world, { appId: nameIn(appId), businessId: nameIn(businessId) });
}

function nameIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function finish(context: ServerContext, request: ServerRequest, { live, operation, input, answer, headers }: Outcome): ServerResponse {
  const { responses, settings } = context;
  const mark = { id: responses.nextId(), now: live.world.now };
  const response = responses.enveloped(answer, mark, headers);
  const entry = {
    id: mark.id,
    operation,
    method: request.method,
    path: request.path,
    input: keptInput(input, request.body?.byteLength ?? 0),
    status: response.status,
    at: mark.now,
  };
  live.journal.add(entry);
  settings.onRequest?.(showRequest(entry));
  if (answer.ok) live.depart();
  return response;
}
