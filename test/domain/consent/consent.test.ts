import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Consent,
  type ConsentScope,
  consentCheck,
  consentIsComplete,
  consentScopes,
} from '../../../src/domain/consent/consent.ts';

const consentProblems = (consent: unknown) => consentCheck.problems(consent, '');

const scopes = Object.keys(consentScopes) as ConsentScope[];
const grant = (scope: ConsentScope) => ({ scope, grantedAt: '2026-01-05T09:00:00+01:00', ipAddress: '102.89.23.4' });
const consent: Consent = {
  scopes: scopes.map(grant),
  channel: 'web',
  language: 'en',
  notice: { text: 'You agree to …', version: 'v1' },
};

describe('the completeness of consent', () => {
  test('all five scopes in any order are complete', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(scopes, { minLength: scopes.length }), (given) => {
        expect(consentIsComplete(given.map(grant))).toEqual({ allowed: true });
      }),
    );
  });

  test('every scope that is missing is named, and those granted are not', () => {
    fc.assert(
      fc.property(fc.subarray(scopes, { maxLength: scopes.length - 1 }), (given) => {
        const decision = consentIsComplete(given.map(grant));
        expect(decision).toMatchObject({ allowed: false, rule: 'consent-complete', spec: 'Spec §1.1' });
        const { message } = decision as { message: string };
        for (const scope of scopes) expect(message.includes(scope)).toBe(!given.includes(scope));
      }),
    );
  });

  test('a scope granted twice is refused: which time and address would count?', () => {
    expect(consentIsComplete([...consent.scopes, grant('cascadeDebit')])).toEqual({
      allowed: false,
      rule: 'consent-complete',
      spec: 'Spec §1.1',
      message: 'A scope was granted twice: keep one grant for each scope, with its own time and IP address',
    });
  });

  test('two missing scopes are named in one sentence', () => {
    const given = consent.scopes.filter(({ scope }) => scope !== 'mandatePlacement' && scope !== 'cascadeDebit');
    expect(consentIsComplete(given)).toMatchObject({
      message:
        'The payer has not consented to mandatePlacement, cascadeDebit: capture each scope with its time and IP address before anything is done with the BVN',
    });
  });
});

describe('the shape of consent', () => {
  test('a whole consent has no problems', () => {
    expect(consentProblems(consent)).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['a blank channel', { channel: ' ' }, 'channel'],
    ['no language', { language: undefined }, 'language'],
    ['no notice text', { notice: { version: 'v1' } }, 'notice.text'],
    ['no notice version', { notice: { text: 'You agree' } }, 'notice.version'],
    ['scopes that are no list', { scopes: { accountDiscovery: true } }, 'scopes'],
    ['an unknown scope', { scopes: [{ ...grant('cascadeDebit'), scope: 'everything' }] }, 'scopes.0.scope'],
    [
      'a name of every object as scope',
      { scopes: [{ ...grant('cascadeDebit'), scope: 'constructor' }] },
      'scopes.0.scope',
    ],
    [
      'a time without offset',
      { scopes: [grant('cascadeDebit'), { ...grant('cascadeDebit'), grantedAt: '2026-01-05T09:00:00' }] },
      'scopes.1.grantedAt',
    ],
    ['no address', { scopes: [{ ...grant('cascadeDebit'), ipAddress: '' }] }, 'scopes.0.ipAddress'],
  ])('%s is a problem of its own', (_what, change, path) => {
    expect(consentProblems({ ...consent, ...change } as Consent).map((problem) => problem.path)).toEqual([path]);
  });

  test('everything wrong is listed at once, and nothing crashes on nothing', () => {
    const all = ['scopes', 'channel', 'language', 'notice.text', 'notice.version'];
    for (const nothing of [undefined, null, {}])
      expect(consentProblems(nothing as never).map((problem) => problem.path)).toEqual(all);
    expect(consentProblems({ ...consent, scopes: [null] as never }).map((problem) => problem.path)).toEqual([
      'scopes.0.scope',
      'scopes.0.grantedAt',
      'scopes.0.ipAddress',
    ]);
  });
});
