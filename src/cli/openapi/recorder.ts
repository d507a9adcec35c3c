import { REFERENCE_DEFAULTS } from '../../server/defaults.ts';
import { createReferenceServer, type ReferenceServer } from '../../server/reference-server.ts';
import { credentialHeaders } from '../../wire/credentials.ts';
import type { ContractExamples, Exchange, Told } from '../../wire/openapi/contract-examples.ts';
import type { OperationId, OperationInput } from '../../wire/operation-types.ts';
import { type OperationRow, operations } from '../../wire/operations.ts';
import { operationPath, queryString } from '../../wire/request-target.ts';
import { shortened } from './shortened.ts';

/** When everything begins: 9 in the morning in Lagos. */
const BEGINS = '2026-01-05T08:00:00Z';

/** Large enough for every body but the one that is to be refused. */
const BODY_LIMIT = 20_000;

/** How an example is called. */
export interface Label {
  readonly name: string;
  /** For people. */
  readonly summary: string;
}

/** What differs from a request as it should be. */
export interface Mistake {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The whole body of an answer. */
export interface Body {
  readonly status: boolean;
  readonly data: unknown;
}

/** A reference server on which time stands still, and the notes of what travels to and from it: the same calls give the same notes. */
export class Recorder {
  readonly server: ReferenceServer;
  readonly #operations: Partial<Record<OperationId, Record<string, Exchange>>> = {};
  readonly #refusals: Record<string, Record<string, Told>> = {};
  readonly #webhooks: Record<string, Record<string, Told>> = {};
  readonly #heard: unknown[] = [];

  constructor() {
    const handler = async (request: Request) => {
      this.#heard.push(await request.json());
      return new Response(null, { status: 204 });
    };
    this.server = createReferenceServer({
      now: BEGINS,
      seed: 1,
      bodyLimit: BODY_LIMIT,
      policy: { pdfUploadEvent: true },
      webhook: { handler },
    });
  }

  /** Calls an operation without noting it. @throws Error when it is refused */
  async call<Id extends OperationId>(id: Id, input: OperationInput<Id>): Promise<Body> {
    const row: OperationRow = operations[id];
    const { status, body } = await this.#send(row, input, {});
    if (status !== 200) throw new Error(`${id} was refused with ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Calls an operation and notes the exchange. @throws Error when it is refused */
  async note<Id extends OperationId>(id: Id, { name, summary }: Label, input: OperationInput<Id>): Promise<Body> {
    const answer = await this.call(id, input);
    const request = operations[id].encoding === 'none' ? undefined : withFileAsText(input);
    this.#operations[id] = { ...this.#operations[id], [name]: { summary, request, answer: shortened(answer) } };
    return answer;
  }

  /** Makes a call that must be refused, and notes the refusal under its status. @throws Error when it is not */
  async noteRefusal<Id extends OperationId>(
    id: Id,
    { name, summary }: Label,
    { input, mistake = {} }: { readonly input: OperationInput<Id>; readonly mistake?: Mistake },
  ): Promise<void> {
    const row: OperationRow = operations[id];
    const { status, body } = await this.#send(row, input, mistake);
    if (status < 400) throw new Error(`${id} was to be refused: ${name}`);
    this.#refusals[status] = { ...this.#refusals[status], [name]: { summary, body } };
  }

  /** Notes the first delivery that fits, under the name of its webhook. @throws Error when there is none */
  noteWebhook(
    webhook: string,
    { name, summary }: Label,
    fits: (body: Readonly<Record<string, unknown>>) => boolean,
  ): void {
    const body = this.#heard.find((each) => fits(each as Record<string, unknown>));
    if (body === undefined) throw new Error(`${webhook} was not heard: ${name}`);
    this.noteBody(webhook, { name, summary }, body);
  }

  /** Notes a payload that nobody sent here. */
  noteBody(webhook: string, { name, summary }: Label, body: unknown): void {
    this.#webhooks[webhook] = { ...this.#webhooks[webhook], [name]: { summary, body: shortened(body) } };
  }

  /** Everything that was noted; addresses of the server are written as those of the deployment. */
  examples(baseUrl: string): ContractExamples {
    const noted: ContractExamples = {
      operations: this.#operations,
      refusals: this.#refusals,
      webhooks: this.#webhooks,
    };
    return JSON.parse(JSON.stringify(noted).replaceAll(this.server.url, () => baseUrl)) as ContractExamples;
  }

  async #send(
    row: OperationRow,
    input: object,
    { method, headers, body }: Mistake,
  ): Promise<{ readonly status: number; readonly body: Body }> {
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

/** The beginning of every PDF, which is enough where nobody reads it. */
export const SHORT_PDF = '%PDF-1.7\n';

function withFileAsText(input: object): object {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, value instanceof Blob ? SHORT_PDF : value]),
  );
}
