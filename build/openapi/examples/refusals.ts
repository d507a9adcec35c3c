import { AUTO_LOAN, consentOf, depositOf, firstConsentOf, primary, UNDISBURSED_LOAN } from './people.ts';
import type { Recorder } from './recorder.ts';

const mandate = { mandateId: AUTO_LOAN };

/** Every refusal once, so that a reader sees what each looks like. */
export async function playRefusals(recorder: Recorder): Promise<void> {
  await refuseRequests(recorder);
  await refuseLoans(recorder);
  await refuseByFault(recorder);
}

async function refuseRequests(recorder: Recorder): Promise<void> {
  const consent = consentOf(AUTO_LOAN, primary);
  await recorder.recordRefusal('createConsent', 'field: A field is not as it should be', {
    ...consent,
    accountNumber: '123',
  });
  const unknownKey = { headers: { token: 'unknown' } };
  await recorder.recordRefusal('getMandate', 'key: The key is unknown', { ...mandate, mistake: unknownKey });
  await recorder.recordRefusal('createConsent', "stranger: Another merchant's application", {
    ...consent,
    appId: '650000000000000000000099',
  });
  await recorder.recordRefusal('getMandate', 'mandate: The mandate is unknown', {
    mandateId: '65000000000000000000ffff',
  });
  await recorder.recordRefusal('getMandate', 'method: The path takes another method', {
    ...mandate,
    mistake: { method: 'GET' },
  });
  const large = { body: JSON.stringify({ padding: ' '.repeat(30_000) }) };
  await recorder.recordRefusal('getMandate', 'size: The body is too large', { ...mandate, mistake: large });
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `mandateId=${AUTO_LOAN}` };
  await recorder.recordRefusal('getMandate', 'mediaType: A form instead of JSON', { ...mandate, mistake: form });
}

async function refuseLoans(recorder: Recorder): Promise<void> {
  await recorder.recordRefusal('createConsent', 'otherPayer: The mandate belongs to another email', {
    ...consentOf(AUTO_LOAN, primary),
    email: 'someone.else@example.com',
  });
  await recorder.call('createConsent', {
    ...firstConsentOf(UNDISBURSED_LOAN, 'manual'),
    startDate: '2026-05-01',
    endDate: '2026-08-01',
  });
  await recorder.call('attachByMicroDeposit', depositOf(UNDISBURSED_LOAN));
  await recorder.server.controls.makeDeposit({ mandateId: UNDISBURSED_LOAN, ...primary });
  await recorder.recordRefusal('collectManually', 'gate: Disbursement was not reported to the bureau', {
    mandateId: UNDISBURSED_LOAN,
    amount: 1_000,
    debitDate: '2026-05-02',
  });
}

async function refuseByFault(recorder: Recorder): Promise<void> {
  for (const [status, label] of [
    [429, 'busy: Too many requests'],
    [500, 'failed: The service failed'],
  ] as const) {
    const fault = { operation: 'getMandate', kind: 'status', status, times: 1, when: 'before' } as const;
    await recorder.server.controls.addFault(fault);
    await recorder.recordRefusal('getMandate', label, mandate);
  }
}
