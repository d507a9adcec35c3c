import type { LoanState } from '../../../domain/loan/state.ts';
import type { StateChange } from '../../../domain/loan/state-changes.ts';
import { nairaFromKobo } from '../../../domain/money.ts';
import { given } from '../../../validation/record.ts';
import type { CollectionAttempt } from '../../../wire/types/collection-types.ts';
import type { Mandate } from '../../../wire/types/mandate-types.ts';
import type { OperationId } from '../../../wire/types/operation-types.ts';
import type { CollectionPayload, MandateEventData } from '../../../wire/webhooks/webhook-types.ts';

/** What a body needs beyond the loan's file. */
export interface BodyFacts {
  readonly businessId: string;
  /** When it happened, ISO 8601, if known. */
  readonly happenedAt: string | undefined;
}

export function notificationBody(change: StateChange, state: LoanState, facts: BodyFacts): string {
  if (change.kind === 'collection') return JSON.stringify(collectionPayload(change, state, facts));
  return JSON.stringify({ event: change.kind, data: mandateData(change, state, facts) });
}

function collectionPayload(
  { facts: instalment }: Extract<StateChange, { kind: 'collection' }>,
  state: LoanState,
  facts: BodyFacts,
): CollectionPayload {
  const account = state.accounts.find(({ account: ref }) => ref === instalment.account);
  return {
    businessId: facts.businessId,
    consentId: account?.consentId ?? '',
    mandateId: state.mandateId,
    accountName: account?.details?.accountName ?? '',
    accountNumber: account?.details?.accountNumber ?? '',
    bankName: account?.details?.bankName ?? '',
    totalAmount: nairaFromKobo(instalment.due),
    providerMessage: instalment.reason ?? '',
    amountCollected: nairaFromKobo(instalment.collected),
    // As the platform writes it, whatever the instalment's status.
    status: 'success',
    collectedOn: facts.happenedAt ?? instalment.date,
    collectionType: state.terms.collectionMode,
    instalmentReference: instalment.instalmentReference,
    instalmentStatus: instalment.status,
    reference: '',
  };
}

type MandateChange = Exclude<StateChange, { kind: 'collection' }>;

function mandateData({ kind, account }: MandateChange, { mandateId }: LoanState, facts: BodyFacts): MandateEventData {
  return given({
    mandateId,
    businessId: facts.businessId,
    consentId: account?.consentId,
    accountNumber: account?.details?.accountNumber,
    bankCode: account?.details?.bankCode,
    status: kind === 'mandate.activated' ? 'active' : kind.slice('mandate.'.length),
    occurredAt: facts.happenedAt,
  });
}

/** When the changes of a visit happened. Answers have the moment, a loan's file has at most the day. */
export class EventTimes {
  readonly #attempts = new Map<string, string>();
  /** The last change of the mandate, ISO 8601, if the service shows it. */
  ofMandate: string | undefined;

  take(operation: OperationId, data: unknown): void {
    if (operation === 'getMandate') this.ofMandate = (data as Mandate).updatedAt;
    if (operation !== 'collectionAttempts') return;
    for (const { instalmentReference, createdAt } of data as readonly CollectionAttempt[]) {
      if (instalmentReference === undefined) continue;
      const known = this.#attempts.get(instalmentReference);
      if (known === undefined || known < createdAt) this.#attempts.set(instalmentReference, createdAt);
    }
  }

  ofInstalment(instalmentReference: string): string | undefined {
    return this.#attempts.get(instalmentReference);
  }
}
