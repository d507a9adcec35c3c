/** The steps of stories. Each is one event of a loan. */
import { addDays, HOUR_MS, lagosInstant, MINUTE_MS, type PlainDate } from '../../domain/calendar.ts';
import type { Story, StoryStep } from './story.ts';

/** More than all instalments together, in naira. */
const PLENTY = 200_000;

/** Less than one instalment, in naira. */
const LITTLE = 12_500;

/** The payer consents and chooses; the mandate is placed on each chosen account. Spec §1.1 to §1.3. */
export const placed: StoryStep = async (story) => {
  const { bvn, name, email, mobileNumber: phone, ...payer } = story.loan.payer;
  const accounts = payer.accounts.map((account) => ({ ...account, balance: PLENTY }));
  await story.world.addPayer({ bvn, name, email, phone, accounts });
  story.mandateId = await story.merchant.place(story.loan);
};

/** Each account waits for the payer's ₦50. Spec §4.4. */
export const attached: StoryStep = ({ merchant }) => merchant.attach();

/** The ₦50 arrives from each account. Spec §3.1. */
export const deposited: StoryStep = async ({ loan, world, mandateId }) => {
  for (const account of loan.payer.accounts) await world.makeDeposit({ mandateId, ...account });
};

/** The primary's ₦50 comes from another account of the payer: it proves nothing. Spec §3.1. */
export const depositedFromElsewhere: StoryStep = async ({ loan, world, mandateId }) => {
  const [elsewhere] = loan.backups;
  await world.makeDeposit({ mandateId, ...loan.primary, ...(elsewhere && { from: elsewhere }) });
};

/** The payer disputes the ₦50 on the primary. Spec §3.1. */
export const depositDisputed: StoryStep = async ({ loan, world, mandateId }) => {
  await world.makeDeposit({ mandateId, ...loan.primary, outcome: 'disputed' });
};

/** No ₦50 arrives until the wait times out. Spec §3.1. */
export const depositAwaitedInVain: StoryStep = async ({ world }) => {
  await world.moveTo(world.now() + world.policy.microDepositHours * HOUR_MS);
};

/** The credit decision is reported. Spec §6.3. */
export const approved: StoryStep = ({ merchant }) => merchant.report('loan.approved');

/** The money is sent and reported: collection opens. Spec §3.4. */
export const disbursed: StoryStep = ({ merchant }) => merchant.report('loan.disbursed');

/** A due date passes, to the end of the day. The repayment is reported. */
export function dueDate(which: 1 | 2 | 3): StoryStep {
  return async ({ loan, world, merchant }) => {
    await world.moveTo(endOf(loan.dueDates[which - 1] as PlainDate));
    await merchant.reportRepayment();
  };
}

export const primaryIsEmpty: StoryStep = async ({ loan, world }) => {
  await world.patchAccount(loan.primary, { balance: 0 });
};

export const everyAccountIsEmpty: StoryStep = async ({ loan, world }) => {
  for (const account of loan.payer.accounts) await world.patchAccount(account, { balance: 0 });
};

/** The primary account has less than an instalment, and the others are empty. */
export const littleIsLeft: StoryStep = async (story) => {
  await everyAccountIsEmpty(story);
  await story.world.patchAccount(story.loan.primary, { balance: LITTLE });
};

/** The payer disputes the mandate: collection pauses. Spec §3.4. */
export const disputed: StoryStep = async ({ world, mandateId }) => {
  await world.openDispute(mandateId, { reason: 'The loan is repaid already.' });
};

/** Terms change, and the merchant reports it; the platform keeps its schedule. Spec §6.3. */
export const restructured: StoryStep = ({ merchant }) => merchant.report('loan.restructured');

/** The loan is repaid, and the merchant reports its closure. Spec §6.3. */
export const closed: StoryStep = ({ merchant }) => merchant.report('loan.closed');

export const tenureOver: StoryStep = async ({ loan, world }: Story) => {
  await world.moveTo(lagosInstant(addDays(loan.terms.endDate, 1)));
};

// All attempts of a day are over by then, under any policy.
function endOf(day: PlainDate): number {
  return lagosInstant(addDays(day, 1)) - MINUTE_MS;
}
