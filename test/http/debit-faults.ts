import { type Answer, respond, scheduledDebit } from './loopback-service.ts';
import { passDeadlines } from './pass-deadlines.ts';

/** A way in which a debit goes wrong after it left, and what its caller gets. */
export interface DebitFault {
  readonly fault: string;
  readonly answer: Answer;
  readonly error: { readonly name: string; readonly outcome: 'none' | 'unknown'; readonly status?: number };
}

const refusal = { status: false, error: true, message: 'no', data: null };
const lost = { name: 'ConnectionError', outcome: 'unknown' } as const;

/** Everything a network and a service can do to a debit. */
export const faults: readonly DebitFault[] = [
  {
    fault: 'status 500',
    answer: (response) => respond(response, 500, {}),
    error: { name: 'ServiceError', outcome: 'unknown' },
  },
  {
    fault: 'status 503 with Retry-After',
    answer: (response) => respond(response, 503, {}, { 'retry-after': '0' }),
    error: { name: 'ServiceError', outcome: 'unknown' },
  },
  {
    fault: 'status 408',
    answer: (response) => respond(response, 408, {}),
    error: { name: 'ServiceError', outcome: 'unknown' },
  },
  {
    fault: 'status 429',
    answer: (response) => respond(response, 429, refusal, { 'retry-after': '0' }),
    error: { name: 'RateLimitError', outcome: 'none' },
  },
  {
    fault: 'status 429 of a gateway',
    answer: (response) => respond(response, 429, {}),
    error: { name: 'RateLimitError', outcome: 'unknown' },
  },
  {
    fault: 'status 422',
    answer: (response) => respond(response, 422, refusal),
    error: { name: 'ServiceError', outcome: 'none' },
  },
  { fault: 'a reset instead of the answer', answer: (_response, { socket }) => socket.destroy(), error: lost },
  {
    fault: 'a connection that closes without an answer',
    answer: (_response, { socket }) => socket.end(),
    error: lost,
  },
  { fault: 'an answer of known length that breaks off', answer: breakOff({ 'content-length': '500' }), error: lost },
  { fault: 'a chunked answer that breaks off', answer: breakOff({}), error: lost },
  { fault: 'an answer in pieces', answer: inPieces, error: lost },
  {
    fault: 'an answer that never comes',
    answer: passDeadlines,
    error: { name: 'DeadlineError', outcome: 'unknown' },
  },
  { fault: 'a redirect', answer: redirect, error: { name: 'ServiceError', status: 307, outcome: 'unknown' } },
  { fault: 'a page with status 200', answer: page, error: { name: 'AnswerError', outcome: 'unknown' } },
  {
    fault: 'a refusal with status 200',
    answer: (response) => respond(response, 200, refusal),
    error: { name: 'ServiceError', outcome: 'unknown' },
  },
];

function breakOff(headers: Record<string, string>): Answer {
  return (response, { socket }) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.write('{"status": true,');
    setImmediate(() => socket.destroy());
  };
}

// A dispatcher that asks for the rest, as retrying dispatchers do, sends the debit again and gets the next piece.
function inPieces(response: Parameters<Answer>[0], { headers, socket }: Parameters<Answer>[1]): void {
  const whole = Buffer.from(JSON.stringify({ status: true, message: null, error: false, data: scheduledDebit }));
  const start = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
  response.writeHead(206, {
    'content-type': 'application/json',
    'content-range': `bytes ${start}-${whole.length - 1}/${whole.length}`,
  });
  const end = start + 80;
  if (end >= whole.length) return void response.end(whole.subarray(start));
  response.write(whole.subarray(start, end));
  setImmediate(() => socket.destroy());
}

function redirect(response: Parameters<Answer>[0], { url }: Parameters<Answer>[1]): void {
  response.writeHead(307, { location: `${url}?again` });
  response.end();
}

function page(response: Parameters<Answer>[0]): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<html>Welcome</html>');
}
