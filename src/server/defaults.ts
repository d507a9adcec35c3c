import { DEFAULT_MERCHANT } from './engine/world/world.ts';

/** The defaults of a reference server. They are fixed, so a test may contain them. */
export const REFERENCE_DEFAULTS = {
  appId: DEFAULT_MERCHANT.appId,
  businessId: DEFAULT_MERCHANT.businessId,
  merchantEmail: DEFAULT_MERCHANT.email,
  publicKey: 'pk_test_repaykit',
  secretKey: 'sk_test_repaykit',
  webhookSecret: 'whsec_repaykit',
  segments: { mandate: 'mandates', discovery: 'discovery' },
  seed: 1,
  /** 10 MB. */
  bodyLimit: 10_485_760,
  host: '127.0.0.1',
} as const;
