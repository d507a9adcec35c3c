import { RepayKit } from '../../src/client/repay-kit.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { createReferenceServer } from '../../src/server/index.ts';
import type { CreatedClaim } from '../../src/wire/types/insurance-types.ts';

export const CLAIM = {
  amount: 25_000,
  policy_number: 'POL-1',
  attachments: [1, 2],
  payment_details: { bank_name: 'Sample Bank', account_number: '0123456789', sort_code: '044' },
};

/** What a claim answers with, as the reference server makes it. */
export async function sampleClaim(): Promise<CreatedClaim> {
  const server = createReferenceServer();
  const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;
  const kit = new RepayKit({
    baseUrl: server.url,
    appId,
    businessId,
    publicKey,
    secretKey,
    segments,
    transport: server.dispatcher,
  });
  try {
    await server.controls.addPolicy({ number: CLAIM.policy_number, productType: 'gadget', amount: 50_000 });
    return await kit.insurance.claim(CLAIM);
  } finally {
    await kit.close();
    await server.close();
  }
}
