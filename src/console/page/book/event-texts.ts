/** Each event of a loan file as a line of its timeline. */
import type { LoanEvents } from '../../../domain/loan/events/events.ts';
import type { ShownEvent } from '../../api/loan-view.ts';
import { counted, naira } from '../format.ts';
import type { Moment } from '../timeline.tsx';

type Line = Pick<Moment, 'kind' | 'title' | 'detail' | 'tone'>;

type Texts = { readonly [Type in keyof LoanEvents]: (facts: LoanEvents[Type] & object) => Line };

const kobo = (amount: number | undefined) => naira((amount ?? 0) / 100);

export const eventKinds = ['consent', 'account', 'mandate', 'report', 'debit', 'money', 'payer', 'person'];

const line =
  (kind: string, usual: Line['tone'] = 'plain') =>
  (title: string, detail?: string, tone: Line['tone'] = usual): Line => ({ kind, title, detail, tone });

const [consent, account, mandate, report, debit, money, payer] = [
  line('consent'),
  line('account'),
  line('mandate'),
  line('report'),
  line('debit'),
  line('money'),
  line('payer'),
];
const person = line('person', 'wait');

const texts: Texts = {
  'loan.opened': ({ terms, consent: given, adopted }) =>
    consent(
      adopted ? `Adopted by ${adopted.adoptedBy}: ${adopted.reason}` : `Opened with consent by ${given.channel}`,
      `${kobo(terms.totalAmountDue)} from ${terms.startDate} to ${terms.endDate}; ${counted(given.scopes.length, 'scope')}; notice ${given.notice.version}`,
    ),
  'accounts.discovered': ({ accounts }) => account(`${counted(accounts.length, 'account')} discovered`),
  'accounts.selected': ({ primary, backups }) =>
    account(
      `The payer chose ${primary} as primary`,
      backups.length > 0 ? `Backups: ${backups.join(', ')}` : 'No backups',
    ),
  'backup.added': ({ account: name }) => account(`The payer added the backup ${name}`),
  'placement.intended': ({ account: name }) => mandate(`Placement of ${name} intended`),
  'placement.confirmed': ({ account: name }) => mandate(`The service has ${name}`),
  'mandate.placed': () => mandate('The mandate is placed for every account'),
  'attachment.intended': ({ account: name, by }) => account(`Attachment of ${name} by ${by} intended`),
  'attachment.confirmed': ({ account: name, by, accepted, refusedWith }) =>
    account(
      `${name} ${accepted ? 'attached' : 'refused'} by ${by}`,
      refusedWith === undefined ? undefined : `The service answered ${refusedWith}`,
      accepted ? 'plain' : 'bad',
    ),
  'mandate.attached': () => mandate('Every account is attached', 'The payer has to prove them'),
  'mandate.read': ({ status, collected, accounts }) =>
    mandate(
      `The mandate is ${status}`,
      [
        collected > 0 && `${kobo(collected)} collected in all`,
        ...accounts.map(
          ({ account: name, status: state, active }) => `${name} is ${state ?? (active ? 'active' : 'inactive')}`,
        ),
      ]
        .filter(Boolean)
        .join('; '),
      status === 'active' ? 'good' : status === 'pending' ? 'plain' : 'bad',
    ),
  'loan.abandoned': ({ reason }) => consent('Abandoned', reason),
  'debit.intended': ({ amount, debitDate }) => debit(`Debit of ${kobo(amount)} intended`, `for ${debitDate}`),
  'debit.scheduled': ({ reference, foundByAsking }) =>
    debit('The service took the debit', `${reference}${foundByAsking ? ', found by asking' : ''}`),
  'debit.refused': ({ reason }) => debit('The service refused the debit', reason, 'bad'),
  'debit.unknown': ({ reason }) => debit('The outcome of the debit is unknown', reason, 'wait'),
  'debit.unseen': () => debit('The service does not show the debit', undefined, 'wait'),
  'debit.parked': ({ reason }) => debit('The debit waits for a person', reason, 'bad'),
  'debit.settled': ({ result, collected, decision }) =>
    debit(
      `The debit was ${result}: ${kobo(collected)}`,
      decision ? `decided by ${decision.decidedBy}: ${decision.reason}` : undefined,
      result === 'successful' ? 'good' : 'bad',
    ),
  'collection.confirmed': ({ status, due, collected, date, attempts = [], isFound, reason }) =>
    money(
      `Instalment of ${kobo(due)}: ${status}, ${kobo(collected)} collected`,
      [
        `on ${date}`,
        isFound && 'found by asking',
        reason,
        ...attempts.map(
          ({ at, status: how, amount, code, account: name, bank }) =>
            `${counted(at.length, 'attempt')} of ${kobo(amount)} on ${name ?? `bank ${bank ?? 'unknown'}`}: ${how}${code ? ` (${code})` : ''}`,
        ),
      ]
        .filter(Boolean)
        .join('; '),
      collected >= due ? 'good' : status === 'failed' ? 'bad' : 'wait',
    ),
  'repayment.recorded': ({ amount, date, reference }) =>
    money(`${kobo(amount)} repaid elsewhere`, `on ${date}, ${reference}`, 'good'),
  'repayment.reversed': ({ of, amount, date, reason }) =>
    money(`${kobo(amount)} of a ${of} reversed`, `on ${date}: ${reason}`, 'bad'),
  'scope.revoked': ({ scope, channel, reason }) =>
    payer(`The payer withdrew the scope ${scope}`, [`by ${channel}`, reason].filter(Boolean).join(': '), 'bad'),
  'cancellation.requested': ({ channel, outstanding, reason }) =>
    payer(
      'The payer asked to cancel the mandate',
      [`by ${channel}`, `${kobo(outstanding)} outstanding`, reason].filter(Boolean).join('; '),
      'bad',
    ),
  'obligation.recorded': ({ amount, basis }) => payer(`${kobo(amount)} still owed`, basis),
  'dispute.opened': ({ reason, reference }) => payer('The payer opened a dispute', `${reference}: ${reason}`, 'bad'),
  'dispute.resolved': ({ outcome, reason, reference }) =>
    payer(`The dispute was ${outcome}`, `${reference}: ${reason}`),
  'duty.discharged': ({ duty, note }) => person(`Duty done: ${duty}`, note),
  'action.taken': ({ action, by, reason, subject }) =>
    person(`${by}: ${action}`, [reason, subject].filter(Boolean).join('; ')),
  'payer.erased': ({ reason }) => payer('The personal data of the payer were erased', reason),
  'report.filed': ({ report: filed, effectiveOn }) =>
    report(`Report filed: ${filed.event}`, effectiveOn && `from ${effectiveOn}`),
  'report.acknowledged': ({ reportId }) => report('The bureau has the report', reportId, 'good'),
  'report.stuck': ({ reportId, reason, attempts }) =>
    report('The report waits for a person', `${reportId}: ${reason}, after ${counted(attempts, 'attempt')}`, 'bad'),
  'report.released': ({ reportId }) => report('The report was released', reportId),
};

/** An event of a later version is shown by its name. */
export function momentOf({ type, at, facts }: ShownEvent): Moment {
  const text = texts[type as keyof LoanEvents] as ((facts: object) => Line) | undefined;
  return { at, ...(text?.(facts) ?? { kind: 'person', title: type }) };
}
