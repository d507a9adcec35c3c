import type { RepayKit } from '../client/repay-kit.ts';
import type { AccountKey } from '../domain/identifiers.ts';
import { InputError } from '../errors.ts';
import { refuseSwap, type ServerWorld } from '../server/control/server-controls.ts';
import type { MicroDeposit } from '../server/engine/mandates/mandate-inside.ts';
import type { AccountPatch, AccountView } from '../server/engine/world/payers.ts';
import type { ReferenceServer } from '../server/reference-server.ts';
import type { ServerClock } from '../server/worlds/server-clock.ts';

export interface TestWorld extends Pick<ServerWorld, 'publicKey' | 'secretKey' | 'controls' | 'bank' | 'deliverTo'> {
  /** Moving it resolves after the receiver has handled all webhooks of that time. */
  readonly clock: ServerClock;
  /** Resolves after the receiver has handled all webhooks so far. */
  settled(): Promise<void>;
}

/** Opens a named world of a server. `settled` resolves after the receiver has handled its webhooks. */
export function testWorld(server: ReferenceServer, name: string, settled: () => Promise<void>): TestWorld {
  const world = server.world(name);
  const { publicKey, secretKey, controls, bank, clock } = world;
  const settle = async <Moved>(move: Promise<Moved>): Promise<Moved> => {
    const moved = await move;
    await settled();
    return moved;
  };
  return {
    publicKey,
    secretKey,
    controls,
    bank,
    deliverTo: (handler) => world.deliverTo(handler),
    settled,
    clock: {
      now: () => clock.now(),
      today: () => clock.today(),
      iso: () => clock.iso(),
      sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
      advance: (...move) => settle(clock.advance(...move)),
      to: (...move) => settle(clock.to(...move)),
    },
  };
}

/** Names a loan: any value with its id. */
export type LoanName = { readonly loanId: string };

/** The kit's record of a loan. The client knows its mandate id, because placing may rename the mandate (§4.3). */
export interface KnownLoan {
  readonly loanId: string;
  /** In cascade order. */
  readonly accounts: readonly AccountKey[];
}

/** The loans of a kit. Payer and bank act on the latest one unless a test names another. */
export class KnownLoans {
  readonly #byId = new Map<string, KnownLoan>();
  #last = '';

  add(loan: KnownLoan): void {
    this.#byId.set(loan.loanId, loan);
    this.#last = loan.loanId;
  }

  has({ loanId }: LoanName): boolean {
    return this.#byId.has(loanId);
  }

  /** The named loan, or the latest one. @throws InputError if there is none */
  find(named?: LoanName): KnownLoan {
    const found = this.#byId.get(named ? named.loanId : this.#last);
    if (found) return found;
    const message = named
      ? `'${named.loanId}' was not made by this kit: create it with loanAt, scenario or kit.loans.open`
      : 'there is none yet: create one with loanAt or scenario';
    throw new InputError('The test kit', [{ path: 'loan', message }]);
  }
}

/** The loan and account that a payer acts on. */
export interface AtAccount {
  /** Default: the latest loan. */
  readonly loan?: LoanName;
  /** Default: all accounts of the loan that wait for a deposit. */
  readonly account?: AccountKey;
}

/** Acts as the payer. Each call resolves after the receiver has handled the resulting webhooks. Spec §3.1. */
export interface TestPayer {
  /** The ₦50 arrives from the expected account. */
  depositArrives(at?: AtAccount): Promise<void>;
  /** The ₦50 arrives from another account, which proves nothing. */
  depositFrom(elsewhere: AccountKey, at?: AtAccount): Promise<void>;
  /** The payer's bank rejects the deposit. */
  rejectsDeposit(at?: AtAccount): Promise<void>;
  /** The payer disputes the deposit. */
  disputesDeposit(at?: AtAccount): Promise<void>;
  /** The payer disputes the mandate, and collection pauses. Default: the latest loan. */
  disputes(loan?: LoanName, details?: { readonly reason?: string }): Promise<void>;
  /** The dispute ends. Default outcome: `reinstated`. */
  disputeResolved(outcome?: 'reinstated' | 'failed', loan?: LoanName): Promise<void>;
}

