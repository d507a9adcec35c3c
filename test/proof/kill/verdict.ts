/** Holds what is on file against what was acknowledged on the way, what arrived at the server, what the bureau took, and what the banks paid. */
import type { RepayKit } from '../../../src/client/repay-kit.ts';
import { canonicalJson } from '../../../src/domain/canonical-json.ts';
import type { LoanEvent } from '../../../src/domain/loan/events/events.ts';
import type { LoanState } from '../../../src/domain/loan/state.ts';
import { reduceLoan } from '../../../src/domain/loan/transitions/reduce.ts';
import { nairaFromKobo, sumKobo } from '../../../src/domain/money.ts';
import { exportEvidence } from '../../../src/evidence/evidence-export.ts';
import { verifyEvidence } from '../../../src/evidence/evidence-verify.ts';
import type { FileHead, LoanStore } from '../../../src/loan-file/store.ts';
import { eventsIn } from '../../loan-file/file-events.ts';
import { type Acknowledged, accountsOf, loanIdOf } from './merchant.ts';
import type { ArrivedDebit, Platform } from './platform.ts';

/** What a run leaves behind. */
export interface Remains {
  readonly kit: RepayKit;
  readonly store: LoanStore;
  readonly platform: Platform;
  readonly numbers: readonly number[];
  readonly acknowledged: readonly Acknowledged[];
  /** How far files were, as others saw them on the way. */
  readonly seenHeads: readonly FileHead[];
}

/** What was counted, and everything that is not as it has to be. */
export interface Verdict {
  readonly events: number;
  readonly lost: number;
  readonly debitsSent: number;
  readonly sentTwice: number;
  readonly reports: number;
  readonly reportsLost: number;
  readonly acceptedTwice: number;
  /** Sums of all loans, naira. */
  readonly collected: number;
  readonly wrongs: readonly string[];
}

interface File {
  readonly number: number;
  readonly loanId: string;
  readonly events: readonly LoanEvent[];
  readonly hashes: readonly string[];
  readonly state: LoanState;
}

/** Looks at everything. */
export async function judge(remains: Remains): Promise<Verdict> {
  const files: File[] = [];
  for (const number of remains.numbers) files.push(await readFile(remains.store, number));
  const chains = await brokenChains(remains, files);
  const lost = lostFacts(remains, files);
  const twice = sentTwice(files, remains.platform.debits);
  const { reportsLost, acceptedTwice, others } = await judgeReports(remains.platform, files);
  const books = await judgeBooks(remains, files);
  return {
    events: files.reduce((sum, { events }) => sum + events.length, 0),
    lost: lost.length,
    debitsSent: remains.platform.debits.length,
    sentTwice: twice.length,
    reports: files.reduce((sum, { state }) => sum + state.reports.length, 0),
    reportsLost: reportsLost.length,
    acceptedTwice: acceptedTwice.length,
    collected: nairaFromKobo(sumKobo(files.map(({ state }) => state.collected))),
    wrongs: [...chains, ...lost, ...twice, ...reportsLost, ...acceptedTwice, ...others, ...books],
  };
}

async function readFile(store: LoanStore, number: number): Promise<File> {
  const loanId = loanIdOf(number);
  const events = await eventsIn(store, loanId);
  const hashes = ((await store.load(loanId))?.events ?? []).map(({ hash }) => hash);
  const state = reduceLoan(events);
  if (!state) throw new Error(`there is no file '${loanId}'`);
  return { number, loanId, events, hashes, state };
}

async function brokenChains({ store, platform }: Remains, files: readonly File[]): Promise<readonly string[]> {
  const loanIds = files.map(({ loanId }) => loanId);
  const report = await verifyEvidence(exportEvidence({ store, loanIds, clock: platform.server.clock }));
  const events = report.loans.reduce((sum, loan) => sum + loan.events, 0);
  const isWhole = report.ok && events === files.reduce((sum, file) => sum + file.events.length, 0);
  return isWhole ? [] : [`the chains do not verify: ${JSON.stringify(report)}`];
}

// A process may rely on what it received: the file has at least these events, and its first ones add up to that.
function lostFacts({ acknowledged, seenHeads }: Remains, files: readonly File[]): readonly string[] {
  const byId = new Map(files.map((file) => [file.loanId, file]));
  const wrongs: string[] = [];
  for (const { loanId, version, head } of seenHeads) {
    if (byId.get(loanId)?.hashes[version - 1] !== head)
      wrongs.push(`${loanId} had event ${version} with hash ${head}, and has it no more`);
  }
  for (const fact of acknowledged) {
    const file = byId.get(fact.loanId);
    const then = file && reduceLoan(file.events.slice(0, fact.version));
    const debit = fact.debit && then?.debits.find(({ debitId }) => debitId === fact.debit?.debitId);
    const isThere =
      then?.version === fact.version &&
      then.stage === fact.stage &&
      then.reports.filter((report) => report.acknowledged).length === fact.reported &&
      (fact.collected === undefined || nairaFromKobo(then.collected) === fact.collected) &&
      (fact.debit === undefined || isSameDebit(fact.debit, debit));
    if (!isThere)
      wrongs.push(`${fact.loanId} was acknowledged as ${JSON.stringify(fact)}, and its file does not say so`);
  }
  return wrongs;
}

