import { formatInstant } from '../../domain/calendar.ts';
import { REFERENCE_DEFAULTS } from '../../server/defaults.ts';
import type { Mandate } from '../../wire/mandate-types.ts';
import {
  AUTO_LOAN,
  accounts,
  attachmentOf,
  consentOf,
  FAILED_LOAN,
  firstConsentOf,
  MANUAL_LOAN,
  payer,
  terms,
} from './cast.ts';
import type { Recorder } from './recorder.ts';

const { primary, backup } = accounts;

/** A signature of one dot: what counts is that it is base64. */
const SIGNATURE = 'iVBORw0KGgo=';

/** From discovery to the end of the tenure, with every webhook of a mandate on the way. */
export async function playLoans(recorder: Recorder): Promise<void> {
  await onboard(recorder);
  await disburse(recorder, AUTO_LOAN);
  await collect(recorder);
  await debitOnDemand(recorder);
  await fail(recorder);
  await recorder.server.clock.to('2026-04-16T08:00:00Z');
  recorder.noteWebhook(
    'mandate.expired',
    { name: 'expired', summary: 'The tenure is over' },
    ({ event }) => event === 'mandate.expired',
  );
}

async function onboard(recorder: Recorder): Promise<void> {
  await recorder.note('listBanks', { name: 'banks', summary: 'The first of them' }, {});
  await recorder.note(
    'discoverAccounts',
    { name: 'discovered', summary: "The payer's accounts" },
    { bvn: payer.bvn, type: 'bvn' },
  );
  await recorder.note(
    'createConsent',
    { name: 'primary', summary: 'The primary account, with the terms of the loan' },
    firstConsentOf(AUTO_LOAN, 'auto'),
  );
  await recorder.note(
    'createConsent',
    { name: 'backup', summary: 'A backup account of the same loan' },
    consentOf(AUTO_LOAN, backup),
  );
  await recorder.note(
    'attachByMicroDeposit',
    { name: 'attached', summary: 'The account waits for ₦50' },
    { ...attachmentOf(AUTO_LOAN, primary), mobileNumber: payer.mobileNumber },
  );
  await recorder.note(
    'attachBySignature',
    { name: 'matched', summary: 'The signature matches' },
    {
      ...attachmentOf(AUTO_LOAN, backup),
      accountName: payer.name,
      phone: payer.mobileNumber,
      bankAddress: 'Marina, Lagos',
      file: SIGNATURE,
    },
  );
  await recorder.note('getMandate', { name: 'pending', summary: 'Before the ₦50 arrived' }, { mandateId: AUTO_LOAN });
  await recorder.server.controls.makeDeposit({ mandateId: AUTO_LOAN, ...primary });
  recorder.noteWebhook(
    'mandate.activated',
    { name: 'activated', summary: 'An account is verified' },
    ({ event }) => event === 'mandate.activated',
  );
  await recorder.note('getMandate', { name: 'active', summary: 'After it arrived' }, { mandateId: AUTO_LOAN });
}

/** The credit decision and the money, as the bureau hears of them: from now on may be collected. Spec §3.4. */
async function disburse(recorder: Recorder, mandateId: string): Promise<void> {
  const reports = [
    ['loan.approved', { offerTerms: terms, approvedAmount: 80_000, tenure: 'P10W' }],
    ['loan.disbursed', { amount: 80_000, date: '2026-01-05', reference: 'TRF-000123' }],
  ] as const;
  for (const [event, content] of reports) {
    const body = JSON.stringify({
      reportId: `${mandateId}/${event}`,
      event,
      mandateId,
      occurredAt: formatInstant(recorder.server.clock.now()),
      content,
    });
    const headers = { token: REFERENCE_DEFAULTS.publicKey, 'content-type': 'application/json' };
    const answer = await recorder.server.fetch('/_bureau/reports', { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`the bureau refused ${event}: ${await answer.text()}`);
  }
}

const isNews = (status: string) => (body: Readonly<Record<string, unknown>>) => body.instalmentStatus === status;

/** Three due dates: the primary pays, a backup pays, a part is paid. */
async function collect(recorder: Recorder): Promise<void> {
  const { server } = recorder;
  await server.clock.to('2026-02-01T22:00:00Z');
  recorder.noteWebhook('collection', { name: 'collected', summary: 'The instalment was collected' }, isNews('success'));
  await server.bank.setBalance(primary, 0);
  await server.clock.to('2026-03-01T22:00:00Z');
  await server.bank.setBalance(backup, 12_500);
  await server.clock.to('2026-04-01T22:00:00Z');
  recorder.noteWebhook(
    'collection',
    { name: 'partlyCollected', summary: 'A part of it was collected' },
    isNews('partially paid'),
  );

  await recorder.note('collectionLog', { name: 'newest', summary: 'The newest log' }, { mandateId: AUTO_LOAN });
  const { data } = await recorder.call('getMandate', { mandateId: AUTO_LOAN });
  const second = (data as Mandate).repaymentDetails?.breakdown[1];
  if (!second) throw new Error('the mandate has no second instalment');
  const attempts = { name: 'cascade', summary: 'The primary account lacked funds, the backup paid' };
  await recorder.note('collectionAttempts', attempts, { mandateId: AUTO_LOAN, breakdownId: second._id });
  await recorder.note(
    'listCollections',
    { name: 'automatic', summary: 'What was collected on due dates' },
    { type: 'auto', status: 'successful' },
  );
}

async function debitOnDemand(recorder: Recorder): Promise<void> {
  const { server } = recorder;
  await recorder.call('createConsent', firstConsentOf(MANUAL_LOAN, 'manual'));
  await recorder.call('attachByMicroDeposit', {
    ...attachmentOf(MANUAL_LOAN, primary),
    mobileNumber: payer.mobileNumber,
  });
  await server.controls.makeDeposit({ mandateId: MANUAL_LOAN, ...primary });
  await disburse(recorder, MANUAL_LOAN);
  const debit = { mandateId: MANUAL_LOAN, amount: 30_000, debitDate: '2026-04-03' };
  await recorder.note(
    'collectManually',
    { name: 'scheduled', summary: 'The debit is scheduled, not collected' },
    debit,
  );
  await server.clock.to('2026-04-03T22:00:00Z');
  recorder.noteWebhook('collection', { name: 'missed', summary: 'Nothing could be collected' }, isNews('overdue'));
}

async function fail(recorder: Recorder): Promise<void> {
  await recorder.call('createConsent', firstConsentOf(FAILED_LOAN, 'auto'));
  await recorder.call('attachByMicroDeposit', {
    ...attachmentOf(FAILED_LOAN, primary),
    mobileNumber: payer.mobileNumber,
  });
  await recorder.server.controls.makeDeposit({ mandateId: FAILED_LOAN, ...primary, outcome: 'rejected' });
  recorder.noteWebhook(
    'mandate.failed',
    { name: 'rejected', summary: 'The ₦50 was rejected' },
    ({ event }) => event === 'mandate.failed',
  );
}
