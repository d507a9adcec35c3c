/** One loan: how it stands, its parts, and its file as a timeline. */
import { useState } from 'preact/hooks';
import type { Health } from '../../api/book-views.ts';
import type { LoanView as View } from '../../api/loan-view.ts';
import { Action } from '../action.tsx';
import { base, useData } from '../api.ts';
import { Filter } from '../filter.tsx';
import { counted, lagosDay } from '../format.ts';
import { Badge, Empty, Facts, Json, Money, Refusal, Section, Time } from '../parts.tsx';
import { Table } from '../table.tsx';
import { Timeline } from '../timeline.tsx';
import { linkTo, useView } from '../view.ts';
import { eventKinds, momentOf } from './event-texts.ts';
import { type BookViewProps, Duties } from './today.tsx';

export function LoanView({ actions }: BookViewProps) {
  const { path } = useView();
  const { data, failure } = useData<View>(`${base}/-/loan?id=${encodeURIComponent(path[1] ?? '')}`);
  const now = useData<Health>(`${base}/-/health`).data?.now;
  if (failure) return <Refusal of={failure} />;
  if (!data || !now) return null;
  const { loanId } = data;
  return (
    <>
      <Summary of={data} />
      <Section title="Duties">
        <Duties of={data.duties} today={lagosDay(now)} actions={actions} empty="No duty is owed for this loan." />
      </Section>
      <div class="columns">
        <div>
          <Parts of={data} />
          <Debits of={data} actions={actions} />
          {actions.unmask && !data.isErased && <Unmask key={loanId} call={actions.unmask} loanId={loanId} />}
        </div>
        <History of={data} now={now} />
      </div>
    </>
  );
}

function Summary({ of }: { readonly of: View }) {
  const { book, evidence } = of;
  const sound = evidence.problem === null;
  return (
    <Section title={`Loan ${of.loanId}`} aside={<Badge>{of.stage}</Badge>}>
      <Facts
        of={{
          Outstanding: book && <Money of={book.outstanding} />,
          Collected: book && <Money of={book.collected} />,
          'Repaid elsewhere': book && book.repaidOutside > 0 && <Money of={book.repaidOutside} />,
          'Days past due': book?.daysPastDue || undefined,
          Disbursed: book?.disbursedOn && <Time at={book.disbursedOn} as="day" />,
          Payer: book && <a href={linkTo(['loans'], { payerId: book.payerId })}>{book.payerId}</a>,
          Mandate: `${of.mandateId}${book?.mandateStatus ? `, ${book.mandateStatus}` : ''}`,
          Personal: of.isErased && 'erased',
          Evidence: (
            <>
              <Badge tone={sound ? 'good' : 'bad'}>{sound ? 'chain is whole' : 'broken'}</Badge>{' '}
              {counted(evidence.events, 'event')}
              {evidence.problem && `: ${evidence.problem}`}
            </>
          ),
          'Last hash': <code title={evidence.head}>{evidence.head.slice(0, 16)}</code>,
        }}
      />
    </Section>
  );
}

function Parts({ of }: { readonly of: View }) {
  return (
    <>
      <Section title="Accounts, in the order of the cascade">
        <Table
          label="Accounts"
          rows={of.accounts.filter(({ role }) => role)}
          keyOf={({ bankCode, accountNumber }) => bankCode + accountNumber}
          columns={[
            { title: 'Role', cell: ({ role }) => role },
            { title: 'In the file', cell: ({ name }) => name },
            { title: 'Bank', cell: ({ bankName, bankCode }) => bankName ?? bankCode },
            { title: 'Account', cell: ({ accountNumber }) => accountNumber },
            { title: 'Attached by', cell: ({ attachedBy }) => attachedBy },
            { title: 'Status', cell: ({ mandateStatus }) => mandateStatus && <Badge>{mandateStatus}</Badge> },
          ]}
          empty="The payer has chosen no account yet."
        />
      </Section>
      <Consent of={of} />
      <Section title="Instalments">
        <Table
          label="Instalments"
          rows={of.book?.instalments ?? []}
          keyOf={({ dueDate }) => dueDate}
          columns={[
            { title: 'Due', cell: ({ dueDate }) => <Time at={dueDate} as="day" /> },
            { title: 'Amount', cell: ({ amount }) => <Money of={amount} />, isNumber: true },
            { title: 'Unpaid', cell: ({ unpaid }) => <Money of={unpaid} />, isNumber: true },
          ]}
          empty="The book has no instalments of this loan yet."
        />
      </Section>
    </>
  );
}

