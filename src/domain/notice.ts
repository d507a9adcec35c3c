/** What payers and regulators are told the arrangement is, and what it may never be called. Spec §1. */
import { allowed, type Decision, refused } from './decision.ts';

/** The one disclaimer: in notices, receipts, digests, the demo and pages. */
export const DISCLAIMER =
  'This is a private direct debit arrangement based on your consent. It is not a regulated interbank standing-instruction system and is not backed by one.';

// What only a regulated scheme may call itself.
const claims = [
  /\bstanding[\s\p{Pd}]+(?:(?:payment|debit)[\s\p{Pd}]+)?(?:instruction|order)s?\b/giu,
  /\bG\.?S\.?I\b/gi,
  /\b(?:backed|guaranteed|mandated|operated|enforced)\s+by\s+(?:the\s+)?(?:CBN|central\s+bank|NIBSS)\b/gi,
  /\b(?:CBN|central[\s\p{Pd}]+bank|NIBSS)[\s\p{Pd}]+(?:backed|guaranteed|mandated|operated|enforced)\b/giu,
  /\bregulated\s+(?:interbank|recovery|(?:direct[\s\p{Pd}]+)?debit)\b/giu,
];

// A denial reaches as far as its clause: `not a loan, but a standing instruction` claims one. A line that begins a new sentence or item ends a clause, a
// line that was only wrapped does not.
const clauseEnd =
  /[.!?;:](?=\s|$)|,(?!\s*(?:an?|any|or|nor)\b)|[\u2013\u2014()]|\n\s*\n|\n(?=\s*(?:[-*\u2022]|\d|[A-Z][a-z]))|\b(?:but|because|since)\b|\band\s+(?=(?:it|this|is|are|was|has|works|acts|serves|operates)\b)/g;
const denial =
  /\b(?:not(?!\s+(?:only|just|merely|simply)\b)|never|no(?!\s+(?:doubt|question)\b)|nor|neither|cannot|unlike|without(?!\s+doubt\b)|rather\s+than)\b|n['\u2019]t\b/gi;
const LONGEST_CLAUSE = 400;
// `You cannot cancel this standing instruction` denies the cancelling.
const takenForGranted = /\b(?:this|these|your|our|cancel|revoke|withdraw|stop|end|refuse)\b/i;

/** The notice must not present the arrangement as a regulated standing-instruction system, or as backed by one. A sentence that denies it is welcome. Spec §1. */
export function noticeIsHonest(text: string): Decision {
  const plain = text.normalize('NFKC').replace(/\u00AD|\u200B/g, '');
  const isClaimed = claims.some((claim) =>
    [...plain.matchAll(claim)].some(
      (match) => !isDenied(plain.slice(Math.max(0, match.index - LONGEST_CLAUSE), match.index)),
    ),
  );
  if (!isClaimed) return allowed;
  return refused(
    'notice-is-honest',
    'Spec §1',
    'The notice presents the arrangement as a regulated standing instruction: take the claim out; the exported DISCLAIMER says what it is',
  );
}

// Is what follows this text denied by the clause that it stands in?
function isDenied(before: string): boolean {
  const clause = before.slice(endOfLast(clauseEnd, before));
  const reach = endOfLast(denial, clause);
  return reach > 0 && !takenForGranted.test(clause.slice(reach));
}

function endOfLast(pattern: RegExp, text: string): number {
  const last = [...text.matchAll(pattern)].at(-1);
  return last ? last.index + last[0].length : 0;
}