// What one process waits for, another one may find by asking meanwhile.
function isSameDebit(
  reported: NonNullable<Acknowledged['debit']>,
  debit: LoanState['debits'][number] | undefined,
): boolean {
  if (debit === undefined) return false;
  return reported.outcome === 'scheduled' ? debit.reference === reported.reference : debit.status !== 'intended';
}

// Every request that arrived has an intent on file of its own.
function sentTwice(files: readonly File[], arrived: readonly ArrivedDebit[]): readonly string[] {
  const intents = new Map<string, number>();
  for (const { state, events } of files) {
    for (const event of events) {
      if (event.type !== 'debit.intended') continue;
      const name = debitName({
        mandateId: state.mandateId,
        amount: nairaFromKobo(event.amount),
        debitDate: event.debitDate,
      });
      intents.set(name, (intents.get(name) ?? 0) + 1);
    }
  }
  const wrongs: string[] = [];
  for (const debit of arrived) {
    const name = debitName(debit);
    const left = intents.get(name) ?? 0;
    if (left === 0) wrongs.push(`a debit arrived that no intent is left for: ${name}`);
    intents.set(name, left - 1);
  }
  return wrongs;
}

const debitName = ({ mandateId, amount, debitDate }: ArrivedDebit) => `${mandateId} ${amount} ${debitDate}`;

interface HeldReport {
  readonly reportId: string;
  readonly mandateId: string;
  readonly event: string;
  readonly content: { readonly amount?: number };
  readonly source: string;
}

async function judgeReports({ server }: Platform, files: readonly File[]) {
  const { items, dropped } = await server.controls.bureauReports();
  const held = (items as readonly HeldReport[]).filter(({ source }) => source === 'merchant');
  const others: string[] = dropped > 0 ? ['the bureau does not show all of its reports'] : [];
  const reportsLost: string[] = [];
  const acceptedTwice: string[] = [];
  const ids = new Set<string>();
  for (const { reportId } of held) {
    if (ids.has(reportId)) acceptedTwice.push(`the bureau took ${reportId} twice`);
    ids.add(reportId);
  }
  for (const { loanId, state } of files) {
    const own = held.filter(({ mandateId }) => mandateId === state.mandateId);
    for (const { report, acknowledged } of state.reports) {
      const there = own.find(({ reportId }) => reportId === report.reportId);
      if (!there || !acknowledged)
        reportsLost.push(
          `${loanId}: ${report.reportId} is ${acknowledged ? 'acknowledged' : 'open'}, the bureau has ${there?.event}`,
        );
      else if (canonicalJson(there.content) !== canonicalJson(report.content))
        others.push(`${loanId}: the bureau has another content of ${report.reportId}`);
    }
    if (own.map(({ reportId }) => reportId).join() !== state.reports.map(({ report }) => report.reportId).join()) {
      others.push(`${loanId}: the bureau got other reports than were filed, or in another order`);
    }
    const repaid = own
      .filter(({ event }) => event === 'repayment.successful')
      .reduce((sum, { content }) => sum + Math.round((content.amount ?? 0) * 100), 0);
    if (repaid !== state.collected)
      others.push(`${loanId}: repayments of ${repaid} kobo were reported, ${state.collected} were collected`);
  }
  return { reportsLost, acceptedTwice, others };
}

async function judgeBooks({ kit, platform: { server } }: Remains, files: readonly File[]): Promise<readonly string[]> {
  const wrongs: string[] = [];
  const listed = await kit.collections.list({ type: 'manual' });
  for (const { number, loanId, state } of files) {
    const { mandate } = await server.controls.readMandate(state.mandateId);
    if (Math.round(mandate.collectedAmount * 100) !== state.collected) {
      wrongs.push(
        `${loanId}: the file has ${state.collected} kobo collected, the server ${mandate.collectedAmount} naira`,
      );
    }
    let paid = 0;
    for (const { balance, ...account } of Object.values(accountsOf(number))) {
      paid += Math.round(balance * 100) - Math.round((await server.bank.account(account)).balance * 100);
    }
    if (paid !== state.collected)
      wrongs.push(`${loanId}: the banks paid ${paid} kobo, the file has ${state.collected}`);
    const orders = listed
      .filter(({ mandateId }) => mandateId === state.mandateId)
      .map(({ transactionRefence }) => transactionRefence);
    const references = state.debits.flatMap(({ reference }) => reference ?? []);
    if (orders.toSorted().join() !== references.toSorted().join())
      wrongs.push(`${loanId}: the server has debits ${orders}, the file ${references}`);
  }
  return wrongs;
}
