/** Functions of the lender that turn the answers of a deployment into those that the client reads. The specification shows no body for some operations. */
import type { DiscoveredAccount } from './discovery-types.ts';
import type { OperationId, OperationOutput } from './operation-types.ts';

/** What an adapter returns: what the operation answers, and of discovery the list of accounts. */
export type AdaptedAnswer<Id extends OperationId> = Id extends 'discoverAccounts'
  ? readonly DiscoveredAccount[]
  : OperationOutput<Id>;

/**
 * Turns an answer into what the client reads. `raw` is the envelope's `data`, or the whole body where it has none; `body` is always the whole, as parsed. Called
 * with successful answers only, and what it returns is checked like an answer.
 */
export type AnswerAdapter<Id extends OperationId> = (raw: unknown, body: unknown) => AdaptedAnswer<Id>;

/** An adapter for each operation that needs one. */
export type AnswerAdapters = { readonly [Id in OperationId]?: AnswerAdapter<Id> };
