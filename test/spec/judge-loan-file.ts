/** What the judge of the loan file builds on: a kit over the reference server on virtual time, and a borrower. Knows the doors and the documents only. */
import { onTestFinished } from 'vitest';
import {
  type AccountKey,
  type BureauReporter,
  type CollectingLoan,
  type Consent,
  type DebitRequest,
  DISCLAIMER,
  type LoanStore,
  type LoanTermsInput,
  memoryStore,
  RepayKit,
  type RepayKitOptions,
  RuleError,
  type SelectedLoan,
  type VerifiedLoan,
} from '../../src/index.ts';
import {
  createReferenceServer,
  type NewFault,
  REFERENCE_DEFAULTS,
  type ReferenceServer,
  type ReferenceServerOptions,
} from '../../src/server/index.ts';

/** A Monday at 09:00 in Lagos. */
export const STARTS = '2026-01-05T08:00:00Z';
export const BVN = '29900000088';
export const PRIMARY: AccountKey = { accountNumber: '7000000101', bankCode: '011' };
export const BACKUP: AccountKey = { accountNumber: '7000000102', bankCode: '033' };
export const SPARE: AccountKey = { accountNumber: '7000000103', bankCode: '070' };
/** Known to the bank, but not active. */
export const DORMANT: AccountKey = { accountNumber: '7000000104', bankCode: '058' };
export const SCOPES = [
  'accountDiscovery',
  'mandatePlacement',
  'automatedDebit',
  'bureauReporting',
  'cascadeDebit',
] as const;
export const CHOSEN_BY = { ipAddress: '102.89.1.2', at: '2026-01-05T08:59:00+01:00' };
export const GRANTED_AT = '2026-01-05T08:55:00+01:00';

export const PAYER = {
  payerId: 'payer-ọ̀kẹ́-1',
  bvn: BVN,
  name: 'Adéṣọlá Ọmọ́wùnmí O’Brien',
  email: 'adesola.sample@example.com',
  mobileNumber: '08030000088',
  address: '7 Àpẹẹrẹ Close, Ìbàdàn',
};

/** Three instalments of ₦10,000 on demand. */
export const TERMS: LoanTermsInput = {
  approvedAmount: 28_000,
  totalAmountDue: 30_000,
  startDate: '2026-01-31',
  endDate: '2026-03-31',
  frequency: 'monthly',
  collectionMode: 'manual',
};

export function consent(change: Partial<Consent> = {}): Consent {
  return {
    scopes: SCOPES.map((scope) => ({ scope, grantedAt: GRANTED_AT, ipAddress: '102.89.1.2' })),
    channel: 'app',
    language: 'yo',
    notice: { text: `O gbà pé a lè yọ owó láti àkáǹtì rẹ. ${DISCLAIMER}`, version: '2026-01/ẹ̀dà-1' },
    ...change,
  };
}

let loans = 0;

/** What a loan is opened with; each call names another loan. */
export function opening(
  change: { terms?: Partial<LoanTermsInput>; consent?: Consent; loanId?: string; payer?: Partial<typeof PAYER> } = {},
) {
  loans += 1;
  return {
    loanId: change.loanId ?? `judge-${loans}-ńlá`,
    payer: { ...PAYER, ...change.payer },
    terms: { ...TERMS, ...change.terms },
    consent: change.consent ?? consent(),
  };
}

/** A lender: a platform, a store, a client, and what is wanted of them. */
export interface Lender {
  readonly server: ReferenceServer;
  readonly store: LoanStore;
  readonly kit: RepayKit;
  /** One more process over the same store. */
  another(options?: Partial<RepayKitOptions>): RepayKit;
  fault(fault: NewFault): Promise<string>;
  /** How many debits reached the service, refused and broken ones too. */
  puts(): Promise<number>;
  /** How many debits the service has on its books. */
  booked(mandateId: string): Promise<number>;
  /** Reports of this merchant at the bureau, as `event reportId`. */
  atBureau(): Promise<
    readonly { readonly event: string; readonly reportId: string; readonly content: Record<string, unknown> }[]
  >;
  sent(operation: string): Promise<number>;
}

export interface LenderOptions extends Partial<RepayKitOptions> {
  readonly server?: ReferenceServerOptions;
  readonly balances?: readonly number[];
}

