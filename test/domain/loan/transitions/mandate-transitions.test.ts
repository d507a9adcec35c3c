import { describe, expect, test } from 'vitest';
import type { EventOf, LoanEvent } from '../../../../src/domain/loan/events/events.ts';
import { chosenAccounts, type LoanState, primaryAccount } from '../../../../src/domain/loan/state.ts';
import { at, attached, discovered, eventsUpTo, loanAt, mandateId, placed, read, selected } from '../sample-loan.ts';

const account = (state: LoanState, ref: string) => state.accounts.find((candidate) => candidate.account === ref);
const startedOver = { placement: 'none', attachment: 'none', attachedBy: undefined, mandateStatus: undefined };

describe('discovery', () => {
  test('finds accounts of which nothing is placed, attached or read yet', () => {
    expect(account(loanAt('discovered'), 'a4')).toEqual({
      account: 'a4',
      details: { accountNumber: '0123456784', bankCode: '058', bankName: 'Sample Bank', accountName: 'ADA OBI' },
      usable: false,
      placement: 'none',
      attachment: 'none',
      attachedBy: undefined,
      mandateStatus: undefined,
      statusSince: 0,
      consentId: undefined,
    });
  });

  test('leaves accounts without numbers where the payer’s data were erased since', () => {
    const state = loanAt('consented', [{ ...discovered, personal: undefined } as LoanEvent]);
    expect(state.accounts.map(({ account: ref, details }) => [ref, details])).toEqual([
      ['a1', undefined],
      ['a2', undefined],
      ['a3', undefined],
      ['a4', undefined],
    ]);
  });
});

describe('the choice', () => {
  test('is none before the payer chose', () => {
    expect(primaryAccount(loanAt('discovered'))).toBeUndefined();
    expect(chosenAccounts(loanAt('discovered'))).toEqual([]);
  });

  test('passes over what its file does not name, and is never verified without its primary', () => {
    expect(chosenAccounts(loanAt('discovered', [selected('a9', ['a2'])])).map(({ account: ref }) => ref)).toEqual([
      'a2',
    ]);
    const unknown = loanAt('discovered', [
      selected('a9', []),
      { type: 'mandate.attached', at },
      read('active', { a1: 'active' }),
    ]);
    expect(unknown.stage).toBe('verifying');
  });

  test('is verified by its own primary, whichever account comes first', () => {
    const swapped = [selected('a2', ['a1']), ...placed, ...attached];
    expect(loanAt('discovered', [...swapped, read('active', { a1: 'active', a2: 'pending' })]).stage).toBe('verifying');
    expect(loanAt('discovered', [...swapped, read('active', { a1: 'pending', a2: 'active' })]).stage).toBe('verified');
  });
});

describe('a backup that the payer opts in to', () => {
  const added = (ref: string): LoanEvent => ({
    type: 'backup.added',
    at,
    account: ref,
    chosenAt: '2026-01-06T09:00:00Z',
    personal: { ipAddress: '102.89.23.4' },
  });

  test('starts over where it came to nothing, and no other account does', () => {
    const state = loanAt('verifying', [read('active', { a1: 'pending', a2: 'failed' }), added('a2')]);
    expect(account(state, 'a2')).toMatchObject(startedOver);
    expect(account(state, 'a1')).toMatchObject({
      placement: 'confirmed',
      attachment: 'confirmed',
      mandateStatus: 'pending',
    });
    const other = loanAt('verifying', [read('active', { a1: 'active', a2: 'failed' }), added('a3')]);
    expect(account(other, 'a2')).toMatchObject({ placement: 'confirmed', mandateStatus: 'failed' });
    expect(account(other, 'a3')).toMatchObject(startedOver);
  });

  test('stays as it is where it stands', () => {
    const state = loanAt('verified', [added('a2')]);
    expect(account(state, 'a2')).toMatchObject({
      placement: 'confirmed',
      attachment: 'confirmed',
      mandateStatus: 'active',
    });
  });

  test('is not chosen where no primary was chosen', () => {
    expect(loanAt('discovered', [added('a2')]).selection).toBeUndefined();
  });
});

