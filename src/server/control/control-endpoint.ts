import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { record } from '../../validation/record.ts';
import { readQuery } from '../../wire/request-target.ts';
import { type Answer, refuse } from '../answer.ts';
import { decoded, hintRoute } from '../diagnosis/hints.ts';
import { malformed } from '../engine/world/refusals.ts';
import { announceControl } from '../journal/announce.ts';
import { headerOf, type RequestHeaders, readJsonBody, type ServerRequest, type ServerResponse } from '../message.ts';
import { plain } from '../responses.ts';
import { checkRecord } from '../shape-check.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { isWorldName, WORLD_NAME_RULE } from '../worlds/world-name.ts';
import type { ServerContext, Worlds } from '../worlds/worlds.ts';
import type { ControlCall } from './call.ts';
import { type ControlName, controlCalls, controlNames } from './calls.ts';
import { type ControlInput, type ControlPlace, handleControl } from './handlers.ts';

const PREFIX = '/_control';

const WORLD_HEADER = 'x-repaykit-world';

/** For calls without a body. A body that is sent anyway was meant for another call. */
const noFields = record<Readonly<Record<never, never>>>({});

interface Match {
  readonly name: ControlName;
  readonly call: ControlCall;
  readonly params: ControlInput['params'];
}

/** Answers a control call over HTTP, once its deliveries have ended. */
export async function answerControl(context: ServerContext, request: ServerRequest): Promise<ServerResponse> {
  const found = admitControl(context, request);
  if (!found.ok) return plain(found, context.worlds.default.nextControlMark());
  const live = found.data;
  const respond = (answer: Answer<unknown>) => plain(answer, live.nextControlMark());

  const matches = matchesOf(request.path);
  if (matches.length === 0) return respond(noSuchCall(context, request));
  const match = matches.find(({ call }) => call.method === request.method);
  if (!match) {
    const allow = matches.map(({ call }) => call.method).join(', ');
    const message = `This control call takes ${allow}; ${request.method} was sent.`;
    return respond(refuse({ status: 405, code: 'method_not_allowed', allow, message }));
  }
  const body = readBody(match.call, request, context.settings.bodyLimit);
  if (!body.ok) return respond(body);
  const input = { params: match.params, query: readQuery(request.query), body: body.data };
  return respond(await performControl({ context, live }, match.name, input));
}

/** The world of a control call, if a call from there is allowed. */
export function admitControl(context: ServerContext, request: Pick<ServerRequest, 'method' | 'headers'>) {
  const guarded = checkControlCall(request, guardOf(context));
  return guarded.ok ? worldOfControl(request.headers, context.worlds) : guarded;
}

/** Performs a control call, then waits for the deliveries that it causes. */
export async function performControl(
  place: ControlPlace,
  name: ControlName,
  input: ControlInput,
): Promise<Answer<unknown>> {
  const call: ControlCall = controlCalls[name];
  const { live } = place;
  live.arrive();
  const wasBusy = live.deliveries.isBusy;
  // Earlier uploads are read first. Otherwise the speed of reading decides whether, say, a new fault applies to them.
  if (call.method !== 'GET' && !call.passesReadings && live.statements.isBusy)
    await (wasBusy ? live.settledSoon() : live.settled());
  const answer = await handleControl(place, name, input);
  if (call.method === 'GET') return answer;
  announceControl(live, `${call.method} ${call.path}`, answer);
  const raised = live.depart();
  if (!wasBusy) await live.deliveries.settled();
  else if (raised > 0) await live.deliveries.settledSoon();
  return answer;
}

function noSuchCall({ settings }: ServerContext, request: ServerRequest): Answer<never> {
  const routes = Object.values(controlCalls).map(({ method, path }) => ({ method, path: `${PREFIX}${path}` }));
  const suggestion = hintRoute(request, settings.segments, routes)[0]?.suggestion;
  const message = `No control call has this path.${suggestion ? ` ${suggestion}` : ''}`;
  return refuse({ status: 404, code: 'path_unknown', message });
}

/** The world that the header names; without the header, the default one. */
export function worldOfControl(headers: RequestHeaders, worlds: Worlds): Answer<LiveWorld> {
  const name = headerOf(headers, WORLD_HEADER);
  if (name === undefined) return { ok: true, data: worlds.default };
  return isWorldName(name)
    ? worlds.open(name)
    : malformed([{ path: WORLD_HEADER, message: `must be ${WORLD_NAME_RULE}` }]);
}

