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

const HEAD = `# The control API

Every call by which a test or a person moves the [reference server](reference-server.md): time, banks, payers, faults, worlds. Plain JSON under \`/_control\`; no key is needed.

\`\`\`sh
npx repaykit serve --frozen --now 2026-01-05T08:00:00Z
\`\`\`

Run in the order of this page against that server, the examples give the answers that are shown: equal calls give equal bytes. Of lists and long texts only the
beginning is shown. In code the same calls are methods of \`server.controls\` (\`repaykit/server\`), named beside each; from the shell see [the command line](command-line.md).

- **Worlds.** The header \`x-repaykit-world: NAME\` names the world of the keys \`pk_test_NAME\`; without it a call goes to the default one.
- **Answers.** 200, or 201 where something was made. A call that changes something answers after the webhooks that follow from it were delivered. Lists are
  \`{ items, dropped }\`, where \`dropped\` counts what was too old to keep.
- **Pages.** Payers and mandates come in pages (\`page\`, \`limit\`), with the \`total\` of all.
- **Refusals** are \`{ status: false, message, error: true, data: { code, fields? } }\` with 400 (the shape; unknown fields too), 404 (no such thing), 409 (not now), 422 (a rule).
- **Beyond loopback** the server wants \`--control-token\`, and calls the header \`x-repaykit-control\`.
- **Browsers** may call from a page of the server's own origin only: what carries a \`Sec-Fetch-Site\` other than \`same-origin\` gets 403 (\`none\` may read). curl and Node send none.
`;

const FOOT = `
## The bureau's intake

\`POST /_bureau/reports\` (no \`/_control\`; with the merchant's key, header \`token\`) takes a lifecycle report of spec §6.3:
\`{ reportId, event, mandateId, occurredAt, content }\`. The first answers 201, the same again 200 with \`{ duplicate: true }\`; \`loan.disbursed\` opens the gate. The client does
this by itself where \`bureau\` is left out on loopback.

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
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => made.get(name) ?? whole);
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
        const curl = fill(curlOf(preparation));
        const { status } = await perform(curl, preparation.keeps);
        if (status >= 300 && sample.before?.refused !== true) throw new Error(`${curl} answers ${status}`);
        before.push(curl);
      }
      const row: ControlCall = controlCalls[sample.call];
      const curl = fill(curlOf({ method: row.method, path: `/_control${sample.path ?? row.path}`, body: sample.body }));
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
  return [
    `\n### ${method} ${path}\n\n${summary}${inCode ? ` In code: ${inCode}.` : ''}\n`,
    fieldTable(call, inputFields(row)),
    before ? `\n${before.why}:\n\n\`\`\`sh\n${made.before.join('\n')}\n\`\`\`\n\nThen:\n` : '',
    `\n\`\`\`sh\n${made.curl}\n\`\`\`\n\nAnswers ${made.status}:\n\n\`\`\`json\n${compactJson(shortened(shows ? { [shows]: Reflect.get(Object(made.answer), shows) } : made.answer))}\n\`\`\`\n`,
  ].join('');
}

function fieldTable(call: Sample['call'], fields: readonly CallField[]): string {
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
    // "Naira." says nothing beside "naira, zero or more".
    const isSaid = comment.split(/[\s.-]+/).every((word) => rule.toLowerCase().includes(word.toLowerCase()));
    const texts = [rule, isSaid ? '' : comment].filter((text) => text !== '');
    return `| \`${name}\` | ${required ? 'yes' : ''} | ${type} | ${texts.join('. ').replaceAll('|', '\\|')} |`;
  });
  return `\n| field | required | type | what it says |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

/** JSON with each value on one line as long as that can be read. */
function compactJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, undefined, 1).replace(/\n\s*/g, ' ');
  if (value === null || typeof value !== 'object' || indent.length + line.length <= 120) return line;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const items = Object.entries(value).map(
    ([name, item]) => `${isList ? '' : `${JSON.stringify(name)}: `}${compactJson(item, inner)}`,
  );
  return `${isList ? '[' : '{'}\n${filled(items, inner)}\n${indent}${isList ? ']' : '}'}`;
}

/** Items behind each other, as many to a line as can be read; what has lines of its own stands alone. */
function filled(items: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const isShort =
      last !== undefined &&
      !last.includes('\n') &&
      !item.includes('\n') &&
      indent.length + last.length + item.length <= 118;
    if (isShort) lines[lines.length - 1] = `${last}, ${item}`;
    else lines.push(item);
  }
  return lines.map((line) => `${indent}${line}`).join(',\n');
}

// One line as long as it can be read, else one for each part.
function curlOf({ method, path, body }: Preparation): string {
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${path.includes('?') ? `'${SHOWN_URL}${path}'` : `${SHOWN_URL}${path}`}`,
    ...(path.startsWith('/_control') ? [] : ["-H 'token: pk_test_repaykit'"]),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d '${compactJson(body, '  ')}'`]),
  ];
  const line = parts.join(' ');
  return line.length <= 140 ? line : parts.join(' \\\n  ');
}

// The shape is what a reader wants, not every item.
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 160 ? `${value.slice(0, 159).replace(/\s+/g, ' ')}…` : value;
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}
