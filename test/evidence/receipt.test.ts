import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/domain/canonical-json.ts';
import { DISCLAIMER } from '../../src/domain/consent/notice.ts';
import type { LoanEvent, LoanOpened } from '../../src/domain/loan/events/events.ts';
import type { LoanState } from '../../src/domain/loan/state.ts';
import { reduceLoan } from '../../src/domain/loan/transitions/reduce.ts';
import { InputError } from '../../src/errors.ts';
import { type ReceiptInput, receiptOf } from '../../src/evidence/receipt.ts';
import { sha256 } from '../../src/loan-file/hashing.ts';

const at = '2026-03-01T09:00:00.000Z';
const scopes = ['accountDiscovery', 'mandatePlacement', 'automatedDebit', 'bureauReporting', 'cascadeDebit'] as const;
const opened = {
  type: 'loan.opened',
  at,
  loanId: 'loan-1',
  mandateId: '650000000000000000000010',
  payerId: 'payer-1',
  terms: {
    approvedAmount: 10_000_000,
    totalAmountDue: 12_000_000,
    startDate: '2026-04-01',
    endDate: '2026-09-01',
    frequency: 'monthly',
    collectionMode: 'auto',
  },
  consent: {
    scopes: scopes.map((scope, index) => ({ scope, grantedAt: `2026-03-01T09:5${index}:00+01:00` })),
    channel: 'web',
    language: 'en',
    notice: { text: 'We debit your account on due dates.', version: '3' },
  },
  personal: {
    payer: {
      bvn: '22222222222',
      name: 'Ngozi Sample',
      email: 'ngozi@example.com',
      mobileNumber: '08000000000',
      address: '1 Sample Street',
    },
    ipAddresses: Object.fromEntries(scopes.map((scope) => [scope, '203.0.113.7'])),
  },
} as unknown as LoanOpened;

const input: ReceiptInput = {
  controller: { name: 'Sample Lender', contact: 'privacy@lender.example', jurisdiction: 'NG' },
  withdrawalMethod: 'Call 0800 or write to us.',
};

function stateAfter(...events: readonly LoanEvent[]): LoanState {
  return reduceLoan([opened, ...events]) as LoanState;
}

const revoked: LoanEvent = {
  type: 'scope.revoked',
  at,
  scope: 'cascadeDebit',
  revokedAt: '2026-03-05T07:00:00.000Z',
  channel: 'web',
};

