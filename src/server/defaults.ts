import type { Instant } from '../domain/calendar.ts';
import { DEFAULT_MERCHANT } from './platform/world.ts';

/** What a reference server is unless told otherwise: fixed, so that a test can be written without reading anything. */
export const REFERENCE_DEFAULTS = {
  appId: DEFAULT_MERCHANT.appId,
  businessId: DEFAULT_MERCHANT.businessId,
  publicKey: 'pk_test_repaykit',
  secretKey: 'sk_test_repaykit',
  webhookSecret: 'whsec_repaykit',
  segments: { mandate: 'mandates', discovery: 'discovery' },
  seed: 1,
  /** 10 MB. */
  bodyLimit: 10_485_760,
  host: '127.0.0.1',
} as const;

/** 2026-01-05T08:00:00Z, a Monday at 09:00 in Lagos: where the clock of a library instance stands. */
export const DEFAULT_NOW: Instant = 1_767_600_000_000;