export function testPayer(world: Pick<TestWorld, 'controls' | 'settled'>, loans: KnownLoans, kit: RepayKit): TestPayer {
  const { controls, settled } = world;
  // A loan that the test opened itself is known from its file.
  const find = async (named?: LoanName): Promise<KnownLoan> => {
    if (!named || loans.has(named)) return loans.find(named);
    const loan = await kit.loans.get(named.loanId).catch((error: unknown) => {
      if (error instanceof InputError) return loans.find(named);
      throw error;
    });
    return { loanId: loan.loanId, accounts: 'primaryAccount' in loan ? [loan.primaryAccount] : [] };
  };
  const mandateOf = async ({ loanId }: KnownLoan) => (await kit.loans.get(loanId)).mandateId;
  // If no account waits, use the primary, so that the service's error says why.
  const waiting = async (mandateId: string, { accounts }: KnownLoan): Promise<readonly AccountKey[]> => {
    const { mandate } = await controls.readMandate(mandateId);
    const pending = mandate.consents.filter(({ status }) => status === 'pending');
    return pending.length > 0 ? pending : accounts.slice(0, 1);
  };
  const deposit = async (details: Pick<MicroDeposit, 'from' | 'outcome'>, { loan, account }: AtAccount = {}) => {
    const known = await find(loan);
    const mandateId = await mandateOf(known);
    for (const { accountNumber, bankCode } of account ? [account] : await waiting(mandateId, known)) {
      await controls.makeDeposit({ mandateId, accountNumber, bankCode, ...details });
    }
    await settled();
  };
  return {
    depositArrives: (at) => deposit({}, at),
    depositFrom: ({ accountNumber, bankCode }, at) => deposit({ from: { accountNumber, bankCode } }, at),
    rejectsDeposit: (at) => deposit({ outcome: 'rejected' }, at),
    disputesDeposit: (at) => deposit({ outcome: 'disputed' }, at),
    disputes: async (loan, details) => {
      await controls.openDispute(await mandateOf(await find(loan)), details);
      await settled();
    },
    disputeResolved: async (outcome = 'reinstated', loan) => {
      await controls.resolveDispute(await mandateOf(await find(loan)), { outcome });
      await settled();
    },
  };
}

/** Acts as the payers' banks. Without an account, each call affects all accounts of the latest loan. */
export interface TestBank {
  /** Every debit fails with this response code, such as `51`, until `recover`. Spec §2.6. */
  decline(responseCode: string, account?: AccountKey): Promise<void>;
  /** Sets the balance, in naira. */
  setBalance(balance: number, account?: AccountKey): Promise<void>;
  /** Sets the response codes of the next debits, each used once. `null` means normal behaviour. */
  script(responseCodes: readonly (string | null)[], account?: AccountKey): Promise<void>;
  /** Restores normal behaviour: clears response code and script, keeps the balance. */
  recover(account?: AccountKey): Promise<void>;
  /** Reads an account from its bank. */
  account(account: AccountKey): Promise<AccountView>;
}

export function testBank({ controls }: TestWorld, loans: KnownLoans): TestBank {
  const patch = async (verb: string, change: AccountPatch, account?: AccountKey) => {
    const [other] = Object.values(change);
    refuseSwap(account, other, `bank.${verb} of the test kit, the account last, unlike in server.bank`);
    for (const each of account ? [account] : loans.find().accounts) await controls.patchAccount(each, change);
  };
  return {
    decline: (declineWith, account) => patch("decline('51', account)", { declineWith }, account),
    setBalance: (balance, account) => patch('setBalance(balance, account)', { balance }, account),
    script: (script, account) => patch("script(['51', null], account)", { script }, account),
    recover: (account) => patch('recover(account)', { declineWith: null, script: null }, account),
    account: (account) => controls.readAccount(account),
  };
}
