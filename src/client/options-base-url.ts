import type { OptionChecks } from './option-checks.ts';

/** The base URL taken apart. */
export interface BaseUrl {
  readonly origin: string;
  readonly basePath: string;
  readonly isLoopback: boolean;
}

/** Reads `baseUrl`: an `https:` address without credentials, query and fragment; `http:` on loopback only. */
export function checkBaseUrl(checks: OptionChecks): BaseUrl {
  const text = checks.text('baseUrl');
  const nowhere = { origin: '', basePath: '', isLoopback: false };
  if (text === '') return nowhere;
  if (!URL.canParse(text)) {
    checks.refuse('baseUrl', 'must be an absolute URL such as https://api.example.com');
    return nowhere;
  }
  const url = new URL(text);
  const isLoopback = isLoopbackHost(url.hostname);
  if (url.protocol === 'http:' && !isLoopback)
    checks.refuse('baseUrl', 'must be https: (http: carries keys in the clear; it is taken on loopback only)');
  else if (url.protocol !== 'https:' && url.protocol !== 'http:') checks.refuse('baseUrl', 'must be an https: URL');
  if (url.username || url.password)
    checks.refuse('baseUrl', 'must not hold a user name or password; give publicKey and secretKey');
  if (url.search || url.hash || /[?#]/.test(text)) checks.refuse('baseUrl', 'must not have a query or a fragment');
  return { origin: url.origin, basePath: url.pathname.replace(/\/+$/, ''), isLoopback };
}

/** Does this host name mean this machine? The URL parser has already turned 127.1 and 0x7f000001 into 127.0.0.1. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
