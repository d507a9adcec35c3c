import { isRecord } from '../../validation/checks.ts';
import { matchOperation, type NoOperation, type OperationRow } from '../../wire/operations.ts';
import { refuse } from '../answer.ts';
import { checkMerchant } from '../engine/refusals.ts';
import { keptForm, keptInput } from '../journal/journal.ts';
import { bodyLength } from '../json-body.ts';
import type { ServerRequest, ServerResponse } from '../message.ts';
import { enveloped } from '../responses.ts';
import type { ServerContext } from '../server-context.ts';
import { checkShape, knownFieldsAt } from '../shape-check.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { admit, worldOfStray } from './admission.ts';
import { carryOut } from './handlers.ts';
import { type Call, finishCall, type Outcome, serveCall } from './serve-call.ts';

/**
 * Answers a request to an operation of the specification. The order of checks is: path, method, key, merchant, media
 * type, size, shape, existence, conflict, rule.
 */
export function answerOperation(
  context: ServerContext,
  request: ServerRequest,
): ServerResponse | Promise<ServerResponse> {
  const { worlds } = context;
  const bytes = () => bodyLength(request.body) + request.query.length;
  const row = findOperation(request, context);
  if (!('id' in row)) {
    const live = worldOfStray(request.headers, worlds);
    const call: Call = { context, request, live, respond: enveloped, keep: (input) => keptInput(input, bytes()) };
    return finishCall(call, undefined, refusePath(row, request));
  }
  const { live, refusal } = admit(row, request.headers, worlds);
  const keep = (input: unknown) =>
    row.encoding === 'multipart'
      ? keptForm(input, { bytes: bytes(), known: knownFieldsAt(row.input, []) })
      : keptInput(input, bytes());
  const call: Call = { context, request, live, respond: enveloped, keep };
  if (refusal) return finishCall(call, row, { answer: refuse(refusal) });
  return serveCall({ ...call, row, perform: (input) => perform(live, row, input) });
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
  return { answer: refuse({ status: 405, code: 'method_not_allowed', allow, message }), headers: { allow } };
}

function perform(live: LiveWorld, row: OperationRow, input: unknown): Outcome {
  // The merchant in the body is checked before the body's shape. An empty or non-text value is left to the shape check.
  const nameIn = (field: string) => {
    const name = isRecord(input) ? input[field] : undefined;
    return typeof name === 'string' && name !== '' ? name : undefined;
  };
  const stranger = checkMerchant(live.world, { appId: nameIn('appId'), businessId: nameIn('businessId') });
  if (stranger) return { input, answer: refuse(stranger) };
  const unknownFields: string[] = [];
  const shaped = checkShape(row.input, input, (path) => unknownFields.push(path));
  return { input, unknownFields, answer: shaped.ok ? carryOut(row.id, live, shaped.data) : shaped };
}
