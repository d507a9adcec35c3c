import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import type { Loan, SelectedLoan } from '../../src/index.ts';
import { createTestDelivery, parse } from '../../src/webhooks/index.ts';
import { altered } from '../journeys/altered.ts';
import { faulty } from '../journeys/faulty-transport.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import { choice, FIRST_BACKUP, PRIMARY, SECOND_BACKUP } from '../journeys/people.ts';
import { stepOn, walkTo } from '../journeys/walk.ts';

const NAME = 'e'.repeat(24);
const OTHER = 'f'.repeat(24);

const byService = { policy: { mandateIds: 'service' } } as const;

/** The bodies of placements, and the file's mandate id at the moment when each left. */
function placements() {
  const sent: { readonly mandateId: string; readonly accountNumber: string; readonly onFile: string }[] = [];
  let fixture: Fixture | undefined;
  const wrap = (transport: Transport) =>
    faulty(transport, async ({ path, body }) => {
      if (!path.endsWith('/consent/create') || !fixture) return undefined;
      const { mandateId, accountNumber } = JSON.parse(String(body)) as { mandateId: string; accountNumber: string };
      sent.push({ mandateId, accountNumber, onFile: (await fixture.newKit().loans.get('loan-1')).mandateId });
      return undefined;
    });
  const watch = (watched: Fixture) => {
    fixture = watched;
  };
  return { sent, wrap, watch };
}

/** A client whose n-th placement is answered with another `_id`. */
function answering(fixture: Fixture, ids: readonly (string | undefined)[]) {
  let nth = 0;
  const change = (data: { _id: string }) => ({ ...data, _id: ids[nth++] ?? data._id });
  return fixture.newKit({ transport: altered(fixture.transport, '/consent/create', change) });
}

describe('a service that names mandates itself', () => {
  test('is believed with the first account: its id is on file before the next account is placed, and goes out from then on', async () => {
    const { sent, wrap, watch } = placements();
    const fixture = await createFixture({ server: byService, wrap });
    const selected = await walkTo(fixture, 'selected');
    watch(fixture);
    const placed = await fixture.kit.mandates.place(selected);
    const [own, given] = [selected.mandateId, placed.mandateId];
    expect(given).not.toBe(own);
    expect(sent.map(({ mandateId, onFile }) => [mandateId, onFile])).toEqual([
      [own, own],
      [given, given],
      [given, given],
    ]);
    expect((await fixture.server.controls.readMandate(given)).mandate.consents).toHaveLength(3);
    expect((await fixture.kit.mandates.attachByMicroDeposit(placed)).mandateId).toBe(given);
    const added = (await fixture.eventsOf()).filter(({ type }) => type === 'placement.confirmed');
    expect(added.map((event) => 'mandateId' in event && event.mandateId)).toEqual([given, false, false]);
  });

  test('finds the loan by either id in a webhook', async () => {
    const fixture = await createFixture({ server: byService, receivesWebhooks: false });
    const selected = await walkTo(fixture, 'selected');
    let loan: Loan = selected;
    while (loan.stage !== 'verified') loan = await stepOn(fixture, loan);
    expect(loan.mandateId).not.toBe(selected.mandateId);
    for (const mandateId of [selected.mandateId, loan.mandateId.toUpperCase()]) {
      const { body } = createTestDelivery('mandate.activated', { mandateId, ...PRIMARY }, { secret: 's' });
      expect(await fixture.newKit().confirm(parse(body))).toMatchObject({
        kind: 'confirmed',
        loan: { loanId: 'loan-1' },
      });
    }
  });

  test('and answers while the loan is abandoned leaves its name on file: without it no one could have the mandate released', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const selected = await walkTo(fixture, 'selected');
    const wrap = (transport: Transport) =>
      faulty(transport, async ({ path }) => {
        if (path.endsWith('/consent/create')) await fixture.newKit().loans.abandon(selected, { reason: 'withdrawn' });
        return undefined;
      });
    await fixture.server.controls.patchPolicy(byService.policy);
    expect(
      await errorOf(fixture.newKit({ transport: wrap(fixture.transport) }).mandates.place(selected)),
    ).toMatchObject({
      name: 'StaleLoanError',
    });
    const abandoned = await fixture.kit.loans.get('loan-1');
    expect((await fixture.server.controls.readMandate(abandoned.mandateId)).mandate.consents).toMatchObject([PRIMARY]);
  });

  test.each([
    ['400', { status: 400, body: { status: false, error: true, message: 'No such mandate', data: null } }],
    [
      'a failure with 200',
      { status: 200, body: { status: false, error: true, message: 'No such mandate', data: null } },
    ],
    ['an empty success', { status: 200, body: { status: true, error: false, message: null, data: null } }],
  ])('and answers %s when it is asked for an id of ours is sent the same placement again', async (_what, answer) => {
    const fixture = await createFixture({ server: byService, receivesWebhooks: false });
    const selected = await walkTo(fixture, 'selected');
    const lost = faulty(fixture.transport, ({ path }) =>
      path.endsWith('/consent/create') ? 'reset-after' : undefined,
    );
    expect(await errorOf(fixture.newKit({ transport: lost }).mandates.place(selected))).toMatchObject({
      outcome: 'unknown',
    });
    const kit = fixture.newKit({
      transport: faulty(fixture.transport, ({ path }) => (path.endsWith('/get-mandate') ? answer : undefined)),
    });
    const placed = await kit.mandates.place(selected);
    const { mandate, events } = await fixture.server.controls.readMandate(placed.mandateId);
    expect(mandate.consents).toHaveLength(3);
    expect(events.filter(({ event }) => event === 'account.placed')).toHaveLength(3);
    expect(await errorOf(kit.mandates.refresh(await fixture.kit.mandates.attachByMicroDeposit(placed)))).toMatchObject({
      operation: 'getMandate',
    });
  });
});

