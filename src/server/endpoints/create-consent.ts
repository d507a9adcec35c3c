import type { CreateConsentInput } from '../../wire/mandate-types.ts';
import type { Answer } from '../answer.ts';
import { findAccount } from '../engine/banks.ts';
import { dayOf } from '../engine/lagos-time.ts';
import { isTenureOver } from '../engine/mandate-state.ts';
import { type MandateDocument, writtenMandate } from '../engine/mandate-view.ts';
import {
  createMandate,
  mayBecomePrimary,
  placeAccount,
  placedAccount,
  promoteAccount,
  setTerms,
} from '../engine/placement.ts';
import type { Mandate } from '../engine/records.ts';
import { conflict, malformed, refusedByRule } from '../engine/refusals.ts';
import { contradictedTerms, readTerms, type TermsReading } from '../engine/terms.ts';
import { watchPlacement } from '../engine/violations.ts';
import { findPlacedMandate, type World } from '../engine/world.ts';

/**
 * Places the mandate on one account. The first call with an id creates the mandate, and later ones add accounts. The
 * same account again changes nothing. If the service generates ids, later calls may send the id of the first call or
 * the answered `_id`. Spec §4.3.
 */
export function createConsent(world: World, input: CreateConsentInput): Answer<MandateDocument> {
  const mandate = input.mandateId === undefined ? undefined : findPlacedMandate(world, input.mandateId);
  const bvn = input.bvn ?? findAccount(world, input)?.bvn ?? mandate?.bvn;
  const reading: TermsReading = mandate?.terms ? { kind: 'none' } : readTerms(input);
  if (reading.kind === 'wrong') return malformed(reading.fields);
  if (bvn === undefined)
    return malformed([{ path: 'bvn', message: 'is needed: no bank of this world knows the account' }]);
  const refusal = mandate && (findConflict(mandate, input, bvn) ?? findRule(world, mandate, input));
  if (refusal) return refusal;
  if (reading.kind === 'terms' && reading.terms.endDay < dayOf(world.now)) {
    const message = 'endDate has passed: a mandate is placed for a tenure that is still to come.';
    return refusedByRule('tenure-not-past', message);
  }
  const placed = mandate ?? createMandate(world, input, bvn);
  placed.mode ??= input.collectionMode ?? (reading.kind === 'terms' ? 'auto' : null);
  const account = placedAccount(placed, input);
  if (!account) {
    placeAccount(world, placed, input);
    watchPlacement(world, placed, input);
  } else if (input.primary === true && !account.primary) promoteAccount(world, placed, account);
  if (reading.kind === 'terms') setTerms(world, placed, reading);
  const message = 'The mandate is placed on the account; attach it by micro-deposit or by e-signature next.';
  return writtenMandate(world, placed, message);
}

function findConflict(mandate: Mandate, input: CreateConsentInput, bvn: string) {
  const isOtherEmail = mandate.email.toLowerCase() !== input.email.toLowerCase();
  if (isOtherEmail || mandate.bvn !== bvn) {
    const message = `This mandateId belongs to another ${isOtherEmail ? 'email' : 'BVN'}: use the same mandateId, email and BVN for every account of one loan.`;
    return conflict('mandate_conflict', message);
  }
  const contradicted = contradictedTerms(mandate, input).join(', ');
  if (contradicted !== '') {
    const message = `The mandate has other terms already (${contradicted}): send the same ones or leave them out.`;
    return conflict('terms_conflict', message);
  }
  const isPrimaryAlready = placedAccount(mandate, input)?.primary === true;
  if (input.primary === true && !isPrimaryAlready && !mayBecomePrimary(mandate)) {
    const message =
      'The mandate has a primary account: another one can take its place only before it is attached, or after it failed or timed out.';
    return conflict('primary_conflict', message);
  }
  return undefined;
}

function findRule(world: World, mandate: Mandate, input: CreateConsentInput) {
  if (!isTenureOver(world, mandate) || placedAccount(mandate, input)) return undefined;
  return refusedByRule('mandate-within-tenure', 'The tenure of this mandate is over: no account can be added to it.');
}
