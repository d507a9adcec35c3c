import type { Consent, Mandate } from './records.ts';
import type { World } from './world.ts';

/** Writes into a mandate's history, which the control API shows. */
export function noteEvent(
  world: World,
  mandate: Mandate,
  event: string,
  about: { readonly consent?: Consent | null; readonly detail?: string | null } = {},
): void {
  mandate.events.push({ event, at: world.now, consent: about.consent ?? null, detail: about.detail ?? null });
  mandate.updatedAt = world.now;
}
