import type { KnownEventKind } from '../../webhooks/parse.ts';
import { type OpenApiDocument, operationsIn, readOpenApi, type Schema } from '../../wire/openapi.ts';
import type { OperationId } from '../../wire/types/operation-types.ts';

/** A name, the section of its specification, and its schema without references. */
export interface Described {
  readonly name: string;
  readonly spec: string;
  readonly schema: Schema;
}

export class Contract {
  readonly #document: OpenApiDocument;

  private constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  static async read(): Promise<Contract> {
    return new Contract(await readOpenApi());
  }

  answer(id: OperationId): Described {
    const operation = operationsIn(this.#document).get(id);
    const response = operation?.responses[200];
    const content = response && 'content' in response ? response.content : undefined;
    const schema = this.#resolved(content?.['application/json']?.schema);
    const { data = {} } = schema.properties ?? {};
    // A payload that the specification does not show is optional.
    const required = schema.required?.filter((name) => name !== 'data' || data.type);
    const shown = id === 'createConsent' ? this.#withMandate(data) : data;
    return {
      name: id,
      spec: operation?.['x-spec'] ?? '',
      schema: { ...schema, ...(required && { required }), properties: { ...schema.properties, data: shown } },
    };
  }

  /** The schema of a delivery: `event` and `data`, but plain fields for a collection. All mandate events share one. */
  delivery(kind: KnownEventKind): Described {
    const { webhooks } = this.#document;
    const webhook = (webhooks[kind] ?? webhooks['mandate.activated'])?.post;
    const schema = webhook?.requestBody?.content['application/json']?.schema;
    return { name: kind, spec: webhook?.['x-spec'] ?? '', schema: this.#resolved(schema) };
  }

  // The answer to a new consent is the mandate, which may be incomplete: only `_id` is certain.
  #withMandate(data: Schema): Schema {
    const mandate = this.#resolved(this.#document.components.schemas.Mandate);
    return { ...data, properties: { ...mandate.properties, ...data.properties } };
  }

  /** Resolves references, and writes null as a type instead of a union. No schema contains itself, so this ends. */
  #resolved(schema: Schema = {}): Schema {
    const { $ref, anyOf, items, properties, additionalProperties, ...rest } = schema;
    if ($ref) return { ...this.#resolved(this.#document.components.schemas[$ref.split('/').at(-1) ?? '']), ...rest };
    if (anyOf) {
      const [main, ...others] = anyOf.map((each) => this.#resolved(each));
      return { ...main, type: [main, ...others].flatMap((each) => each?.type ?? []) };
    }
    const fields = properties && Object.entries(properties).map(([name, field]) => [name, this.#resolved(field)]);
    return {
      ...rest,
      ...(items && { items: this.#resolved(items) }),
      ...(fields && { properties: Object.fromEntries(fields) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: this.#resolved(additionalProperties) }),
    };
  }
}
