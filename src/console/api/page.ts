/** The files of the page, and the headers of every answer. The page is one document; its fragment selects the view. */

/** What the page shows: a reference server, or a lender's book. */
export type PageKind = 'server' | 'book';

/** An answer as plain data: adapters turn it into theirs. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

// Everything comes from the page's own origin, and nothing is inline. No page may frame it, and no cache keeps it.
const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export function plainAnswer(status: number, contentType: string, body: string): PlainAnswer {
  const length = String(Buffer.byteLength(body));
  return { status, headers: { ...headers, 'content-type': contentType, 'content-length': length }, body };
}

/** The headers of a stream of Server-Sent Events. */
export const streamHeaders = { ...headers, 'content-type': 'text/event-stream; charset=utf-8' };

const files = new Map([
  ['console.js', { name: 'script', type: 'text/javascript; charset=utf-8' } as const],
  ['console.css', { name: 'style', type: 'text/css; charset=utf-8' } as const],
]);

/**
 * Answers the document at any path, and its two files below. The document names them by the path that it was asked by,
 * so the console works under any prefix, with and without a slash at the end.
 */
export async function answerPage(kind: PageKind, path: string): Promise<PlainAnswer> {
  const [, base = '', last = ''] = /^(.*)\/([^/]*)$/.exec(path) ?? [];
  const file = files.get(last);
  if (file) return plainAnswer(200, file.type, (await import('./page-files.ts'))[file.name]);
  return plainAnswer(200, 'text/html; charset=utf-8', documentOf(kind, escaped(last === '' ? base : path)));
}

function documentOf(kind: PageKind, base: string): string {
  return `<!doctype html>
<html lang="en" data-console="${kind}" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>repaykit console</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/console.css">
<script type="module" src="${base}/console.js"></script>
</head>
<body><noscript>The console needs JavaScript.</noscript></body>
</html>
`;
}

function escaped(path: string): string {
  return path.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