function readBody(call: ControlCall, { body, isTooLarge }: ServerRequest, bodyLimit: number): Answer<unknown> {
  if (isTooLarge)
    return refuse({ status: 413, code: 'body_too_large', message: `The body is larger than ${bodyLimit} bytes.` });
  // A missing body is an empty one: the fields may all be optional.
  if (body === undefined || call.method === 'GET') return { ok: true, data: {} };
  const read = readJsonBody(body);
  return read.ok && !call.body ? checkRecord(noFields, read.data) : read;
}

function matchesOf(path: string): readonly Match[] {
  const given = (path.slice(PREFIX.length) || '/').split('/');
  return controlNames.flatMap((name) => {
    const call: ControlCall = controlCalls[name];
    const wanted = call.path.split('/');
    if (wanted.length !== given.length) return [];
    const params: Record<string, string> = {};
    for (const [index, part] of wanted.entries()) {
      const value = given[index] ?? '';
      if (part.startsWith('{')) params[part.slice(1, -1)] = decoded(value);
      else if (part !== value) return [];
    }
    return [{ name, call, params }];
  });
}

interface ControlGuard {
  readonly controlToken: string | undefined;
  readonly allowHosts: readonly string[];
  /** The host of the open port; undefined without a port. */
  readonly boundHost: string | undefined;
}

function guardOf({ settings: { controlToken, allowHosts }, boundHost }: ServerContext): ControlGuard {
  return { controlToken, allowHosts, boundHost: boundHost() };
}

export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  );
}

/**
 * Refuses control calls from a browser page of another site (`Sec-Fetch-Site`, `Origin`), calls with a foreign `Host`
 * (DNS rebinding), and calls without the token if one is set. In-process calls, curl and Node send only the host.
 */
function checkControlCall(
  { method, headers }: Pick<ServerRequest, 'method' | 'headers'>,
  guard: ControlGuard,
): Answer<null> {
  const addressed = checkHost(headers, guard);
  if (!addressed.ok) return addressed;
  // Browsers treat all ports of a host as the same site, so only `same-origin` is this server's own page. `none` is a
  // page that a person opens: it may only read.
  const site = headerOf(headers, 'sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && !(site === 'none' && (method === 'GET' || method === 'HEAD'))) {
    const message =
      "A page of another origin may not make control calls from a browser: make them from the page's server or from a terminal, where no Sec-Fetch-Site is sent.";
    return refuse({ status: 403, code: 'site_foreign', message });
  }
  const origin = headerOf(headers, 'origin');
  if (origin !== undefined && !(URL.canParse(origin) && isOwnHost(hostName(new URL(origin).host), guard))) {
    const message =
      'A page of another site may not make control calls: open it from loopback, or allow its host name with --allow-host (option allowHosts).';
    return refuse({ status: 403, code: 'origin_foreign', message });
  }
  if (
    guard.controlToken !== undefined &&
    !isSameText(headerOf(headers, 'x-repaykit-control') ?? '', guard.controlToken)
  ) {
    const message = 'Control calls need the header x-repaykit-control with the control token.';
    return refuse({ status: 401, code: 'control_token_wrong', message });
  }
  return { ok: true, data: null };
}

/** Refuses what was addressed to a foreign host. */
export function checkAddress(context: ServerContext, headers: RequestHeaders): Answer<null> {
  return checkHost(headers, guardOf(context));
}

function checkHost(headers: RequestHeaders, guard: ControlGuard): Answer<null> {
  const host = headerOf(headers, 'host');
  if (host === undefined || isOwnHost(hostName(host), guard)) return { ok: true, data: null };
  const message =
    'Control calls must be addressed to loopback: use 127.0.0.1, or allow this host name with --allow-host (option allowHosts).';
  return refuse({ status: 403, code: 'host_foreign', message });
}

function isOwnHost(name: string, { allowHosts, boundHost }: ControlGuard): boolean {
  if (isLoopbackHost(name) || allowHosts.some((allowed) => allowed.toLowerCase() === name)) return true;
  if (boundHost === undefined || isLoopbackHost(boundHost)) return false;
  // If the server listens beyond loopback, any IP address is fine: DNS rebinding needs a name.
  return name === boundHost.toLowerCase() || isIP(name) !== 0;
}

// Without port and brackets: `[::1]:4010` → `::1`.
function hostName(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(host);
  return (bracketed?.[1] ?? host.replace(/:\d*$/, '')).toLowerCase();
}

function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
