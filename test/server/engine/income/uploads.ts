/** Uploads for tests: what the form said, statements as a reader answers them, and a reader that can be held. */
import type { IncomeInsightData } from '../../../../src/domain/income-insight.ts';
import type { StatementReaders, UploadedStatement } from '../../../../src/server/engine/income/uploaded-statement.ts';
import type { ReadStatementOptions } from '../../../../src/statements/read-options.ts';
import type { ReadTransaction, Statement } from '../../../../src/statements/statement.ts';

export const PDF = Buffer.from('%PDF-1.7\n%%EOF');

export const FACTS = {
  businessId: '650000000000000000000002',
  borrowerId: 'b'.repeat(24),
  bvn: '22200000001',
  accountNumber: '0123456789',
  accountName: 'ADA OBIORA',
  bankCode: '100004',
  bankName: 'Sample Wallet',
  appId: '650000000000000000000001',
};

/** An upload with a file of this id. */
export function upload(fileId = 'f1', differences: Partial<UploadedStatement> = {}): UploadedStatement {
  const terms = { amountUnit: 'naira', unprovedStatements: 'accept', pdfUploadEvent: false } as const;
  return {
    want: 'transactions',
    fileId,
    bytes: PDF,
    password: undefined,
    facts: FACTS,
    terms,
    bureau: undefined,
    ...differences,
  };
}

function entry(line: number, type: 'credit' | 'debit', amount: number, balance: number | null): ReadTransaction {
  const date = `2026-01-0${line}T00:00:00.000Z`;
  return {
    type,
    narration: `ENTRY ${line}`,
    amount,
    date,
    balance,
    balancePrinted: true,
    bankCode: FACTS.bankCode,
    page: 1,
    line,
  };
}

/** A statement of three entries that proves itself. */
export function statement(differences: Partial<Statement> = {}): Statement {
  return {
    source: 'text',
    account: { name: 'OBIORA ADA NGOZI', number: '0123456789' },
    period: null,
    openingBalance: 100,
    closingBalance: 60.1,
    transactions: [entry(1, 'credit', 50.35, 150.35), entry(2, 'debit', 160.25, -9.9), entry(3, 'credit', 70, 60.1)],
    proof: { proved: true, confidence: 1, chain: { checked: 2, broken: [] }, printed: [], doubts: [] },
    integrity: { findings: [] },
    pages: 4,
    ...differences,
  };
}

/** Readers of which each call is held until it is let go. */
export interface HeldReaders extends StatementReaders {
  /** Who reads what now and before, oldest first. */
  readonly calls: readonly { readonly pdf: Uint8Array; readonly options: ReadStatementOptions }[];
  /** Resolves when so many readings have begun. */
  begun(count: number): Promise<void>;
  /** Ends the oldest reading that is held. */
  release(outcome?: Statement | Error): void;
}

/** Makes readers that read when the test says so; deaf ones go on when their signal ends them. */
export function heldReaders({ isDeaf = false } = {}): HeldReaders {
  const calls: { pdf: Uint8Array; options: ReadStatementOptions }[] = [];
  const held: ((outcome: Statement | Error) => void)[] = [];
  let reportBegun: () => void = () => undefined;
  return {
    calls,
    begun: async (count) => {
      while (calls.length < count) {
        await new Promise<void>((resolve) => {
          reportBegun = resolve;
        });
      }
    },
    release: (outcome = statement()) => held.shift()?.(outcome),
    readStatement: (pdf, options) => {
      calls.push({ pdf, options });
      reportBegun();
      return new Promise((resolve, reject) => {
        held.push((outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)));
        if (!isDeaf) options.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true });
      });
    },
    computeInsight: async (transactions) =>
      ({ success: true, entries: transactions.length }) as unknown as IncomeInsightData,
  };
}
