import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sized } from '../size.ts';
import { look, type Memory } from './books.ts';
import { type Happening, happening, LOANS } from './happenings.ts';
import { beginPlay, type Play } from './play.ts';
import { happen, loanOf } from './steps.ts';

/** `PLAYS=20000` is the long run. */
const PLAYS = Number(process.env.PLAYS ?? sized(25, 150));

/** One happening as a command of fast-check's model runs; the model is the referee's memory. */
class Act implements fc.AsyncCommand<Memory, Play> {
  readonly it: Happening;
  constructor(it: Happening) {
    this.it = it;
  }
  check(): boolean {
    return true;
  }
  async run(memory: Memory, play: Play): Promise<void> {
    await happen(play, this.it);
    await play.receiver.settled();
    await look(play, memory);
  }
  toString(): string {
    return JSON.stringify(this.it);
  }
}

const act = (it: Happening) => new Act(it);
const commands = fc.commands([happening.map(act)], { maxCommands: 50, size: 'max' });
/** Loans that are under way when the play begins: most of what can go wrong goes wrong with a live loan. */
const begun = fc.subarray([...LOANS.keys()]);

interface Script {
  readonly seed: number;
  readonly begun: readonly number[];
  readonly commands: Iterable<fc.AsyncCommand<Memory, Play>>;
}

async function perform<Reported>(
  { seed, begun, commands }: Script,
  report: (play: Play) => Promise<Reported>,
): Promise<Reported> {
  const play = await beginPlay(seed);
  try {
    for (const which of begun) await happen(play, { kind: 'go all the way', which, proved: [1, 2] });
    const memory: Memory = { seenAttempts: new Set(), openGates: new Set() };
    await fc.asyncModelRun(() => ({ model: memory, real: play }), commands);
    return await report(play);
  } finally {
    await play.close();
  }
}

// Once nothing is in the way, the lender's books come to say what the platform's say.
async function settle(play: Play): Promise<void> {
  await play.server.controls.clearFaults();
  await play.server.controls.patchMerchant({ status: 'approved' });
  await play.receiver.drain();
  for (const index of LOANS.keys()) {
    const loan = await loanOf(play, index);
    if (loan?.stage !== 'collecting') continue;
    const refreshed = await play.kit.mandates.refresh(loan);
    const { mandate } = await play.server.controls.readMandate(loan.mandateId);
    if (refreshed.stage === 'collecting')
      expect(refreshed.balances.collected, 'both books say the same').toBe(mandate.collectedAmount);
  }
}

test('the books stay right whatever lender, strangers, people, banks, faults and time do, in whatever order', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(begun, commands, async (begun, commands) => {
      await perform({ seed: 1, begun, commands }, settle);
    }),
    { numRuns: PLAYS },
  );
});

test('the same happenings on the same seed leave the same bytes behind', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), begun, fc.array(happening, { maxLength: 30 }), async (seed, begun, happenings) => {
      const reported = () => perform({ seed, begun, commands: happenings.map(act) }, traces);
      expect(await reported()).toEqual(await reported());
    }),
    { numRuns: Math.ceil(PLAYS / 5) },
  );
});

// The lender draws the ids of mandates; everything else comes from the seed.
async function traces(play: Play): Promise<readonly string[]> {
  const { controls } = play.server;
  const lists = [
    await controls.webhooks(),
    await controls.requests(),
    await controls.bureauReports(),
    await controls.emails(),
  ];
  let text = JSON.stringify([play.transcript, play.received, lists]);
  for (const index of LOANS.keys()) {
    const mandateId = (await loanOf(play, index))?.mandateId;
    if (mandateId) text = text.replaceAll(mandateId, `mandate-${index}`);
  }
  return text.split(/(?<=\},)/);
}
