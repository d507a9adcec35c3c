import * as z from 'zod';
import { readQuery } from '../../wire/request-target.ts';
import { type Answer, refuse } from '../answer.ts';
import { hintRoute } from '../diagnosis/route-hints.ts';
import { malformed } from '../engine/refusals.ts';
import { announceControl } from '../journal/announce.ts';
import { readJsonBody } from '../json-body.ts';
import { headerOf, type RequestHeaders, type ServerRequest, type ServerResponse } from '../message.ts';
import type { ServerContext } from '../server-context.ts';
import { checkShape } from '../shape-check.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { isWorldName, WORLD_NAME_RULE } from '../worlds/world-name.ts';
import type { Worlds } from '../worlds/worlds.ts';
import { checkControlCall } from './host-check.ts';
import type { ControlRoute } from './route.ts';
import { controlRoutes } from './routes.ts';

const PREFIX = '/_control';

const WORLD_HEADER = 'x-repaykit-world';

/** The body of a call that takes none: what is sent all the same was meant for something else. */
const noFields = z.strictObject({});

type Params = Readonly<Record<string, string>>;

interface Match {
  readonly route: ControlRoute;
  readonly params: Params;
}

/** Answers a control call: who may make it, which one it is, what it says; once its deliveries are settled. */
export async function answerControl(context: ServerContext, request: ServerRequest): Promise<ServerResponse> {
  const { responses, settings, worlds, boundHost } = context;
  const guarded = checkControlCall(request.headers, {
    controlToken: settings.controlToken,
    allowHosts: settings.allowHosts,
    boundHost: boundHost(),
  });
  const found = guarded.ok ? worldOfControl(request.headers, worlds) : guarded;
  if (!found.ok) return responses.plain(found, worlds.default.nextControlMark());
  const live = found.data;
  const respond = (answer: Answer<unknown>, headers?: Record<string, string>) =>
    responses.plain(answer, live.nextControlMark(), headers);

  const matches = controlRoutes.flatMap((route) => matchRoute(route, request.path));
  if (matches.length === 0) return respond(noSuchCall(context, request));
  const match = matches.find(({ route }) => route.method === request.method);
  if (!match) {
    const allow = matches.map(({ route }) => route.method).join(', ');
    return respond(
      refuse({
        status: 405,
        code: 'method_not_allowed',
        message: `This control call takes ${allow}; ${request.method} was sent.`,
      }),
      { allow },
    );
  }

  const body = readBody(match.route, request, settings.bodyLimit);
  return respond(
    body.ok
      ? await performControl(context, live, { ...match, query: readQuery(request.query), body: body.data })
      : body,
  );
}

/** Performs a control call: its effect, then the deliveries that follow from it. */
export async function performControl(
  context: ServerContext,
  live: LiveWorld,
  call: Match & { readonly query: Params; readonly body: unknown },
): Promise<Answer<unknown>> {
  const { route, params, query, body } = call;
  live.arrive();
  const wasBusy = live.deliveries.isBusy;
  // What a call changes, such as a fault, must not strike an earlier upload or miss it, depending on how fast that is read.
  if (route.method !== 'GET' && !route.passesReadings && live.statements.isBusy)
    await (wasBusy ? live.settledSoon() : live.settled());
  const answer = await route.handle({
    context,
    live,
    body,
    param: (name) => params[name] ?? '',
    query: (name) => query[name],
  });
  if (route.method === 'GET') return answer;
  announceControl(live, `${route.method} ${route.path}`, answer);
  const raised = live.depart();
  if (!wasBusy) await live.deliveries.settled();
  else if (raised > 0) await live.deliveries.settledSoon();
  return answer;
}

function noSuchCall({ settings }: ServerContext, request: ServerRequest): Answer<never> {
  const routes = controlRoutes.map(({ method, path }) => ({ method, path: `${PREFIX}${path}` }));
  const suggestion = hintRoute(request, settings.segments, routes)[0]?.suggestion;
  return refuse({
    status: 404,
    code: 'path_unknown',
    message: `No control call has this path.${suggestion ? ` ${suggestion}` : ''}`,
  });
}

/** The world that a call's header names; the default one without it. */
export function worldOfControl(headers: RequestHeaders, worlds: Worlds): Answer<LiveWorld> {
  const name = headerOf(headers, WORLD_HEADER);
  if (name === undefined) return { ok: true, data: worlds.default };
  return isWorldName(name) ? worlds.open(name) : malformed([{ path: WORLD_HEADER, message: WORLD_NAME_RULE }]);
}

function readBody(route: ControlRoute, { body, isTooLarge }: ServerRequest, bodyLimit: number): Answer<unknown> {
  if (isTooLarge)
    return refuse({ status: 413, code: 'body_too_large', message: `The body is larger than ${bodyLimit} bytes.` });
  // Calls whose fields are all optional may come without a body.
  if (body === undefined || route.method === 'GET') return { ok: true, data: {} };
  const read = readJsonBody(body);
  return read.ok && !route.body ? checkShape(noFields, read.data, 'refused') : read;
}

function matchRoute(route: ControlRoute, path: string): Match[] {
  const wanted = route.path.split('/');
  const given = path.slice(PREFIX.length).split('/');
  if (wanted.length !== given.length) return [];
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] as string;
    if (part.startsWith('{')) params[part.slice(1, -1)] = decode(value);
    else if (part !== value) return [];
  }
  return [{ route, params }];
}

// What is not well encoded names nothing that exists.
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
