import type { AccountKey } from '../domain/identifiers.ts';
import { InputError } from '../errors.ts';

/** What the kit remembers of a loan that it made: whose accounts payer and bank move. Its mandate is named by its file, because placing may rename it (§4.3). */
export interface KnownLoan {
  readonly loanId: string;
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
