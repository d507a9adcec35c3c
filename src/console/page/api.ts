/** Calls from the page, and what keeps it current: a stream of changes, or polling where there is none. */
import { useEffect, useState } from 'preact/hooks';
import { readView } from './view.ts';

const { dataset } = document.documentElement;

/** Where the page was served, without a slash at the end. */
export const base = dataset.base ?? '';

/** The server's origin and prefix: control calls are beside the page. */
export const root = base.replace(/\/_console$/, '');

/** Whether this is the console of a reference server, whose calls anyone can make by other means. */
export const isServer = dataset.console === 'server';

/** A call that was refused, or that got no answer (status 0). */
export class Failure extends Error {
  readonly status: number;
  readonly fields: readonly { readonly path: string; readonly message: string }[];

  constructor(status: number, message: string, fields: Failure['fields'] = []) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

const TOKEN = 'repaykit-control-token';

export function hasToken(): boolean {
  return sessionStorage.getItem(TOKEN) !== null;
}

export function rememberToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
  announce();
}

function headers(): Record<string, string> {
  const { world } = readView().query;
  const token = sessionStorage.getItem(TOKEN);
  return {
    ...(world && { 'x-repaykit-world': world }),
    ...(token && { 'x-repaykit-control': token }),
  };
}

/** @throws Failure */
export async function send<Answer>(method: string, url: string, body?: unknown): Promise<Answer> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const init = { method, headers: { ...headers(), ...(body !== undefined && { 'content-type': 'application/json' }) } };
  const response = await fetch(url, { ...init, ...content }).catch(() => undefined);
  if (!response) throw new Failure(0, 'There is no answer: the server has stopped, or cannot be reached.');
  const answer = await response.json().catch(() => undefined);
  if (response.ok) return answer as Answer;
  const { message = `The server answered ${response.status}.`, data } = answer ?? {};
  throw new Failure(response.status, message, data?.fields ?? []);
}

const listeners = new Set<() => void>();

/** Tells every view to read again. */
export function announce(): void {
  for (const listener of [...listeners]) listener();
}

function useChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const listener = () => setChanges((before) => before + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return changes;
}

/** A list as control calls answer it, the oldest first. */
export interface List<Item> {
  readonly items: readonly Item[];
  readonly dropped: number;
}

export interface Data<Answer> {
  readonly data?: Answer;
  readonly failure?: Failure;
}

/** Reads a URL, and again with every change. The last answer stays until the next one is here. */
export function useData<Answer>(url: string | undefined): Data<Answer> {
  const { world = '' } = readView().query;
  const key = `${world} ${url}`;
  const [state, setState] = useState<Data<Answer> & { readonly key: string }>({ key });
  const changes = useChanges();
  useEffect(() => {
    if (url === undefined) return undefined;
    let isWanted = true;
    const keep = (next: Data<Answer>) => isWanted && setState({ ...next, key });
    send<Answer>('GET', url).then(
      (data) => keep({ data }),
      (failure: Failure) => keep({ failure }),
    );
    return () => {
      isWanted = false;
    };
  }, [key, changes]);
  return state.key === key ? state : {};
}

/** A list of any length, page by page: at most `most` items, a thousand at a time. */
export function usePages<Item>(url: string, most: number): Data<Page<Item>> {
  const separator = url.includes('?') ? '&' : '?';
  const key = `${readView().query.world ?? ''} ${url} ${most}`;
  const [state, setState] = useState<Data<Page<Item>>>({});
  const changes = useChanges();
  useEffect(() => {
    let isWanted = true;
    readPages<Item>(`${url}${separator}`, most).then(
      (data) => isWanted && setState({ data }),
      (failure: Failure) => isWanted && setState({ failure }),
    );
    return () => {
      isWanted = false;
    };
  }, [key, changes]);
  return state;
}

interface Page<Item> extends List<Item> {
  readonly total: number;
}

/** The first items of a list, a thousand at a time. `url` ends with `?` or `&`. @throws Failure */
export async function readPages<Item>(url: string, most: number): Promise<Page<Item>> {
  const limit = Math.min(1_000, most);
  const first = await send<Page<Item>>('GET', `${url}limit=${limit}`);
  const items = [...first.items];
  for (let page = 2; items.length < Math.min(most, first.total); page += 1)
    items.push(...(await send<Page<Item>>('GET', `${url}limit=${limit}&page=${page}`)).items);
  return { ...first, items };
}

export type Connection = 'opening' | 'live' | 'polling' | 'lost';

let connection: Connection = 'opening';
const watchers = new Set<(connection: Connection) => void>();

function become(next: Connection): void {
  if (connection === next) return;
  // What happened meanwhile is unknown.
  const wasAway = connection === 'lost' || connection === 'polling';
  connection = next;
  for (const watch of watchers) watch(next);
  if (wasAway && next === 'live') announce();
}

export function useConnection(): Connection {
  const [state, setState] = useState(connection);
  useEffect(() => {
    setState(connection);
    watchers.add(setState);
    return () => void watchers.delete(setState);
  }, []);
  return state;
}

const POLL_MS = 2_000;
// A stream that says nothing for two heartbeats is gone.
const SILENCE_MS = 35_000;

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Follows the changes of the world in the URL for as long as the page is open. */
export async function followChanges(): Promise<never> {
  for (;;) {
    const stop = new AbortController();
    const restart = () => stop.abort();
    addEventListener('hashchange', () => readView().query.world !== world && restart(), { signal: stop.signal });
    const { world } = readView().query;
    await readStream(stop).catch(() => undefined);
    const wasMeant = stop.signal.aborted && readView().query.world !== world;
    stop.abort();
    if (wasMeant) continue;
    await pause(POLL_MS);
    const isThere = await fetch(`${base}/console.css`).then(
      ({ ok }) => ok,
      () => false,
    );
    become(isThere ? 'polling' : 'lost');
    if (isThere) announce();
  }
}

async function readStream(stop: AbortController): Promise<void> {
  const response = await fetch(`${base}/-/live`, { headers: headers(), signal: stop.signal });
  if (!response.ok || !response.body) throw new Error('There is no stream.');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let silence = setTimeout(() => stop.abort(), SILENCE_MS);
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    clearTimeout(silence);
    silence = setTimeout(() => stop.abort(), SILENCE_MS);
    become('live');
    if (value.includes('data:')) announce();
  }
}
