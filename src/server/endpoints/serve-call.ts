/** Takes a call through a world: admit, apply faults, read, run, audit, write the journal, answer. */
import type { WireRow } from '../../wire/operations.ts';
import { type Answer, answer, refuse } from '../answer.ts';
import { auditRequest } from '../diagnosis/audit-request.ts';
import { checkMerchant } from '../engine/refusals.ts';
import type { FaultableOperation, FaultRecord } from '../faults/fault.ts';
import { breakAnswer, callUnder, faultForCall, journalStatus, nameFault } from '../faults/faults.ts';
import { announceRequest } from '../journal/announce.ts';
import { keptPath } from '../journal/journal.ts';
import type { ServerRequest, ServerResponse } from '../message.ts';
import type { Respond } from '../responses.ts';
import type { ServerContext } from '../server-context.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { checkBody, readInput } from './operation-input.ts';

export interface Outcome {
  readonly answer: Answer<unknown>;
  readonly input?: unknown;
  readonly headers?: Record<string, string>;
  readonly unknownFields?: readonly string[];
  readonly fault?: FaultRecord | undefined;
}

/** A call and the answer style of its endpoint. */
export interface Call {
  readonly context: ServerContext;
  readonly request: ServerRequest;
  readonly live: LiveWorld;
  /** Writes answers in the envelope, or as plain JSON like a bureau's. */
  readonly respond: Respond;
  /** Selects the part of the input for the journal. */
  readonly keep: (input: unknown) => unknown;
}

export interface KnownCall extends Call {
  readonly row: WireRow & { readonly id: FaultableOperation };
  readonly perform: (input: unknown) => Outcome;
}

/** Answers an admitted call. The order of checks is: merchant, media type, size, then those of `perform`. */
export function serveCall(call: KnownCall): ServerResponse | Promise<ServerResponse> {
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
  const { context, live, row, request, perform } = call;
  const stranger = checkMerchant(live.world, {});
  if (stranger) return finishCall(call, row, { answer: refuse(stranger), fault });
  const body = checkBody(row.encoding, request, context.settings.bodyLimit);
  if (!body.ok) return finishCall(call, row, { answer: body, fault });
  const finish = (read: Answer<unknown>) => {
    const outcome = read.ok ? perform(read.data) : { answer: read };
    return finishCall(call, row, fault ? { ...outcome, fault } : outcome);
  };
  const read = readInput(row.encoding, request);
  return read instanceof Promise ? read.then(finish) : finish(read);
}

/** Audits a call, writes it to the journal, and answers it. `row` is undefined for an unknown path. */
export function finishCall(call: Call, row: KnownCall['row'] | undefined, outcome: Outcome): ServerResponse {
  const { context, request, live, respond, keep } = call;
  const { input, headers, unknownFields = [], fault } = outcome;
  const mark = live.nextMark();
  const audit =
    outcome.answer.ok && unknownFields.length === 0
      ? outcome.answer
      : auditRequest(context, live, { request, row, input, unknownFields, answer: outcome.answer });
  const response = respond(audit, mark, headers);
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
  announceRequest(live, entry, audit);
  // Reads change nothing, so no work becomes due.
  if (row && (row.repeat !== 'safe' || row.id === 'submitBureauReport')) live.depart();
  if (!fault) return response;
  return breakAnswer(response, fault, ({ message, headers: said }) =>
    respond(refuse({ status: 500, code: 'fault', message }), mark, said),
  );
}
