import { addDays, addPeriods, type PlainDate } from '../../domain/calendar.ts';
import type { StoryTerms } from './story.ts';

/** The terms of an invented loan: ₦80,000 lent, repaid in three monthly instalments of ₦30,000 from `startDate` on. */
export function storyTerms(startDate: PlainDate): StoryTerms {
  const endDate = addDays(addPeriods(startDate, 'monthly', 2), 14);
  return {
    approvedAmount: 80_000,
    totalAmountDue: 90_000,
    startDate,
    endDate,
    frequency: 'monthly',
    collectionMode: 'auto',
  };
}
