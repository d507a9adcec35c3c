/** The promise of a place that keeps the keys of payers, apart from the loan files: a vault, a key service, a directory. */
export interface KeyProvider {
  /** The payer's own 32 bytes, made on first use and the same ever after; undefined once they were destroyed. */
  payerKey(payerId: string): Promise<Uint8Array | undefined>;
  /** Destroys a payer's key for good: what was sealed under it is erased, and the id gets no new key. Destroying twice is no error. */
  destroyPayerKey(payerId: string): Promise<void>;
  /** 32 bytes, the same for ever, under which payers are found again by their BVN. */
  indexKey(): Promise<Uint8Array>;
}
