import { describe, expect, test } from 'vitest';
import { consentScopes } from '../../src/domain/consent.ts';
import { cancellationProblems, isDebitScope, revocationProblems } from '../../src/domain/withdrawal.ts';

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

test('debits rest on two of the five scopes', () => {
  expect(Object.keys(consentScopes).filter((scope) => isDebitScope(scope as keyof typeof consentScopes))).toEqual(['automatedDebit', 'cascadeDebit']);
});
