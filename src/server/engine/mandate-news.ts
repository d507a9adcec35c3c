import { formatInstant } from '../../domain/calendar.ts';
import { objectIdOf } from './chance.ts';
import { noteEvent } from './mandate-events.ts';
import type { Consent, Mandate } from './records.ts';
import type { World } from './world.ts';

/** The payload of `mandate.*` webhooks (ours: spec §6.1 shows none). */
export interface MandatePayload {
  readonly event: 'mandate.activated' | 'mandate.failed' | 'mandate.expired';
  readonly data: {
    readonly mandateId: string;
    readonly businessId: string;
    readonly consentId: string;
    readonly accountNumber: string;
    readonly bankCode: string;
    /** Where the account stands now; `expired` for the whole mandate. */
    readonly status: string;
    readonly reason?: string;
    readonly occurredAt: string;
  };
}

/** What a mandate's webhook tells. */
export interface MandateNews {
  readonly event: MandatePayload['event'];
  readonly consent: Consent | undefined;
  readonly status: string;
  readonly reason?: string;
}

/** Tells the merchant about an account of a mandate, or that the mandate expired. Spec §6.1. */
export function announceMandate(world: World, mandate: Mandate, { event, consent, status, reason }: MandateNews): void {
  const payload: MandatePayload = {
    event,
    data: {
      mandateId: mandate.id,
      businessId: world.merchant.businessId,
      consentId: consent ? objectIdOf(world.chance, consent.serial) : '',
      accountNumber: consent?.accountNumber ?? '',
      bankCode: consent?.bankCode ?? '',
      status,
      ...(reason === undefined ? {} : { reason }),
      occurredAt: formatInstant(world.now),
    },
  };
  world.outgoing.push({ event, mandateId: mandate.id, occurredAt: world.now, tells: { payload } });
  noteEvent(world, mandate, event, { consent: consent ?? null, detail: reason ?? null });
}