describe('the words for the payer', () => {
  const words = (ref: string, instructions: string): LoanEvent => ({
    type: 'attachment.confirmed',
    at,
    account: ref,
    by: 'micro-deposit',
    accepted: true,
    personal: { instructions },
    transferDestinations: [],
  });
  const reported = (...events: LoanEvent[]) => loanAt('placed', events).instructions;

  test('are those of the primary, whichever account is answered first', () => {
    expect(reported(words('a1', 'Send ₦50.00 from the first'), words('a2', 'Send ₦50.00 from the second'))).toBe(
      'Send ₦50.00 from the first',
    );
    expect(reported(words('a2', 'Send ₦50.00 from the second'), words('a1', 'Send ₦50.00 from the first'))).toBe(
      'Send ₦50.00 from the first',
    );
  });

  test('are those of a backup as long as there are none of the primary', () => {
    expect(reported(words('a2', 'Send ₦50.00 from the second'))).toBe('Send ₦50.00 from the second');
    expect(reported()).toBeUndefined();
  });

  test('may be reported before the payer’s choice is known', () => {
    expect(loanAt('discovered', [words('a1', 'Send ₦50.00')]).instructions).toBe('Send ₦50.00');
  });

  test('stay as they are when an answer has none', () => {
    const silent: LoanEvent = {
      type: 'attachment.confirmed',
      at,
      account: 'a1',
      by: 'signature',
      accepted: true,
      transferDestinations: [],
    };
    expect(reported(words('a1', 'Send ₦50.00'), silent)).toBe('Send ₦50.00');
  });
});

test('a choice of another primary has the new one placed again, and every other account stays as it stood', () => {
  const state = loanAt('verifying', [read('failed', { a1: 'pending', a2: 'pending' }), selected('a2', ['a1'])]);
  expect(account(state, 'a2')).toMatchObject({ placement: 'none', attachment: 'confirmed', mandateStatus: 'pending' });
  expect(account(state, 'a1')).toMatchObject({
    placement: 'confirmed',
    attachment: 'confirmed',
    mandateStatus: 'pending',
  });
  expect(eventsUpTo('verifying')).toHaveLength(state.version - 2);
});

describe('the first placement of a mandate', () => {
  const [first, second] = [
    { id: 'call-1', until: '2026-01-05T09:01:00.000Z' },
    { id: 'call-2', until: '2026-01-05T09:02:00.000Z' },
  ];
  const intended = (change: Partial<EventOf<'placement.intended'>> = {}): LoanEvent => ({
    type: 'placement.intended',
    at,
    account: 'a1',
    ...change,
  });
  const confirmed = (account: string, named?: string): LoanEvent => ({
    type: 'placement.confirmed',
    at,
    account,
    ...(named === undefined ? {} : { mandateId: named }),
  });
  const lost = intended({ mayBePlaced: true });

  test.each([
    ['without a claim makes one mandate', [intended()], undefined, false],
    ['is claimed by the call that makes it', [intended({ claim: first })], first, false],
    ['is free again once its call ended', [intended({ claim: first }), intended()], undefined, false],
    ['may be claimed again then', [intended({ claim: first }), intended(), intended({ claim: second })], second, false],
    [
      'may be a second one if it is taken over',
      [intended({ claim: first }), intended({ claim: second })],
      second,
      true,
    ],
    ['leaves no mandate behind if its call says so', [intended({ mayBePlaced: false })], undefined, false],
    ['may leave a mandate behind if its call was lost', [intended({ claim: first }), lost], undefined, true],
    ['still may after another claim', [lost, intended({ claim: second })], second, true],
    ['still may after another call', [lost, intended()], undefined, true],
  ])('%s', (_title, events, placing, mayHaveSecondMandate) => {
    const state = loanAt('selected', events);
    expect([state.placing, state.mayHaveSecondMandate]).toEqual([placing, mayHaveSecondMandate]);
    expect(account(state, 'a1')?.placement).toBe('intended');
    expect(account(state, 'a2')?.placement).toBe('none');
  });

  test.each([
    ['with the id that was sent leaves one mandate', [lost, confirmed('a1')], mandateId, false],
    ['with another id leaves a second one possible', [lost, confirmed('a1', 'own')], 'own', true],
    ['of a later account does not settle it', [lost, confirmed('a1', 'own'), confirmed('a2')], 'own', true],
    ['of a later account keeps what was settled', [lost, confirmed('a1'), confirmed('a2')], mandateId, false],
    ['of a later account renames the mandate', [lost, confirmed('a1'), confirmed('a2', 'own')], 'own', false],
  ])('that is confirmed %s', (_title, events, named, mayHaveSecondMandate) => {
    const state = loanAt('selected', events);
    expect([state.mandateId, state.mayHaveSecondMandate]).toEqual([named, mayHaveSecondMandate]);
    expect(state.isMandateNamed).toBe(true);
    expect(account(state, 'a1')?.placement).toBe('confirmed');
  });

  test('is not claimed any more once it is confirmed', () => {
    expect(loanAt('selected', [intended({ claim: first }), confirmed('a1')]).placing).toBeUndefined();
  });
});

