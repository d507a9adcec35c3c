import { describe, expect, test } from 'vitest';
import { adviseOnDecline, type CollectingLoan, memoryKeys, RepayKitError } from '../../src/index.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import { manualTerms } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

type Call = (...given: readonly unknown[]) => unknown;
type Rooms = Readonly<Record<string, Readonly<Record<string, Call>>>>;

const nothing = [undefined, null, {}];

/** What callers without a compiler pass: too little, null, empty records, at each place. */
function carelessly(loan: CollectingLoan): readonly (readonly unknown[])[] {
  const beginnings: unknown[] = [loan, 'loan-1', '51', ...nothing];
  const pairs = beginnings.flatMap((first) => nothing.map((second) => [first, second]));
  return [
    [],
    ...beginnings.map((first) => [first]),
    ...pairs,
    ...pairs.map((pair) => [...pair, null]),
    [loan, {}, {}, null],
  ];
}

async function wrongErrors(call: Call, loan: CollectingLoan): Promise<readonly unknown[]> {
  const wrong: unknown[] = [];
  for (const given of carelessly(loan)) {
    try {
      await call(...given);
    } catch (error) {
      if (!(error instanceof RepayKitError))
        wrong.push({ given: given.map((value) => (value === loan ? 'the loan' : value)), error });
    }
  }
  return wrong;
}

const rooms = ['loans', 'discovery', 'mandates', 'bureau', 'collections', 'insurance', 'income'] as const;

test.each([...rooms, 'kit'] as const)(
  'whatever is passed to %s without a compiler is refused by an error of ours, or taken',
  async (room) => {
    const fixture = await createFixture({ kit: { keys: memoryKeys() }, receivesWebhooks: false });
    const loan = await walkTo(fixture, 'collecting', { terms: manualTerms });
    const target = (room === 'kit' ? fixture.kit : fixture.kit[room]) as unknown as Rooms[string];
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(target)).filter(
      (name) => name !== 'constructor' && name !== 'close',
    );
    expect(methods.length).toBeGreaterThan(1);
    for (const method of methods) {
      const call: Call = (...given) => (target[method] as Call).apply(target, [...given]);
      expect([method, await wrongErrors(call, loan)]).toEqual([method, []]);
    }
  },
);

describe('the refusal names what is wrong:', () => {
  const event = (kind: string, data: unknown) => ({ kind, event: kind, data, raw: {} });
  const signal = { aborted: false };

  test.each<[string, (kit: Fixture['kit'], loan: CollectingLoan) => unknown, readonly string[]]>([
    ['evidence of nothing', ({ loans }) => loans.evidence(undefined as never), ['loanId']],
    ['evidence of an object', ({ loans }, loan) => loans.evidence(loan as never), ['loanId']],
    ['evidence of a blank', ({ loans }) => loans.evidence(' '), ['loanId']],
    ['evidence with null for its options', ({ loans }) => loans.evidence('loan-1', null as never), ['input']],
    ['evidence with a text for its options', ({ loans }) => loans.evidence('loan-1', 'all' as never), ['input']],
    [
      'evidence with personal parts by a text',
      ({ loans }) => loans.evidence('loan-1', { showPersonal: 'false' as never }),
      ['showPersonal'],
    ],
    ['a release of nothing', ({ bureau }, loan) => bureau.release(loan, undefined as never), ['reportId']],
    ['a release of null', ({ bureau }, loan) => bureau.release(loan, null as never), ['reportId']],
    ['a confirmation of nothing', (kit) => kit.confirm(undefined as never), ['kind']],
    ['a confirmation of a body', (kit) => kit.confirm({ event: 'collection.success' } as never), ['kind']],
    ['a confirmation of another kind', (kit) => kit.confirm(event('toString', {}) as never), ['kind']],
    ['a confirmation without data', (kit) => kit.confirm(event('collection', undefined) as never), ['data.mandateId']],
    [
      'a confirmation without a mandate',
      (kit) => kit.confirm(event('mandate.failed', {}) as never),
      ['data.mandateId'],
    ],
    ['a wait with null', ({ bureau }, loan) => bureau.awaitReported(loan, null as never), ['input']],
    ['a wait with half a signal', ({ bureau }, loan) => bureau.awaitReported(loan, { signal } as never), ['signal']],
    [
      'a wait that tells no function',
      ({ mandates }, loan) => mandates.awaitActive(loan as never, { onProgress: {}, timeoutMs: -1 } as never),
      ['timeoutMs', 'onProgress'],
    ],
  ])('%s', async (_what, call, paths) => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loan = await walkTo(fixture, 'collecting');
    const error = await errorOf(Promise.resolve().then(() => call(fixture.kit, loan)));
    expect(error).toMatchObject({ name: 'InputError', issues: paths.map((path) => ({ path })) });
  });

  test('evidence with an empty record, and an event of no mandate, are taken', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    await walkTo(fixture, 'collecting');
    expect(await fixture.kit.loans.evidence('loan-1', {})).toContain('loan.opened');
    expect(await fixture.kit.confirm(event('policy', {}) as never)).toEqual({ kind: 'confirmed' });
  });
});

describe('advice on a decline', () => {
  const advise = adviseOnDecline as Call;

  test('is given for what can be read', () => {
    expect(adviseOnDecline('51')).toMatchObject({ advice: 'retry-later', category: 'funds' });
    expect(
      adviseOnDecline('51', [{ responseCode: '51', at: '2026-02-01' }], { declinedAt: '2026-02-02' }),
    ).toMatchObject({ earliestDate: '2026-02-02' });
  });

  test.each([
    ['without a code', [], ['code']],
    ['without a list', ['51', null], ['history']],
    ['of a promise of a list', ['51', Promise.resolve([])], ['history']],
    ['of a list with a hole', ['51', [{ responseCode: '51', at: '2026-02-01' }, null]], ['history.1']],
    ['in no context', ['51', [], null], ['context']],
    ['of nothing but nulls', [null, null, null], ['code', 'history', 'context']],
  ])('is refused %s', async (_what, given, paths) => {
    const error = await errorOf(Promise.resolve().then(() => advise(...given)));
    expect(error).toMatchObject({ name: 'InputError', issues: paths.map((path) => ({ path })) });
  });
});
