/** docs/control-api.md: every row of the control API with a call that was really made, and its answer. */

import { type CallField, type ControlCall, inputFields } from '../../src/server/control/call.ts';
import { controlCalls } from '../../src/server/control/calls.ts';
import { DEFAULT_POLICY } from '../../src/server/engine/world/policy.ts';
import { type Preparation, type Sample, sampleGroups } from './control-samples.ts';
import { fieldComments, signatureOf } from './control-signatures.ts';

/** Where the server of the examples is. */
export const SHOWN_URL = 'http://127.0.0.1:4010';

/** Sends a request as its curl line says, and gives the answer. */
export type SendCurl = (curl: string) => Promise<{ readonly status: number; readonly answer: unknown }>;

/** The same server, as short as curl needs it. */
export const SHOWN_HOST = 'localhost:4010';

const HEAD = `# The control API

Move the [reference server](reference-server.md) by HTTP, code or command: its clock, banks, payers, faults and worlds.

The calls are plain JSON under \`/_control\`, and need no key. The examples on this page are real. Start a server, and
send them in the order of this page:

\`\`\`sh
npx repaykit serve --frozen --now 2026-01-05T08:00:00Z
\`\`\`

The answers are then the same, to the byte. The page shortens lists and long texts. In code, the calls are methods of
\`server.controls\` (\`repaykit/server\`). The terminal has
[a command for each](command-line.md#commands-that-move-a-server).

- **Worlds.** The header \`x-repaykit-world: NAME\` selects the world of the keys \`pk_test_NAME\`. Without it, a call goes
  to the default world.
- **Answers.** The status is 200, or 201 if the call created something. A call that changes something answers after the
  webhooks that follow from it.
- **Lists** are \`{ items, dropped }\`. \`dropped\` counts entries that were too old to keep.
- **Pages.** Payers and mandates come in pages (\`page\`, \`limit\`), with the \`total\`.
- **Refusals** are \`{ status: false, message, error: true, data: { code, fields? } }\`. The status is 400 for wrong or
  unknown fields, 404 for an unknown id, 409 for the wrong time, and 422 for a rule.
- **Beyond loopback** the server needs \`--control-token\`. Calls then carry the token in the header
  \`x-repaykit-control\`.
- **Browsers** may call only from a page of the server's own origin. Other pages get 403.
`;

const FOOT = `
## Send a report to the bureau

\`POST /_bureau/reports\` takes the lifecycle reports of spec §6.3. It is not under \`/_control\`. It needs the merchant's
public key in the header \`token\`. The body is \`{ reportId, event, mandateId, occurredAt, content }\`.

The first report answers 201. The same report again answers 200 with \`{ duplicate: true }\`. \`loan.disbursed\` opens the
collection gate. On loopback, a client without the option \`bureau\` sends these reports itself.

Next: [testing](testing.md), [the reference server](reference-server.md).
`;

// These are no methods of the controls, but of the server's clock.
const elsewhere: Partial<Readonly<Record<Sample['call'], string>>> = {
  index: '',
  openApi: '',
  health: '`server.clock.now(): Instant`',
  readClock: '`server.clock.now(): Instant`',
  moveClock: '`server.clock.advance(duration): Promise<ClockMove>` and `server.clock.to(instant): Promise<ClockMove>`',
};

/** Writes the page, making every call on the way. */
export async function controlApiPage(send: SendCurl): Promise<string> {
  const made = new Map<string, string>();
  // Filled first, as an id is longer than its placeholder.
  const curlWith = (preparation: Preparation) =>
    curlOf(
      JSON.parse(
        JSON.stringify(preparation).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => made.get(name) ?? whole),
      ),
    );
  const perform = async (curl: string, keeps: string | undefined) => {
    const result = await send(curl);
    if (keeps !== undefined) made.set(keeps, (result.answer as { readonly mandateId: string }).mandateId);
    return result;
  };

  const parts = [HEAD];
  for (const { title, samples } of sampleGroups) {
    parts.push(`\n## ${title}\n`);
    for (const sample of samples) {
      const before: string[] = [];
      for (const preparation of sample.before?.calls ?? []) {
        const curl = curlWith(preparation);
        const { status } = await perform(curl, preparation.keeps);
        if (status >= 300 && sample.before?.refused !== true) throw new Error(`${curl} answers ${status}`);
        before.push(curl);
      }
      const row: ControlCall = controlCalls[sample.call];
      const curl = curlWith({ method: row.method, path: `/_control${sample.path ?? row.path}`, body: sample.body });
      parts.push(section(sample, row, { before, curl, ...(await perform(curl, sample.keeps)) }));
    }
  }
  return [...parts, FOOT].join('');
}

interface Made {
  readonly before: readonly string[];
  readonly curl: string;
  readonly status: number;
  readonly answer: unknown;
}