const later = '2026-01-06T10:00:00.000Z';

function answer(change: Partial<EventOf<'attachment.confirmed'>> = {}): LoanEvent {
  return {
    type: 'attachment.confirmed',
    at: later,
    account: 'a1',
    by: 'signature',
    accepted: true,
    transferDestinations: [],
    ...change,
  };
}

const refused = answer({ accepted: false, refusedWith: 422 });
const mismatched = answer({ accepted: false });

describe('the answer to an attachment', () => {
  test.each([
    ['accepts the account', answer(), 'confirmed', undefined, later],
    ['refuses the account', refused, 'rejected', 'failed', undefined],
    ['refuses its signature', mismatched, 'rejected', 'failed', later],
  ])('%s', (_title, event, attachment, mandateStatus, attachedAt) => {
    const state = loanAt('placed', [event]);
    const statusSince = mandateStatus === undefined ? 0 : state.version;
    expect(account(state, 'a1')).toMatchObject({
      attachment,
      mandateStatus,
      attachedAt,
      statusSince,
      attachedBy: 'signature',
    });
    expect(account(state, 'a2')).toMatchObject({ attachment: 'none', mandateStatus: undefined, attachedBy: undefined });
    expect(state.attachedAt).toBe(attachedAt);
  });

  test('keeps what was read of an account that is attached once more', () => {
    const reading = read('pending', { a1: 'pending' });
    const before = loanAt('verifying', [reading]);
    const state = loanAt('verifying', [reading, answer()]);
    expect(account(state, 'a1')).toMatchObject({ mandateStatus: 'pending', statusSince: before.version });
  });

  test('that refuses an account leaves the time of the last one that was accepted', () => {
    expect(loanAt('verifying', [refused]).attachedAt).toBe(at);
  });

  test.each([
    [
      'stays failed although the service still shows it as pending',
      [read('pending', { a1: 'pending' })],
      'none',
      'failed',
    ],
    ['starts anew once the service accepts it', [answer()], 'confirmed', undefined],
    ['fails anew once the service refuses it', [refused], 'rejected', 'failed'],
    ['is pending once the service accepted it', [answer(), read('pending', { a1: 'pending' })], 'confirmed', 'pending'],
    ['is active if the service shows it so', [read('active', { a1: 'active' })], 'none', 'active'],
  ])('to an account that was refused and given again: it %s', (_title, events, attachment, mandateStatus) => {
    const given = loanAt('placed', [refused, selected()]);
    expect(account(given, 'a1')).toMatchObject({ account: 'a1', isGivenAgain: true, mandateStatus: 'failed' });
    const state = loanAt('placed', [refused, selected(), ...events]);
    expect(account(state, 'a1')).toMatchObject({ account: 'a1', attachment, mandateStatus });
    if (attachment !== 'none') expect(account(state, 'a1')).not.toHaveProperty('isGivenAgain');
    if (mandateStatus === undefined) expect(account(state, 'a1')?.statusSince).toBe(0);
  });

  test.each([
    ['pending', 'failed'],
    ['disputed', 'disputed'],
    ['active', 'active'],
    ['inactive', 'inactive'],
  ])('refused an account that is then read as %s: it is %s', (shown, mandateStatus) => {
    const before = loanAt('placed', [refused]);
    const state = loanAt('placed', [refused, read('pending', { a1: shown })]);
    const statusSince = mandateStatus === 'failed' ? before.version : state.version;
    expect(account(state, 'a1')).toMatchObject({ mandateStatus, statusSince, consentId: 'c-a1' });
  });
});

