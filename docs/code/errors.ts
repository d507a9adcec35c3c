// What to do with a caught error, with errors of the reference server.
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
type NextStep = 'use error.current' | 'find out' | 'retry later' | 'a person';

/** What a job does next with an error. */
function nextStep(error: unknown): NextStep {
  // Not an error of repaykit.
  if (!(error instanceof RepayKitError)) throw error;
  // Another process was first.
  if (error instanceof StaleLoanError) return 'use error.current';
  // It may have happened: never just send it again.
  if (error.outcome === 'unknown') return 'find out';
  // Nothing happened, and the same call may succeed.
  if (error.retryable) return 'retry later';
  // It fails again until someone fixes it. Log it.
  return 'a person';
}
// #endregion decide

const { kit, loanAt, bank, clock, controls, close } = await createTestKit();
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
  'use error.current',
);

await controls.addFault({
  kind: 'status',
  status: 503,
  operation: 'listBanks',
});
assert.equal(
  nextStep(await caught(kit.discovery.banks({ timeoutMs: 500 }))),
  'retry later',
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
// The step itself finds out.
assert.equal((await kit.mandates.place(selected)).stage, 'placed');
assert.equal(nextStep(await caught(kit.mandates.get('not an id'))), 'a person');
assert.throws(() => nextStep(new TypeError('not ours')), TypeError);

// #region facts
function describe(error: RepayKitError): string {
  if (error instanceof InputError || error instanceof ConfigurationError)
    return error.issues.map((issue) => `${issue.path} ${issue.message}`).join();
  // For example 'debit-is-manual (Spec §4.7)'
  if (error instanceof RuleError) return `${error.rule} (${error.spec})`;
  if (error instanceof RateLimitError)
    return `wait ${error.retryAfterMs ?? 'a while'} ms`;
  if (error instanceof ServiceError)
    return `${error.status} ${error.serviceCode ?? ''} ${error.rule ?? ''}`;
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
  assert.match(describe(error), /^baseUrl /);
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
/** Repeats a step of a loan. Never use it for another call. */
async function repeatStep<Result>(
  step: () => Promise<Result>,
  { tries, pause }: { tries: number; pause: () => Promise<void> },
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      const next = nextStep(error);
      const helps = next === 'find out' || next === 'retry later';
      if (!helps || attempt >= tries) throw error;
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
const placed = await repeatStep(() => kit.mandates.place(chosen), {
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
// Newest first
const attempts = await kit.collections.attempts(loan.mandateId, breakdownId);
const [decline, ...earlier] = attempts.filter(
  ({ accountNumber }) => accountNumber === account.accountNumber,
);
const history = earlier.map(({ responseCode = '', createdAt: at }) => {
  return { responseCode, at };
});
const advice = adviseOnDecline(decline?.responseCode ?? '', history, {
  declinedAt: decline?.createdAt ?? '',
  today,
});
assert.equal(advice.category, 'funds'); // code 51
assert.equal(advice.advice, 'retry-later');
assert.equal(advice.earliestDate, '2026-02-05');
// #endregion declined

await close();
