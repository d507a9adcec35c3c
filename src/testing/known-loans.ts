import type { AccountKey } from '../domain/identifiers.ts';
import { InputError } from '../errors.ts';

/** What the kit remembers of a loan that it made: whose accounts payer and bank move. */
export interface KnownLoan {
  readonly loanId: string;
  readonly mandateId: string;
  /** In cascade order. */
  readonly accounts: readonly AccountKey[];
}

/** A loan as a test names it: any value that carries its id. */
export type LoanName = { readonly loanId: string };

/** The loans of a kit. Payer and bank act on the one made last, unless told otherwise. */
export class KnownLoans {
  readonly #byId = new Map<string, KnownLoan>();
  #last = '';

  add(loan: KnownLoan): void {
    this.#byId.set(loan.loanId, loan);
    this.#last = loan.loanId;
  }

  /** The service may name a loan's mandate otherwise than the client asked. Spec §4.3. */
  rename({ loanId, mandateId }: Pick<KnownLoan, 'loanId' | 'mandateId'>): void {
    const known = this.#byId.get(loanId);
    if (known) this.#byId.set(loanId, { ...known, mandateId });
  }

  /** The named loan, or the one made last. @throws InputError while there is none */
  find(named?: LoanName): KnownLoan {
    const found = this.#byId.get(named ? named.loanId : this.#last);
    if (found) return found;
    const message = named ? `'${named.loanId}' was not made by this kit: make it by loanAt or scenario` : 'there is none yet: make one by loanAt or scenario';
    throw new InputError('The test kit', [{ path: 'loan', message }]);
  }
}