function Consent({ of }: { readonly of: View }) {
  return (
    <Section
      title="Consent"
      aside={
        <span class="quiet">
          by {of.consent.channel}, notice {of.consent.notice}
        </span>
      }
    >
      <Table
        label="Consent"
        rows={of.consent.scopes}
        keyOf={({ scope }) => scope}
        columns={[
          { title: 'Scope', cell: ({ scope }) => scope },
          { title: 'Granted', cell: ({ grantedAt }) => <Time at={grantedAt} /> },
          {
            title: 'State',
            cell: ({ scope }) => (
              <Badge tone={of.revokedScopes.includes(scope) ? 'bad' : 'good'}>
                {of.revokedScopes.includes(scope) ? 'withdrawn' : 'granted'}
              </Badge>
            ),
          },
        ]}
        empty="No consent is on file."
      />
    </Section>
  );
}

function Debits({ of, actions: { settle } }: { readonly of: View; readonly actions: BookViewProps['actions'] }) {
  return (
    <Section title="Manual debits">
      <Table
        label="Manual debits"
        rows={of.debits}
        keyOf={({ debitId }) => debitId}
        columns={[
          { title: 'Debit', cell: ({ debitId }) => debitId.slice(0, 8) },
          { title: 'Status', cell: ({ status }) => <Badge>{status}</Badge> },
          { title: 'Amount', cell: ({ amount }) => <Money of={amount} />, isNumber: true },
          { title: 'Day', cell: ({ debitDate }) => <Time at={debitDate} as="day" /> },
          { title: 'Why it waits', cell: ({ parkedFor }) => parkedFor },
          ...(settle
            ? [
                {
                  title: 'Decide',
                  cell: ({ debitId, status }: View['debits'][number]) =>
                    status === 'parked' && (
                      <Action
                        call={settle}
                        label={`Settle ${debitId.slice(0, 8)}`}
                        given={{ loanId: of.loanId, debitId }}
                      />
                    ),
                },
              ]
            : []),
        ]}
        empty="No debit was asked for by hand."
      />
    </Section>
  );
}

/** What was unmasked is shown here alone, until the view is left. */
function Unmask({
  call,
  loanId,
}: {
  readonly call: NonNullable<BookViewProps['actions'][string]>;
  readonly loanId: string;
}) {
  const [shown, setShown] = useState<unknown>();
  return (
    <Section title="The payer">
      {shown === undefined ? (
        <Empty>Masked. Showing it goes on file with your name and reason.</Empty>
      ) : (
        <Json of={shown} label="The payer" />
      )}
      <Action
        call={call}
        label="Show the payer"
        given={{ loanId }}
        onDone={(answer) => setShown((answer as { readonly answer: unknown }).answer)}
      />
    </Section>
  );
}

function History({ of, now }: { readonly of: View; readonly now: string }) {
  const { query } = useView();
  const moments = of.events.map(momentOf);
  const due = (of.book?.instalments ?? []).filter(({ dueDate, unpaid }) => unpaid > 0 && dueDate >= lagosDay(now));
  const ahead = due.map(({ dueDate, unpaid }) => ({
    at: dueDate,
    kind: 'due',
    title: (
      <>
        Due: <Money of={unpaid} />
      </>
    ),
  }));
  const shown = [...moments, ...ahead].filter(({ kind }) => !query.only || kind === query.only);
  return (
    <Section title="Timeline" aside={<Filter label="Show" name="only" of={eventKinds} any="everything" />}>
      <Timeline moments={shown} kinds={[]} now={now} empty="Nothing of this kind is on file." />
    </Section>
  );
}
