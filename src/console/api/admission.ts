/** Who may ask: the host, the page that asks, the person, and what the person may do. */
import { requireOptions } from '../../errors.ts';
import { isLoopbackHost } from '../../server/control/control-endpoint.ts';
import type { ConsoleActionName } from './action-names.ts';

import { type ConsoleContext, consoleUser } from './console-options.ts';

/** A person who may read, and act as far as it is allowed. */
export interface Admitted {
  /** The name for the loan file. */
  readonly by: string;
  readonly allow: readonly ConsoleActionName[];
}

/** Why a request is refused. */
export interface Refused {
  readonly status: number;
  readonly message: string;
}

/** On loopback without `authorize`. */
const SOMEONE = 'someone on this machine';

/**
 * Admits a request, or says why not. A browser names the page that asks (`Sec-Fetch-Site`): another page may neither read
 * nor write. A write needs that header, so nothing but this page's own script writes.
 */
export async function admit(context: ConsoleContext, request: Request): Promise<Admitted | Refused | Response> {
  const isWrite = request.method !== 'GET';
  const site = request.headers.get('sec-fetch-site');
  if (!isWrite && site !== null && site !== 'same-origin' && site !== 'none')
    return { status: 403, message: 'Another page asked for this: open the console itself.' };
  if (isWrite && site !== 'same-origin')
    return {
      status: 403,
      message: "Only the console's own page may act: the header Sec-Fetch-Site is not same-origin.",
    };
  return whoAsks(context, request);
}

/** Admits the document and its files, which hold nothing, so a link from elsewhere may lead to them. */
export async function whoAsks(context: ConsoleContext, request: Request): Promise<Admitted | Refused | Response> {
  const { authorize, allow } = context;
  if (!authorize) {
    const address = `http://${request.headers.get('host') ?? new URL(request.url).host}`;
    if (URL.canParse(address) && isLoopbackHost(new URL(address).hostname)) return { by: SOMEONE, allow };
    return { status: 403, message: 'Without authorize, the console answers on loopback only: use 127.0.0.1.' };
  }
  const user = await authorize(request);
  if (user instanceof Response) return user;
  if (user === undefined || user === null)
    return { status: 401, message: 'You are not known here, or not any more: open the console again from its link.' };
  const { name, allow: own = allow } = requireOptions('What authorize returned', consoleUser, user);
  return { by: name, allow: allow.filter((action) => own.includes(action)) };
}
