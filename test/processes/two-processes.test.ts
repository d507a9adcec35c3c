import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RepayKit } from '../../src/client/repay-kit.ts';
import type { Loan } from '../../src/domain/loan/loan.ts';
import { exportEvidence } from '../../src/evidence/evidence-export.ts';
import { verifyEvidence } from '../../src/evidence/evidence-verify.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { eventsIn } from '../loan-file/file-events.ts';
import { loanIdOf, merchantKit, nextStep, openingOf } from '../proof/kill/merchant.ts';
import { Platform } from '../proof/kill/platform.ts';
import { makePlace, openStore, type StorePlace } from '../proof/kill/store-place.ts';
import { type BuiltProgram, buildProgram } from '../proof/program.ts';
import { Dice } from '../proof/tampering/dice.ts';
import { Rivals } from './rivals.ts';

const NUMBER = 1;
const LOAN = loanIdOf(NUMBER);

let program: BuiltProgram;
beforeAll(async () => {
  program = await buildProgram('test/processes/rival.ts');
});
afterAll(() => program.clear());

interface Scene {
  readonly platform: Platform;
  readonly store: LoanStore;
  readonly kit: RepayKit;
  readonly rivals: Rivals;
  present(): Promise<Loan>;
  /** Goes on with the loan as one process alone does. */
  walkTo(stage: Loan['stage']): Promise<Loan>;
}

async function sceneOver(kind: StorePlace['kind']): Promise<Scene> {
  const platform = await Platform.open(1);
  const { place, clear } = await makePlace(kind);
  const { store, close } = openStore(place);
  const { clock } = platform.server;
  const kit = merchantKit(platform.url, { store, clock });
  const rivals = new Rivals(program.file, { url: platform.url, place, now: clock.now() });
  onTestFinished(async () => {
    await rivals.end();
    await kit.close();
    await close();
    await platform.close();
    await clear();
  });
  await platform.addPayer(NUMBER);
  await kit.loans.open(openingOf(NUMBER));
  const present = () => kit.loans.get(LOAN);
  const walkTo = async (stage: Loan['stage']) => {
    for (let loan = await present(); loan.stage !== stage; loan = await present()) {
      if (loan.stage === 'verifying') await platform.payDeposits(loan.mandateId, NUMBER);
      await nextStep(kit, loan, { dice: new Dice(1), today: clock.today() }).take();
    }
    return present();
  };
  return { platform, store, kit, rivals, present, walkTo };
}

async function expectWholeFile({ store, platform }: Scene): Promise<void> {
  const report = await verifyEvidence(exportEvidence({ store, loanIds: [LOAN], clock: platform.server.clock }));
  expect(report).toMatchObject({ ok: true, problems: [] });
  expect(report.loans[0]?.events).toBe((await eventsIn(store, LOAN)).length);
}

const stores: readonly (readonly [string, StorePlace['kind'], boolean])[] = [
  ['a SQLite file', 'sqlite', true],
  ['PostgreSQL', 'postgres', process.env.DATABASE_URL !== undefined],
];

