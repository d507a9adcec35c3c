import { explainMandate } from '../../../src/server/diagnosis/explain-mandate.ts';
import type { Explanation } from '../../../src/server/diagnosis/explanation.ts';
import { findMandate } from '../../../src/server/engine/world/world.ts';
import { type LoanStory, MANDATE_ID } from '../engine/loan-story.ts';

export function explain(story: LoanStory): Explanation {
  const mandate = findMandate(story.world, MANDATE_ID);
  if (!mandate) throw new Error('no mandate');
  return explainMandate(story.world, mandate);
}

export function finding(story: LoanStory, rule: string) {
  return explain(story).findings.find((each) => each.rule === rule);
}

export function rules(story: LoanStory): readonly string[] {
  return explain(story).findings.map(({ rule }) => rule);
}

export const MASKED = { accountNumber: '******0011', bankCode: '058' };
