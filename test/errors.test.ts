import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import type { ErrorFacts, RepayKitError } from '../src/errors.ts';
import * as errors from '../src/errors.ts';

// A second copy of the module and of what it stands on, as a process has one when ESM and CJS meet.
vi.resetModules();
const copy = await import('../src/errors.ts');

const bvn = '22212345678';
const accountNumber = '0123456789';
const secretKey = 'sk_live_c2VjcmV0';
const planted = [bvn, accountNumber, secretKey];

const issues = [{ path: 'payer.bvn', message: `${bvn} is not 11 digits` }];
const refusal = { rule: 'debit-needs-disbursement', spec: 'Spec §1.5', message: `no debit from ${accountNumber}` };

type Make = (module: typeof errors, facts?: ErrorFacts) => RepayKitError;

/** Every class: how it is made, its code, and what it says of itself when nothing more is known. Typed by hand from the design. */
const tree: readonly { name: keyof typeof errors & string; code: string; retryable: boolean; make: Make }[] = [
  {
    name: 'ConfigurationError',
    code: 'config_invalid',
    retryable: false,
    make: (module, facts) => new module.ConfigurationError('options', issues, facts),
  },
  {
    name: 'InputError',
    code: 'input_invalid',
    retryable: false,
    make: (module, facts) => new module.InputError('input', issues, facts),
  },
  {
    name: 'RuleError',
    code: 'rule_refused',
    retryable: false,
    make: (module, facts) => new module.RuleError(refusal, facts),
  },
  {
    name: 'StaleLoanError',
    code: 'loan_stale',
    retryable: false,
    make: (module, facts) => new module.StaleLoanError('went on', { bvn }, facts),
  },
  {
    name: 'ConflictError',
    code: 'version_conflict',
    retryable: true,
    make: (module, facts) => new module.ConflictError('was first', facts),
  },
  {
    name: 'ConnectionError',
    code: 'connection_failed',
    retryable: false,
    make: (module, facts) => new module.ConnectionError('reset', facts),
  },
  {
    name: 'DeadlineError',
    code: 'deadline_exceeded',
    retryable: false,
    make: (module, facts) => new module.DeadlineError('late', 400, facts),
  },
  {
    name: 'AbortedError',
    code: 'aborted',
    retryable: false,
    make: (module, facts) => new module.AbortedError('stopped', facts),
  },
  {
    name: 'RateLimitError',
    code: 'rate_limited',
    retryable: true,
    make: (module, facts) => new module.RateLimitError('slower', 900, facts),
  },
  {
    name: 'ServiceError',
    code: 'service_refused',
    retryable: false,
    make: (module, facts) => new module.ServiceError('no', { status: 422, fields: issues }, facts),
  },
  {
    name: 'AnswerError',
    code: 'answer_invalid',
    retryable: false,
    make: (module, facts) => new module.AnswerError('odd', { status: 200, issues }, facts),
  },
  {
    name: 'WebhookError',
    code: 'webhook_unverified',
    retryable: false,
    make: (module, facts) => new module.WebhookError('webhook_unverified', 'who', facts),
  },
  {
    name: 'WebhookError',
    code: 'webhook_malformed',
    retryable: false,
    make: (module, facts) => new module.WebhookError('webhook_malformed', 'what', facts),
  },
  ...statementCodes().map((code) => ({
    name: 'StatementError' as const,
    code,
    retryable: false,
    make: ((module, facts) => new module.StatementError(code, 'unread', facts)) satisfies Make,
  })),
  {
    name: 'EvidenceError',
    code: 'evidence_broken',
    retryable: false,
    make: (module, facts) => new module.EvidenceError('broken', facts),
  },
  {
    name: 'StoreError',
    code: 'store_failed',
    retryable: false,
    make: (module, facts) => new module.StoreError('full', facts),
  },
];

function statementCodes() {
  return [
    'not_a_pdf',
    'password_required',
    'password_wrong',
    'unsupported_encryption',
    'no_text_layer',
    'ocr_failed',
    'no_transaction_table',
    'several_accounts',
    'limit_exceeded',
    'damaged',
  ] as const;
}

const classNames = Object.entries(errors)
  .filter(([, value]) => value.prototype instanceof Error)
  .map(([name]) => name as keyof typeof errors);

