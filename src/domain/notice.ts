/** What payers and regulators are told the arrangement is, and what it may never be called. Spec §1. */
import { allowed, type Decision, refused } from './decision.ts';

/** The one disclaimer: in notices, receipts, digests, the demo and pages. */
export const DISCLAIMER =
  'This is a private direct debit arrangement based on your consent. It is not a regulated interbank standing-instruction system and is not backed by one.';

// What only a regulated scheme may call itself. A sentence that denies it, as the disclaimer does, is welcome.
const claims = [
  /\bstanding[\s-]+(?:payment[\s-]+)?(?:instruction|order)s?\b/i,
  /\bGSI\b/,
  /\b(?:backed|guaranteed|mandated|operated|enforced)\s+by\s+(?:the\s+)?(?:CBN|central bank|NIBSS)\b/i,
  /\bregulated\s+(?:interbank|recovery|debit)\b/i,
];
const denial = /\b(?:not|never|no|nor|neither)\b|n['’]t\b/i;

/** The notice must not present the arrangement as a regulated standing-instruction system, or as backed by one. Spec §1. */
export function noticeIsHonest(text: string): Decision {
  const sentences = text.split(/(?<=[.!?;])\s+|\n+/);
  const claiming = sentences.find((sentence) => claims.some((claim) => claim.test(sentence)) && !denial.test(sentence));
  if (claiming === undefined) return allowed;
  return refused(
    'notice-is-honest',
    'Spec §1',
    'The notice presents the arrangement as a regulated standing instruction: take the claim out; the exported DISCLAIMER says what it is',
  );
}
