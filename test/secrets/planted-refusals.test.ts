import { describe, expect, test } from 'vitest';
import type { DiscoveredLoan, PlacedLoan, SelectedLoan } from '../../src/index.ts';
import { type PlantedFixture, plantedFixture, plantedOpening } from './planted-fixture.ts';
import {
  addresses,
  bankAccounts,
  choice,
  claim,
  keys,
  person,
  planted,
  signature,
  statement,
} from './planted-values.ts';

type Change = (value: unknown) => unknown;

/** What people give by mistake where something else belongs: too much, another thing, the whole person, or a thing that has no form. */
const mistakes: readonly (readonly [string, Change])[] = [
  ['the value twice', (value) => `${value}, ${value}`],
  ['the whole person as text', () => JSON.stringify(person)],
  ['the whole person', () => person],
  ['a list of persons', () => [person, person]],
  // An amount is shown, whatever else its digits may be.
  ['a number for a text', (value) => (typeof value === 'number' ? Number.NaN : Number(person.bvn))],
  ['a value that says everything about itself', () => ({ toString: () => Object.values(planted).join(' ') })],
];

/** Copies of an input with one leaf changed, each leaf once. */
function* withOneLeafChanged(
  input: unknown,
  change: Change,
  path: readonly string[] = [],
): Generator<{ readonly path: string; readonly input: never }> {
  if (typeof input !== 'object' || input === null || input instanceof Uint8Array) {
    yield { path: path.join('.'), input: change(input) as never };
    return;
  }
  for (const [name, part] of Object.entries(input)) {
    for (const changed of withOneLeafChanged(part, change, [...path, name])) {
      const copy = (Array.isArray(input) ? [...input] : { ...input }) as Record<string, unknown>;
      copy[name] = changed.input;
      yield { path: changed.path, input: copy as never };
    }
  }
}

/** Calls with every leaf of the input wrong in every way; answers how many were refused. */
async function refuseAll({ watcher }: PlantedFixture, input: object, call: (input: never) => unknown): Promise<number> {
  let refused = 0;
  for (const [, change] of mistakes) {
    for (const { path, input: wrong } of withOneLeafChanged(input, change)) {
      try {
        await call(wrong);
      } catch (error) {
        refused += 1;
        watcher.lookAt(`the refusal of ${path}`, error);
      }
    }
  }
  return refused;
}

describe('nothing that was planted is printed by the refusal of any field', () => {
  test('of a loan that is opened', async () => {
    const stage = await plantedFixture();
    const opening = plantedOpening();
    let loans = 0;
    const refused = await refuseAll(stage, opening, (input: typeof opening) => {
      loans += 1;
      // What is taken is taken under a name of its own, so that the next one is not refused for being the same loan.
      return stage.kit.loans.open(input.loanId === opening.loanId ? { ...input, loanId: `loan-${loans}` } : input);
    });
    expect(refused).toBeGreaterThan(100);
    expect(stage.watcher.leaks).toEqual([]);
  });

  test('of the payer’s choice and of an attachment', async () => {
    const stage = await plantedFixture();
    const { kit } = stage;
    const discovered: DiscoveredLoan = await kit.discovery.discover(await kit.loans.open(plantedOpening()));
    const withBackup = {
      ...choice,
      backupAccounts: [...choice.backupAccounts, { accountNumber: bankAccounts[2].accountNumber, bankCode: '011' }],
    };
    const choices = await refuseAll(stage, withBackup, (input) => kit.discovery.select(discovered, input));
    const selected: SelectedLoan = await kit.discovery.select(discovered, choice);
    const placed: PlacedLoan = await kit.mandates.place(selected);
    const plan = Object.fromEntries(
      bankAccounts
        .slice(0, 2)
        .map(({ accountNumber }) => [accountNumber, { by: 'signature', ...signature, accountName: person.name }]),
    );
    // Nothing is attached, so that every attachment is the first one.
    const attach = (input: never) => {
      stage.faults.splice(0, Number.POSITIVE_INFINITY, 'refused', 'refused');
      return kit.mandates.attach(placed, input);
    };
    const attachments = await refuseAll(stage, plan, attach);
    const strangers = await refuseAll(
      stage,
      { [claim.payment_details.account_number]: { by: 'signature', ...signature } },
      (input) => kit.mandates.attach(placed, input),
    );
    for (const refused of [choices, attachments, strangers]) expect(refused).toBeGreaterThan(5);
    expect(stage.watcher.leaks).toEqual([]);
  });

  test('of what is recorded, reported, debited, uploaded and claimed, at whatever stage', async () => {
    const stage = await plantedFixture();
    const { kit } = stage;
    const loan = (await kit.loans.open(plantedOpening())) as never;
    const said = { channel: 'web', ipAddress: addresses.withdrawal, reason: 'because' };
    const inputs: readonly (readonly [object, (input: never) => unknown])[] = [
      [
        { scope: 'automatedDebit', revokedAt: '2026-01-05T07:56:00Z', ...said },
        (input) => kit.mandates.revokeScope(loan, input),
      ],
      [{ requestedAt: '2026-01-05T07:56:00Z', ...said }, (input) => kit.mandates.requestCancellation(loan, input)],
      [
        { reference: 'D-1', reason: 'x', openedAt: '2026-01-05T07:56:00Z' },
        (input) => kit.mandates.openDispute(loan, input),
      ],
      [{ amount: 5, date: '2026-01-05', reference: 'R-1' }, (input) => kit.loans.recordRepayment(loan, input)],
      [{ amount: 5, basis: 'clause 4' }, (input) => kit.loans.recordObligation(loan, input)],
      [
        { amount: 5, date: '2026-01-05', reference: 'T-1', extra: { nin: planted.nin } },
        (input) => kit.bureau.reportDisbursed(loan, input),
      ],
      [{ finalStatus: 'repaid', closeDate: '2026-01-05' }, (input) => kit.bureau.close(loan, input)],
      [{ amount: 5, debitDate: '2026-02-01' }, (input) => kit.collections.collect(loan, input)],
      [{ mandateId: 'a'.repeat(24) }, (input) => kit.request('getMandate', input)],
      [{ type: 'manual', status: 'failed', search: person.bvn }, (input) => kit.collections.list(input)],
      [statement, (input) => kit.income.uploadStatement(input)],
      [claim, (input) => kit.insurance.claim(input)],
      [{ reason: 'the payer asked' }, (input) => kit.loans.erasePayer(person.payerId, input)],
      [{ id: keys.secretKey }, ({ id }: { id: string }) => kit.mandates.get(id)],
    ];
    let refused = 0;
    for (const [input, call] of inputs) refused += await refuseAll(stage, input, call);
    expect(refused).toBeGreaterThan(150);
    expect(stage.watcher.leaks).toEqual([]);
  });
});