describe.each(stores)('two processes, one loan, over %s', (_name, kind, isThere) => {
  const trial = test.skipIf(!isThere);

  trial(
    'take every step together: each is done once, and whoever came second is done too or told where the loan is',
    async () => {
      const scene = await sceneOver(kind);
      let conflicts = 0;
      for (let loan = await scene.present(); loan.stage !== 'collecting'; loan = await scene.present()) {
        if (loan.stage === 'verifying') await scene.platform.payDeposits(loan.mandateId, NUMBER);
        const ends = await scene.rivals.race(LOAN, [{ order: 'step' }, { order: 'step' }]);
        expect(ends.some((end) => end.kind === 'done')).toBe(true);
        for (const end of ends)
          if (end.kind === 'refused') expect(['ConflictError', 'StaleLoanError']).toContain(end.error);
        conflicts += ends.reduce((sum, end) => sum + end.conflicts, 0);
      }
      // Both had decided on the same file: the second one was turned away, read again, and decided again.
      expect(conflicts).toBeGreaterThanOrEqual(4);
      const types = (await eventsIn(scene.store, LOAN)).map(({ type }) => type);
      for (const once of ['accounts.discovered', 'accounts.selected', 'mandate.placed', 'mandate.attached'] as const) {
        expect(types.filter((type) => type === once)).toHaveLength(1);
      }
      const { mandateId } = await scene.present();
      expect((await scene.platform.server.controls.readMandate(mandateId)).mandate.consents).toHaveLength(2);
      const held = (await scene.platform.server.controls.bureauReports()).items as readonly {
        readonly event: string;
      }[];
      expect(held.map(({ event }) => event)).toEqual(['loan.approved', 'loan.disbursed']);
      await expectWholeFile(scene);
    },
  );

  trial(
    'ask for a debit on the same day at the same instant: exactly one is sent, the other one is refused by its rule',
    async () => {
      const scene = await sceneOver(kind);
      await scene.walkTo('collecting');
      const days = ['2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'];
      for (const [index, debitDate] of days.entries()) {
        const order = { order: 'debit', amount: 10_000 + index, debitDate } as const;
        const ends = await scene.rivals.race(LOAN, [order, order]);
        expect(ends.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toMatchObject([
          { kind: 'done', outcome: 'scheduled' },
          { kind: 'refused', error: 'RuleError', rule: 'debit-is-single' },
        ]);
        expect(ends.reduce((sum, end) => sum + end.conflicts, 0)).toBe(1);
      }
      expect(scene.platform.debits.map(({ debitDate }) => debitDate)).toEqual(days);
      expect(await scene.present()).toMatchObject({ balances: { openDebits: 40_006 } });
      await expectWholeFile(scene);
    },
  );

  trial('ask for more than is owed on two days: together they get no more than that', async () => {
    const scene = await sceneOver(kind);
    await scene.walkTo('collecting');
    const ends = await scene.rivals.race(LOAN, [
      { order: 'debit', amount: 50_000, debitDate: '2026-01-06' },
      { order: 'debit', amount: 50_000, debitDate: '2026-01-07' },
    ]);
    expect(ends.map(({ kind: end }) => end).toSorted()).toEqual(['done', 'refused']);
    expect(ends.find((end) => end.kind === 'refused')).toMatchObject({
      error: 'RuleError',
      rule: 'debit-within-terms',
    });
    expect(scene.platform.debits).toHaveLength(1);
  });

  trial('one closes the loan while the other one debits it: a closed loan has no debit under way', async () => {
    const scene = await sceneOver(kind);
    await scene.walkTo('collecting');
    const ends = await scene.rivals.race(LOAN, [
      { order: 'debit', amount: 50_000, debitDate: '2026-01-06' },
      { order: 'close' },
    ]);
    expect(ends.map(({ kind: end }) => end).toSorted()).toEqual(['done', 'refused']);
    expect(scene.platform.debits).toHaveLength((await scene.present()).stage === 'closed' ? 0 : 1);
  });

  trial('write many facts at once: all of them get onto the file, one after the other', async () => {
    const scene = await sceneOver(kind);
    const { version } = await scene.walkTo('collecting');
    const times = 20;
    const ends = await scene.rivals.race(LOAN, [
      { order: 'repay', times, name: 'first' },
      { order: 'repay', times, name: 'second' },
    ]);
    expect(ends.map(({ kind: end }) => end)).toEqual(['done', 'done']);
    expect(ends.reduce((sum, end) => sum + end.conflicts, 0)).toBeGreaterThanOrEqual(1);
    const recorded = (await eventsIn(scene.store, LOAN))
      .slice(version)
      .flatMap((event) => (event.type === 'repayment.recorded' ? [event.reference] : []));
    const wanted = ['first', 'second'].flatMap((name) =>
      Array.from({ length: times }, (_, index) => `${name}-${index + 1}`),
    );
    expect(recorded.toSorted()).toEqual(wanted.toSorted());
    expect(await scene.present()).toMatchObject({ balances: { repaidOutside: 4_000, outstanding: 86_000 } });
    await expectWholeFile(scene);
  });

  trial('the file tells every process the same', async () => {
    const scene = await sceneOver(kind);
    await scene.walkTo('collecting');
    await scene.rivals.race(LOAN, [
      { order: 'debit', amount: 10_000, debitDate: '2026-01-06' },
      { order: 'repay', times: 1, name: 'first' },
    ]);
    const loan = await scene.present();
    const [first, second] = await scene.rivals.race(LOAN, [
      { order: 'repay', times: 0, name: '' },
      { order: 'repay', times: 0, name: '' },
    ]);
    for (const end of [first, second]) expect(end).toMatchObject({ kind: 'done', version: loan.version });
  });
});
