/** Mandates as they travel. Spec §2.2 and §2.3. */
import { dateFromDayNumber, formatInstant } from '../../domain/calendar.ts';
import { type InstalmentStatus, isOpenInstalment } from '../../domain/collection.ts';
import type { AccountState, MandateStatus } from '../../domain/mandate.ts';
import { NO_MONEY, nairaFromKobo } from '../../domain/money.ts';
import type { Consent as ConsentOnWire, Mandate as MandateOnWire, RepaymentDetails } from '../../wire/mandate-types.ts';
import { accountOf, nameOf } from './bank-accounts.ts';
import { objectIdOf, uuidOf } from './chance.ts';
import { primaryOf, statusOf } from './gate.ts';
import { dayOf } from './lagos-time.ts';
import { updatedAt } from './mandate-events.ts';
import { outstandingOf } from './mandate-totals.ts';
import type { Consent, Instalment, Mandate } from './records.ts';
import type { World } from './world.ts';

/** Everything the platform shows of a mandate. */
export interface MandateDocument extends MandateOnWire {
  /** The payer's, as placed. */
  readonly email: string;
  /** The payer's, as placed. */
  readonly mobileNumber: string;
  /** The payer's, as placed. */
  readonly address: string;
  /** A version number that live services carry; always 0 here. */
  readonly __v: number;
}

/** Where an account on a mandate stands, for control calls. */
export interface AccountStateView extends ConsentOnWire {
  /** The mandate that the account is on. */
  readonly mandateId: string;
  /** Of the whole mandate. Spec §3.1. */
  readonly mandateStatus: MandateStatus;
  /** Its state of spec §3.1. */
  readonly status: AccountState;
  /** Null before attachment. */
  readonly attachedBy: 'micro-deposit' | 'signature' | null;
}

/** The mandate document of 4.3 and 4.6: spec §2.2, and beyond it what is seen in the field. */
export function mandateDocument(world: World, mandate: Mandate): MandateDocument {
  const { terms } = mandate;
  const authorization = primaryOf(mandate)?.attachedBy;
  return {
    _id: mandate.id,
    businessId: world.merchant.businessId,
    appId: world.merchant.appId,
    reference: uuidOf(world.chance, mandate.serial),
    bvn: mandate.bvn,
    email: mandate.email,
    mobileNumber: mandate.mobileNumber,
    address: mandate.address,
    status: statusOf(mandate),
    totalAmountDue: nairaFromKobo(terms?.total ?? NO_MONEY),
    outstandingBalance: nairaFromKobo(outstandingOf(mandate)),
    collectedAmount: nairaFromKobo(mandate.collected),
    startDate: terms ? dateFromDayNumber(terms.startDay) : null,
    endDate: terms ? dateFromDayNumber(terms.endDay) : null,
    frequency: terms?.frequency ?? null,
    collectionMode: mandate.mode ?? 'auto',
    debitType: 'recurring',
    mandateType: 'variable',
    ...(authorization ? { authorizationType: authorization === 'signature' ? 'e-signature' : 'micro-deposit' } : {}),
    consents: mandate.consents.map((consent) => consentDocument(world, consent)),
    repaymentDetails: repaymentDetails(world, mandate),
    createdAt: formatInstant(mandate.createdAt),
    updatedAt: formatInstant(updatedAt(mandate)),
    __v: 0,
  };
}

/** The schedule of a mandate. Spec §2.2. */
export function repaymentDetails(world: World, mandate: Mandate): RepaymentDetails {
  return {
    breakdown: mandate.instalments.map((instalment) => ({
      _id: objectIdOf(world.chance, instalment.serial),
      instalmentReference: uuidOf(world.chance, instalment.serial),
      dueDate: dateFromDayNumber(instalment.dueDay),
      amount: nairaFromKobo(instalment.amount),
      amountCollected: nairaFromKobo(instalment.collected),
      status: shownStatus(world, mandate, instalment),
    })),
  };
}

/** An account on a mandate. Spec §2.3. */
export function consentDocument(world: World, consent: Consent): ConsentOnWire {
  return {
    _id: objectIdOf(world.chance, consent.serial),
    accountNumber: consent.accountNumber,
    bankCode: consent.bankCode,
    accountName: nameOf(world, accountOf(world, consent)),
    primary: consent.primary,
    active: consent.state === 'active',
  };
}

/** Where an account stands, for control calls: beyond the document, its state of spec §3.1 and how it was attached. */
export function accountState(world: World, mandate: Mandate, consent: Consent): AccountStateView {
  return {
    mandateId: mandate.id,
    mandateStatus: statusOf(mandate),
    ...consentDocument(world, consent),
    status: consent.state,
    attachedBy: consent.attachedBy,
  };
}

/** What an instalment shows: a manual one is not collected on its due date, so it becomes overdue without an event. */
export function shownStatus(world: World, mandate: Mandate, instalment: Instalment): InstalmentStatus {
  const { status } = instalment;
  const hasPassed = mandate.mode === 'manual' && instalment.dueDay < dayOf(world.now) && isOpenInstalment(instalment);
  return hasPassed && (status === 'scheduled' || status === 'failed') ? 'overdue' : status;
}
