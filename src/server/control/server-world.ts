import type { AccountKey } from '../../domain/identifiers.ts';
import { InputError } from '../../errors.ts';
import type { AccountView } from '../engine/payers.ts';
import type { ServerContext } from '../server-context.ts';
import type { WebhookHandler } from '../webhooks/endpoint.ts';
import { type ServerClock, serverClock } from '../worlds/server-clock.ts';
import { isWorldName, keysOf, WORLD_NAME_RULE } from '../worlds/world-name.ts';
import { type ServerControls, serverControls, unwrap } from './server-controls.ts';

/** A world beside the default one: its own clock, banks, faults, journals and webhooks, with the same ids and path segments. */
export interface ServerWorld {
  /** For the header `x-repaykit-world`, and part of its keys. */
  readonly name: string;
  /** A client with these keys lives in this world, over the port as over `dispatcher` and `fetch`. */
  readonly publicKey: string;
  /** `sk_test_` and the name. */
  readonly secretKey: string;
  /** Where the server is, without a trailing slash; the keys alone say which world. */
  readonly url: string;
  /** The time of this world. */
  readonly clock: ServerClock;
  /** The payers' banks: balances and refusals. */
  readonly bank: BankControls;
  /** The control API of this world as methods. */
  readonly controls: ServerControls;
  /** Sends this world's webhooks to a handler in this process from now on, with the secret as before; null sends them nowhere. */
  deliverTo(handler: WebhookHandler | null): void;
}

/** What a test moves a world through, and where it hears it. */
export type WorldVerbs = Pick<ServerWorld, 'clock' | 'bank' | 'controls' | 'deliverTo'>;

/** Makes the verbs of a world. It is looked for at every call, because one that was idle for long begins anew. */
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

/** Makes the handle of a world. @throws InputError for what is no name. */
export function serverWorld(context: ServerContext, name: string): ServerWorld {
  if (!isWorldName(name)) throw new InputError('world', [{ path: 'name', message: `must be ${WORLD_NAME_RULE}` }]);
  const isDefault = context.worlds.find(name) === context.worlds.default;
  const { publicKey, secretKey } = isDefault ? context.settings.merchant : keysOf(name);
  return {
    name: isDefault ? context.worlds.default.name : name,
    publicKey,
    secretKey,
    get url() {
      return context.origin();
    },
    ...worldVerbs(context, name),
  };
}

/** The payers' banks, as a test moves them. */
export interface BankControls {
  /** The account as the bank sees it. */
  account(account: AccountKey): Promise<AccountView>;
  /** Sets what is on the account, in naira. */
  setBalance(account: AccountKey, balance: number): Promise<AccountView>;
  /** Refuses every debit with a response code, such as `51`, until it is cleared with null. */
  decline(account: AccountKey, responseCode: string | null): Promise<AccountView>;
}

/** The bank's verbs over the control calls. */
function bankControls(controls: ServerControls): BankControls {
  return {
    account: (account) => controls.readAccount(account),
    setBalance: async (account, balance) => {
      refuseSwap({
        account,
        other: balance,
        order:
          'server.bank.setBalance(account, balance): the account comes first, unlike in bank.setBalance of the test kit',
      });
      return controls.patchAccount(account, { balance });
    },
    decline: async (account, responseCode) => {
      refuseSwap({
        account,
        other: responseCode,
        order: "server.bank.decline(account, '51'): the account comes first, unlike in bank.decline of the test kit",
      });
      return controls.patchAccount(account, { declineWith: responseCode });
    },
  };
}

/**
 * Refuses what came where the account stands, and an account in its place: the server and the test kit take them the other way round.
 * @throws InputError with the order of the verb
 */
export function refuseSwap({
  account,
  other,
  order,
}: {
  readonly account: unknown;
  readonly other: unknown;
  readonly order: string;
}): void {
  if (isAccount(other) && !isAccount(account))
    throw new InputError('bank', [{ path: '', message: `the arguments are the wrong way round: it is ${order}` }]);
}

function isAccount(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'accountNumber' in value;
}
