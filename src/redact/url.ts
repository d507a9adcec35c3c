import { redactText } from './text.ts';

/** A URL without its query values and credentials, for logs: paths of this service hold no personal data, queries may. */
export function redactUrl(url: string): string {
  const [beforeQuery = '', query] = url.split('?', 2);
  const path = redactText(beforeQuery.replace(/\/\/[^/]*@/, '//'));
  if (!query) return path;
  return `${path}?${query
    .split('&')
    .map((pair) => (pair.includes('=') ? `${redactText(pair.split('=', 1)[0] as string)}=…` : '…'))
    .join('&')}`;
}
