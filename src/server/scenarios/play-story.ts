import { addPeriods, formatInstant, lagosDay, type PlainDate } from '../../domain/calendar.ts';
import type { AccountKey } from '../../domain/identifiers.ts';
import { dueDates } from '../../domain/terms.ts';
import type { InventedPayer } from './invented-payer.ts';
import { type ScenarioName, scenarios } from './scenarios.ts';
import { type Story, type StoryLoan, type StoryWorld, storyTerms } from './story.ts';

/** The result of a scenario. All people are invented, so nothing is masked. */
export interface ScenarioResult {
  /** The played scenario. */
  readonly scenario: ScenarioName;
  /** The state of the loan, for people. */
  readonly summary: string;
  /** The id of the new mandate. */
  readonly mandateId: string;
  /** The new payer. */
  readonly payer: Omit<InventedPayer, 'accounts'>;
  /** In cascade order. */
  readonly accounts: readonly (AccountKey & { readonly primary: boolean })[];
  /** The time of the world, ISO 8601 UTC. */
  readonly now: string;
  /** What you can try next. */
  readonly next: string;
}

type StoryContext = Pick<Story, 'merchant' | 'world'> & Pick<StoryLoan, 'payer'>;

// Stories take up to four months, and ISO 8601 dates end with the year 9999.
const LAST_BEGINNING = '9999-08-01';

/** Why this world cannot play a scenario to its end; undefined if it can. */
export function obstacle(name: ScenarioName, { policy, now }: Pick<StoryWorld, 'policy' | 'now'>): string | undefined {
  const scenario = scenarios[name];
  if (scenario.needsPartialCollection && !policy.partialCollection) {
    return `The scenario '${name}' needs a policy that allows partial collection: set partialCollection first.`;
  }
  return lagosDay(now()) > LAST_BEGINNING
    ? 'A scenario needs some months before the year 9999 ends: reset the world to an earlier time.'
    : undefined;
}

/** Plays the story of a scenario. It may move the world's clock by months. */
export async function playStory(name: ScenarioName, { payer, merchant, world }: StoryContext): Promise<ScenarioResult> {
  const scenario = scenarios[name];
  const story: Story = { loan: planLoan(payer, lagosDay(world.now())), merchant, world, mandateId: '' };
  for (const step of scenario.story) await step(story);
  const { accounts, ...person } = payer;
  return {
    scenario: name,
    summary: scenario.summary,
    mandateId: story.mandateId,
    payer: person,
    accounts: accounts.map((account, index) => ({ ...account, primary: index === 0 })),
    now: formatInstant(world.now()),
    next: scenario.next,
  };
}

function planLoan(payer: InventedPayer, today: PlainDate): StoryLoan {
  const [primary, ...backups] = payer.accounts as readonly [AccountKey, ...AccountKey[]];
  const terms = storyTerms(addPeriods(today, 'monthly', 1));
  return { payer, primary, backups, terms, dueDates: dueDates(terms.startDate, terms.endDate, terms.frequency) };
}
