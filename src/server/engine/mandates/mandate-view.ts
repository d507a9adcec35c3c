/** Mandates in the service's answers. Spec §2.2 and §2.3. */
import { dateFromDayNumber, formatInstant } from '../../../domain/calendar.ts';
import { type InstalmentStatus, isOpenInstalment } from '../../../domain/collection.ts';
import type { AccountState, MandateStatus } from '../../../domain/mandate.ts';
import { NO_MONEY, nairaFromKobo } from '../../../domain/money.ts';
import { successEnvelope } from '../../../wire/envelope.ts';
import type {
  Consent as ConsentOnWire,
  Mandate as MandateOnWire,
  RepaymentDetails,
} from '../../../wire/types/mandate-types.ts';
import type { Answer } from '../../answer.ts';
import { accountOf, nameOf } from '../world/banks.ts';
import { objectIdOf, uuidOf } from '../world/chance.ts';
import { dayOf } from '../world/lagos-time.ts';
import { collectedOf, instalmentsOf, restAt, scheduleOf, statusAt, termsOf } from '../world/ledger.ts';
import type { Consent, Instalment, Mandate } from '../world/records.ts';
import { contactOf, type World } from '../world/world.ts';
import { updatedAt } from './mandate-events.ts';
import { outstandingOf, primaryOf, statusOf } from './mandate-state.ts';

/** The full mandate document of the platform. */
export interface MandateDocument extends MandateOnWire {
  /** The payer's, from the placement. */
  readonly email: string;
  /** The payer's, from the placement. */
  readonly mobileNumber: string;
  /** The payer's, from the placement. */
  readonly address: string;
  /** A version number of live services. Always 0 here. */
  readonly __v: number;
}

/** The state of an account on a mandate, for control calls. */
export interface AccountStateView extends ConsentOnWire {
  /** The account's mandate. */
  readonly mandateId: string;
  /** The status of the whole mandate. Spec §3.1. */
  readonly mandateStatus: MandateStatus;
  /** Its state. Spec §3.1. */
  readonly status: AccountState;
  /** Null before attachment. */
  readonly attachedBy: 'micro-deposit' | 'signature' | null;
}

/** The mandate document of spec §4.3 and §4.6: the fields of §2.2, and further fields of live services. */
export function mandateDocument(world: World, mandate: Mandate): MandateDocument {
  const terms = termsOf(world, mandate);
  const authorization = primaryOf(mandate)?.attachedBy;
  return {
    _id: mandate.id,
    businessId: world.merchant.businessId,
    appId: world.merchant.appId,
    reference: uuidOf(world.chance, mandate.serial),
    bvn: mandate.bvn,
    ...contactOf(world, mandate),
    status: statusOf(mandate),
    totalAmountDue: nairaFromKobo(terms?.total ?? NO_MONEY),
    outstandingBalance: nairaFromKobo(outstandingOf(world, mandate)),
    collectedAmount: nairaFromKobo(collectedOf(world, mandate)),
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
    updatedAt: formatInstant(updatedAt(world, mandate)),
    __v: 0,
  };
}

export function repaymentDetails(world: World, mandate: Mandate): RepaymentDetails {
  return {
    breakdown: instalmentsOf(world, mandate).map((instalment) => ({
      _id: objectIdOf(world.chance, instalment.serial),
      instalmentReference: uuidOf(world.chance, instalment.serial),
      dueDate: dateFromDayNumber(instalment.dueDay),
      amount: nairaFromKobo(instalment.amount),
      amountCollected: nairaFromKobo(instalment.collected),
      status: shownStatus(world, mandate, instalment),
    })),
  };
}

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

/** The state of an account, for control calls: the document, its state (spec §3.1) and how it was attached. */
export function accountState(world: World, mandate: Mandate, consent: Consent): AccountStateView {
  return {
    mandateId: mandate.id,
    mandateStatus: statusOf(mandate),
    ...consentDocument(world, consent),
    status: consent.state,
    attachedBy: consent.attachedBy,
  };
}

/** A manual instalment is not collected on its due date, so it becomes overdue without an event. */
export function shownStatus(world: World, mandate: Mandate, instalment: Instalment): InstalmentStatus {
  const { status } = instalment;
  const hasPassed = mandate.mode === 'manual' && instalment.dueDay < dayOf(world.now) && isOpenInstalment(instalment);
  return hasPassed && (status === 'scheduled' || status === 'failed') ? 'overdue' : status;
}

/** A mandate as an answer. The body is written at once and cached, the document is composed when it is read. */
export function writtenMandate(world: World, mandate: Mandate, message: string | null = null): Answer<MandateDocument> {
  const known = cached.get(mandate);
  const state = stateOf(world, mandate);
  if (known?.message === message && isSame(known.state, state)) return known;
  const written = new WrittenMandate(world, mandate, { state, message });
  cache(mandate, written);
  return written;
}

// A class: an object literal with a getter costs twenty times as much to create.
class WrittenMandate {
  readonly ok = true;
  readonly body: string;
  readonly message: string | null;
  /** The body is right as long as the mandate is in this state. */
  readonly state: readonly unknown[];
  readonly #world: World;
  readonly #mandate: Mandate;

  constructor(world: World, mandate: Mandate, { state, message }: Pick<WrittenMandate, 'state' | 'message'>) {
    this.#world = world;
    this.#mandate = mandate;
    this.body = JSON.stringify(successEnvelope(this.data, message));
    this.message = message;
    this.state = state;
  }

  get data(): MandateDocument {
    return mandateDocument(this.#world, this.#mandate);
  }
}

/** Everything in a mandate's document that can change. */
function stateOf(world: World, mandate: Mandate): readonly unknown[] {
  const { mode, disputed, expired } = mandate;
  const { start, end } = scheduleOf(world, mandate);
  // An instalment that is collected by hand becomes overdue on a new day.
  const day = mode === 'manual' ? dayOf(world.now) : null;
  const state: unknown[] = [
    updatedAt(world, mandate),
    end > start,
    mode,
    day,
    collectedOf(world, mandate),
    disputed,
    expired,
  ];
  // A bank may open an account later. Then the consent has a name.
  for (const consent of mandate.consents)
    state.push(consent.primary, consent.state, consent.attachedBy, accountOf(world, consent));
  for (let row = start; row < end; row += 1) state.push(restAt(world, row), statusAt(world, row));
  return state;
}

function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((part, index) => part === now[index]);
}

/** The most cached answers: some megabytes. */
const CAPACITY = 2_000;

let cached = new WeakMap<Mandate, WrittenMandate>();
let count = 0;

function cache(mandate: Mandate, written: WrittenMandate): void {
  if (count >= CAPACITY) {
    cached = new WeakMap();
    count = 0;
  }
  count += 1;
  cached.set(mandate, written);
}
