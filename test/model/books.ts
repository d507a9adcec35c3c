/** The books as they can be read from outside, and what must hold in them whatever happened. */
import { expect } from 'vitest';
import { formatInstant } from '../../src/domain/calendar.ts';
import { responseCategory } from '../../src/domain/response-codes.ts';
import type { MandateInside } from '../../src/server/index.ts';
import type { CollectionAttempt, CollectionRecord } from '../../src/wire/types/collection-types.ts';
import { ACCOUNTS } from '../journeys/people.ts';
import { LOANS } from './happenings.ts';
import type { Play } from './play.ts';
import { loanOf } from './steps.ts';

const CASCADE: readonly string[] = [ACCOUNTS.primary, ACCOUNTS.firstBackup, ACCOUNTS.secondBackup].map(
  ({ accountNumber }) => accountNumber,
);
const TENURE_ENDS = '2026-04-15T23:00:00.000Z';

/** What the referee remembers between two looks. */
export interface Memory {
  readonly seenAttempts: Set<string>;
  /** Mandates whose gate was open at the last look. */
  openGates: ReadonlySet<string>;
}

interface Line {
  readonly reference: string;
  readonly dueDate: string;
  readonly amount: number;
  readonly collected: number;
  /** Oldest first. */
  readonly attempts: readonly CollectionAttempt[];
}

interface Book {
  readonly mandateId: string;
  readonly inside: MandateInside;
  readonly lines: readonly Line[];
  readonly logs: readonly CollectionRecord[];
}

/** Looks at everything and checks what must always hold; remembers what was seen for the next look. */
export async function look(play: Play, memory: Memory): Promise<void> {
  const { controls } = play.server;
  const openGates = new Set<string>();
  const logs = await readLogs(play);
  if (logs === undefined) {
    memory.openGates = openGates;
    return;
  }
  for (const index of LOANS.keys()) {
    const mandateId = (await loanOf(play, index))?.mandateId;
    const inside = mandateId && (await controls.readMandate(mandateId).catch(() => undefined));
    if (!mandateId || !inside) continue;
    const book = await readBook(play, mandateId, inside, logs);
    checkSums(book);
    checkLogs(book);
    for (const line of book.lines) checkCascade(book, line);
    const isOpen = await isGateOpen(play, inside);
    expect(inside.gate.open, 'the gate is as the spec has it').toBe(isOpen);
    checkNewAttempts(book, memory, { now: formatInstant(play.server.clock.now()), isOpen });
    if (isOpen) openGates.add(mandateId);
  }
  await checkWebhooks(play);
  memory.openGates = openGates;
}

// A suspended merchant is answered nothing: what happens meanwhile is looked at once it is approved again.
async function readLogs(play: Play): Promise<readonly CollectionRecord[] | undefined> {
  const lists: CollectionRecord[][] = [];
  for (const type of ['auto', 'manual']) {
    const { status, json } = await play.raw(`GET /v1/mandates/consent/business/collection?type=${type}`);
    if (status === 403) return undefined;
    lists.push(json.data as CollectionRecord[]);
  }
  return lists.flat();
}

async function readBook(
  play: Play,
  mandateId: string,
  inside: MandateInside,
  logs: readonly CollectionRecord[],
): Promise<Book> {
  const lines: Line[] = [];
  for (const item of inside.repaymentDetails?.breakdown ?? []) {
    const query = `mandateId=${mandateId}&breakdownId=${item._id}`;
    const { json } = await play.raw(`GET /v1/mandates/consent/business/collection-log/installment?${query}`);
    const attempts = (json.data as CollectionAttempt[]).toReversed();
    const { instalmentReference: reference = '', dueDate = '', amount = 0, amountCollected = 0 } = item;
    lines.push({ reference, dueDate, amount: kobo(amount), collected: kobo(amountCollected), attempts });
  }
  return { mandateId, inside, lines, logs: logs.filter((log) => log.mandateId === mandateId) };
}

