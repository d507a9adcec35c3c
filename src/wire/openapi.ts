/** The OpenAPI 3.1 document. `build/openapi` writes it at build time. It is packed beside the code. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { thisFile } from '../this-file.ts';
import { operationRows } from './operations.ts';
import { operationPath, type PathSegments } from './request-target.ts';

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** The subset of JSON Schema (2020-12) that the document uses. An empty schema accepts anything. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly contentEncoding?: string;
  readonly description?: string;
  /** The known values of an open set. */
  readonly examples?: readonly unknown[];
}

export type Examples = Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;

export interface MediaType {
  readonly schema: Schema;
  readonly examples?: Examples;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

export type Content = Readonly<Record<string, MediaType>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
  readonly content?: Content;
}

/** One method on one path, or a webhook. */
export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-spec': string;
  readonly 'x-repeat'?: string;
  /** The accepted credentials. A request needs one of them. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>;
}

export type PathItem = Readonly<Partial<Record<'get' | 'post' | 'put', OperationObject>>>;

export type SecurityScheme =
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string; readonly description: string }
  | { readonly type: 'http'; readonly scheme: 'bearer'; readonly description: string };

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

/** The settings that differ between deployments. */
export interface Deployment {
  /** The fixed path segments. */
  readonly segments: PathSegments;
  /** The URL of the service. */
  readonly baseUrl: string;
}

// When run from source, this is the file of the last build or of the test set-up.
const packed = join(dirname(thisFile), thisFile.endsWith('.ts') ? '../dist' : '.', 'openapi.json');

/** The packed document. With a deployment, it has the deployment's paths, and its URL in every example. */
export async function readOpenApi(deployment?: Deployment): Promise<OpenApiDocument> {
  const text = await readFile(packed, 'utf8');
  const document: OpenApiDocument = JSON.parse(text);
  if (!deployment) return document;
  const { segments, baseUrl } = deployment;
  const moved = text.replaceAll(`"${document.servers[0]?.url}`, () => JSON.stringify(baseUrl).slice(0, -1));
  const own: OpenApiDocument = JSON.parse(moved);
  return { ...own, paths: pathsOf(segments, operationsIn(own)) };
}

/** The operations of a document by id. */
export function operationsIn({ paths }: Pick<OpenApiDocument, 'paths'>): ReadonlyMap<string, OperationObject> {
  return new Map(Object.values(paths).flatMap((item) => Object.values(item).map((each) => [each.operationId, each])));
}

/** The paths of a deployment, in the order of the table. */
export function pathsOf(segments: PathSegments, objects: ReadonlyMap<string, OperationObject>) {
  const paths: Record<string, PathItem> = {};
  for (const row of operationRows) {
    const path = operationPath(row, segments);
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: objects.get(row.id) };
  }
  return paths;
}
