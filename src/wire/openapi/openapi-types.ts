/** An OpenAPI 3.1 document, as far as this one goes. */
import type { JsonSchema } from './json-schema-types.ts';

/** A reference into the components, with what is said at this place beside it. */
export interface Reference {
  readonly $ref: string;
  readonly description?: string;
}

/** A schema of the document: JSON Schema with references, fixed values and examples. */
export interface Schema extends Omit<JsonSchema, 'properties' | 'items' | 'anyOf' | 'additionalProperties'> {
  readonly properties?: Readonly<Record<string, Schema | Reference>>;
  readonly items?: Schema | Reference;
  readonly anyOf?: readonly (Schema | Reference)[];
  readonly additionalProperties?: boolean | Schema | Reference;
  readonly examples?: readonly unknown[];
}

/** A value that fits the schema beside it. */
export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

/** Examples by name. */
export type Examples = Readonly<Record<string, Example>>;

/** What a body of a media type is. */
export interface MediaType {
  readonly schema: Schema | Reference;
  readonly examples?: Examples;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

/** A body by media type. */
export type Content = Readonly<Record<string, MediaType>>;

/** A field of the query or the headers. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema | Reference;
  readonly example?: unknown;
}

/** An answer. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
  readonly content?: Content;
}

/** Which credentials a request needs: any one of the list. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[];

/** One method on one path, or a webhook. */
export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-spec': string;
  readonly 'x-repeat'?: string;
  readonly security: Security;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
}

/** Methods of a path. */
export type PathItem = Readonly<Partial<Record<'get' | 'post' | 'put', OperationObject>>>;

/** How a credential travels. */
export type SecurityScheme =
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string; readonly description: string }
  | { readonly type: 'http'; readonly scheme: 'bearer'; readonly description: string };

/** The document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}
