import type { Instant } from '../../../domain/calendar.ts';
import type { AccountKey } from '../../../domain/identifiers.ts';
import { koboFromNaira, NO_MONEY } from '../../../domain/money.ts';
import { type Agenda, emptyAgenda } from './agenda.ts';
import type { Chance } from './chance.ts';
import { emptyLedger, type Ledger } from './ledger.ts';
import { emptyLongList, type LongList } from './long-list.ts';
import { emptyMerchantReports, type MerchantReports } from './merchant-reports.ts';
import { DEFAULT_POLICY, type Policy } from './policy.ts';
import type * as records from './records.ts';
import {
  emptyRegister,
  emptyTextStore,
  findItem,
  type Register,
  registerItem,
  storeText,
  type TextStore,
  textAt,
} from './texts.ts';

/** The merchant's approval status on the platform. Spec §1. */
export type MerchantStatus = 'approved' | 'in-review' | 'suspended';

/** The one merchant of a world. */
export interface Merchant {
  /** Its status. Only an approved merchant may call operations. */
  status: MerchantStatus;
  /** Part of every placement. Spec §4.3. */
  readonly appId: string;
  /** Part of every placement. Spec §4.3. */
  readonly businessId: string;
  /** The recipient of the daily digest. */
  readonly email: string;
}

/** The default merchant of a world. */
export const DEFAULT_MERCHANT: Merchant = {
  status: 'approved',
  appId: '650000000000000000000001',
  businessId: '650000000000000000000002',
  email: 'collections@lender.example',
};

/** The whole state of the platform, as plain data. A snapshot or a fork is one image of it. */
export interface World {
  /** The platform's time. The code that moves it runs due work (timeline.ts). */
  now: Instant;
  readonly chance: Chance;
  policy: Policy;
  merchant: Merchant;
  /** Status changes since the world's start, oldest first. */
  readonly merchantChanges: { readonly status: MerchantStatus; readonly at: Instant }[];
  /** Texts that are seldom read. */
  readonly texts: TextStore;
  /** By BVN. */
  readonly payers: Register<records.Payer>;
  /** By bank code and account number. */
  readonly accounts: Register<records.BankAccount>;
  /** By id in lower case. */
  readonly mandates: Register<records.Mandate>;
  /** Ids in requests, in lower case, to the ids that the service generated for those mandates. Spec §4.3. */
  readonly sentIds: Map<string, string>;
  /** The BVNs with a discovery call. Spec §1.2. */
  readonly discovered: Set<string>;
  /** Decisions of control calls about signatures that are not submitted yet, by the consent's serial. */
  readonly judgements: Map<number, 'matched' | 'mismatched'>;
  /** Every instalment, order to collect, attempt and announcement, oldest first. */
  readonly ledger: Ledger;
  /** The declines for the daily lock. Empty without it. */
  declines: records.DayDeclines;
  /** The counts of attempts, timed-out accounts and expired mandates. */
  attempts: number;
  timeouts: number;
  expiries: number;
  /** All reports at the bureau, oldest first: rows of announcements, and -1 minus the rows of the merchant's reports. */
  readonly bureauReports: LongList<number>;
  readonly merchantReports: MerchantReports;
  /** The rules append webhooks, and the delivery code drains them. */
  outgoing: records.OutgoingWebhook[];
  readonly digests: records.DigestBook;
  /** Breaches of rules by the caller. The rules append, and the server drains. */
  violations: records.Violation[];
  readonly agenda: Agenda;
}

export interface WorldOptions {
  readonly now: Instant;
  /** The same seed with the same calls gives the same bytes. */
  readonly seed: number;
  readonly merchant?: Partial<Merchant>;
  readonly policy?: Partial<Policy>;
}

/** Creates a world with the seeded payers. */
export function createWorld({ now, seed, merchant, policy }: WorldOptions): World {
  const world: World = {
    now,
    chance: { seed: seed | 0, serial: 0 },
    policy: { ...DEFAULT_POLICY, ...policy },
    merchant: { ...DEFAULT_MERCHANT, ...merchant },
    merchantChanges: [{ status: merchant?.status ?? DEFAULT_MERCHANT.status, at: now }],
    texts: emptyTextStore(),
    payers: emptyRegister(),
    accounts: emptyRegister(),
    mandates: emptyRegister(),
    sentIds: new Map(),
    discovered: new Set(),
    judgements: new Map(),
    ledger: emptyLedger(),
    declines: { day: 0, byAccount: new Map() },
    attempts: 0,
    timeouts: 0,
    expiries: 0,
    bureauReports: emptyLongList(),
    merchantReports: emptyMerchantReports(),
    outgoing: [],
    digests: { open: new Map(), sent: [], dropped: 0 },
    violations: [],
    agenda: emptyAgenda(),
  };
  for (const seed of SEEDED_PAYERS) addPayerRecord(world, seed);
  return world;
}

