/** Holds what a client sends, and what it gets, against the contract. */
import type { Transport, TransportRequest } from '../../src/http/transport.ts';
import type { OpenApiDocument, OperationObject } from '../../src/wire/openapi.ts';
import { operationsOf } from './document-places.ts';
import type { SchemaCheck } from './schema-check.ts';

/** What was seen of the exchanges over a transport. */
export interface ExchangeCheck {
  readonly transport: Transport;
  /** What did not fit, each with its operation. */
  readonly problems: readonly string[];
  /** `getMandate 200`, each once. */
  readonly kinds: ReadonlySet<string>;
}

/** Checks path, method, credential, query, JSON body, status and answer of everything that goes over a transport; forms are left to others. */
export function checkExchanges(inner: Transport, document: OpenApiDocument, check: SchemaCheck): ExchangeCheck {
  const problems: string[] = [];
  const kinds = new Set<string>();
  const send = async (request: TransportRequest) => {
    const response = await inner.send(request);
    const { pathname, searchParams } = new URL(request.path, request.origin);
    const place = operationsOf(document).find(
      ({ path, method }) => path === pathname && method.toUpperCase() === request.method,
    );
    if (!place) {
      problems.push(`${request.method} ${pathname} is not in the contract`);
      return response;
    }
    const { operation, path, method } = place;
    const id = operation.operationId;
    kinds.add(`${id} ${response.status}`);
    const way = ['paths', path, method];
    const found = [
      ...credentialProblems(document, operation, request.headers),
      ...queryProblems(operation, searchParams, (value, at) =>
        check(value, ...way, 'parameters', String(at), 'schema'),
      ),
      ...bodyProblems(operation, request, (value) =>
        check(value, ...way, 'requestBody', 'content', 'application/json', 'schema'),
      ),
      ...answerProblems(operation, response.status, (refusal) =>
        check(
          JSON.parse(response.body),
          ...(refusal ? ['components', 'responses', refusal] : [...way, 'responses', '200']),
          'content',
          'application/json',
          'schema',
        ),
      ),
    ];
    problems.push(...found.map((problem) => `${id} ${response.status}: ${problem}`));
    return response;
  };
  return { transport: { ...inner, send, close: () => inner.close() }, problems, kinds };
}

function credentialProblems(
  { components }: OpenApiDocument,
  { security }: OperationObject,
  headers: Readonly<Record<string, string>>,
): readonly string[] {
  const isSent = Object.keys(security[0] ?? {}).every((name) => {
    const scheme = components.securitySchemes[name];
    if (scheme?.type === 'http') return headers.authorization?.startsWith('Bearer ');
    return scheme !== undefined && headers[scheme.name.toLowerCase()] !== undefined;
  });
  return isSent ? [] : ['the credential is not sent as the contract says'];
}

function queryProblems(
  { parameters = [] }: OperationObject,
  query: URLSearchParams,
  check: (value: string, at: number) => readonly string[],
): readonly string[] {
  const known = parameters.filter((each) => each.in === 'query');
  const strange = [...query.keys()]
    .filter((name) => !known.some((each) => each.name === name))
    .map((name) => `${name} is not in the query`);
  const wrong = known.flatMap(({ name, required }, at) => {
    const value = query.get(name);
    if (value === null) return required ? [`${name} is missing`] : [];
    return check(value, at).map((problem) => `${name} ${problem}`);
  });
  return [...strange, ...wrong];
}

function bodyProblems(
  { requestBody }: OperationObject,
  { body, headers }: TransportRequest,
  check: (value: unknown) => readonly string[],
): readonly string[] {
  if (!requestBody) return body === undefined ? [] : ['a body was sent'];
  if (!requestBody.content['application/json']) return [];
  if (headers['content-type'] !== 'application/json') return ['the body is not called JSON'];
  return check(JSON.parse(String(body)));
}

function answerProblems(
  { responses }: OperationObject,
  status: number,
  check: (refusal?: string) => readonly string[],
): readonly string[] {
  if (status === 200) return check();
  const response = responses[String(status)];
  if (!response) return [`the contract knows no status ${status}`];
  return '$ref' in response ? check(response.$ref.split('/').at(-1)) : [];
}
