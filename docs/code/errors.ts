// What to do with an error that was caught, tried on errors that really happen against the reference server.
import assert from 'node:assert/strict';
import {
  adviseOnDecline,
  ConfigurationError,
  InputError,
  RateLimitError,
  RepayKit,
  RepayKitError,
  RuleError,
  ServiceError,
  StaleLoanError,
} from 'repaykit';
import { createTestKit } from 'repaykit/testing';

// #region decide
type NextStep =
  | 'go on from error.current'
  | 'find out'
  | 'again, later'
  | 'a person';

/** What a job does next with an error of a step. It sends nothing itself. */
function nextStep(error: unknown): NextStep {
  if (!(error instanceof RepayKitError)) throw error; // no error of ours: your own code, or a bug
  if (error instanceof StaleLoanError) return 'go on from error.current'; // somebody was there before
  if (error.outcome === 'unknown') return 'find out'; // it may have happened: never just once more
  if (error.retryable) return 'again, later'; // nothing happened, and the same call may succeed
  return 'a person'; // it will fail in the same way until somebody mends it: log the error, it is safe to
}
// #endregion decide

const { kit, loanAt, bank, clock, controls, close } = await createTestKit(); // 2026-01-05
const caught = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => error,
  );

const consented = await loanAt('consented');
const discovered = await kit.discovery.discover(consented);
await kit.loans.abandon(discovered, { reason: 'the payer went away' });
assert.equal(
  nextStep(await caught(kit.discovery.discover(consented))),
  'go on from error.current',
);

await controls.addFault({
  kind: 'status',
  status: 503,
  operation: 'listBanks',
});
assert.equal(
  nextStep(await caught(kit.discovery.banks({ timeoutMs: 500 }))),
  'again, later',
);
await controls.clearFaults();

const selected = await loanAt('selected');
await controls.addFault({
  kind: 'reset',
  operation: 'createConsent',
  when: 'after',
  times: 1,
});
assert.equal(nextStep(await caught(kit.mandates.place(selected))), 'find out');
assert.equal((await kit.mandates.place(selected)).stage, 'placed'); // a step finds out by itself
assert.equal(nextStep(await caught(kit.mandates.get('not an id'))), 'a person');
assert.throws(() => nextStep(new TypeError('not ours')), TypeError);

// #region facts
function describe(error: RepayKitError): string {
  if (error instanceof ConfigurationError || error instanceof InputError) {
    return error.issues
      .map(({ path, message }) => `${path}: ${message}`)
      .join('\n'); // every mistake at once
  }
  if (error instanceof RuleError) return `${error.rule} (${error.spec})`; // debit-is-manual (Spec §4.7)
  if (error instanceof RateLimitError)
    return `wait ${error.retryAfterMs ?? 'a while'} ms`;
  if (error instanceof ServiceError)
    return `${error.status} ${error.serviceCode ?? ''} ${error.fields.map(({ path }) => path).join(', ')}`;
  return error.message;
}
// #endregion facts

const auto = await loanAt('collecting', { mode: 'auto' });
const refused = await caught(
  kit.collections.collect(auto, { amount: 1_000, debitDate: '2026-01-06' }),
);
assert(refused instanceof RuleError);
assert.equal(describe(refused), 'debit-is-manual (Spec §4.7)');
try {
  new RepayKit({ baseUrl: 'http://example.com' } as never);
  assert.fail('it did not fail');
} catch (error) {
  assert(error instanceof ConfigurationError);
  assert(error.issues.length > 5);
  assert.match(describe(error), /^baseUrl: /m);
}
await controls.addFault({
  kind: 'status',
  status: 429,
  retryAfter: 60,
  operation: 'listBanks',
});
const limited = await caught(kit.discovery.banks({ timeoutMs: 500 }));
assert(limited instanceof RateLimitError);
assert.equal(describe(limited), 'wait 60000 ms');
await controls.clearFaults();

// #region repeat
/** A step of a loan until it is taken. Repeated, it looks at what the service has, and sends only what is missing. Never for a call that is no step. */
async function untilTaken<Taken>(
  step: () => Promise<Taken>,
  {
    tries,
    pause,
  }: { readonly tries: number; readonly pause: () => Promise<void> },
): Promise<Taken> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      const next = nextStep(error);
      if (attempt >= tries || (next !== 'find out' && next !== 'again, later'))
        throw error;
      await pause();
    }
  }
}
// #endregion repeat

const chosen = await loanAt('selected');
await controls.addFault({
  kind: 'reset',
  operation: 'createConsent',
  when: 'after',
  times: 2,
});
const placed = await untilTaken(() => kit.mandates.place(chosen), {
  tries: 5,
  pause: async () => undefined,
});
assert.equal(placed.stage, 'placed');

const loan = await loanAt('collecting');
const account = loan.primaryAccount;
await bank.decline('51', account);
await clock.advance({ months: 1 });
const today = clock.today();
const breakdownId =
  (await kit.mandates.get(loan.mandateId)).repaymentDetails?.breakdown[0]
    ?._id ?? '';

// #region declined
const attempts = await kit.collections.attempts(loan.mandateId, breakdownId); // newest first
const [decline, ...before] = attempts.filter(
  ({ accountNumber, bankCode }) =>
    accountNumber === account.accountNumber && bankCode === account.bankCode,
);
assert(decline); // of the primary: 51
const history = before.map(({ responseCode = '', createdAt }) => ({
  responseCode,
  at: createdAt,
})); // of this account, without this decline
const { category, advice, earliestDate } = adviseOnDecline(
  decline.responseCode ?? '',
  history,
  {
    declinedAt: decline.createdAt,
    today,
  },
);
assert.deepEqual(
  [category, advice, earliestDate],
  ['funds', 'retry-later', '2026-02-05'],
);
// #endregion declined

await close();
