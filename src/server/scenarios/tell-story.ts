import { addPeriods, formatInstant, lagosDay, type PlainDate } from '../../domain/calendar.ts';
import type { AccountKey } from '../../domain/identifiers.ts';
import { dueDates } from '../../domain/schedule.ts';
import type { InventedPayer } from './invented-payer.ts';
import { type ScenarioName, scenarios } from './scenarios.ts';
import { type Story, type StoryLoan, type StoryMerchant, type StoryWorld, storyTerms } from './story.ts';

/** What a scenario made. All people are invented, so that nothing is masked. */
export interface ScenarioResult {
  /** Which story was played. */
  readonly scenario: ScenarioName;
  /** Where the loan stands, for people. */
  readonly summary: string;
  /** What it made; minted by the server. */
  readonly mandateId: string;
  /** As the merchant knows the payer. */
  readonly payer: Omit<InventedPayer, 'accounts'>;
  /** In cascade order. */
  readonly accounts: readonly (AccountKey & { readonly primary: boolean })[];
  /** Where the world's clock stands, ISO 8601 UTC. */
  readonly now: string;
  /** What to try from there. */
  readonly next: string;
}

/** Who is in a story and where it plays. */
export interface StoryCast {
  readonly payer: InventedPayer;
  readonly merchant: StoryMerchant;
  readonly world: StoryWorld;
}

// Stories take up to four months, and no date after the year 9999 can be written.
const LAST_BEGINNING = '9999-08-01';

/** What keeps a scenario from ending where its name says, in this world; undefined if nothing does. */
export function obstacle(name: ScenarioName, { policy, now }: Pick<StoryWorld, 'policy' | 'now'>): string | undefined {
  const scenario = scenarios[name];
  if (scenario.needsPartialCollection && !policy.partialCollection) {
    return `The scenario '${name}' needs a policy that allows partial collection: set partialCollection first.`;
  }
  return lagosDay(now()) > LAST_BEGINNING
    ? 'A scenario needs some months before the year 9999 ends: reset the world to an earlier time.'
    : undefined;
}

/** Tells a scenario's story from its beginning; it may move the world's clock by months. */
export async function tellStory(name: ScenarioName, { payer, merchant, world }: StoryCast): Promise<ScenarioResult> {
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
