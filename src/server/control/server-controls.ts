import type { AccountKey } from '../../domain/identifiers.ts';
import { InputError, ServiceError } from '../../errors.ts';
import { given } from '../../validation/record.ts';
import type { Answer } from '../answer.ts';
import type { AccountView } from '../engine/world/payers.ts';
import type { WebhookHandler } from '../webhooks/endpoint.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { type ServerClock, serverClock } from '../worlds/server-clock.ts';
import { DEFAULT_WORLD, isWorldName, keysOf, WORLD_NAME_RULE } from '../worlds/world-name.ts';
import type { ServerContext } from '../worlds/worlds.ts';
import { type ControlCall, pathNames } from './call.ts';
import { type ControlMethods, controlCalls, methodNames } from './calls.ts';
import { performControl } from './control-endpoint.ts';
import type { ControlInput } from './handlers.ts';

/**
 * The control API as methods. Each resolves once the resulting deliveries have ended.
 * @throws InputError, ServiceError
 */
export interface ServerControls extends ControlMethods {}

/** Creates the methods for the world that `find` returns. Each performs the same table row as the HTTP call. */
export function serverControls(context: ServerContext, find: () => LiveWorld): ServerControls {
  const methods = methodNames.map((name) => {
    const call: ControlCall = controlCalls[name];
    const method = async (...given: readonly unknown[]) => {
      const label = `${call.method} ${call.path}`;
      const input = inputFrom(label, call, given);
      const data = unwrap(label, await performControl({ context, live: find() }, name, input));
      // The caller gets a copy, as over HTTP: changes to it must not reach this world or worlds that share its records.
      return structuredClone(data);
    };
    return [name, method] as const;
  });
  // Each method has the type of its row.
  return Object.fromEntries(methods) as unknown as ServerControls;
}

/** Reads the arguments: path, query, body. For path and query, one field is a plain value, several are a record. */
function inputFrom(label: string, { path, query, body }: ControlCall, given: readonly unknown[]): ControlInput {
  const rest = [...given];
  const record = (names: readonly string[]) => {
    if (names.length === 0) return {};
    const value = rest.shift();
    if (names.length === 1) return { [names[0] ?? '']: value };
    return Object.fromEntries(Object.entries(value ?? {}));
  };
  const names = pathNames(path);
  const params = record(names);
  // JavaScript callers may pass anything; a path takes only strings.
  const wrong = names.filter((name) => typeof params[name] !== 'string');
  if (wrong.length > 0)
    throw new InputError(
      label,
      wrong.map((name) => ({ path: name, message: 'must be text' })),
      { operation: label },
    );
  const asked = Object.entries(record(Object.keys(query?.fields ?? {}))).filter(([, value]) => value !== undefined);
  return {
    params: Object.fromEntries(names.map((name) => [name, String(params[name])])),
    query: Object.fromEntries(asked.map(([name, value]) => [name, typeof value === 'number' ? String(value) : value])),
    body: body && rest.length > 0 && rest[0] !== undefined ? rest[0] : {},
  };
}

/** The data of an answer; a refusal becomes an error that names the call. */
export function unwrap<Data>(call: string, answer: Answer<Data>): Data {
  if (answer.ok) return answer.data;
  const { status, code, message, rule, fields } = answer.refusal;
  if (status === 400) throw new InputError(call, fields ?? [{ path: '', message }], { operation: call });
  throw new ServiceError(message, { status, serviceCode: code, ...given({ rule, fields }) }, { operation: call });
}

/** A world besides the default one. It has its own clock, banks, faults, journals and webhooks. */
export interface ServerWorld {
  /** The value of the header `x-repaykit-world`, and part of the keys. */
  readonly name: string;
  /** `pk_test_` and the name. Clients with these keys reach this world, over the port, `dispatcher` and `fetch`. */
  readonly publicKey: string;
  /** `sk_test_` and the name. */
  readonly secretKey: string;
  /** The URL of the server, without a trailing slash. It is the same for all worlds: the keys select the world. */
  readonly url: string;
  /** The time of this world. */
  readonly clock: ServerClock;
  /** The payers' banks: balances and refusals. */
  readonly bank: BankControls;
  /** The control API of this world as methods. */
  readonly controls: ServerControls;
  /** Sends this world's webhooks to a handler in this process; the secret stays. With null they are not sent. */
  deliverTo(handler: WebhookHandler | null): void;
}

type WorldVerbs = Pick<ServerWorld, 'clock' | 'bank' | 'controls' | 'deliverTo'>;

/** Every call looks the world up again, because a world that was idle for long is replaced by a new one. */
export function worldVerbs(context: ServerContext, name: string): WorldVerbs {
  const find = () => {
    context.refuseIfClosed();
    return unwrap('world', context.worlds.open(name));
  };
  const controls = serverControls(context, find);
  const clock = serverClock(find, unwrap);
  const deliverTo = (handler: WebhookHandler | null) => {
    const live = find();
    const { secret } = live.endpoint;
    live.endpoint = handler ? { handler, secret } : { secret };
  };
  return { clock, bank: bankControls(controls), controls, deliverTo };
}

/** Creates the handle of a world. @throws InputError if the name is invalid */
export function serverWorld(context: ServerContext, name: string): ServerWorld {
  if (!isWorldName(name)) throw new InputError('world', [{ path: 'name', message: `must be ${WORLD_NAME_RULE}` }]);
  const isDefault = context.worlds.isDefault(name);
  const { publicKey, secretKey } = isDefault ? context.settings.merchant : keysOf(name);
  return {
    name: isDefault ? DEFAULT_WORLD : name,
    publicKey,
    secretKey,
    get url() {
      return context.origin();
    },
    ...worldVerbs(context, name),
  };
}

/** Controls the payers' banks in a test. */
export interface BankControls {
  /** Reads the account as the bank sees it. */
  account(account: AccountKey): Promise<AccountView>;
  /** Sets the balance of the account, in naira. */
  setBalance(account: AccountKey, balance: number): Promise<AccountView>;
  /** Refuses every debit with a response code such as `51`. Null ends it. */
  decline(account: AccountKey, responseCode: string | null): Promise<AccountView>;
}

function bankControls(controls: ServerControls): BankControls {
  const isElsewhere = 'the account comes first, unlike in';
  return {
    account: (account) => controls.readAccount(account),
    setBalance: async (account, balance) => {
      const order = `server.bank.setBalance(account, balance): ${isElsewhere} bank.setBalance of the test kit`;
      refuseSwap(account, balance, order);
      return controls.patchAccount(account, { balance });
    },
    decline: async (account, responseCode) => {
      const order = `server.bank.decline(account, '51'): ${isElsewhere} bank.decline of the test kit`;
      refuseSwap(account, responseCode, order);
      return controls.patchAccount(account, { declineWith: responseCode });
    },
  };
}

/** Refuses swapped arguments: the test kit takes the account second. @throws InputError with the right order */
export function refuseSwap(account: unknown, other: unknown, order: string): void {
  if (isAccount(other) && !isAccount(account))
    throw new InputError('bank', [{ path: '', message: `the arguments are the wrong way round: it is ${order}` }]);
}

function isAccount(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'accountNumber' in value;
}
