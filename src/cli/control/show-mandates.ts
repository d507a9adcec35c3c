import type { Explanation, Finding } from '../../server/diagnosis/explanation.ts';
import type { MandateInside } from '../../server/engine/mandates/mandate-inside.ts';
import type { NearMiss } from '../../server/journal/journal.ts';
import type { BoundedList } from '../../server/ring-buffer.ts';
import { type Cell, type Colour, type Paint, textTable } from '../terminal/terminal-text.ts';
import { account, blocks, instant, listText, naira, nairaCell, words } from './shown-values.ts';

const roleOf = ({ primary }: { readonly primary: boolean }) => (primary ? 'primary' : 'backup');

export function showInside({ mandate, repaymentDetails, gate, events }: MandateInside, paint: Paint): string {
  const gateText: Cell = gate.open
    ? { text: 'open', colour: 'green' }
    : { text: `shut: ${words(gate.reason ?? gate.rule)}`, colour: 'yellow' };
  const facts: (readonly Cell[])[] = [
    ['mandate', mandate._id],
    ['status', words(mandate.status)],
    ['gate', gateText],
    ['total', naira(mandate.totalAmountDue)],
    ['outstanding', naira(mandate.outstandingBalance)],
  ];
  const consents = mandate.consents.map((each) => [account(each), roleOf(each), words(each.status)]);
  const instalments = repaymentDetails.breakdown.map(({ dueDate, amount, amountCollected, status }) => [
    words(dueDate),
    nairaCell(amount),
    nairaCell(amountCollected),
    words(status),
  ]);
  const history = events.map((each) => {
    return [instant(each.occurredAt), words(each.event), account(each), words(each.detail)];
  });
  return blocks(
    textTable(facts, paint),
    textTable(consents, paint, ['account', 'role', 'status']),
    textTable(instalments, paint, ['due', 'amount', 'collected', 'status']),
    textTable(history, paint, ['at', 'event', 'account', 'detail']),
  );
}

const verdictColours: Record<Explanation['verdict'], Colour> = {
  repaid: 'green',
  scheduled: 'green',
  asking: 'yellow',
  blocked: 'red',
  ended: 'yellow',
};

const effectColours: Record<Finding['effect'], Colour> = { blocks: 'red', delays: 'yellow', explains: 'cyan' };

export function showExplanation(explained: Explanation, paint: Paint): string {
  const { verdict, mandateId, status, collectionMode, gate, collectedAmount, totalAmountDue } = explained;
  const outstanding = naira(explained.outstandingBalance);
  const facts: (readonly Cell[])[] = [
    ['verdict', { text: verdict, colour: verdictColours[verdict] }],
    ['mandate', `${words(mandateId)}, ${words(status)}, ${words(collectionMode)}`],
    [
      'gate',
      gate.open ? { text: 'open', colour: 'green' } : { text: `shut since ${instant(gate.since)}`, colour: 'red' },
    ],
    ['collected', `${naira(collectedAmount)} of ${naira(totalAmountDue)}, outstanding ${outstanding}`],
    ['next debit', instant(explained.nextAttempt)],
  ];
  const accounts = explained.accounts.map((each) => [
    account(each),
    roleOf(each),
    words(each.status),
    words(each.debitable),
    nairaCell(each.balance),
  ]);
  return blocks(
    `${paint('bold', words(explained.summary))}\n`,
    textTable(facts, paint),
    explained.findings.map((finding) => findingText(finding, paint)).join(''),
    textTable(accounts, paint, ['account', 'role', 'status', 'debited now', 'balance']),
    textTable(explained.instalments.flatMap(instalmentRows), paint, ['due', 'amount', 'collected', 'status', 'why']),
  );
}

function findingText({ rule, spec, effect, message, since, until }: Finding, paint: Paint): string {
  const times = [since && `since ${instant(since)}`, until && `until ${instant(until)}`].filter(Boolean).join(' ');
  return `  ${paint(effectColours[effect], effect)} ${words(rule)} (${words(spec)})${times && `, ${times}`}\n    ${words(message)}\n`;
}

function instalmentRows(instalment: Explanation['instalments'][number]): readonly (readonly Cell[])[] {
  const { dueDate, amount, collected, status, why, attempts } = instalment;
  const tries = attempts.map((attempt) => [
    `  ${instant(attempt.at)}`,
    nairaCell(attempt.amount),
    account(attempt),
    words(attempt.status),
    `${words(attempt.responseCode)} ${words(attempt.meaning)}`,
  ]);
  return [[words(dueDate), nairaCell(amount), nairaCell(collected), words(status), words(why)], ...tries];
}

export function showNearMisses(list: BoundedList<NearMiss>, paint: Paint): string {
  const text = ({ at, status, method, path, operation, where, sent, expected, suggestion }: NearMiss) => {
    const asked = paint('yellow', words(operation ?? `${words(method)} ${words(path)}`));
    const hint = suggestion ? `  ${words(suggestion)}\n` : '';
    return `${instant(at)}  ${words(status)}  ${asked}  ${words(where)}\n  sent ${words(sent)}; expected ${words(expected)}\n${hint}`;
  };
  return listText(list, 'no near misses', (items) => items.map(text).join(''));
}