describe.each(tree)('$name $code', ({ name, code, retryable, make }) => {
  test('says what it is, and that nothing happened unless it is set otherwise', () => {
    expect(make(errors)).toMatchObject({
      name,
      code,
      retryable,
      outcome: 'none',
      attempts: 0,
      elapsedMs: 0,
      requestId: undefined,
      operation: undefined,
    });
    expect(make(errors).stack).toMatch(new RegExp(`^${name}: `));
  });

  test('carries what is known of the call', () => {
    const facts = {
      retryable: !retryable,
      outcome: 'unknown',
      attempts: 3,
      elapsedMs: 1_250,
      requestId: 'req-1',
      operation: 'getMandate',
    } as const;
    expect(make(errors, facts)).toMatchObject({ ...facts, name, code });
  });

  test('is known by its class and its root, also across two copies of the package, and by no other class', () => {
    for (const [from, to] of [
      [errors, errors],
      [errors, copy],
      [copy, errors],
    ] as const) {
      const made = make(from);
      expect(made).toBeInstanceOf(Error);
      const known = classNames.filter((each) => made instanceof to[each]);
      expect(known.sort()).toEqual([name, 'RepayKitError'].sort());
    }
  });

  test('keeps its cause for programs and prints it nowhere', () => {
    const cause = new Error(`PUT with ${secretKey}`, { cause: { bvn } });
    const made = make(errors, { cause });
    expect(made.cause).toBe(cause);
    for (const printed of [
      inspect(made, { depth: null, showHidden: false }),
      inspect({ nested: [made] }, { depth: null }),
      JSON.stringify(made),
      String(made),
    ]) {
      for (const value of planted) expect(printed).not.toContain(value);
    }
    expect(JSON.parse(JSON.stringify(made))).toMatchObject({ name, code, message: made.message });
    expect(JSON.stringify(made)).not.toContain('stack');
  });
});

describe('the tree', () => {
  test('every class of the module is in the table', () => {
    expect([...new Set(tree.map((row) => row.name)), 'RepayKitError'].sort()).toEqual([...classNames].sort());
  });

  test('the second copy is really another one', () => {
    expect(copy.RepayKitError).not.toBe(errors.RepayKitError);
  });

  test('what is no error of ours is an instance of none', () => {
    for (const other of [
      new Error('x'),
      null,
      undefined,
      'RuleError',
      7,
      {},
      { name: 'RuleError', code: 'rule_refused' },
    ]) {
      expect(other instanceof errors.RepayKitError).toBe(false);
      expect(other instanceof errors.RuleError).toBe(false);
    }
  });

  test('a class of the application that extends ours is distinguished from its parent', () => {
    class LedgerError extends errors.StoreError {}
    expect(new LedgerError('full')).toBeInstanceOf(LedgerError);
    expect(new LedgerError('full')).toBeInstanceOf(errors.StoreError);
    expect(new errors.StoreError('full')).not.toBeInstanceOf(LedgerError);
  });
});

describe('what errors say', () => {
  test('a message is masked when it is made, and so is the stack', () => {
    const error = new errors.ConnectionError(`could not send ${bvn} with Bearer ${secretKey}`);
    expect(error.message).toBe('could not send *********78 with Bearer [secret]');
    for (const value of planted) expect(error.stack).not.toContain(value);
  });

  test('issues are listed in the message, all of them, masked in path and text', () => {
    const error = new errors.InputError('The attachment is incomplete', [
      { path: `plan.${accountNumber}.by`, message: 'say how' },
      { path: '', message: `and ${bvn} too` },
    ]);
    expect(error.message).toBe('The attachment is incomplete: plan.******6789.by: say how; and *********78 too');
    expect(error.issues).toEqual([
      { path: 'plan.******6789.by', message: 'say how' },
      { path: '', message: 'and *********78 too' },
    ]);
  });

  test('a refusal names its rule and where it stands', () => {
    const error = new errors.RuleError(refusal);
    expect(error).toMatchObject({ rule: 'debit-needs-disbursement', spec: 'Spec §1.5' });
    expect(error.message).toBe('no debit from ******6789 (debit-needs-disbursement, Spec §1.5)');
  });

  test('a stale loan carries the present one, unprinted', () => {
    const current = { loanId: 'loan-1', bvn };
    const error = new errors.StaleLoanError('went on', current);
    expect(error.current).toBe(current);
    expect(inspect(error)).not.toContain('current');
    expect(JSON.stringify(error)).not.toContain('current');
  });

  test('a deadline says its limit, a rate limit its wait', () => {
    expect(new errors.DeadlineError('late', 400).deadlineMs).toBe(400);
    expect(new errors.RateLimitError('slower', 900).retryAfterMs).toBe(900);
    expect(new errors.RateLimitError('slower', undefined).retryAfterMs).toBeUndefined();
  });

  test('a refusal of the service carries its status, code, rule and fields, masked', () => {
    const error = new errors.ServiceError('refused', {
      status: 422,
      serviceCode: 'rule_refused',
      rule: 'over-collection',
      fields: issues,
    });
    expect(error).toMatchObject({ status: 422, serviceCode: 'rule_refused', rule: 'over-collection' });
    expect(error.fields).toEqual([{ path: 'payer.bvn', message: '*********78 is not 11 digits' }]);
    expect(new errors.ServiceError('refused', { status: 500 }).fields).toEqual([]);
  });

  test('an answer that does not fit says its status and what did not fit, masked', () => {
    expect(new errors.AnswerError('odd', { status: 200, issues })).toMatchObject({
      status: 200,
      issues: [{ path: 'payer.bvn', message: '*********78 is not 11 digits' }],
    });
  });

  test('the printed form leads with name and message and lists what is known', () => {
    const printed = inspect(
      new errors.DeadlineError('The call took too long', 400, { operation: 'getMandate', outcome: 'unknown' }),
    );
    expect(printed).toMatch(/^DeadlineError: The call took too long\n/);
    expect(printed).toContain("operation: 'getMandate'");
    expect(printed).toContain("outcome: 'unknown'");
    expect(printed).not.toContain('requestId');
  });
});
