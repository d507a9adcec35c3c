/** One loan: how it stands, its parts, and every event of its file without what is personal. */
import type { BookLoanDetails } from '../../book/loan-query.ts';
import { isSameAccount } from '../../domain/identifiers.ts';
import type { Loan, LoanAccount } from '../../domain/loan/loan.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { exportEvidence } from '../../evidence/evidence-export.ts';
import { checkEvidence } from '../../evidence/evidence-verify.ts';
import { maskAccountNumber, redact } from '../../redact/redact.ts';
import { type OpenDebit, type OwedDuty, owedDuty } from './book-views.ts';
import type { ConsoleContext } from './console-options.ts';

export interface ShownAccount
  extends Pick<LoanAccount, 'bankCode' | 'bankName' | 'role' | 'attachedBy' | 'mandateStatus' | 'active'> {
  /** Its name in the events of the file, such as `a1`. */
  readonly name: string;
  /** Masked but for its last four digits. */
  readonly accountNumber: string;
}

/** An event of a file: its facts, masked once more. Amounts are whole kobo. */
export interface ShownEvent {
  readonly seq: number;
  readonly type: string;
  readonly at: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface LoanView {
  /** Absent until the book has this loan. */
  readonly book?: BookLoanDetails;
  readonly loanId: string;
  readonly stage: string;
  readonly mandateId: string;
  readonly accounts: readonly ShownAccount[];
  readonly instalments: readonly object[];
  readonly debits: readonly (Omit<OpenDebit, 'loanId'> & { readonly despiteUnknown?: readonly string[] })[];
  readonly reports: readonly object[];
  readonly duties: readonly OwedDuty[];
  /** When each scope was granted, and under which notice. */
  readonly consent: {
    readonly scopes: readonly { readonly scope: string; readonly grantedAt: string }[];
    readonly channel: string;
    readonly notice: string;
  };
  readonly revokedScopes: readonly string[];
  readonly isErased: boolean;
  readonly evidence: { readonly events: number; readonly head: string; readonly problem: string | null };
  readonly events: readonly ShownEvent[];
}

/** Undefined if there is no such loan. */
export async function readLoan(context: ConsoleContext, loanId: string): Promise<LoanView | undefined> {
  const { kit, book, loans } = context;
  const state = await loans.files.find(loanId);
  if (!state) return undefined;
  const loan: Loan = await kit.loans.get(loanId);
  const { events, evidence } = await readEvents(context, loanId);
  const kept = await book.loan(loanId);
  return {
    ...(kept && { book: kept }),
    loanId,
    stage: loan.stage,
    mandateId: loan.mandateId,
    accounts: 'accounts' in loan ? loan.accounts.map((account) => shownAccount(account, state)) : [],
    instalments: 'instalments' in loan ? loan.instalments : [],
    debits: 'debits' in loan ? loan.debits : [],
    reports: 'reports' in loan ? loan.reports : [],
    duties: (await kit.loans.duties(loan)).map((duty) => owedDuty(loanId, duty)),
    consent: {
      scopes: state.consent.scopes,
      channel: state.consent.channel,
      notice: state.consent.notice.version,
    },
    revokedScopes: loan.revokedScopes,
    isErased: state.isErased,
    evidence,
    events,
  };
}

function shownAccount(account: LoanAccount, { accounts }: LoanState): ShownAccount {
  const own = accounts.find(({ details }) => details && isSameAccount(details, account));
  const { bankCode, bankName, role, attachedBy, mandateStatus, active, accountNumber } = account;
  return {
    name: own?.account ?? '',
    bankCode,
    active,
    ...(bankName !== undefined && { bankName }),
    ...(role && { role }),
    ...(attachedBy && { attachedBy }),
    ...(mandateStatus !== undefined && { mandateStatus }),
    accountNumber: maskAccountNumber(accountNumber),
  };
}

/** The events of a file as its evidence has them, with the check of its chain. */
async function readEvents({ loans }: ConsoleContext, loanId: string): Promise<Pick<LoanView, 'events' | 'evidence'>> {
  const { store } = loans.files;
  const { clock } = loans.engine.settings;
  let bodies: readonly string[] = [];
  const { loans: checked } = await checkEvidence(
    exportEvidence({ store, clock, loanIds: [loanId], showPersonal: false }),
    {
      onLoan: (_, read) => {
        bodies = read;
      },
    },
  );
  const [report] = checked;
  return {
    events: bodies.map(shownEvent),
    evidence: { events: report?.events ?? 0, head: report?.head ?? '', problem: report?.broken?.reason ?? null },
  };
}

// What the chain needs says nothing about the loan.
function shownEvent(body: string): ShownEvent {
  const { seq, type, at, loanId: _loan, previous: _previous, personal: _personal, ...facts } = JSON.parse(body);
  const { by, decision } = facts;
  const masked = redact(facts) as ShownEvent['facts'];
  // The person who acted is the lender's, and no payer.
  const named = { ...masked, ...(by !== undefined && { by }) };
  const decided = decision && { ...Object(masked.decision), decidedBy: decision.decidedBy };
  return { seq, type, at, facts: decided ? { ...named, decision: decided } : named };
}
