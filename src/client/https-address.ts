import { type Check, text } from '../validation/checks.ts';

/** The check of an address without credentials: `https:`, and `http:` on loopback only. It may hold a key, so no refusal repeats it. */
export function httpsAddress(
  { example, carries, instead }: { readonly example: string; readonly carries: string; readonly instead: string },
  test: (address: string) => boolean | string = () => true,
): Check<false> {
  return text(`an absolute URL such as ${example}`, (address) => {
    if (!URL.canParse(address)) return false;
    const { protocol, hostname, username, password } = new URL(address);
    if (protocol === 'http:' && !isLoopbackHost(hostname))
      return `must be https: (http: carries ${carries} in the clear; it is taken on loopback only)`;
    if (protocol !== 'https:' && protocol !== 'http:') return 'must be an https: URL';
    if (username || password) return `must not hold a user name or password; give ${instead}`;
    return test(address);
  });
}

/** Does this host name mean this machine? The URL parser has already turned 127.1 and 0x7f000001 into 127.0.0.1. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