/** Adds a payer with accounts. None of them may exist. */
export function addPayerRecord(world: World, { bvn, name, email, phone, accounts }: NewPayer): records.Payer {
  const opened = accounts.map((account) => openAccount(world, bvn, account));
  const details = storeText(world.texts, JSON.stringify([name, email ?? null, phone ?? null]));
  const payer = { bvn, details, accounts: opened };
  registerItem(world.payers, bvn, payer);
  return payer;
}

// The script of an account that behaves normally, shared by all.
const NO_SCRIPT: records.BankAccount['script'] = [];

/** Opens an account at its bank. */
export function openAccount({ accounts }: World, bvn: string, seed: NewAccount): records.BankAccount {
  const { accountNumber, bankCode, accountName: ownName = null, active = true } = seed;
  const balance = koboFromNaira(seed.balance) ?? NO_MONEY;
  const account = { accountNumber, bankCode, ownName, bvn, balance, active, declineWith: null, script: NO_SCRIPT };
  registerItem(accounts, accountText(account), account);
  return account;
}

/** Finds an account by its key. Undefined if no bank of this world has it. */
export function findAccount({ accounts }: World, key: AccountKey): records.BankAccount | undefined {
  return findItem(accounts, accountText(key), accountText);
}

function accountText({ bankCode, accountNumber }: AccountKey): string {
  return `${bankCode} ${accountNumber}`;
}

export function findPayer({ payers }: World, wanted: string): records.Payer | undefined {
  return findItem(payers, wanted, ({ bvn }) => bvn);
}

export function payerDetails(world: World, { details }: records.Payer): records.PayerDetails {
  const [name, email, phone] = JSON.parse(textAt(world.texts, details));
  return { name, email, phone };
}

export function contactOf(world: World, { contact }: records.Mandate): records.Contact {
  const [email, mobileNumber, address] = JSON.parse(textAt(world.texts, contact));
  return { email, mobileNumber, address };
}

/** A mandate by its id, in upper or lower case. */
export function findMandate(world: World, mandateId: string): records.Mandate | undefined {
  return findItem(world.mandates, mandateId.toLowerCase(), ({ id }) => id.toLowerCase());
}

/** The mandate of a placement, by its id or by the id that was sent with it. Spec §4.3. */
export function findPlacedMandate(world: World, sentId: string): records.Mandate | undefined {
  return findMandate(world, world.sentIds.get(sentId.toLowerCase()) ?? sentId);
}

/** A payer to add, with bank accounts. */
export interface NewPayer {
  /** 11 digits. */
  readonly bvn: string;
  /** The account holder's name. */
  readonly name: string;
  /** The e-mail address. Default: none. */
  readonly email?: string;
  /** The phone number. Default: none. */
  readonly phone?: string;
  /** The bank accounts of this BVN. */
  readonly accounts: readonly NewAccount[];
}

/** An account to add. */
export interface NewAccount extends AccountKey {
  /** Default: the payer's name. */
  readonly accountName?: string;
  /** Naira. */
  readonly balance: number;
  /** Default true. */
  readonly active?: boolean;
}

/** The payers of every new world. All are invented. The third payer owns the magic accounts. */
export const SEEDED_PAYERS: readonly NewPayer[] = [
  {
    bvn: '22200000001',
    name: 'Ada Obiora',
    email: 'ada.obiora@example.com',
    phone: '08030000001',
    accounts: [
      { accountNumber: '0100000011', bankCode: '058', balance: 250_000 },
      { accountNumber: '0100000012', bankCode: '044', balance: 120_000 },
      { accountNumber: '0100000013', bankCode: '057', balance: 60_000 },
      { accountNumber: '0100000014', bankCode: '011', balance: 5_000, active: false },
    ],
  },
  {
    bvn: '22200000002',
    name: 'Musa Danladi',
    email: 'musa.danladi@example.com',
    phone: '08030000002',
    accounts: [
      { accountNumber: '0200000021', bankCode: '033', balance: 80_000 },
      { accountNumber: '0200000022', bankCode: '232', balance: 45_500.5 },
      { accountNumber: '0200000023', bankCode: '070', balance: 300_000 },
    ],
  },
  {
    bvn: '22200000003',
    name: 'Ngozi Eze',
    email: 'ngozi.eze@example.com',
    phone: '08030000003',
    accounts: [
      { accountNumber: '0000000051', bankCode: '058', balance: 0 },
      { accountNumber: '0000000091', bankCode: '044', balance: 1_000_000 },
      { accountNumber: '0000000097', bankCode: '057', balance: 1_000_000 },
      { accountNumber: '0000000099', bankCode: '033', balance: 1_000_000 },
      { accountNumber: '0000000025', bankCode: '011', balance: 1_000_000, active: false },
      { accountNumber: '0300000031', bankCode: '035', balance: 1_000_000 },
    ],
  },
];