function checkSums({ inside: { mandate }, lines }: Book): void {
  const { totalAmountDue, collectedAmount, outstandingBalance } = mandate;
  expect(kobo(collectedAmount) + kobo(outstandingBalance), 'collected + outstanding').toBe(kobo(totalAmountDue));
  expect(outstandingBalance, 'nothing beyond the terms').toBeGreaterThanOrEqual(0);
  expect(sum(lines.map((line) => line.amount)), 'the schedule adds up').toBe(kobo(totalAmountDue));
  expect(sum(lines.map((line) => line.collected)), 'what instalments hold').toBe(kobo(collectedAmount));
  for (const { amount, collected, attempts } of lines) {
    expect(collected).toBeLessThanOrEqual(amount);
    expect(sum(successful(attempts).map((attempt) => kobo(attempt.amount))), 'what attempts moved').toBe(collected);
  }
}

function checkLogs({ lines, logs }: Book): void {
  const attempts = lines.flatMap((line) => line.attempts);
  const moved = sum(logs.filter((log) => log.status === 'successful').map((log) => kobo(log.amount)));
  const pending = logs.filter((log) => log.status === 'pending');
  const collected = sum(lines.map((line) => line.collected));
  // A sweep may have moved a part before a bank fell silent: its log is still open.
  if (pending.length === 0) expect(moved, 'what logs say was moved').toBe(collected);
  else expect(moved).toBeLessThanOrEqual(collected);
  if (attempts.length > 0) expect(logs.length, 'every attempt has a log').toBeGreaterThan(0);
  const ordered = sum(pending.filter((log) => log.collectionType === 'manual').map((log) => kobo(log.amount)));
  expect(ordered + moved, 'no more is ordered than the terms leave').toBeLessThanOrEqual(
    sum(lines.map((line) => line.amount)),
  );
  for (const log of logs) expect(log.status === 'successful' && log.amount <= 0).toBe(false);
}

// At one time a line is first tried in full, account by account; only after everyone declined may what is there be swept, in the same order.
function checkCascade({ inside, logs }: Book, { attempts, reference }: Line): void {
  for (const at of new Set(attempts.map((attempt) => attempt.createdAt))) {
    const together = attempts.filter((attempt) => attempt.createdAt === at);
    // Several debits on demand may be due at one time: each walks the cascade by itself.
    const walks = inside.mandate.collectionMode === 'manual' ? walksOf(together) : [together];
    expect(walks.length, `debits that were ordered, at ${at}`).toBeLessThanOrEqual(Math.max(1, logs.length));
    for (const walk of walks) checkWalk(inside, walk, `${reference} at ${at}`);
  }
}

// One that took all that was asked for is over, and so is one that begins with the first account a third time: in full, by sweeping, and again.
function walksOf(attempts: readonly CollectionAttempt[]): readonly (readonly CollectionAttempt[])[] {
  const walks: CollectionAttempt[][] = [];
  let isSweeping = false;
  for (const attempt of attempts) {
    const walk = walks.at(-1);
    const before = walk?.at(-1);
    const restarts = before !== undefined && placeOf(attempt) <= placeOf(before);
    const isNew: boolean = before === undefined || (isSweeping ? restarts : before.status === 'successful');
    isSweeping = !isNew && (isSweeping || restarts);
    if (isNew) walks.push([attempt]);
    else walk?.push(attempt);
  }
  return walks;
}

function placeOf({ accountNumber = '' }: CollectionAttempt): number {
  return CASCADE.indexOf(accountNumber);
}

function checkWalk(inside: MandateInside, walk: readonly CollectionAttempt[], about: string): void {
  const places = walk.map(placeOf);
  const firstSweep = places.findIndex((place, index) => index > 0 && place <= (places[index - 1] as number));
  const full = firstSweep < 0 ? walk : walk.slice(0, firstSweep);
  const swept = firstSweep < 0 ? [] : walk.slice(firstSweep);
  expect(isAscending(swept.map(placeOf)), `sweep order of ${about}`).toBe(true);
  for (const attempt of full.slice(0, -1))
    expect(isDefiniteDecline(attempt), `the cascade of ${about} went on after a decline only`).toBe(true);
  if (swept.length > 0)
    expect(full.every(isDefiniteDecline), `sweep of ${about} only after everyone declined`).toBe(true);
  for (const attempt of walk) checkActive(inside, attempt);
}