describe('a service that makes a mandate for each placement that does not name it', () => {
  /** Answers each placement of an id that it did not make with a new one; `during` runs while the first one is under way. */
  function minting(fixture: Fixture, during: () => Promise<unknown> = async () => undefined) {
    const made: string[] = [];
    const wrap = (transport: Transport): Transport => ({
      ...transport,
      close: () => transport.close(),
      async send(request) {
        if (!request.path.endsWith('/consent/create')) return transport.send(request);
        const { mandateId } = JSON.parse(String(request.body)) as { mandateId: string };
        const isKnown = made.includes(mandateId);
        if (!isKnown) made.push(String(made.length + 1).repeat(24));
        if (made.length === 1 && !isKnown) await during();
        const response = await transport.send(request);
        const body = JSON.stringify({
          status: true,
          error: false,
          message: null,
          data: { _id: isKnown ? mandateId : made.at(-1) },
        });
        return { ...response, status: 200, body, bodyBytes: body.length };
      },
    });
    return { made, wrap, kit: fixture.newKit({ transport: wrap(fixture.transport) }) };
  }

  const dutiesOf = async ({ kit }: Fixture) =>
    (await kit.loans.duties(await kit.loans.get('loan-1'))).map(({ key }) => key);

  test('makes one where two clients place at once: the second has to come back', async () => {
    const fixture = await createFixture({ server: byService, receivesWebhooks: false });
    const selected = await walkTo(fixture, 'selected');
    let second: unknown;
    const { made, wrap, kit } = minting(fixture, async () => {
      second = await errorOf(fixture.newKit({ transport: wrap(fixture.transport) }).mandates.place(selected));
    });
    expect(await kit.mandates.place(selected)).toMatchObject({ stage: 'placed', mandateId: '1'.repeat(24) });
    expect(second).toMatchObject({ name: 'ConflictError', outcome: 'none', retryable: true });
    expect(made).toHaveLength(1);
    expect(await dutiesOf(fixture)).toEqual([]);
  });

  test('may have made a second one after a lost answer: that is a duty, until a person says that it was released', async () => {
    const fixture = await createFixture({ server: byService, receivesWebhooks: false });
    const selected = await walkTo(fixture, 'selected');
    const { made, wrap, kit } = minting(fixture);
    const lost = fixture.newKit({
      transport: faulty(wrap(fixture.transport), ({ path }) =>
        path.endsWith('/consent/create') ? 'reset-after' : undefined,
      ),
    });
    expect(await errorOf(lost.mandates.place(selected))).toMatchObject({ outcome: 'unknown' });
    const placed = await kit.mandates.place(selected);
    expect(made).toHaveLength(2);
    const [duty] = await kit.loans.duties(placed);
    expect(duty).toMatchObject({ duty: 'release-mandate', why: expect.stringContaining('second') });
    await kit.loans.dischargeDuty(placed, { duty: duty?.key ?? '', note: 'released, ticket 7' });
    expect(await dutiesOf(fixture)).toEqual([]);
  });

  test('is asked again when the process that placed died: once its call must be over, and with the same duty', async () => {
    const fixture = await createFixture({ server: byService, receivesWebhooks: false });
    const selected = await walkTo(fixture, 'selected');
    const { wrap, kit } = minting(fixture);
    const died = { ...fixture.store, append: fixture.store.append.bind(fixture.store) };
    let writes = 0;
    const dying = fixture.newKit({
      store: {
        ...died,
        append: async (...given: Parameters<typeof died.append>) => {
          writes += 1;
          if (writes > 1) throw new Error('the process was killed');
          await died.append(...given);
        },
      },
      transport: wrap(fixture.transport),
    });
    await errorOf(dying.mandates.place(selected));
    expect(await errorOf(kit.mandates.place(selected))).toMatchObject({ name: 'ConflictError' });
    await fixture.moveTo(new Date(fixture.server.clock.now() + 60_000).toISOString());
    expect((await kit.mandates.place(selected)).stage).toBe('placed');
    expect(await dutiesOf(fixture)).toEqual(['release-mandate:unanswered-placement']);
  });

  test('has made none that is owed a word where it takes the id that was sent', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const selected = await walkTo(fixture, 'selected');
    const lost = faulty(fixture.transport, ({ path }) =>
      path.endsWith('/consent/create') ? 'reset-after' : undefined,
    );
    await errorOf(fixture.newKit({ transport: lost }).mandates.place(selected));
    expect((await fixture.kit.mandates.place(selected)).mandateId).toBe(selected.mandateId);
    expect(await dutiesOf(fixture)).toEqual([]);
  });
});

