import type { LoanEvent } from '../domain/loan/events.ts';
import { ConflictError } from '../errors.ts';
import type { LoanStore } from './store.ts';

/** Keeps loan files in this process: for tests, demos and the reference server. Nothing survives a restart. */
export function memoryStore(): LoanStore {
  const files = new Map<string, readonly LoanEvent[]>();
  const loanOfMandate = new Map<string, string>();

  return {
    async load(loanId) {
      const events = files.get(loanId);
      // A copy, as a durable store would give: whoever changes what was read changes no file.
      return events && { loanId, events: structuredClone(events) };
    },
    async append(loanId, expectedVersion, events) {
      const known = files.get(loanId) ?? [];
      if (known.length !== expectedVersion) {
        throw new ConflictError(`The file of loan '${loanId}' has ${known.length} events, not ${expectedVersion}: load it again and decide again`);
      }
      if (events.length === 0) return;
      const copies = structuredClone(events);
      for (const event of copies) if (event.type === 'loan.opened') loanOfMandate.set(event.mandateId, loanId);
      files.set(loanId, [...known, ...copies]);
    },
    async findByMandate(mandateId) {
      return loanOfMandate.get(mandateId);
    },
    async list({ after, limit }) {
      const all = [...files.keys()];
      const start = after === undefined ? 0 : all.indexOf(after) + 1;
      const loanIds = all.slice(start, start + limit);
      const last = loanIds.at(-1);
      return last !== undefined && start + limit < all.length ? { loanIds, next: last } : { loanIds };
    },
  };
}
