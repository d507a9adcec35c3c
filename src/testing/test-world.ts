import type { RepayKit } from '../client/repay-kit.ts';
import type { AccountKey } from '../domain/identifiers.ts';
import { InputError } from '../errors.ts';
import { refuseSwap, type ServerWorld } from '../server/control/server-controls.ts';
import type { AccountPatch, AccountView } from '../server/engine/payers.ts';
import type { MicroDeposit } from '../server/engine/verification.ts';
import type { ReferenceServer } from '../server/reference-server.ts';
import type { ServerClock } from '../server/worlds/server-clock.ts';

/** The world that a test kit lives in. */
export interface TestWorld extends Pick<ServerWorld, 'publicKey' | 'secretKey' | 'controls' | 'bank' | 'deliverTo'> {
  /** Its moves resolve once the lender's side has worked on every webhook on the way. */
  readonly clock: ServerClock;
  /** Resolves once the lender's side has worked on every webhook so far. */
  settled(): Promise<void>;
}

/** The named world of a server. `settled` resolves when the lender's side is done with its webhooks. */
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

/** A loan as a test names it: any value that carries its id. */
export type LoanName = { readonly loanId: string };

/** What the kit remembers of a loan. Its mandate's id is in the loan's file, because placing may rename it (§4.3). */
export interface KnownLoan {
  readonly loanId: string;
  /** In cascade order. */
  readonly accounts: readonly AccountKey[];
}

/** The loans of a kit. Payer and bank act on the one made last unless a test names another. */
export class KnownLoans {
  readonly #byId = new Map<string, KnownLoan>();
  #last = '';

  add(loan: KnownLoan): void {
    this.#byId.set(loan.loanId, loan);
    this.#last = loan.loanId;
  }

  /** The named loan, or the one made last. @throws InputError while there is none */
  find(named?: LoanName): KnownLoan {
    const found = this.#byId.get(named ? named.loanId : this.#last);
    if (found) return found;
    const message = named
      ? `'${named.loanId}' was not made by this kit: make it by loanAt or scenario`
      : 'there is none yet: make one by loanAt or scenario';
    throw new InputError('The test kit', [{ path: 'loan', message }]);
  }
}

/** Which loan and account a payer acts on. */
export interface AtAccount {
  /** Default: the loan made last. */
  readonly loan?: LoanName;
  /** Default: each account of the loan that waits for a deposit. */
  readonly account?: AccountKey;
}

/** What payers do. Each act resolves once the lender's side has handled the webhooks that follow. Spec §3.1. */
export interface TestPayer {
  /** The ₦50 arrives from the account itself. */
  depositArrives(at?: AtAccount): Promise<void>;
  /** The ₦50 arrives from another account: it proves nothing. */
  depositFrom(elsewhere: AccountKey, at?: AtAccount): Promise<void>;
  /** The payer's bank rejects the deposit. */
  rejectsDeposit(at?: AtAccount): Promise<void>;
  /** The payer disputes the deposit itself. */
  disputesDeposit(at?: AtAccount): Promise<void>;
  /** The payer disputes the mandate: collection pauses. Default: the loan made last. */
  disputes(loan?: LoanName, details?: { readonly reason?: string }): Promise<void>;
  /** The dispute ends; default `reinstated`. */
  disputeResolved(outcome?: 'reinstated' | 'failed', loan?: LoanName): Promise<void>;
}

/** The payers of the loans that a kit made. */
export function testPayer(
  { controls, settled }: Pick<TestWorld, 'controls' | 'settled'>,
  loans: KnownLoans,
  kit: RepayKit,
): TestPayer {
  const mandateOf = async ({ loanId }: KnownLoan) => (await kit.loans.get(loanId)).mandateId;
  // If none waits, the primary is named all the same, so that the platform says why nothing waits for a deposit.
  const waiting = async (mandateId: string, { accounts }: KnownLoan): Promise<readonly AccountKey[]> => {
    const { mandate } = await controls.readMandate(mandateId);
    const pending = mandate.consents.filter(({ status }) => status === 'pending');
    return pending.length > 0 ? pending : accounts.slice(0, 1);
  };
  const deposit = async (details: Pick<MicroDeposit, 'from' | 'outcome'>, { loan, account }: AtAccount = {}) => {
    const known = loans.find(loan);
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
      await controls.openDispute(await mandateOf(loans.find(loan)), details);
      await settled();
    },
    disputeResolved: async (outcome = 'reinstated', loan) => {
      await controls.resolveDispute(await mandateOf(loans.find(loan)), { outcome });
      await settled();
    },
  };
}

/** What payers' banks do. Without an account each verb means every account of the loan made last. */
export interface TestBank {
  /** Every debit gets this response code, such as `51`, until the bank recovers. Spec §2.6. */
  decline(responseCode: string, account?: AccountKey): Promise<void>;
  /** How much there is to debit, in naira. */
  setBalance(balance: number, account?: AccountKey): Promise<void>;
  /** The response codes of the next debits, used up one by one; null behaves normally. */
  script(responseCodes: readonly (string | null)[], account?: AccountKey): Promise<void>;
  /** Behaves normally again: no code, no script. The balance stays. */
  recover(account?: AccountKey): Promise<void>;
  /** An account as its bank sees it. */
  account(account: AccountKey): Promise<AccountView>;
}

/** The banks of the payers whose loans a kit made. */
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
