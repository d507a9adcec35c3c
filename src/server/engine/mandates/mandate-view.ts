/** Mandates in the service's answers. Spec §2.2 and §2.3. */
import { dateFromDayNumber, formatInstant } from '../../../domain/calendar.ts';
import { type InstalmentStatus, isOpenInstalment } from '../../../domain/collection.ts';
import type { AccountState, MandateStatus } from '../../../domain/mandate.ts';
import { NO_MONEY, nairaFromKobo } from '../../../domain/money.ts';
import type {
  Consent as ConsentOnWire,
  Mandate as MandateOnWire,
  RepaymentDetails,
} from '../../../wire/types/mandate-types.ts';
import type { Answer } from '../../answer.ts';
import { accountOf, nameOf } from '../world/banks.ts';
import { objectIdOf, uuidOf } from '../world/chance.ts';
import { dayOf } from '../world/lagos-time.ts';
import { instalmentsOf } from '../world/ledger.ts';
import type { Consent, Instalment, Mandate, Terms } from '../world/records.ts';
import type { World } from '../world/world.ts';
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

/** A mandate as an answer. The text is written at once, the document only when it is read. */
export function writtenMandate(world: World, mandate: Mandate, message: string | null = null): Answer<MandateDocument> {
  return new WrittenMandate(world, mandate, message);
}

// A class: an object literal with a getter costs twenty times as much to create.
class WrittenMandate {
  readonly ok = true;
  readonly text: string;
  readonly message: string | null;
  readonly #world: World;
  readonly #mandate: Mandate;

  constructor(world: World, mandate: Mandate, message: string | null) {
    this.text = mandateText(world, mandate);
    this.message = message;
    this.#world = world;
    this.#mandate = mandate;
  }

  get data(): MandateDocument {
    return mandateDocument(this.#world, this.#mandate);
  }
}

/** The number of cached texts: those of some thousand mandates. */
const CAPACITY = 10_000;

let texts = new WeakMap<object, readonly string[]>();
let count = 0;

/** The JSON text of the data of spec §4.6. */
export function mandateText(world: World, mandate: Mandate): string {
  const { terms, consents } = mandate;
  const authorization = primaryOf(mandate)?.attachedBy;
  const authorizationType = authorization
    ? `"authorizationType":"${authorization === 'signature' ? 'e-signature' : 'micro-deposit'}",`
    : '';
  const schedule = terms ? (texts.get(terms) ?? remember(terms, scheduleTexts(world, mandate, terms))) : NO_TERMS;
  let text = `${(texts.get(mandate) ?? remember(mandate, [headText(world, mandate)]))[0]}"status":"${statusOf(mandate)}",`;
  text += `"totalAmountDue":${nairaFromKobo(terms?.total ?? NO_MONEY)},"outstandingBalance":${nairaFromKobo(outstandingOf(mandate))},`;
  text += `"collectedAmount":${nairaFromKobo(mandate.collected)},${schedule[0]}`;
  text += `"collectionMode":"${mandate.mode ?? 'auto'}","debitType":"recurring","mandateType":"variable",${authorizationType}"consents":[`;
  let separator = '';
  for (const consent of consents) {
    text += separator + consentText(world, consent);
    separator = ',';
  }
  text += '],"repaymentDetails":{"breakdown":[';
  separator = '';
  for (const [index, instalment] of instalmentsOf(world, mandate).entries()) {
    text += `${separator}${schedule[index + 1]}${stateText(world, mandate, instalment)}`;
    separator = ',';
  }
  return `${text}]},${timesText(world, mandate)}"__v":0}`;
}

function headText({ chance, merchant }: World, { id, serial, bvn, email, mobileNumber, address }: Mandate): string {
  const { businessId, appId } = merchant;
  return open({ _id: id, businessId, appId, reference: uuidOf(chance, serial), bvn, email, mobileNumber, address });
}

const NO_TERMS: readonly string[] = ['"startDate":null,"endDate":null,"frequency":null,'];

// The dates, and a line for each instalment.
function scheduleTexts(world: World, mandate: Mandate, { startDay, endDay, frequency }: Terms): readonly string[] {
  const dates = open({ startDate: dateFromDayNumber(startDay), endDate: dateFromDayNumber(endDay), frequency }).slice(
    1,
  );
  return [dates, ...instalmentsOf(world, mandate).map((instalment) => lineText(world, instalment))];
}

function consentText(world: World, consent: Consent): string {
  return `${(texts.get(consent) ?? accountText(world, consent))[0]}"primary":${consent.primary},"active":${consent.state === 'active'}}`;
}

function accountText(world: World, consent: Consent): readonly string[] {
  const { serial, accountNumber, bankCode } = consent;
  const account = accountOf(world, consent);
  const accountName = nameOf(world, account);
  const text = [open({ _id: objectIdOf(world.chance, serial), accountNumber, bankCode, accountName })];
  // Without an account the text is not cached, because a bank may open the account later, and then it has a name.
  return account ? remember(consent, text) : text;
}

function stateText(world: World, mandate: Mandate, instalment: Instalment): string {
  return `"amountCollected":${nairaFromKobo(instalment.collected)},"status":"${shownStatus(world, mandate, instalment)}"}`;
}

function lineText({ chance }: World, { serial, dueDay, amount }: Instalment): string {
  const ids = { _id: objectIdOf(chance, serial), instalmentReference: uuidOf(chance, serial) };
  return open({ ...ids, dueDate: dateFromDayNumber(dueDay), amount: nairaFromKobo(amount) });
}

// A history is a safe cache key, because it is replaced and never extended. All mandates share the empty one.
function timesText(world: World, mandate: Mandate): string {
  const { history, createdAt } = mandate;
  const [known] = texts.get(history) ?? [];
  if (known !== undefined) return known;
  const updated = formatInstant(updatedAt(world, mandate));
  const text = open({ createdAt: formatInstant(createdAt), updatedAt: updated }).slice(1);
  if (history.length > 0) remember(history, [text]);
  return text;
}

/** The text of an object without its closing brace. */
function open(part: object): string {
  return `${JSON.stringify(part).slice(0, -1)},`;
}

function remember(record: object, written: readonly string[]): readonly string[] {
  if (count >= CAPACITY) {
    texts = new WeakMap();
    count = 0;
  }
  count += written.length;
  texts.set(record, written);
  return written;
}
