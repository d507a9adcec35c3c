import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { type Answer, refuse } from '../answer.ts';
import { headerOf, type ServerRequest } from '../message.ts';

export interface ControlGuard {
  readonly controlToken: string | undefined;
  readonly allowHosts: readonly string[];
  /** The host of the open port; undefined without a port. */
  readonly boundHost: string | undefined;
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
