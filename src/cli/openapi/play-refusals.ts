import { AUTO_LOAN, accounts, attachmentOf, consentOf, firstConsentOf, payer } from './cast.ts';
import type { Recorder } from './recorder.ts';

const UNKNOWN_LOAN = '65000000000000000000ffff';

/** A loan whose money was not sent. */
const UNDISBURSED_LOAN = '650000000000000000000013';

/** Every refusal once, so that a reader sees what each looks like. */
export async function playRefusals(recorder: Recorder): Promise<void> {
  await refuseRequests(recorder);
  await refuseLoans(recorder);
  await refuseByFault(recorder);
}

async function refuseRequests(recorder: Recorder): Promise<void> {
  const input = { mandateId: AUTO_LOAN };
  const wrong = { ...consentOf(AUTO_LOAN, accounts.primary), accountNumber: '123' };
  await recorder.noteRefusal(
    'createConsent',
    { name: 'field', summary: 'A field is not as it should be' },
    { input: wrong },
  );
  const unknownKey = { headers: { token: 'unknown' } };
  await recorder.noteRefusal(
    'getMandate',
    { name: 'key', summary: 'The key is unknown' },
    { input, mistake: unknownKey },
  );
  const stranger = { ...consentOf(AUTO_LOAN, accounts.primary), appId: '650000000000000000000099' };
  await recorder.noteRefusal(
    'createConsent',
    { name: 'stranger', summary: "Another merchant's application" },
    { input: stranger },
  );
  await recorder.noteRefusal(
    'getMandate',
    { name: 'mandate', summary: 'The mandate is unknown' },
    { input: { mandateId: UNKNOWN_LOAN } },
  );
  await recorder.noteRefusal(
    'getMandate',
    { name: 'method', summary: 'The path takes another method' },
    { input, mistake: { method: 'GET' } },
  );
  const large = { body: JSON.stringify({ padding: ' '.repeat(30_000) }) };
  await recorder.noteRefusal(
    'getMandate',
    { name: 'size', summary: 'The body is too large' },
    { input, mistake: large },
  );
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `mandateId=${AUTO_LOAN}` };
  await recorder.noteRefusal(
    'getMandate',
    { name: 'mediaType', summary: 'A form instead of JSON' },
    { input, mistake: form },
  );
}

async function refuseLoans(recorder: Recorder): Promise<void> {
  const otherEmail = { ...consentOf(AUTO_LOAN, accounts.primary), email: 'someone.else@example.com' };
  await recorder.noteRefusal(
    'createConsent',
    { name: 'otherPayer', summary: 'The mandate belongs to another email' },
    { input: otherEmail },
  );
  await recorder.call('createConsent', {
    ...firstConsentOf(UNDISBURSED_LOAN, 'manual'),
    startDate: '2026-05-01',
    endDate: '2026-08-01',
  });
  const attachment = { ...attachmentOf(UNDISBURSED_LOAN, accounts.primary), mobileNumber: payer.mobileNumber };
  await recorder.call('attachByMicroDeposit', attachment);
  await recorder.server.controls.makeDeposit({ mandateId: UNDISBURSED_LOAN, ...accounts.primary });
  const debit = { mandateId: UNDISBURSED_LOAN, amount: 1_000, debitDate: '2026-05-02' };
  await recorder.noteRefusal(
    'collectManually',
    { name: 'gate', summary: 'Disbursement was not reported to the bureau' },
    { input: debit },
  );
}

async function refuseByFault(recorder: Recorder): Promise<void> {
  for (const [status, name, summary] of [
    [429, 'busy', 'Too many requests'],
    [500, 'failed', 'The service failed'],
  ] as const) {
    await recorder.server.controls.addFault({
      operation: 'getMandate',
      kind: 'status',
      status,
      times: 1,
      when: 'before',
    });
    await recorder.noteRefusal('getMandate', { name, summary }, { input: { mandateId: AUTO_LOAN } });
  }
}
