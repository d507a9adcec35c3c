/** The rule by which an event is put down to an upload: events name no upload, so everything that both sides name must agree. */
import { comparable, type StatementFacts, type StatementField } from './statement-facts.ts';

/** Whose statement was uploaded, as events name it. */
export type UploadedFor = Readonly<Record<Exclude<StatementField, 'borrowerId'>, string | undefined>>;

/** Whose an event is: the upload's, somebody else's, or it names nobody that is known. */
export type Belonging = 'ours' | 'other' | 'nameless';

/** Reads whose statement is uploaded. */
export function uploadedFor(
  merchant: { readonly businessId: string; readonly appId: string },
  input: Readonly<Record<string, unknown>>,
): UploadedFor {
  const { bvn, accountNumber, bankCode } = input;
  return {
    businessId: comparable('businessId', merchant.businessId),
    appId: comparable('appId', merchant.appId),
    bvn: comparable('bvn', bvn),
    accountNumber: comparable('accountNumber', accountNumber),
    bankCode: comparable('bankCode', bankCode),
  };
}

const named = ['businessId', 'appId', 'bvn', 'accountNumber', 'bankCode'] as const;

/** Which of the service's borrowers the payer is, and which are others. An insight may name nobody but its borrower. Spec §6.4. */
export class KnownBorrowers {
  readonly #whose = new Map<string, 'ours' | 'other' | 'unsure'>();
  readonly #told: string | undefined;

  /** `told`: the payer's, if the caller knows it. */
  constructor(told: string | undefined) {
    this.#told = comparable('borrowerId', told);
  }

  /** Learns from an event that names a borrower and a person. */
  learn(facts: StatementFacts, upload: UploadedFor): void {
    // Its borrowers are a merchant's own.
    if (facts.businessId.some((businessId) => businessId !== upload.businessId)) return;
    const [bvn] = facts.bvn;
    const isOurs = bvn === undefined ? belonging(facts, upload, this) === 'ours' : bvn === upload.bvn;
    if ((bvn === undefined && !isOurs) || facts.bvn.length > 1) return;
    for (const borrower of facts.borrowerId) {
      const before = this.#whose.get(borrower);
      const now = isOurs ? 'ours' : 'other';
      this.#whose.set(borrower, before === undefined || before === now ? now : 'unsure');
    }
  }

  /** Whose borrower is this? */
  whose(borrower: string): Belonging {
    if (this.#told !== undefined) return borrower === this.#told ? 'ours' : 'other';
    const whose = this.#whose.get(borrower);
    return whose === undefined || whose === 'unsure' ? 'nameless' : whose;
  }
}

/** Whose is an event? One field that disagrees makes it another's; the BVN, the account number or a known borrower makes it ours. */
export function belonging(facts: StatementFacts, upload: UploadedFor, borrowers: KnownBorrowers): Belonging {
  const disagrees = named.some((name) => facts[name].some((value) => value !== upload[name]));
  if (disagrees || facts.borrowerId.length > 1) return 'other';
  if (facts.bvn.length > 0 || facts.accountNumber.length > 0) return 'ours';
  const [borrower] = facts.borrowerId;
  return borrower === undefined ? 'nameless' : borrowers.whose(borrower);
}
