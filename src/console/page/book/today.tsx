/** What needs a person today. */
import type { BookFigures } from 'repaykit/book';
import type { OwedDuty, ShownDelivery, Today } from '../../api/book-views.ts';
import { Action } from '../action.tsx';
import { base, useData } from '../api.ts';
import type { Row } from '../fields.ts';
import { count, counted, share } from '../format.ts';
import { Badge, Empty, Facts, Money, Refusal, Section, Time } from '../parts.tsx';
import { type Column, Table } from '../table.tsx';
import { linkTo } from '../view.ts';

/** The actions that this person has. */
export type Actions = Readonly<Partial<Record<string, Row>>>;

export interface BookViewProps {
  readonly actions: Actions;
  readonly hasInbox: boolean;
}

export function TodayView({ actions, hasInbox }: BookViewProps) {
  const { data, failure } = useData<Today>(`${base}/-/today`);
  if (failure) return <Refusal of={failure} />;
  if (!data) return null;
  const reports = data.duties.filter(isReport);
  const others = data.duties.filter((duty) => !reports.includes(duty));
  return (
    <>
      <Section title="Debits of unknown outcome">
        <Debits of={data.debits} actions={actions} />
      </Section>
      <Section title="Duties, by deadline">
        <Duties of={others} today={data.today} actions={actions} empty="No duty is owed." />
      </Section>
      <Section title="Reports that did not reach the bureau">
        <Duties of={reports} today={data.today} actions={actions} empty="Every report has reached the bureau." />
      </Section>
      <Section title="Quarantined webhooks">
        {hasInbox ? (
          <Deliveries of={data.quarantined} actions={actions} />
        ) : (
          <Empty>This console has no inbox. Pass your receiver as inbox to see its webhooks.</Empty>
        )}
      </Section>
      <Found />
      <More of={data.more} />
    </>
  );
}

const isReport = ({ duty }: OwedDuty) => duty === 'deliver-report' || duty === 'mend-report';

/** The reports that are filed and not at the bureau yet, each with why. */
export function OutboxView({ actions }: BookViewProps) {
  const { data, failure } = useData<Today>(`${base}/-/today`);
  if (failure) return <Refusal of={failure} />;
  if (!data) return null;
  return (
    <>
      <Section title="Outbox">
        <Duties
          of={data.duties.filter(isReport)}
          today={data.today}
          actions={actions}
          empty="Every report has reached the bureau. A report waits here from its filing to the bureau's answer."
        />
      </Section>
      <More of={{ ...data.more, debits: 0, quarantined: false }} />
    </>
  );
}

/** What the lists above leave out. */
function More({ of: { debits, duties, quarantined } }: { readonly of: Today['more'] }) {
  return (
    <>
      {debits > 0 && (
        <p>
          {counted(debits, 'more loan')} with such debits.{' '}
          <a href={linkTo(['loans'], { debits: 'unknown' })}>Show all of them</a>
        </p>
      )}
      {duties > 0 && (
        <p>
          {counted(duties, 'more loan')} with duties.{' '}
          <a href={linkTo(['loans'], { hasDuties: 'true' })}>Show all of them</a>
        </p>
      )}
      {quarantined && <p>More webhooks may be quarantined: repaykit webhooks list shows all.</p>}
    </>
  );
}

/** What asking the service found before a webhook reported it. Each loan's timeline marks it. */
function Found() {
  const found = useData<BookFigures>(`${base}/-/figures`).data?.found;
  if (!found) return null;
  return (
    <Section title="Found by reconciliation" aside={<a href={linkTo(['figures'])}>All figures</a>}>
      {found.movements === 0 ? (
        <Empty>Webhooks have reported every collection so far.</Empty>
      ) : (
        <Facts
          of={{
            Movements: count(found.movements),
            Amount: <Money of={found.amount} />,
            'Of what was collected': share(found.shareOfCollected),
          }}
        />
      )}
    </Section>
  );
}

