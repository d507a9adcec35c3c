import { REFERENCE_DEFAULTS } from '../../../src/server/defaults.ts';
import { createReferenceServer, type ReferenceServer } from '../../../src/server/reference-server.ts';
import { credentialHeaders } from '../../../src/wire/credentials.ts';
import type { Examples } from '../../../src/wire/openapi.ts';
import { type OperationRow, operations } from '../../../src/wire/operations.ts';
import { operationPath, queryString } from '../../../src/wire/request-target.ts';
import type { OperationId, OperationInput } from '../../../src/wire/types/operation-types.ts';

/** The name of an example and its summary: `banks: The first of them`. */
export type Label = `${string}: ${string}`;

/** What differs from a valid request. */
interface Mistake {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The whole body of an answer. */
interface Body {
  readonly data: unknown;
}

/** The beginning of every PDF, which is enough where no one reads it. */
export const SHORT_PDF = '%PDF-1.7\n';

/** A reference server on which time stands still, and a record of what travels to and from it: the same calls give the same examples. */
export class Recorder {
  readonly server: ReferenceServer;
  readonly #examples = new Map<string, Record<string, { readonly summary: string; readonly value: unknown }>>();
  readonly #deliveries: unknown[] = [];

  constructor() {
    const handler = async (request: Request) => {
      this.#deliveries.push(await request.json());
      return new Response(null, { status: 204 });
    };
    this.server = createReferenceServer({
      // 9 in the morning in Lagos.
      now: '2026-01-05T08:00:00Z',
      seed: 1,
      // Large enough for every body but the one that is refused for its size.
      bodyLimit: 20_000,
      policy: { pdfUploadEvent: true },
      webhook: { handler },
    });
  }

  /** Calls an operation without recording it. @throws Error when it is refused */
  async call<Id extends OperationId>(id: Id, input: OperationInput<Id>): Promise<Body> {
    const { status, body } = await this.#send(operations[id], input, {});
    if (status !== 200) throw new Error(`${id} was refused with ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Calls an operation and records the exchange. @throws Error when it is refused */
  async record<Id extends OperationId>(id: Id, label: Label, input: OperationInput<Id>): Promise<void> {
    const answer = await this.call(id, input);
    if (operations[id].encoding !== 'none') this.#add(`${id} request`, label, withFileAsText(input));
    this.#add(`${id} answer`, label, shortened(answer));
  }

  /** Makes a call that must be refused, and records the refusal under its status. @throws Error when it is not */
  async recordRefusal<Id extends OperationId>(
    id: Id,
    label: Label,
    { mistake = {}, ...input }: OperationInput<Id> & { readonly mistake?: Mistake },
  ): Promise<void> {
    const { status, body } = await this.#send(operations[id], input, mistake);
    if (status < 400) throw new Error(`${id} was not refused: ${label}`);
    this.#add(`refusal ${status}`, label, body);
  }

  /** Records the first delivery with such a field, under the name of its webhook. @throws Error when there is none */
  recordWebhook(webhook: string, label: Label, [name, value]: readonly [string, string] = ['event', webhook]): void {
    const body = this.#deliveries.find((each) => (each as Readonly<Record<string, unknown>>)[name] === value);
    if (body === undefined) throw new Error(`${webhook} was not delivered: ${label}`);
    this.recordBody(webhook, label, body);
  }

  /** Records a payload that was not sent here. */
  recordBody(webhook: string, label: Label, body: unknown): void {
    this.#add(`webhook ${webhook}`, label, shortened(body));
  }

  /** Everything that was recorded; addresses of the server are written as those of the deployment. */
  examples(baseUrl: string): ReadonlyMap<string, Examples> {
    const text = JSON.stringify([...this.#examples]).replaceAll(this.server.url, () => baseUrl);
    return new Map(JSON.parse(text) as [string, Examples][]);
  }

  #add(of: string, label: Label, value: unknown): void {
    const [name = '', summary = ''] = label.split(': ');
    this.#examples.set(of, { ...this.#examples.get(of), [name]: { summary, value } });
  }

  async #send(row: OperationRow, input: object, { method, headers, body }: Mistake) {
    const path = operationPath(row, REFERENCE_DEFAULTS.segments) + (row.encoding === 'query' ? queryString(input) : '');
    const sent = body ?? bodyOf(row, input);
    const answer = await this.server.fetch(path, {
      method: method ?? row.method,
      headers: {
        ...credentialHeaders(row.credential, REFERENCE_DEFAULTS),
        ...(row.encoding === 'json' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && method !== 'GET' && { body: sent }),
    });
    return { status: answer.status, body: (await answer.json()) as Body };
  }
}

function bodyOf({ encoding }: OperationRow, input: object): string | FormData | undefined {
  if (encoding === 'json') return JSON.stringify(input);
  if (encoding !== 'multipart') return undefined;
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof Blob) form.set(name, value, 'statement.pdf');
    else if (value !== undefined) form.set(name, String(value));
  }
  return form;
}

function withFileAsText(input: object): object {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, value instanceof Blob ? SHORT_PDF : value]),
  );
}

/** The same JSON with three members of each list at most: so many show what it is. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 3).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}