describe('a consent receipt', () => {
  test('says who agreed to what, with whom, on which words', () => {
    const receipt = receiptOf(stateAfter(), input);
    expect(receipt).toMatchObject({
      schema_version: 'repaykit-consent-receipt/1',
      record_id: 'loan-1',
      pii_principal_id: 'payer-1',
      pii_processing: {
        privacy_notice: {
          version: '3',
          language: 'en',
          text: 'We debit your account on due dates.',
          sha256: sha256('We debit your account on due dates.'),
        },
        collection_method: 'web',
        withdrawal_method: 'Call 0800 or write to us.',
        pii_controllers: ['controller'],
      },
      party_identification: [
        {
          party_id: 'controller',
          party_role: 'PII controller',
          party_name: 'Sample Lender',
          party_contact: 'privacy@lender.example',
          jurisdiction: 'NG',
        },
      ],
      disclaimer: DISCLAIMER,
    });
    expect(receipt.pii_processing.purposes).toHaveLength(5);
    expect(receipt.pii_processing.purposes[0]).toEqual({
      purpose_id: 'accountDiscovery',
      purpose: 'use of the BVN to discover accounts',
      lawful_basis: 'consent',
      state: 'given',
    });
  });

  test('lists each scope as an act of its own, in the order in which they were granted', () => {
    const { events } = receiptOf(stateAfter(), input);
    expect(events.map((event) => [event.purpose_id, event.event_time])).toEqual(
      opened.consent.scopes.map(({ scope, grantedAt }) => [scope, grantedAt]),
    );
    expect(events[0]).toMatchObject({ event_type: 'explicit consent', event_state: 'given', entity_id: 'payer-1' });
  });

  test('shows what was taken back beside what was given, for that scope only', () => {
    const receipt = receiptOf(stateAfter(revoked), input);
    expect(receipt.pii_processing.purposes.map(({ state }) => state)).toEqual([
      'given',
      'given',
      'given',
      'given',
      'withdrawn',
    ]);
    expect(receipt.events.filter(({ purpose_id }) => purpose_id === 'cascadeDebit')).toEqual([
      {
        event_time: '2026-03-01T09:54:00+01:00',
        event_type: 'explicit consent',
        event_state: 'given',
        entity_id: 'payer-1',
        purpose_id: 'cascadeDebit',
      },
      {
        event_time: '2026-03-05T07:00:00.000Z',
        event_type: 'withdrawal',
        event_state: 'withdrawn',
        entity_id: 'payer-1',
        purpose_id: 'cascadeDebit',
      },
    ]);
  });

  test('shows a request to cancel, which withdraws no scope by itself', () => {
    const cancelled: LoanEvent = {
      type: 'cancellation.requested',
      at,
      requestedAt: '2026-03-06T07:00:00.000Z',
      channel: 'branch',
      outstanding: 12_000_000 as never,
    };
    const receipt = receiptOf(stateAfter(revoked, cancelled), input);
    expect(receipt.events.at(-1)).toEqual({
      event_time: '2026-03-06T07:00:00.000Z',
      event_type: 'cancellation request',
      event_state: 'requested',
      entity_id: 'payer-1',
    });
    expect(receipt.pii_processing.purposes.filter(({ state }) => state === 'withdrawn')).toHaveLength(1);
  });

  test('shows each request to cancel that the payer made', () => {
    const request = (requestedAt: string): LoanEvent => ({
      type: 'cancellation.requested',
      at,
      requestedAt,
      channel: 'web',
      outstanding: 12_000_000 as never,
    });
    const recorded: LoanEvent = { type: 'obligation.recorded', at, amount: 1 as never, basis: 'clause 7' };
    const { events } = receiptOf(
      stateAfter(request('2026-03-06T07:00:00.000Z'), recorded, request('2026-03-08T07:00:00.000Z')),
      input,
    );
    expect(events.slice(-2).map(({ event_time, event_type }) => `${event_time} ${event_type}`)).toEqual([
      '2026-03-06T07:00:00.000Z cancellation request',
      '2026-03-08T07:00:00.000Z cancellation request',
    ]);
  });

  test('is JSON, holds nothing of the person but the id, and stays the same when the person was erased', () => {
    const text = canonicalJson(receiptOf(stateAfter(), input));
    for (const personal of ['22222222222', 'Ngozi', 'ngozi@', '08000000000', '203.0.113.7'])
      expect(text).not.toContain(personal);
    const { personal: _, ...erased } = opened;
    const state = reduceLoan([erased as LoanEvent]) as LoanState;
    expect(canonicalJson(receiptOf(state, input))).toBe(text);
  });

  test('shows a notice that names the payer until the person was erased, then its version only', () => {
    const text = 'I, Ngozi Sample, agree.';
    const consent = { ...opened.consent, notice: { version: '4', namesPayer: true } } as const;
    const named = { ...opened, consent, personal: { ...opened.personal, noticeText: text } } as LoanOpened;
    const noticeAfter = (...events: readonly LoanEvent[]) =>
      receiptOf(reduceLoan([named, ...events]) as LoanState, input).pii_processing.privacy_notice;
    expect(noticeAfter()).toEqual({ version: '4', language: 'en', text, sha256: sha256(text) });
    expect(noticeAfter({ type: 'payer.erased', at, reason: 'asked for' })).toEqual({ version: '4', language: 'en' });
  });

  test('lists everything in time order, whatever was written down first and with whatever offset', () => {
    const { scopes: granted, ...consent } = opened.consent;
    const [first, second, ...others] = granted;
    const times = ['2026-03-01T10:30:00+01:00', '2026-03-01T09:00:00Z'];
    const scopesThen = [first, second].map((scope, index) => ({ ...scope, grantedAt: times[index] }));
    const event = {
      ...opened,
      consent: {
        ...consent,
        scopes: [...others.map((scope) => ({ ...scope, grantedAt: '2026-03-01T12:00:00+02:00' })), ...scopesThen],
      },
    };
    const early: LoanEvent = {
      type: 'cancellation.requested',
      at,
      requestedAt: '2026-03-04T07:00:00.000Z',
      channel: 'web',
      outstanding: 1 as never,
    };
    const { events } = receiptOf(reduceLoan([event as LoanOpened, revoked, early]) as LoanState, input);
    expect(events.map(({ event_time, event_type }) => `${event_time} ${event_type}`)).toEqual([
      '2026-03-01T09:00:00Z explicit consent',
      '2026-03-01T10:30:00+01:00 explicit consent',
      '2026-03-01T12:00:00+02:00 explicit consent',
      '2026-03-01T12:00:00+02:00 explicit consent',
      '2026-03-01T12:00:00+02:00 explicit consent',
      '2026-03-04T07:00:00.000Z cancellation request',
      '2026-03-05T07:00:00.000Z withdrawal',
    ]);
  });

  test('names no jurisdiction where the lender named none', () => {
    const controller = { name: 'Sample Lender', contact: 'privacy@lender.example' };
    expect(receiptOf(stateAfter(), { ...input, controller }).party_identification).toStrictEqual([
      {
        party_id: 'controller',
        party_role: 'PII controller',
        party_name: 'Sample Lender',
        party_contact: 'privacy@lender.example',
      },
    ]);
  });

  test('says so when the loan began elsewhere', () => {
    expect(receiptOf(stateAfter(), input).adopted).toBeUndefined();
    expect(receiptOf({ ...stateAfter(), adopted: {} as never }, input).adopted).toBe(true);
  });

  test('is not made without the lender: everything that is missing is named', () => {
    for (const wrong of [undefined, {}, { controller: { name: ' ', contact: '' }, withdrawalMethod: ' ' }]) {
      try {
        receiptOf(stateAfter(), wrong as ReceiptInput);
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        expect((error as InputError).message).toMatch(/^A receipt cannot be made: /);
        expect((error as InputError).issues).toEqual([
          { path: 'controller.name', message: expect.stringMatching(/^is \w+: give the name of the merchant as the/) },
          { path: 'controller.contact', message: expect.stringMatching(/: give where the payer reaches the/) },
          { path: 'withdrawalMethod', message: expect.stringMatching(/: give how the payer takes consent back$/) },
        ]);
      }
    }
  });
});
