/** Bureaus of tests, and loans with reports for them. */
import type { BureauReport, BureauReporter } from '../../src/index.ts';
import type { Fixture } from '../journeys/fixture.ts';
import { transfer } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

/** A bureau that remembers what it was given and what it took. */
export interface TestBureau extends BureauReporter {
  /** Every submission, in order. */
  readonly given: BureauReport[];
  /** What it acknowledged, by reportId. */
  readonly taken: Map<string, number>;
  /** What happens to a submission: it is taken unless this throws; with `after: true` it is taken first. */
  fault: ((report: BureauReport, signal: AbortSignal | undefined) => unknown) | undefined;
  after: boolean;
}

/** Makes a bureau that takes everything, until it is given a fault. */
export function testBureau(): TestBureau {
  const given: BureauReport[] = [];
  const taken = new Map<string, number>();
  return {
    given,
    taken,
    fault: undefined,
    after: false,
    async submit(report, { signal } = {}) {
      given.push(report);
      if (!this.after) await this.fault?.(report, signal);
      taken.set(report.reportId, (taken.get(report.reportId) ?? 0) + 1);
      if (this.after) await this.fault?.(report, signal);
    },
  };
}

/** Loans whose approval and disbursement are filed, but not delivered. */
export async function disbursedLoans(fixture: Fixture, count: number): Promise<readonly string[]> {
  const loanIds: string[] = [];
  for (let number = 1; number <= count; number++) {
    const loanId = `loan-${number}`;
    await fixture.kit.bureau.reportDisbursed(await walkTo(fixture, 'approved', { loanId }), transfer);
    loanIds.push(loanId);
  }
  return loanIds;
}

/** What the reference server's bureau holds of the lender, by loan's mandate, in order. */
export async function bureauEvents({ server }: Fixture): Promise<ReadonlyMap<string, readonly string[]>> {
  const items = (await server.controls.bureauReports()).items as { source: string; mandateId: string; event: string }[];
  const events = new Map<string, string[]>();
  for (const { source, mandateId, event } of items) {
    if (source === 'merchant') events.set(mandateId, [...(events.get(mandateId) ?? []), event]);
  }
  return events;
}
