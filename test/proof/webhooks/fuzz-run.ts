/** Sends bodies that no service sends to a receiver, and looks that each is answered, in time, and that nothing falls over. */
import { Dice } from '../tampering/dice.ts';
import { makeForgedWorld } from './forged-world.ts';
import { type FuzzInput, fuzzInput, monster, monsterNames } from './fuzz-inputs.ts';
import { deliveryOf, type Merchant } from './merchant.ts';

/** How a run goes. */
export interface FuzzRun {
  /** Bodies by chance; the monsters come on top, each once. */
  readonly inputs: number;
  readonly seed: number;
  /** What takes longer is tried again so often, and its best time counts: whatever was in the way then was not the body. */
  readonly tries: number;
  readonly log?: (line: string) => void;
}

/** A body and what it took, in milliseconds: of CPU, because other programs may share the machine. */
export interface Timed {
  readonly name: string;
  readonly bytes: number;
  readonly answerMs: number;
  /** Until it was worked on as well, with all that was asked for it. */
  readonly workMs: number;
}

/** What came of it. */
export interface FuzzResult {
  readonly inputs: number;
  readonly answers: Readonly<Record<string, number>>;
  /** Anything but an answer of 2xx or 4xx; has to be empty. */
  readonly falls: readonly string[];
  /** What took most CPU, worst first. */
  readonly slowest: readonly Timed[];
  /** What a genuine statement of the greatest length took on this machine. */
  readonly genuine: Timed;
  readonly changed: boolean;
}

const SLOW_MS = 15;
const SHOWN = 10;
const GENUINE = 'a statement of 250 kB';
// An inbox in memory keeps what it set aside.
const INPUTS_PER_INBOX = 5_000;

/** Plays a run. */
export async function playFuzzRun({ inputs, seed, tries, log }: FuzzRun): Promise<FuzzResult> {
  const world = await makeForgedWorld(8);
  const before = JSON.stringify(await world.standing());
  const dice = new Dice(seed);
  const answers: Record<string, number> = {};
  const falls: string[] = [];
  const slowest: Timed[] = [];
  const onFall = (error: unknown) => void falls.push(`nobody caught: ${error}`);
  process.on('unhandledRejection', onFall);
  try {
    let merchant = await world.newMerchant();
    for (let count = 0; count < monsterNames.length + inputs; count += 1) {
      if (count % INPUTS_PER_INBOX === INPUTS_PER_INBOX - 1) {
        await merchant.close();
        merchant = await world.newMerchant();
        log?.(`${(count + 1).toLocaleString('en')} bodies`);
      }
      const input = count < monsterNames.length ? monster(monsterNames[count] as string) : fuzzInput(dice);
      const { status, ...timed } = await send(merchant, input);
      answers[status] = (answers[status] ?? 0) + 1;
      if (!/^[24]\d\d$/.test(status)) falls.push(`${input.name} was answered with ${status}`);
      const isSlow = timed.workMs > SLOW_MS;
      if (isSlow || slowest.length < SHOWN)
        slowest.push(isSlow ? await best(() => world.newMerchant(), input, { timed, tries }) : timed);
    }
    await merchant.close();
    const newMerchant = () => world.newMerchant();
    const nothing = { answerMs: Number.POSITIVE_INFINITY, workMs: Number.POSITIVE_INFINITY };
    const statement = monster(GENUINE);
    const untimed = { name: GENUINE, bytes: statement.body.byteLength, ...nothing };
    const genuine = await best(newMerchant, statement, { timed: untimed, tries: tries + 1 });
    // An unhandled rejection is reported in a later turn.
    await new Promise((resolve) => setImmediate(resolve));
    const worst = slowest.sort((one, other) => other.workMs - one.workMs).slice(0, SHOWN);
    return {
      inputs: inputs + monsterNames.length,
      answers,
      falls,
      slowest: worst,
      genuine,
      changed: JSON.stringify(await world.standing()) !== before,
    };
  } finally {
    process.off('unhandledRejection', onFall);
    await world.close();
  }
}

type Sent = Timed & { readonly status: string };

async function send({ receiver }: Merchant, { name, body, headers }: FuzzInput): Promise<Sent> {
  const request = deliveryOf(body);
  for (const [header, value] of Object.entries(headers ?? {})) request.headers.set(header, value);
  const begun = process.cpuUsage();
  const status = await receiver(request).then(
    (response) => String(response.status),
    (error: unknown) => `${error}`,
  );
  const answerMs = cpuMsSince(begun);
  await receiver.settled();
  const workMs = cpuMsSince(begun);
  return { name, bytes: body.byteLength, status, answerMs, workMs };
}

function cpuMsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

// To a receiver that does not know it yet, or there would be no work.
async function best(
  newMerchant: () => Promise<Merchant>,
  input: FuzzInput,
  { timed, tries }: { readonly timed: Timed; readonly tries: number },
): Promise<Timed> {
  let fastest = timed;
  for (let count = 1; count < tries; count += 1) {
    const merchant = await newMerchant();
    const { answerMs, workMs } = await send(merchant, input);
    await merchant.close();
    fastest = { ...fastest, answerMs: Math.min(fastest.answerMs, answerMs), workMs: Math.min(fastest.workMs, workMs) };
  }
  return fastest;
}
