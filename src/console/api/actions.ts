/** What a person may do in the console. Each action asks for a reason, and is on file with the person who took it. */
import { recordAction } from '../../client/workflows/payer/recorded-facts.ts';
import type { Loan } from '../../domain/loan/loan.ts';
import { amount } from '../../domain/values.ts';
import { InputError, requireInput } from '../../errors.ts';
import { inputFields } from '../../server/control/call.ts';
import { described, oneOf, optional, text } from '../../validation/checks.ts';
import { type Fields, type RecordCheck, record } from '../../validation/record.ts';
import { namesInNotification } from '../../wire/webhooks/notification-names.ts';
import type { ConsoleActionName } from './action-names.ts';
import type { ConsoleContext } from './console-options.ts';

interface Acting extends ConsoleContext {
  readonly by: string;
}

interface Action<Input extends object> {
  readonly summary: string;
  readonly body: RecordCheck<Input>;
  readonly act: (acting: Acting, input: Input) => Promise<unknown>;
}

const reason = described(
  text('the reason, without anything personal'),
  'Goes on file with your name. Nothing personal.',
);

const action = <Input extends object>(
  summary: string,
  fields: Fields<Omit<Input, 'reason'>>,
  act: Action<Input>['act'],
): Action<never> =>
  ({
    summary,
    body: record<Input>({ ...fields, reason } as unknown as Fields<Input>),
    act,
  }) as unknown as Action<never>;

const loanId = text('the id of the loan');

type OfLoan<More = unknown> = More & { readonly loanId: string; readonly reason: string };

const actions: Readonly<Record<ConsoleActionName, Action<never>>> = {
  settle: action<OfLoan<{ debitId: string; result: 'taken' | 'not-taken'; amount?: number }>>(
    'Records whether a debit of unknown outcome was taken, after you checked with the bank or support. Asks the service first.',
    {
      loanId,
      debitId: text('the id of the debit'),
      result: described(oneOf(['taken', 'not-taken']), 'Whether the money moved.'),
      amount: optional(amount, 'Naira. Only if less was taken than asked for.'),
    },
    async ({ kit, by }, { loanId: id, ...decided }) => {
      const loan = await kit.loans.get(id);
      if (loan.stage !== 'collecting') throw wrongStage(loan);
      await kit.collections.settle(loan, { ...decided, decidedBy: by });
    },
  ),
  dischargeDuty: action<OfLoan<{ duty: string }>>(
    'Records that a duty is done.',
    { loanId, duty: text('the key of the duty') },
    async ({ kit, loans, by }, { loanId: id, duty, reason: note }) => {
      await kit.loans.dischargeDuty(await kit.loans.get(id), { duty, note });
      await recordAction(loans, id, { action: 'dischargeDuty', by, reason: note, subject: duty });
    },
  ),
  release: action<OfLoan<{ reportId: string }>>(
    'Delivers a report again that the bureau refused. Fix first what it refused.',
    { loanId, reportId: text('the id of the report') },
    async ({ kit, loans, by }, { loanId: id, reportId, reason: why }) => {
      const loan = await kit.loans.get(id);
      const isStuck =
        'reports' in loan && loan.reports.some((report) => report.reportId === reportId && report.stuckFor);
      if (!isStuck)
        throw new InputError('Nothing to release', [{ path: 'reportId', message: 'names no report that was refused' }]);
      await recordAction(loans, id, { action: 'release', by, reason: why, subject: reportId });
      await kit.bureau.release(loan, { reportId });
    },
  ),
  replay: action<{ key: string; reason: string }>(
    'Works on a quarantined webhook again.',
    { key: text('the key of the delivery') },
    replay,
  ),
  unmask: action<OfLoan>(
    'Shows name, BVN, accounts and addresses of this payer, once.',
    { loanId },
    async ({ loans, by }, { loanId: id, reason: why }) => {
      // On file first: what was shown cannot be taken back.
      const { payer, accounts } = await recordAction(loans, id, { action: 'unmask', by, reason: why });
      return { payer: payer ?? null, accounts: accounts.flatMap(({ details }) => details ?? []) };
    },
  ),
};

async function replay(
  { inbox, loans, by }: Acting,
  { key, reason: why }: { key: string; reason: string },
): Promise<void> {
  const { now } = loans.engine.settings.clock;
  const item = await quarantinedItem(inbox, key);
  if (!inbox || !item)
    throw new InputError('Nothing to replay', [
      { path: 'key', message: 'names no quarantined delivery: read the list again' },
    ]);
  for (const mandateId of mandatesIn(item.body)) {
    const loan = await loans.files.findByMandate(mandateId);
    if (loan) await recordAction(loans, loan.loanId, { action: 'replay', by, reason: why, subject: key });
  }
  await inbox.decide(key, { kind: 'replay', now: now() });
}

async function quarantinedItem(inbox: ConsoleContext['inbox'], key: string) {
  for (let after: string | undefined; inbox; ) {
    const page = await inbox.list({ status: 'quarantined', limit: 200, ...(after !== undefined && { after }) });
    const found = page.find((item) => item.key === key);
    if (found || page.length < 200) return found;
    after = page.at(-1)?.key;
  }
  return undefined;
}

function mandatesIn(body: string): readonly string[] {
  try {
    return namesInNotification(JSON.parse(body)).mandateIds;
  } catch {
    return [];
  }
}

function wrongStage({ stage }: Loan): InputError {
  return new InputError('Nothing to settle', [
    { path: 'loanId', message: `is at stage ${stage}: only a loan that is collected has open debits` },
  ]);
}

/** The actions as the page makes forms of them. */
export function listActions(allow: readonly ConsoleActionName[]) {
  return allow.map((name) => {
    const { summary, body } = actions[name];
    return { name, method: 'POST' as const, path: `/-/${name}`, summary, input: inputFields({ body }) };
  });
}

/** @throws InputError and whatever the client throws */
export async function takeAction(name: ConsoleActionName, acting: Acting, input: unknown): Promise<unknown> {
  const { body, act } = actions[name];
  return act(acting, requireInput('The action', body, input));
}
