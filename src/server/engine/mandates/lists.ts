/** The payers and mandates of a world, page by page. */
import { dateFromDayNumber, formatInstant } from '../../../domain/calendar.ts';
import type { MandateStatus } from '../../../domain/mandate.ts';
import { NO_MONEY, nairaFromKobo } from '../../../domain/money.ts';
import { type Answer, answer } from '../../answer.ts';
import type { BoundedList } from '../../ring-buffer.ts';
import { collectedOf, dueDayAt, instalmentsOf, termsOf } from '../world/ledger.ts';
import { itemsOf } from '../world/long-list.ts';
import { type PayerView, payerId, payerView } from '../world/payers.ts';
import type { Mandate } from '../world/records.ts';
import { notFound } from '../world/refusals.ts';
import type { World } from '../world/world.ts';
import { firstOpen, outstandingOf, statusOf } from './mandate-state.ts';
import type { MandateDocument } from './mandate-view.ts';

/** The part of a long list to return. */
export interface PageOptions {
  /** Starts at 1, the default. */
  readonly page?: number;
  /** Items on a page, at most 1,000. Default 100. */
  readonly limit?: number;
}

/** A page of a list. A page drops nothing, so `dropped` is 0. */
export interface Page<Item> extends BoundedList<Item> {
  /** The number of items on all pages. */
  readonly total: number;
}

/** A filter of mandates. A mandate must match every given field. */
export interface MandateFilter extends PageOptions {
  /** The payer's id, as `payers()` lists it. */
  readonly payer?: string;
  /** The mandate's status. Spec §3.1. */
  readonly status?: MandateStatus;
  /** A day on which an instalment is due, `YYYY-MM-DD`. */
  readonly dueDate?: string;
}

/** A mandate in a list, without personal data. `readMandate` shows the rest. */
export interface MandateSummary
  extends Pick<MandateDocument, 'collectionMode' | 'totalAmountDue' | 'collectedAmount' | 'outstandingBalance'> {
  /** Its id. */
  readonly mandateId: string;
  /** The payer's id. Null if no payer of this world has the BVN. */
  readonly payer: string | null;
  /** Its status. Spec §3.1. */
  readonly status: MandateStatus;
  /** The due date of the first unpaid instalment. Null if there is none. */
  readonly nextDueDate: string | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

export function listPayers(world: World, options: PageOptions): Answer<Page<PayerView>> {
  const payers = [...[...itemsOf(world.payers.items)].entries()];
  return answer(pageOf(payers, options, ([index, payer]) => payerView(world, payer, index)));
}

export function listMandates(world: World, filter: MandateFilter): Answer<Page<MandateSummary>> {
  const { payer, status, dueDate } = filter;
  const idOf = new Map([...itemsOf(world.payers.items)].map(({ bvn }, index) => [bvn, payerId(index)]));
  if (payer !== undefined && ![...idOf.values()].includes(payer))
    return notFound('payer_unknown', 'No payer has this id: GET /_control/payers lists them.');
  const fitting = [...itemsOf(world.mandates.items)].filter(
    (mandate) =>
      (payer === undefined || idOf.get(mandate.bvn) === payer) &&
      (status === undefined || statusOf(mandate) === status) &&
      (dueDate === undefined ||
        instalmentsOf(world, mandate).some(({ dueDay }) => dateFromDayNumber(dueDay) === dueDate)),
  );
  return answer(pageOf(fitting, filter, (mandate) => summaryOf(world, mandate, idOf.get(mandate.bvn) ?? null)));
}

function pageOf<Item, Shown>(
  all: readonly Item[],
  { page = 1, limit = 100 }: PageOptions,
  show: (item: Item) => Shown,
): Page<Shown> {
  return { items: all.slice((page - 1) * limit, page * limit).map(show), dropped: 0, total: all.length };
}

function summaryOf(world: World, mandate: Mandate, payer: string | null): MandateSummary {
  const next = firstOpen(world, mandate);
  return {
    mandateId: mandate.id,
    payer,
    status: statusOf(mandate),
    collectionMode: mandate.mode ?? 'auto',
    totalAmountDue: nairaFromKobo(termsOf(world, mandate)?.total ?? NO_MONEY),
    collectedAmount: nairaFromKobo(collectedOf(world, mandate)),
    outstandingBalance: nairaFromKobo(outstandingOf(world, mandate)),
    nextDueDate: next === undefined ? null : dateFromDayNumber(dueDayAt(world, next)),
    createdAt: formatInstant(mandate.createdAt),
  };
}
