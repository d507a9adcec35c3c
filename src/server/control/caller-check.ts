import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { type Answer, refuse } from '../answer.ts';
import { headerOf, type ServerRequest } from '../message.ts';

/** Who may make control calls. */
export interface ControlGuard {
  readonly controlToken: string | undefined;
  readonly allowHosts: readonly string[];
  /** The host that the port is bound to; undefined while there is none. */
  readonly boundHost: string | undefined;
}

/** Does this host name or address mean this machine? */
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
 * Refuses control calls that a page of another site makes in a browser (`Sec-Fetch-Site`, `Origin`), or was tricked into (a foreign `Host`, as DNS rebinding sends
 * it), and calls without the token where one is set. In-process calls, curl and Node carry none of these headers but the host.
 */
export function checkControlCall(
  { method, headers }: Pick<ServerRequest, 'method' | 'headers'>,
  guard: ControlGuard,
): Answer<null> {
  const host = headerOf(headers, 'host');
  if (host !== undefined && !isOwnHost(hostName(host), guard)) {
    const message =
      'Control calls must be addressed to loopback: use 127.0.0.1, or allow this host name with --allow-host (option allowHosts).';
    return refuse({ status: 403, code: 'host_foreign', message });
  }
  // Ports of one host are the same site to a browser: only the same origin is this server's own page. `none` is what a person opens, which may not change anything.
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
    return refuse({
      status: 401,
      code: 'control_token_wrong',
      message: 'Control calls need the header x-repaykit-control with the control token.',
    });
  }
  return { ok: true, data: null };
}

function isOwnHost(name: string, { allowHosts, boundHost }: ControlGuard): boolean {
  if (isLoopbackHost(name) || allowHosts.some((allowed) => allowed.toLowerCase() === name)) return true;
  if (boundHost === undefined || isLoopbackHost(boundHost)) return false;
  // Beyond loopback the machine's own addresses are fine: only names can be rebound.
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
