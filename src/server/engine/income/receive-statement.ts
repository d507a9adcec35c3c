import { createHash } from 'node:crypto';
import type { InstalmentStatus } from '../../../domain/collection.ts';
import { formatKobo, type Kobo, koboFromNaira, NO_MONEY, nairaFromKobo, sumKobo } from '../../../domain/money.ts';
import type { BureauFigures } from '../../../statements/insight/insight-options.ts';
import { isRecord } from '../../../validation/checks.ts';
import type { StatementInput } from '../../../wire/shapes/statement-shapes.ts';
import { type Answer, answer, type Refusal, refuse } from '../../answer.ts';
import { eventsOf } from '../mandates/mandate-events.ts';
import { outstandingOf, restOf } from '../mandates/mandate-state.ts';
import { nextSerial, objectIdOf } from '../world/chance.ts';
import { dayOf } from '../world/lagos-time.ts';
import { instalmentsOf, termsOf } from '../world/ledger.ts';
import { itemsOf } from '../world/long-list.ts';
import { findReport } from '../world/merchant-reports.ts';
import type { Mandate } from '../world/records.ts';
import type { World } from '../world/world.ts';
import type { StatementQueue } from './statement-queue.ts';
import type { StatementFacts, StatementWant } from './uploaded-statement.ts';

// PDF readers accept a signature anywhere in the first kilobyte, so a few stray bytes before it are harmless.
const SIGNATURE_RANGE = 1024;

export interface StatementArrival {
  readonly world: World;
  readonly statements: StatementQueue;
  readonly input: StatementInput;
  readonly want: StatementWant;
}

/** Refuses at once what is visibly invalid. A webhook announces the outcome of the rest, after the reading. */
export function receiveStatement({ world, statements, input, want }: StatementArrival): Answer<null> {
  const bytes = input.statement;
  if (!isPdf(bytes)) return refuse(noPdf);
  if (!statements.hasRoomFor(bytes)) return refuse(tooMany);
  statements.take({
    want,
    fileId: objectIdOf(world.chance, nextSerial(world.chance)),
    bytes,
    password: input.password,
    facts: factsOf(world, input),
    terms: world.policy,
    bureau: bureauStanding(world, input.bvn),
  });
  return answer(null, 'The statement was received.');
}

const noPdf: Refusal = {
  status: 400,
  code: 'not_a_pdf',
  message: 'The statement is no PDF: send the bank statement as a PDF file.',
  fields: [{ path: 'statement', message: 'must be a PDF: the signature %PDF- is not in its first kilobyte' }],
};

const tooMany: Refusal = {
  status: 429,
  code: 'statements_waiting',
  message: 'Too many statements wait to be read: upload this one again once webhooks of the earlier ones have come.',
};

// A form may send the field as text instead of a file.
function isPdf(bytes: unknown): bytes is Uint8Array {
  if (!(bytes instanceof Uint8Array)) return false;
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SIGNATURE_RANGE)).includes('%PDF-');
}

function factsOf({ merchant: { appId, businessId } }: World, input: StatementInput): StatementFacts {
  const { bvn, accountNumber, accountName, bankCode, bankName } = input;
  // The same for a business and a BVN in every world. Spec §6.4.
  const borrowerId = createHash('sha256').update(`borrower ${businessId} ${bvn}`).digest('hex').slice(0, 24);
  return { businessId, borrowerId, bvn, accountNumber, accountName, bankCode, bankName, appId };
}

/** Sums up the disbursed loans of a BVN, in naira. Undefined for a borrower without one. */
export function bureauStanding(world: World, bvn: string): BureauFigures | undefined {
  const loans = [...itemsOf(world.mandates.items)].filter(
    (mandate) => mandate.bvn === bvn && mandate.reported.includes('loan.disbursed'),
  );
  if (loans.length === 0) return undefined;
  const live = loans.filter(({ reported }) => !reported.includes('loan.closed'));
  const borrowed = sumKobo(loans.map((loan) => disbursedTo(world, loan)));
  const outstanding = sumKobo(
    live.map((loan) => (termsOf(world, loan) ? outstandingOf(world, loan) : disbursedTo(world, loan))),
  );
  const today = dayOf(world.now);
  const overdue = sumKobo(live.map((loan) => missedOn(world, loan, today)));
  const count = loans.length === 1 ? '1 loan' : `${loans.length} loans`;
  const late = overdue > NO_MONEY ? `${formatKobo(overdue)} of it is overdue` : 'nothing is overdue';
  return {
    totalBorrowed: nairaFromKobo(borrowed),
    totalOutstanding: nairaFromKobo(outstanding),
    totalOverdue: nairaFromKobo(overdue),
    creditInsight: `The bureau holds ${count}: ${formatKobo(borrowed)} was borrowed, ${formatKobo(outstanding)} is outstanding, ${late}.`,
  };
}

function disbursedTo(world: World, mandate: Mandate): Kobo {
  const [disbursed] = eventsOf(world, mandate).filter(({ event }) => event === 'loan.disbursed');
  const content = findReport(world, disbursed?.detail ?? '')?.content;
  return (isRecord(content) && koboFromNaira(content.amount)) || NO_MONEY;
}

// The amount that was due and tried, but not collected. An instalment without an attempt is not missed yet.
function missedOn(world: World, mandate: Mandate, today: number): Kobo {
  const instalments = instalmentsOf(world, mandate);
  const missed: readonly InstalmentStatus[] = ['failed', 'overdue', 'partially paid'];
  return sumKobo(instalments.filter(({ status, dueDay }) => missed.includes(status) && dueDay <= today).map(restOf));
}