function Debits({ of, actions }: { readonly of: Today['debits']; readonly actions: Actions }) {
  const { settle } = actions;
  const columns: readonly Column<Today['debits'][number]>[] = [
    { title: 'Loan', cell: ({ loanId }) => loanId },
    { title: 'Status', cell: ({ status }) => <Badge tone={status === 'parked' ? 'bad' : 'wait'}>{status}</Badge> },
    { title: 'Amount', cell: ({ amount }) => <Money of={amount} />, isNumber: true },
    { title: 'Day', cell: ({ debitDate }) => <Time at={debitDate} as="day" /> },
    { title: 'Evidence', cell: ({ parkedFor }) => parkedFor ?? 'The client asks the service until it knows.' },
    ...(settle
      ? [
          {
            title: 'Decide',
            cell: ({ loanId, debitId, status }: Today['debits'][number]) =>
              status === 'parked' && (
                <Action call={settle} label={`Settle ${debitId.slice(0, 8)}`} given={{ loanId, debitId }} />
              ),
          },
        ]
      : []),
  ];
  return (
    <Table
      label="Debits of unknown outcome"
      rows={of}
      keyOf={({ debitId }) => debitId}
      columns={columns}
      linkOf={({ loanId }) => linkTo(['loans', loanId])}
      empty="No debit is unknown or parked."
    />
  );
}

interface DutiesProps {
  readonly of: readonly OwedDuty[];
  readonly today: string;
  readonly actions: Actions;
  readonly empty: string;
}

export function Duties({ of, today, actions: { dischargeDuty, release }, empty }: DutiesProps) {
  const act = ({ loanId, key, isDischargeable, duty, reportId }: OwedDuty) => {
    if (isDischargeable && dischargeDuty)
      return <Action call={dischargeDuty} label="Mark as done" given={{ loanId, duty: key }} />;
    if (duty === 'mend-report' && release && reportId)
      return <Action call={release} label="Deliver it again" given={{ loanId, reportId }} />;
    return null;
  };
  const isLate = ({ until }: OwedDuty) => until !== undefined && until < today;
  return (
    <Table
      label="Duties"
      rows={of}
      keyOf={({ loanId, key }) => `${loanId} ${key}`}
      linkOf={({ loanId }) => linkTo(['loans', loanId])}
      columns={[
        { title: 'Loan', cell: ({ loanId }) => loanId },
        { title: 'Duty', cell: ({ duty }) => <Badge tone="wait">{duty.replaceAll('-', ' ')}</Badge> },
        {
          title: 'By',
          cell: (duty) =>
            duty.until && (
              <span class={isLate(duty) ? 'bad' : ''}>
                {isLate(duty) ? 'late, ' : ''}
                <Time at={duty.until} as="day" />
              </span>
            ),
        },
        {
          title: 'What to do',
          cell: ({ why, spec }) => (
            <>
              {why} <span class="quiet">{spec}</span>
            </>
          ),
        },
        ...(dischargeDuty || release ? [{ title: 'Act', cell: act }] : []),
      ]}
      empty={empty}
    />
  );
}

export function Deliveries({
  of,
  actions: { replay },
}: {
  readonly of: readonly ShownDelivery[];
  readonly actions: Actions;
}) {
  return (
    <Table
      label="Webhooks"
      rows={of}
      keyOf={({ key }) => key}
      columns={[
        { title: 'Kind', cell: ({ kind }) => kind },
        {
          title: 'Status',
          cell: ({ status }) => (
            <Badge tone={status === 'quarantined' ? 'bad' : status === 'done' ? 'good' : 'wait'}>{status}</Badge>
          ),
        },
        { title: 'Arrived', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
        { title: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
        { title: 'Reason', cell: ({ reason }) => reason },
        { title: 'Key', cell: ({ key }) => <code>{key.slice(0, 12)}</code> },
        ...(replay
          ? [
              {
                title: 'Act',
                cell: ({ key, status }: ShownDelivery) =>
                  status === 'quarantined' && (
                    <Action call={replay} label={`Replay ${key.slice(0, 8)}`} given={{ key }} />
                  ),
              },
            ]
          : []),
      ]}
      empty="There is no such webhook."
    />
  );
}
