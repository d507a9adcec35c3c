import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { controlRoutes } from '../../src/server/control/routes.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { SEEDED_POLICY_NUMBER } from '../../src/server/insurance/insurance-book.ts';
import { seededProducts } from '../../src/server/insurance/products.ts';
import { DEFAULT_POLICY } from '../../src/server/platform/policy.ts';
import { SEEDED_PAYERS } from '../../src/server/platform/seeded-payers.ts';

const guide = readFileSync('docs/reference-server.md', 'utf8');
const rows = guide.split('\n').filter((line) => line.startsWith('|'));

describe('the guide to the reference server', () => {
  it.each(SEEDED_PAYERS.flatMap((payer) => payer.accounts.map((account) => ({ ...account, payer }))))(
    'lists account $accountNumber',
    ({ payer, ...account }) => {
      const row = rows.find((line) => line.includes(account.accountNumber) && line.includes(payer.bvn)) ?? '';
      expect(row).toContain(`${account.bankCode} `);
      expect(row).toContain(account.balance.toLocaleString('en'));
      expect(row.endsWith(account.active === false ? '| no |' : '| yes |')).toBe(true);
    },
  );

  it.each(seededProducts)('lists product $code', ({ code, product_type, insurer }) => {
    expect(rows.find((line) => line.includes(code))).toContain(`\`${product_type.slug}\``);
    expect(rows.find((line) => line.includes(code))).toContain(insurer.name);
  });

  it('names the fixed values, the seeded policy and every term of the merchant agreement', () => {
    const { appId, businessId, publicKey, secretKey, webhookSecret } = REFERENCE_DEFAULTS;
    for (const value of [appId, businessId, publicKey, secretKey, webhookSecret, SEEDED_POLICY_NUMBER, ...Object.keys(DEFAULT_POLICY)])
      expect(guide).toContain(value);
  });

  it.each(controlRoutes.map(({ path }) => path))('names the control call %s', (path) => {
    const last = path.replace(/^\/(mandates|webhooks)\/\{id\}\/?/, (whole) => (whole.endsWith('/') ? '/' : whole));
    expect(guide).toContain(last);
  });
});