function section({ call, status, before, shows }: Sample, row: ControlCall, made: Made): string {
  const { method, path, summary } = row;
  if (made.status !== status) throw new Error(`${made.curl} answers ${made.status}: ${JSON.stringify(made.answer)}`);
  const inCode = elsewhere[call] ?? `\`controls.${signatureOf(call)}\``;
  const shown = shows ? { [shows]: Reflect.get(Object(made.answer), shows) } : made.answer;
  return [
    `\n### ${method} ${path}\n\n${summary}\n`,
    inCode && `\nIn code: ${inCode}.\n`,
    fieldList(call, inputFields(row)),
    before ? `\n${before.why}:\n\n\`\`\`sh\n${made.before.join('\n')}\n\`\`\`\n\nThen:\n` : '',
    `\n\`\`\`sh\n${made.curl}\n\`\`\`\n\n`,
    `Answers ${made.status}${shows ? `, among others with \`${shows}\`` : ''}:\n\n`,
    `\`\`\`json\n${compactJson(shortened(shown), { indent: '', lead: 0 })}\n\`\`\`\n`,
  ].join('');
}

function fieldList(call: Sample['call'], fields: readonly CallField[]): string {
  if (fields.length === 0) return '';
  const comments = fieldComments(call);
  const rows = fields.map(({ name, required, type, rule, meaning }) => {
    const standard = call === 'patchPolicy' ? Reflect.get(DEFAULT_POLICY, name) : undefined;
    const comment = [
      meaning || (comments.get(name) ?? ''),
      typeof standard === 'object' || standard === undefined ? '' : `Default ${standard}.`,
    ]
      .filter((text) => text !== '')
      .join(' ');
    const kind = `${type.startsWith('`') ? 'one of ' : ''}${type}${required ? ', required' : ''}`;
    return wrapped(`- \`${name}\` (${kind}): ${saidOf(comment, rule)}`);
  });
  return `\nFields:\n\n${rows.join('\n')}\n`;
}

/** The comment of a field and its rule, without the one that only repeats the other. */
function saidOf(comment: string, rule: string): string {
  const [first, second] = [comment, rule === '' ? '' : sentence(rule)];
  if (second !== '' && isSaid(comment, rule)) return second;
  return second === '' || rule === 'not empty' || isSaid(rule, comment) ? first : `${first} ${second}`;
}

/** Whether most words of a text are in another one: "3 digits" beside "3-digit CBN bank code". */
function isSaid(text: string, beside: string): boolean {
  const words = text.toLowerCase().match(/[a-z\d]{3,}/g) ?? [];
  const found = words.filter((word) => beside.toLowerCase().includes(word.replace(/s$/, '')));
  return found.length >= 0.6 * words.length;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** An item of a list on lines of 120 characters. A piece of code stays on its line. */
function wrapped(item: string): string {
  const lines: string[] = [''];
  for (const word of item.match(/(`[^`]*`|\S)+/g) ?? []) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length < 120) lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines.join('\n');
}

/** What a screen shows of a code block. */
const WIDTH = 80;

/** Where a value of JSON begins: the indent of its lines, and what stands before it on its first line. */
interface Place {
  readonly indent: string;
  readonly lead: number;
}

/** JSON with each value on one line if it fits there, with its comma. A text that does not fit is cut. */
function compactJson(value: unknown, { indent, lead }: Place): string {
  const room = WIDTH - 1 - indent.length - lead;
  const line = JSON.stringify(value, undefined, 1).replace(/\n\s*/g, ' ');
  if (line.length <= room) return line;
  if (typeof value === 'string') return `${line.slice(0, room - 2)}…"`;
  if (value === null || typeof value !== 'object') return line;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const items = Object.entries(value).map(([name, item]) => {
    const before = isList ? '' : `${JSON.stringify(name)}: `;
    return `${before}${compactJson(item, { indent: inner, lead: before.length })}`;
  });
  return `${isList ? '[' : '{'}\n${filled(items, inner)}\n${indent}${isList ? ']' : '}'}`;
}

/** Items behind each other, as many to a line as fit; what has lines of its own stands alone. */
function filled(items: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const isShort =
      last !== undefined &&
      !last.includes('\n') &&
      !item.includes('\n') &&
      indent.length + last.length + item.length <= WIDTH - 3;
    if (isShort) lines[lines.length - 1] = `${last}, ${item}`;
    else lines.push(item);
  }
  return lines.map((line) => `${indent}${line}`).join(',\n');
}

// One line if it fits, else one for each part.
function curlOf({ method, path, body }: Preparation): string {
  const address = `${SHOWN_HOST}${path}`;
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${path.includes('?') ? `'${address}'` : address}`,
    ...(path.startsWith('/_control') ? [] : ["-H 'token: pk_test_repaykit'"]),
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d '${compactJson(body, { indent: '  ', lead: 5 })}'`]),
  ];
  const line = parts.join(' ');
  if (line.length <= WIDTH) return line;
  const [first = '', ...others] = parts;
  // An id makes the address long.
  const begin = first.length <= WIDTH - 2 ? [first] : [first.slice(0, first.lastIndexOf(' ')), address];
  return [...begin, ...others].join(' \\\n  ');
}

// The shape is what a reader wants, not every item.
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\s+/g, ' ');
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}