describe('a reading of an account', () => {
  const [inTime, over] = ['2026-01-13T09:59:59.999Z', '2026-01-13T10:00:00.000Z'];
  const deposit = answer({ by: 'micro-deposit' });
  const known = (status: string) => [deposit, read('pending', { a1: status })];
  const again: LoanEvent = { type: 'attachment.intended', at: later, account: 'a1', by: 'signature' };
  const statusAfter = (events: readonly LoanEvent[], active: boolean, readAt: string, status?: string) => {
    const accounts = [{ account: 'a1', consentId: 'c', active, ...(status === undefined ? {} : { status }) }];
    return account(loanAt('placed', [...events, read('pending', {}, { at: readAt, accounts })]), 'a1')?.mandateStatus;
  };

  test.each([
    ['is active if its bank honours it', [deposit], true, over, 'active'],
    ['is inactive if it was active before', known('active'), false, inTime, 'inactive'],
    ['is unknown as long as its window is open', [deposit], false, inTime, undefined],
    ['has timed out once its window is over', [deposit], false, over, 'pending_timeout'],
    ['is pending as long as its window is open', known('pending'), false, inTime, 'pending'],
    ['has timed out if it was pending until its window was over', known('pending'), false, over, 'pending_timeout'],
    ['is disputed as before, whatever the time', known('disputed'), false, over, 'disputed'],
    ['has failed as before, whatever the time', known('failed'), false, over, 'failed'],
    ['is unknown where it was never attached', [], false, over, undefined],
    ['is unknown where an attachment is under way', [deposit, again], false, over, undefined],
  ])('without a status of its own %s', (_title, events, active, readAt, expected) => {
    expect(statusAfter(events, active, readAt)).toBe(expected);
  });

  test.each([
    ['a signature in time', [answer()], inTime, 'pending', 'pending'],
    ['a signature that was never judged', [answer()], over, 'pending', 'pending_timeout'],
    ['a signature that was accepted late', [answer()], over, 'active', 'active'],
    ['a signature that failed', [answer()], over, 'failed', 'failed'],
    ['a signature that is given once more', [answer(), again], over, 'pending', 'pending'],
    ['a deposit, which has a time-out of the service’s own', [deposit], over, 'pending', 'pending'],
  ])('by %s has the right status', (_title, events, readAt, status, expected) => {
    expect(statusAfter(events, status === 'active', readAt, status)).toBe(expected);
  });

  test('without a status is active after its window too if its bank honours a signature', () => {
    expect(statusAfter([answer()], true, over)).toBe('active');
  });

  test('is a change with the event that brings another status, and no change otherwise', () => {
    const [pending, active] = [read('pending', { a1: 'pending' }), read('active', { a1: 'active' })];
    const first = loanAt('verifying', [pending]);
    const same = loanAt('verifying', [pending, pending]);
    const changed = loanAt('verifying', [pending, pending, active]);
    const since = [first, same, changed].map((state) => [account(state, 'a1')?.statusSince, state.mandateStatusSince]);
    expect(since).toEqual([first, first, changed].map(({ version }) => [version, version]));
    expect(account(changed, 'a2')).toMatchObject({ mandateStatus: undefined, statusSince: 0 });
  });

  test.each([
    ['pending', 'active', false],
    ['disputed', 'failed', false],
    ['disputed', 'active', true],
  ])('of a mandate that was %s and is %s reinstates it: %s', (before, now, isReinstated) => {
    const state = loanAt('verifying', [read(before), read(now)]);
    expect(state.reinstatedSince).toBe(isReinstated ? state.version : 0);
  });
});