export async function lender({
  server: serverOptions,
  balances = [100_000, 100_000, 100_000],
  ...options
}: LenderOptions = {}): Promise<Lender> {
  const server = createReferenceServer({ now: STARTS, seed: 7, ...serverOptions });
  onTestFinished(() => server.close());
  const accounts = [PRIMARY, BACKUP, SPARE].map((account, index) => ({
    ...account,
    accountName: 'ADESOLA OBRIEN',
    balance: balances[index] ?? 0,
  }));
  await server.controls.addPayer({
    bvn: BVN,
    name: PAYER.name,
    accounts: [...accounts, { ...DORMANT, balance: 0, active: false }],
  });
  const store = options.store ?? memoryStore();
  const another = (more: Partial<RepayKitOptions> = {}) => {
    const kit = new RepayKit({ ...kitOptions(server), ...options, store, ...more });
    onTestFinished(() => kit.close());
    return kit;
  };
  const journal = async (operation: string) =>
    (await server.controls.requests()).items.filter((request) => request.operation === operation);
  return {
    server,
    store,
    kit: another(),
    another,
    fault: async (fault) => (await server.controls.addFault(fault)).id,
    puts: async () => (await journal('collectManually')).length,
    booked: async (mandateId) => {
      const response = await server.fetch(`/v1/mandates/consent/business/collection?type=manual`, {
        headers: { token: REFERENCE_DEFAULTS.publicKey },
      });
      const { data } = (await response.json()) as { data: { mandateId: string }[] };
      return data.filter((row) => row.mandateId === mandateId).length;
    },
    atBureau: async () => {
      const { items } = await server.controls.bureauReports();
      return (items as { source: string; event: string; reportId: string; content: Record<string, unknown> }[]).filter(
        ({ source }) => source === 'merchant',
      );
    },
    sent: async (operation) => (await journal(operation)).length,
  };
}

/** Options that fit a reference server in this process. */
export function kitOptions(server: ReferenceServer): RepayKitOptions {
  const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;
  return {
    baseUrl: server.url,
    appId,
    businessId,
    publicKey,
    secretKey,
    segments,
    transport: server.dispatcher,
    clock: server.clock,
    frequencies: { daily: 'D', weekly: 'W' },
    retry: { firstDelayMs: 1, maxDelayMs: 2 },
  };
}

export type Opening = Parameters<typeof opening>[0] & { readonly backups?: readonly AccountKey[] };

export async function selected(
  { kit }: Pick<Lender, 'kit'>,
  { backups = [], ...change }: Opening = {},
): Promise<SelectedLoan> {
  const found = await kit.discovery.discover(await kit.loans.open(opening(change)));
  return kit.discovery.select(found, { primaryAccount: PRIMARY, backupAccounts: backups, chosenBy: CHOSEN_BY });
}

/** A loan whose accounts are all active. */
export async function verified(of: Pick<Lender, 'kit' | 'server'>, change: Opening = {}): Promise<VerifiedLoan> {
  const verifying = await of.kit.mandates.attachByMicroDeposit(await of.kit.mandates.place(await selected(of, change)));
  for (const account of [PRIMARY, ...(change.backups ?? [])])
    await of.server.controls.makeDeposit({ mandateId: verifying.mandateId, ...account });
  const loan = await of.kit.mandates.refresh(verifying);
  if (loan.stage !== 'verified') throw new Error(`The loan is ${loan.stage}`);
  return loan;
}

export const DISBURSED = { amount: 28_000, date: '2026-01-05', reference: 'TRF-88' };

/** A loan that may be collected. */
export async function collecting(of: Pick<Lender, 'kit' | 'server'>, change: Opening = {}): Promise<CollectingLoan> {
  const approved = await of.kit.bureau.reportApproved(await verified(of, change));
  return of.kit.bureau.awaitReported(await of.kit.bureau.reportDisbursed(approved, DISBURSED));
}

/** Today's debit. */
export function today(amount: number, debitDate = '2026-01-05'): DebitRequest {
  return { amount, debitDate };
}

/** The rule that refused, or what happened instead. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'allowed';
  } catch (error) {
    return error instanceof RuleError ? error.rule : `${(error as Error).name}: ${(error as Error).message}`;
  }
}

/** collected + repaidOutside + outstanding = total, and what came in beyond it, to the kobo. */
export function booksHold(loan: CollectingLoan): boolean {
  const { balances } = loan;
  const kobo = (naira: number) => Math.round(naira * 100);
  return (
    kobo(balances.collected) + kobo(balances.repaidOutside) + kobo(balances.outstanding) ===
    kobo(balances.totalAmountDue) + kobo(balances.overpaid)
  );
}

/** A bureau that remembers, and fails on demand. */
export function bureauInMemory(): BureauReporter & {
  readonly taken: string[];
  readonly calls: string[];
  mood: (reportId: string) => Error | 'lost' | undefined;
} {
  const taken: string[] = [];
  const calls: string[] = [];
  return {
    taken,
    calls,
    mood: () => undefined,
    async submit({ reportId, event }) {
      calls.push(event);
      const mood = this.mood(reportId);
      if (mood instanceof Error) throw mood;
      if (!taken.includes(reportId)) taken.push(reportId);
      if (mood === 'lost') throw new Error('the answer was lost');
    },
  };
}
