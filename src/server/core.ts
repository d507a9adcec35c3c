import { redactText } from '../redact/redact.ts';
import { refuse } from './answer.ts';
import { answerControl, worldOfControl } from './control/control-endpoint.ts';
import { worldOfStray } from './endpoints/admission.ts';
import { answerBureau, BUREAU_PATH } from './endpoints/bureau-intake.ts';
import { answerFile } from './endpoints/files.ts';
import { answerOperation } from './endpoints/operations.ts';
import type { RequestHandler, ServerRequest, ServerResponse } from './message.ts';
import { enveloped } from './responses.ts';
import type { ServerContext } from './server-context.ts';
import { FILES_PATH } from './worlds/world-name.ts';

/** Creates the core of the server: plain request in, plain answer out, the same for all adapters. Never throws. */
export function createCore(context: ServerContext): RequestHandler {
  return (request) => {
    try {
      const response = answer(context, request);
      return response instanceof Promise
        ? response.catch((error: unknown) => answerFailure(context, request, error))
        : response;
    } catch (error) {
      return answerFailure(context, request, error);
    }
  };
}

function answer(context: ServerContext, request: ServerRequest): ServerResponse | Promise<ServerResponse> {
  const { path } = request;
  // Operations first: a load test sends nothing else.
  if (path.startsWith('/v1/')) return answerOperation(context, request);
  if (isControl(path)) return answerControl(context, request);
  if (path === BUREAU_PATH) return answerBureau(context, request);
  if (path.startsWith(FILES_PATH)) return answerFile(context, request);
  return answerOperation(context, request);
}

function isControl(path: string): boolean {
  return path === '/_control' || path.startsWith('/_control/');
}

function answerFailure({ worlds }: ServerContext, { path, headers }: ServerRequest, error: unknown): ServerResponse {
  const reason = redactText(error instanceof Error ? error.message : String(error));
  const named = isControl(path) ? worldOfControl(headers, worlds) : undefined;
  const live = named?.ok ? named.data : worldOfStray(headers, worlds);
  const refusal =
    error === live.closing.reason
      ? refuse({
          status: 503,
          code: 'server_closed',
          message: `${reason} This call was under way: it may be done in part.`,
        })
      : refuse({
          status: 500,
          code: 'server_failed',
          message: `The reference server failed on this request; please report it: ${reason}`,
        });
  return enveloped(refusal, live.nextMark());
}
