/** What is wrong with what a lender gives, word for word: every sentence says what to give instead. */
import { expect, test } from 'vitest';
import { consentCheck } from '../../src/domain/consent/consent.ts';
import { payerCheck } from '../../src/domain/consent/payer.ts';
import { backupSelection, selectionFields } from '../../src/domain/consent/selection.ts';
import { cancellationRequest, scopeRevocation } from '../../src/domain/consent/withdrawal.ts';
import type { BankCodeRule } from '../../src/domain/identifiers.ts';
import { type LoanTermsInput, readTerms } from '../../src/domain/terms.ts';
import type { Problem } from '../../src/validation/checks.ts';
import { record } from '../../src/validation/record.ts';

const payerProblems = (payer: unknown) => payerCheck.problems(payer, '');
const consentProblems = (consent: unknown) => consentCheck.problems(consent, '');
const selectionProblems = (selection: unknown, rule: BankCodeRule) =>
  record(selectionFields(rule)).problems(selection, '');
const backupProblems = (selection: unknown, rule: BankCodeRule) => backupSelection(rule).problems(selection, '');
const revocationProblems = (revocation: unknown) => scopeRevocation.problems(revocation, '');
const cancellationProblems = (request: unknown) => cancellationRequest.problems(request, '');

const scopes =
  'one of "accountDiscovery" or "mandatePlacement" or "automatedDebit" or "bureauReporting" or "cascadeDebit"';
const terms: LoanTermsInput = {
  approvedAmount: 100_000,
  totalAmountDue: 120_000,
  startDate: '2026-01-31',
  endDate: '2026-03-31',
  frequency: 'monthly',
  collectionMode: 'auto',
};

function termsProblems(change: object): readonly Problem[] {
  const decision = readTerms({ ...terms, ...change } as LoanTermsInput);
  return decision.ok ? [] : decision.problems;
}

const amount = 'is missing: give a number in naira above zero, such as 120000';
const date = 'is missing: give a day as text, YYYY-MM-DD';
const address = 'is missing: give the IP address that the payer chose from';
const time = 'is missing: give the time of the choice as ISO 8601 with its offset';
const nuban = 'is missing: give a 10-digit NUBAN';

test.each<[string, () => readonly Problem[], Readonly<Record<string, string>>]>([
  [
    'a consent without anything',
    () => consentProblems({} as never),
    {
      scopes: 'is missing: give a list with one grant for each scope',
      channel: "is missing: give the channel by which the consent was captured, such as 'web'",
      language: "is missing: give the language of the notice, such as 'en'",
      'notice.text': 'is missing: give the exact text that the payer was shown',
      'notice.version': 'is missing: give the version of the notice',
    },
  ],
  [
    'a grant without anything',
    () =>
      consentProblems({
        channel: 'web',
        language: 'en',
        notice: { text: 'You agree …', version: 'v1' },
        scopes: [{}],
      } as never),
    {
      'scopes.0.scope': `is missing: give ${scopes}`,
      'scopes.0.grantedAt': 'is missing: give the time of the grant as ISO 8601 with its offset',
      'scopes.0.ipAddress': 'is missing: give the IP address that the grant came from',
    },
  ],
  [
    'a choice without anything',
    () => selectionProblems({} as never, 'strict'),
    {
      'primaryAccount.accountNumber': nuban,
      'primaryAccount.bankCode': 'is missing: give a 3-digit CBN bank code',
      backupAccounts: 'is missing: give a list of the backups that the payer opted in to, [] for none',
      'chosenBy.ipAddress': address,
      'chosenBy.at': time,
    },
  ],
  [
    'a backup without anything, where bank codes may be longer',
    () => backupProblems({} as never, 'lenient'),
    {
      'account.accountNumber': nuban,
      'account.bankCode': 'is missing: give a bank code of 3 to 6 digits',
      'chosenBy.ipAddress': address,
      'chosenBy.at': time,
    },
  ],
  [
    'a payer without anything',
    () => payerProblems({} as never),
    {
      payerId: 'is missing: give a string',
      bvn: 'is missing: give the 11 digits of the BVN',
      name: 'is missing: give a string',
      email: 'is missing: give an e-mail address',
      mobileNumber: 'is missing: give a phone number of 7 to 15 digits',
      address: 'is missing: give a string',
    },
  ],
  [
    'a payer named by the BVN',
    () =>
      payerProblems({
        payerId: '22212345678',
        bvn: '22212345678',
        name: 'Ada Obi',
        email: 'ada@example.ng',
        mobileNumber: '08031234567',
        address: '1 Marina, Lagos',
      }),
    { payerId: 'is the BVN, e-mail address or phone number: it stays in the file in clear, so give an id of your own' },
  ],
  [
    'terms without anything',
    () => termsProblems(Object.fromEntries(Object.keys(terms).map((field) => [field, undefined]))),
    {
      approvedAmount: amount,
      totalAmountDue: amount,
      startDate: date,
      endDate: date,
      frequency: 'is missing: give one of "daily" or "D" or "weekly" or "W" or "monthly" or "M" or "yearly" or "Y"',
      collectionMode: 'is missing: give one of "auto" or "manual"',
    },
  ],
  [
    'terms that end before they begin',
    () => termsProblems({ endDate: '2026-01-30' }),
    { endDate: 'must not be before startDate' },
  ],
  [
    'terms of three due dates and two kobo',
    () => termsProblems({ totalAmountDue: 0.02 }),
    { endDate: 'makes 3 due dates, which is more than the total can be split over' },
  ],
  [
    'a breakdown that is no list',
    () => termsProblems({ breakdown: 7 }),
    { breakdown: 'is a number, but must be a list' },
  ],
  [
    'a revocation without anything, but with more than is asked for',
    () => revocationProblems({ ipAddress: 'home', reason: 7 } as never),
    {
      scope: `is missing: give ${scopes}`,
      revokedAt: 'is missing: give the time as ISO 8601 with its offset',
      channel: "is missing: give the channel by which it was said, such as 'web'",
      ipAddress: 'must be an IP address',
      reason: 'is a number, but must be a string',
    },
  ],
  [
    'a request to cancel without anything',
    () => cancellationProblems({} as never),
    {
      requestedAt: 'is missing: give the time as ISO 8601 with its offset',
      channel: "is missing: give the channel by which it was said, such as 'web'",
    },
  ],
])('%s is answered in these words', (_what, problems, words) => {
  expect(problems()).toEqual(Object.entries(words).map(([path, message]) => ({ path, message })));
});
