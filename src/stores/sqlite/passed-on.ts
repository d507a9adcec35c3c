/** What a merchant's code threw within a transaction of ours: it ends the transaction and is handed on as it is. */
export class PassedOn {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}
