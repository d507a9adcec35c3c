/** The control API as methods. */
import { InputError, ServiceError } from '../../errors.ts';
import type { Answer } from '../answer.ts';
import type { ServerContext } from '../server-context.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import type { ControlCall } from './call.ts';
import { type ControlMethods, controlCalls, methodNames } from './calls.ts';
import { performControl } from './control-endpoint.ts';
import type { ControlInput } from './handlers.ts';

/** The control API as methods. Each resolves once the deliveries that follow from it are settled. @throws InputError, ServiceError */
export interface ServerControls extends ControlMethods {}

/** Makes the methods over the world that `find` gives; each performs the same row of the table as the HTTP call. */
export function serverControls(context: ServerContext, find: () => LiveWorld): ServerControls {
  const methods = methodNames.map((name) => {
    const call: ControlCall = controlCalls[name];
    const method = async (...given: readonly unknown[]) => {
      const label = `${call.method} ${call.path}`;
      const input = inputFrom(label, call, given);
      const data = unwrap(label, await performControl({ context, live: find() }, name, input));
      // As over HTTP the caller gets a copy: what is done to it changes neither this world nor, where worlds share records, others.
      return structuredClone(data);
    };
    return [name, method] as const;
  });
  // The type of each method is that of its row.
  return Object.fromEntries(methods) as unknown as ServerControls;
}

/** What travels: the names in the path, the query, the body; one value by itself, several as one record. */
function inputFrom(label: string, { path, query, body }: ControlCall, given: readonly unknown[]): ControlInput {
  const rest = [...given];
  const record = (names: readonly string[]) => {
    if (names.length === 0) return {};
    const value = rest.shift();
    if (names.length === 1) return { [names[0] ?? '']: value };
    return Object.fromEntries(Object.entries(value ?? {}));
  };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = record(names);
  // In a path every value is text; from JavaScript anything may come.
  const wrong = names.filter((name) => typeof params[name] !== 'string');
  if (wrong.length > 0)
    throw new InputError(
      label,
      wrong.map((name) => ({ path: name, message: 'must be text' })),
      { operation: label },
    );
  const asked = Object.entries(record(Object.keys(query?.fields ?? {}))).filter(([, value]) => value !== undefined);
  return {
    params: params as ControlInput['params'],
    query: Object.fromEntries(asked.map(([name, value]) => [name, typeof value === 'number' ? String(value) : value])),
    body: body && rest.length > 0 && rest[0] !== undefined ? rest[0] : {},
  };
}

/** The data of an answer; a refusal becomes an error that names the call. */
export function unwrap<Data>(call: string, answer: Answer<Data>): Data {
  if (answer.ok) return answer.data;
  const { status, code, message, rule, fields } = answer.refusal;
  if (status === 400) throw new InputError(call, fields ?? [{ path: '', message }], { operation: call });
  throw new ServiceError(
    message,
    { status, serviceCode: code, ...(rule !== undefined && { rule }), ...(fields && { fields }) },
    { operation: call },
  );
}
