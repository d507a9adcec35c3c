/** Spec §1, step 1, typed again by hand: what consent covers. */
import { expect, test } from 'vitest';
import { consentIsComplete, consentScopes } from '../../src/domain/consent/consent.ts';

const covers = {
  accountDiscovery: 'use of the BVN to discover accounts',
  mandatePlacement: 'e-mandate placement on each selected account',
  automatedDebit: 'automated debit on due dates',
  bureauReporting: 'reporting to a credit bureau',
  cascadeDebit: 'cascade debit to backup accounts',
} as const;

const scopes = Object.keys(covers) as (keyof typeof covers)[];

test('consent covers five things', () => {
  expect(Object.keys(consentScopes)).toEqual(scopes);
});

test('all five together are consent', () => {
  expect(consentIsComplete(scopes.map((scope) => ({ scope })))).toEqual({ allowed: true });
});

test.each(Object.entries(covers))('without %s (%s) there is no consent, by Spec §1.1', (missing) => {
  const granted = scopes.filter((scope) => scope !== missing).map((scope) => ({ scope }));
  expect(consentIsComplete(granted)).toMatchObject({
    allowed: false,
    spec: 'Spec §1.1',
    message: expect.stringContaining(missing),
  });
});