describe('an `_id` that cannot be the loan’s', () => {
  test('such as a second one for the next account is refused, and the backup can be left out', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const selected = await walkTo(fixture, 'selected');
    for (const ids of [[NAME, OTHER], [OTHER]]) {
      const error = await errorOf(answering(fixture, ids).mandates.place(selected));
      expect(error).toMatchObject({
        name: 'AnswerError',
        operation: 'createConsent',
        outcome: 'unknown',
        issues: [{ path: 'data._id' }],
      });
      expect(error.message).toMatch(new RegExp(`is ${OTHER}, but .* ${NAME}.*discovery\\.reselect.*loans\\.abandon`));
    }
    const loan = (await fixture.kit.loans.get('loan-1')) as SelectedLoan;
    expect(loan).toMatchObject({ stage: 'selected', mandateId: NAME });
    const kit = answering(fixture, [NAME, NAME]);
    const without = await kit.discovery.reselect(loan, { ...choice, backupAccounts: [] });
    expect(await kit.mandates.place(without)).toMatchObject({ stage: 'placed', mandateId: NAME, backupAccounts: [] });
  });

  test('such as that of another loan is refused and not written down; placed again under one of its own, the loan goes on', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const first = await walkTo(fixture, 'placed', { loanId: 'loan-0' });
    const selected = await walkTo(fixture, 'selected');
    const error = await errorOf(answering(fixture, [first.mandateId]).mandates.place(selected));
    expect(error).toMatchObject({
      name: 'AnswerError',
      outcome: 'unknown',
      issues: [{ path: 'data._id', message: "is the mandate of loan 'loan-0'" }],
    });
    expect((await fixture.kit.loans.get('loan-1')).mandateId).toBe(selected.mandateId);
    expect((await fixture.kit.mandates.place(selected)).stage).toBe('placed');
  });

  test('such as one that two loans are given at the same moment goes to one of them', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const loans = await Promise.all(
      ['loan-1', 'loan-2'].map((loanId) =>
        walkTo(fixture, 'selected', { loanId, selection: { ...choice, backupAccounts: [] } }),
      ),
    );
    const kits = loans.map(() => answering(fixture, [NAME]));
    const ends = await Promise.allSettled(kits.map((kit, index) => kit.mandates.place(loans[index] as SelectedLoan)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [refused] = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(refused).toMatchObject({
      name: 'AnswerError',
      outcome: 'unknown',
      issues: [{ message: expect.stringMatching(/is the mandate of loan 'loan-[12]'/) }],
    });
  });

  test.each(['b'.repeat(23), 'not-an-id', '7'])('such as %s is refused by its form', async (id) => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const selected = await walkTo(fixture, 'selected');
    expect(await errorOf(answering(fixture, [id]).mandates.place(selected))).toMatchObject({
      name: 'AnswerError',
      outcome: 'unknown',
      issues: [{ path: 'data._id', message: 'is not 24 hexadecimal characters' }],
    });
    expect((await fixture.kit.mandates.place(selected)).mandateId).toBe(selected.mandateId);
  });

  test('is not one that differs in the case of its letters', async () => {
    const fixture = await createFixture({ receivesWebhooks: false });
    const selected = await walkTo(fixture, 'selected');
    const shouting = altered(fixture.transport, '/consent/create', (data: { _id: string }) => ({
      ...data,
      _id: data._id.toUpperCase(),
    }));
    expect((await fixture.newKit({ transport: shouting }).mandates.place(selected)).mandateId).toBe(selected.mandateId);
  });
});

test('a name that the service gave stays when the payer chooses again', async () => {
  const fixture = await createFixture({ server: byService, receivesWebhooks: false });
  const verifying = await walkTo(fixture, 'verifying', { selection: { ...choice, backupAccounts: [] } });
  await fixture.server.controls.makeDeposit({ mandateId: verifying.mandateId, ...PRIMARY, outcome: 'rejected' });
  const failed = await fixture.kit.mandates.refresh(verifying);
  if (failed.stage !== 'verifying') expect.fail(failed.stage);
  const chosenBy = { ...choice.chosenBy, at: '2026-01-05T08:00:00Z' };
  const again = await fixture.kit.discovery.reselect(failed, {
    primaryAccount: FIRST_BACKUP,
    backupAccounts: [SECOND_BACKUP],
    chosenBy,
  });
  expect((await fixture.kit.mandates.place(again)).mandateId).toBe(verifying.mandateId);
});
