import { formatInstant } from '../../../src/domain/calendar.ts';
import { REFERENCE_DEFAULTS } from '../../../src/server/defaults.ts';
import type { Mandate } from '../../../src/wire/types/mandate-types.ts';
import {
  AUTO_LOAN,
  attachmentOf,
  backup,
  consentOf,
  depositOf,
  FAILED_LOAN,
  firstConsentOf,
  MANUAL_LOAN,
  payer,
  primary,
  terms,
} from './people.ts';
import type { Recorder } from './recorder.ts';

/** A signature of one dot: what counts is that it is base64. */
const SIGNATURE = 'iVBORw0KGgo=';

/** From discovery to the end of the tenure, with every webhook of a mandate on the way. */
export async function playLoans(recorder: Recorder): Promise<void> {
  await onboard(recorder);
  await disburse(recorder, AUTO_LOAN);
  await collect(recorder);
  await debitOnDemand(recorder);
  await reject(recorder);
  await recorder.server.clock.to('2026-04-16T08:00:00Z');
  recorder.recordWebhook('mandate.expired', 'expired: The tenure is over');
}

async function onboard(recorder: Recorder): Promise<void> {
  const first = firstConsentOf(AUTO_LOAN, 'auto');
  const { bvn, name: accountName, mobileNumber: phone } = payer;
  const signature = { accountName, phone, bankAddress: 'Marina, Lagos', file: SIGNATURE };
  const mandate = { mandateId: AUTO_LOAN };
  await recorder.record('listBanks', 'banks: The first of them', {});
  await recorder.record('discoverAccounts', "discovered: The payer's accounts", { bvn, type: 'bvn' });
  await recorder.record('createConsent', 'primary: The primary account, with the terms of the loan', first);
  await recorder.record('createConsent', 'backup: A backup account of the same loan', consentOf(AUTO_LOAN, backup));
  await recorder.record('attachByMicroDeposit', 'attached: The account waits for ₦50', depositOf(AUTO_LOAN));
  await recorder.record('attachBySignature', 'matched: The signature matches', {
    ...attachmentOf(AUTO_LOAN, backup),
    ...signature,
  });
  await recorder.record('getMandate', 'pending: Before the ₦50 arrived', mandate);
  await recorder.server.controls.makeDeposit({ mandateId: AUTO_LOAN, ...primary });
  recorder.recordWebhook('mandate.activated', 'activated: An account is verified');
  await recorder.record('getMandate', 'active: After it arrived', mandate);
}

/** The credit decision and the money, as reported to the bureau: from now on collecting is allowed. Spec §3.4. */
async function disburse(recorder: Recorder, mandateId: string): Promise<void> {
  const reports = [
    ['loan.approved', { offerTerms: terms, approvedAmount: 80_000, tenure: 'P10W' }],
    ['loan.disbursed', { amount: 80_000, date: '2026-01-05', reference: 'TRF-000123' }],
  ] as const;
  for (const [event, content] of reports) {
    const occurredAt = formatInstant(recorder.server.clock.now());
    const body = JSON.stringify({ reportId: `${mandateId}/${event}`, event, mandateId, occurredAt, content });
    const headers = { token: REFERENCE_DEFAULTS.publicKey, 'content-type': 'application/json' };
    const answer = await recorder.server.fetch('/_bureau/reports', { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`the bureau refused ${event}: ${await answer.text()}`);
  }
}

/** Three due dates: the primary pays, a backup pays, a part is paid. */
async function collect(recorder: Recorder): Promise<void> {
  const { clock, bank } = recorder.server;
  const mandate = { mandateId: AUTO_LOAN };
  await clock.to('2026-02-01T22:00:00Z');
  recorder.recordWebhook('collection', 'collected: The instalment was collected', ['instalmentStatus', 'success']);
  await bank.setBalance(primary, 0);
  await clock.to('2026-03-01T22:00:00Z');
  await bank.setBalance(backup, 12_500);
  await clock.to('2026-04-01T22:00:00Z');
  recorder.recordWebhook('collection', 'partlyCollected: A part of it was collected', [
    'instalmentStatus',
    'partially paid',
  ]);
  await recorder.record('collectionLog', 'newest: The newest log', mandate);
  const { data } = await recorder.call('getMandate', mandate);
  const breakdownId = (data as Mandate).repaymentDetails?.breakdown[1]?._id ?? '';
  await recorder.record('collectionAttempts', 'cascade: The primary account lacked funds, the backup paid', {
    ...mandate,
    breakdownId,
  });
  await recorder.record('listCollections', 'automatic: What was collected on due dates', {
    type: 'auto',
    status: 'successful',
  });
}

async function debitOnDemand(recorder: Recorder): Promise<void> {
  const { controls, clock } = recorder.server;
  await recorder.call('createConsent', firstConsentOf(MANUAL_LOAN, 'manual'));
  await recorder.call('attachByMicroDeposit', depositOf(MANUAL_LOAN));
  await controls.makeDeposit({ mandateId: MANUAL_LOAN, ...primary });
  await disburse(recorder, MANUAL_LOAN);
  await recorder.record('collectManually', 'scheduled: The debit is scheduled, not collected', {
    mandateId: MANUAL_LOAN,
    amount: 30_000,
    debitDate: '2026-04-03',
  });
  await clock.to('2026-04-03T22:00:00Z');
  recorder.recordWebhook('collection', 'missed: Nothing could be collected', ['instalmentStatus', 'overdue']);
}

async function reject(recorder: Recorder): Promise<void> {
  await recorder.call('createConsent', firstConsentOf(FAILED_LOAN, 'auto'));
  await recorder.call('attachByMicroDeposit', depositOf(FAILED_LOAN));
  await recorder.server.controls.makeDeposit({ mandateId: FAILED_LOAN, ...primary, outcome: 'rejected' });
  recorder.recordWebhook('mandate.failed', 'rejected: The ₦50 was rejected');
}
