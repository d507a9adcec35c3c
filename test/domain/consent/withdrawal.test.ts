import { describe, expect, test } from 'vitest';
import { type Instant, parseInstant } from '../../../src/domain/calendar.ts';
import { consentScopes } from '../../../src/domain/consent/consent.ts';
import {
  cancellationRequest,
  isDebitScope,
  scopeRevocation,
  withdrawalIsTimely,
} from '../../../src/domain/consent/withdrawal.ts';

const revocationProblems = (revocation: unknown) => scopeRevocation.problems(revocation, '');
const cancellationProblems = (request: unknown) => cancellationRequest.problems(request, '');

const revocation = { scope: 'cascadeDebit', revokedAt: '2026-01-05T09:00:00+01:00', channel: 'web' } as const;
const paths = (problems: readonly { readonly path: string }[]) => problems.map(({ path }) => path);

describe('the shape of a withdrawal', () => {
  test('a whole one has no problems, with or without what is optional', () => {
    expect(revocationProblems(revocation)).toEqual([]);
    expect(revocationProblems({ ...revocation, ipAddress: '102.89.23.4', reason: 'moved' })).toEqual([]);
    expect(cancellationProblems({ requestedAt: '2026-01-05T08:00:00Z', channel: 'branch' })).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['an unknown scope', { scope: 'everything' }, 'scope'],
    ['a name of every object as scope', { scope: 'constructor' }, 'scope'],
    ['a time without offset', { revokedAt: '2026-01-05T09:00:00' }, 'revokedAt'],
    ['a blank channel', { channel: ' ' }, 'channel'],
    ['an address that is none', { ipAddress: 'home' }, 'ipAddress'],
    ['a reason that is no text', { reason: 7 }, 'reason'],
  ])('%s is a problem of its own', (_what, change, path) => {
    expect(paths(revocationProblems({ ...revocation, ...change } as never))).toEqual([path]);
  });

  test('nothing crashes on nothing', () => {
    for (const nothing of [undefined, null, {}]) {
      expect(paths(revocationProblems(nothing as never))).toEqual(['scope', 'revokedAt', 'channel']);
      expect(paths(cancellationProblems(nothing as never))).toEqual(['requestedAt', 'channel']);
    }
  });
});

describe('a withdrawal in time', () => {
  const ground = {
    grantedAt: ['2026-01-05T08:00:00Z', '2026-01-05T08:05:00Z'].map(Date.parse),
    now: parseInstant('2026-01-06T09:00:00Z') as Instant,
  };

  test('follows the last grant, or comes with it', () => {
    expect(withdrawalIsTimely('The revocation', '2026-01-05T09:05:00+01:00', ground)).toEqual({ allowed: true });
    expect(withdrawalIsTimely('The revocation', '2026-01-06T09:00:00Z', ground)).toEqual({ allowed: true });
  });

  test('is not dated before one of the grants', () => {
    expect(withdrawalIsTimely('The revocation', '2026-01-05T08:04:59Z', ground)).toEqual({
      allowed: false,
      rule: 'withdrawal-follows-consent',
      spec: 'Spec §1.1',
      message:
        'The revocation is dated 2026-01-05T08:04:59Z, before the consent itself: give the time at which the payer took it back',
    });
  });

  test('is not dated ahead of time', () => {
    expect(withdrawalIsTimely('The revocation', '2026-01-06T09:05:01Z', ground)).toMatchObject({
      allowed: false,
      rule: 'evidence-is-past',
    });
  });
});

test('debits rest on two of the five scopes', () => {
  expect(Object.keys(consentScopes).filter((scope) => isDebitScope(scope as keyof typeof consentScopes))).toEqual([
    'automatedDebit',
    'cascadeDebit',
  ]);
});
