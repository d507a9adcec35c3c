import type { KnownEventKind } from '../../webhooks/parse.ts';
import { type OpenApiDocument, operationsIn, readOpenApi, type Schema } from '../../wire/openapi.ts';
import type { OperationId } from '../../wire/operation-types.ts';

/** What is compared: its name, where it is specified, and its schema without references. */
export interface Described {
  readonly name: string;
  readonly spec: string;
  readonly schema: Schema;
}

/** What the packed OpenAPI document says of answers and deliveries. */
export class Contract {
  readonly #document: OpenApiDocument;

  private constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  static async read(): Promise<Contract> {
    return new Contract(await readOpenApi());
  }

  /** The successful answer of an operation, envelope included. */
  answer(id: OperationId): Described {
    const operation = operationsIn(this.#document).get(id);
    const response = operation?.responses[200];
    const content = response && 'content' in response ? response.content : undefined;
    const schema = this.#resolved(content?.['application/json']?.schema);
    const { data = {} } = schema.properties ?? {};
    // Where the payload is not shown, it need not be there.
    const required = schema.required?.filter((name) => name !== 'data' || data.type);
    const shown = id === 'createConsent' ? this.#withMandate(data) : data;
    return {
      name: id,
      spec: operation?.['x-spec'] ?? '',
      schema: { ...schema, ...(required && { required }), properties: { ...schema.properties, data: shown } },
    };
  }

  /**
   * A delivery: of a collection the fields themselves, else `event` and `data`. The events of a mandate have one
   * schema.
   */
  delivery(kind: KnownEventKind): Described {
    const { webhooks } = this.#document;
    const webhook = (webhooks[kind] ?? webhooks['mandate.activated'])?.post;
    const schema = webhook?.requestBody?.content['application/json']?.schema;
    return { name: kind, spec: webhook?.['x-spec'] ?? '', schema: this.#resolved(schema) };
  }

  // Creating a consent answers with the whole mandate, as far as there is one already; only its `_id` is sure.
  #withMandate(data: Schema): Schema {
    const mandate = this.#resolved(this.#document.components.schemas.Mandate);
    return { ...data, properties: { ...mandate.properties, ...data.properties } };
  }

  /** Without references, and with null among the types instead of in a union. No schema holds itself, so this ends. */
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
