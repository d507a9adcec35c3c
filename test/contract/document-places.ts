import type { Content, MediaType, OpenApiDocument, OperationObject, PathItem } from '../../src/wire/openapi.ts';

/** An operation where it stands. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
}

/** Every operation of a document. */
export function operationsOf({ paths }: Pick<OpenApiDocument, 'paths'>): readonly PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    methodsOf(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Every body of a document: the way to it, and what it is. */
export function bodiesOf({
  paths,
  webhooks,
  components,
}: OpenApiDocument): readonly (readonly [place: readonly string[], media: MediaType])[] {
  const items = Object.entries({ paths, webhooks }).flatMap(([section, all]) =>
    Object.entries(all).flatMap(([name, methods]) =>
      methodsOf(methods).flatMap(([method, { requestBody, responses }]) => {
        const place = [section, name, method];
        const answers = Object.entries(responses).flatMap(([status, response]) =>
          'content' in response ? media(response.content, [...place, 'responses', status]) : [],
        );
        return [...media(requestBody?.content, [...place, 'requestBody']), ...answers];
      }),
    ),
  );
  return [
    ...items,
    ...Object.entries(components.responses).flatMap(([name, { content }]) =>
      media(content, ['components', 'responses', name]),
    ),
  ];
}

function methodsOf(methods: PathItem): readonly (readonly [string, OperationObject])[] {
  return Object.entries(methods) as [string, OperationObject][];
}

function media(content: Content | undefined, place: readonly string[]): (readonly [readonly string[], MediaType])[] {
  return Object.entries(content ?? {}).map(([type, each]) => [[...place, 'content', type], each]);
}
