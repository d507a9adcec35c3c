import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { SEEDED_POLICY_NUMBER } from '../../src/server/engine/insurance/policies.ts';
import { seededProducts } from '../../src/server/engine/insurance/products.ts';
import { DEFAULT_POLICY } from '../../src/server/engine/world/policy.ts';
import { SEEDED_PAYERS } from '../../src/server/engine/world/world.ts';
import { callFaultKinds, webhookFaultKinds } from '../../src/server/faults/fault.ts';
import { createReferenceServer } from '../../src/server/reference-server.ts';
import { scenarioNames } from '../../src/server/scenarios/scenarios.ts';
import { brokenKinds, hmacBrokenKinds } from '../../src/webhooks/broken-delivery.ts';

const guide = readFileSync('docs/reference-server.md', 'utf8');
const rows = guide.split('\n').filter((line) => line.startsWith('|'));

describe('the guide to the reference server', () => {
  it.each(SEEDED_PAYERS.flatMap((payer) => payer.accounts.map((account) => ({ ...account, payer }))))(
    'lists account $accountNumber',
    ({ payer, ...account }) => {
      const table = guide.split(`BVN ${payer.bvn}`)[1]?.split('\n**')[0]?.split('\n#')[0] ?? '';
      const row = table.split('\n').find((line) => line.includes(account.accountNumber)) ?? '';
      expect(guide).toContain(`**${payer.name}**, BVN ${payer.bvn}`);
      expect(row).toContain(`| ${account.bankCode} `);
      expect(row.endsWith(`| ${account.balance.toLocaleString('en')} |`)).toBe(true);
      expect(row.includes('inactive')).toBe(account.active === false);
    },
  );

  it.each(seededProducts)('lists product $code', ({ code, product_type, insurer }) => {
    expect(rows.find((line) => line.includes(code))).toContain(`\`${product_type.slug}\``);
    expect(rows.find((line) => line.includes(code))).toContain(insurer.name);
  });

  it('names the fixed values, the seeded policy and every term of the merchant agreement', () => {
    const { appId, businessId, publicKey, secretKey, webhookSecret } = REFERENCE_DEFAULTS;
    for (const value of [
      appId,
      businessId,
      publicKey,
      secretKey,
      webhookSecret,
      SEEDED_POLICY_NUMBER,
      ...Object.keys(DEFAULT_POLICY),
    ])
      expect(guide).toContain(value);
  });

  // Each of them is there once: test/docs/control-api.test.ts.
  it('leads to the list of all control calls', () => expect(guide).toContain('](control-api.md)'));

  it('shows a fault by curl that the server takes as it stands', async () => {
    const [, kind = '', body = ''] = /curl -X POST localhost:4010(\S+)[\s\S]*?-d '([^']+)'/.exec(guide) ?? [];
    const server = createReferenceServer();
    const answer = await server.fetch(
      new Request(`${server.url}${kind}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    );
    expect(answer.status).toBe(201);
    expect(await server.controls.faults()).toMatchObject({
      items: [{ kind: 'reset', operation: 'collectManually', when: 'after', times: 1 }],
    });
    await server.close();
  });

  it('names every kind of fault, every scenario and every way in which a test delivery is wrong', () => {
    const names = [...callFaultKinds, ...webhookFaultKinds, ...scenarioNames, ...brokenKinds, ...hmacBrokenKinds];
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name) => !guide.includes(name))).toEqual([]);
  });
});