function checkActive({ mandate, events }: MandateInside, attempt: CollectionAttempt): void {
  expect(mandate.consents.some((consent) => consent.accountNumber === attempt.accountNumber)).toBe(true);
  const activated = events.some(
    (event) =>
      event.event === 'mandate.activated' &&
      event.accountNumber === attempt.accountNumber &&
      event.occurredAt <= attempt.createdAt,
  );
  expect(activated, 'only an account that was proved is debited').toBe(true);
}

// Spec §3.4, repeated: what the players know and what the bureau holds, not what the platform's own gate says.
async function isGateOpen(play: Play, { mandate }: MandateInside): Promise<boolean> {
  const { items } = await play.server.controls.bureauReports();
  const isReported = (event: string) =>
    items.some(
      (report) => 'event' in report && report.event === event && (report as unknown as Named).mandateId === mandate._id,
    );
  const states = mandate.consents.map(({ status }) => status);
  const primary = mandate.consents.find((consent) => consent.primary);
  return (
    play.merchantStatus === 'approved' &&
    !play.disputed.has(mandate._id) &&
    !states.includes('disputed') &&
    primary?.status === 'active' &&
    formatInstant(play.server.clock.now()) < TENURE_ENDS &&
    isReported('loan.disbursed') &&
    !isReported('loan.closed')
  );
}

interface Named {
  readonly mandateId: string;
}

interface Moment {
  readonly now: string;
  readonly isOpen: boolean;
}

function checkNewAttempts({ mandateId, lines }: Book, memory: Memory, { now, isOpen }: Moment): void {
  for (const { attempts, dueDate } of lines) {
    for (const attempt of attempts) {
      const { _id = '' } = attempt;
      if (memory.seenAttempts.has(_id)) continue;
      memory.seenAttempts.add(_id);
      // A gate that was shut at the last look was opened now, and opening it takes no time.
      const wasOpen = memory.openGates.has(mandateId) || (isOpen && attempt.createdAt === now);
      expect(wasOpen, 'no debit through a shut gate').toBe(true);
      expect(attempt.createdAt < TENURE_ENDS, 'no debit after the tenure').toBe(true);
      if (attempt.collectionType === 'auto')
        expect(attempt.createdAt.slice(0, 10) >= dueDate, 'no debit before its due date').toBe(true);
    }
  }
}

async function checkWebhooks(play: Play): Promise<void> {
  const { items, dropped } = await play.server.controls.webhooks();
  expect(dropped).toBe(0);
  for (const { status, attempts, event } of items) {
    expect(status, `${event} has somewhere to go`).not.toBe('no-endpoint');
    if (status === 'failed' || status === 'delivered') expect(attempts.length, `${event} was tried`).toBeGreaterThan(0);
  }
  const arrived = items.flatMap(({ attempts }) => attempts.filter((attempt) => attempt.status !== null)).length;
  expect(play.received.length, 'what the merchant received is what the list says').toBe(arrived);
}

function isDefiniteDecline({ status, responseCode = '' }: CollectionAttempt): boolean {
  const category = responseCategory(responseCode);
  return status === 'failed' && category !== 'approved' && category !== 'unknown-outcome';
}

function successful(attempts: readonly CollectionAttempt[]): readonly CollectionAttempt[] {
  return attempts.filter((attempt) => attempt.status === 'successful');
}

function isAscending(places: readonly number[]): boolean {
  return places.every((place, index) => index === 0 || place > (places[index - 1] as number));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function kobo(naira: number): number {
  return Math.round(naira * 100);
}
