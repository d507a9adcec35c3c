/** Loans by every filter of the book. */

import { useCallback, useEffect, useId, useState } from 'preact/hooks';
import type { BookLoan, LoanPage } from 'repaykit/book';
import { loanStages } from '../../../domain/loan/stages.ts';
import { base, type Failure, send, useData } from '../api.ts';
import { counted } from '../format.ts';
import { Badge, Money, Refusal, Section, Time } from '../parts.tsx';
import { type Column, Table } from '../table.tsx';
import { ask, linkTo, useView } from '../view.ts';

const columns: readonly Column<BookLoan>[] = [
  { title: 'Loan', cell: ({ loanId }) => loanId },
  { title: 'Stage', cell: ({ stage }) => <Badge>{stage}</Badge> },
  { title: 'Days past due', cell: ({ daysPastDue }) => daysPastDue || '', isNumber: true },
  { title: 'Outstanding', cell: ({ outstanding }) => <Money of={outstanding} />, isNumber: true },
  { title: 'Collected', cell: ({ collected }) => <Money of={collected} />, isNumber: true },
  { title: 'Unpaid since', cell: ({ unpaidSince }) => unpaidSince && <Time at={unpaidSince} as="day" /> },
  { title: 'Debits', cell: ({ debits }) => debitsText(debits) },
  {
    title: 'Duties',
    cell: ({ duties, dutyUntil }) => (duties ? `${duties}${dutyUntil ? `, by ${dutyUntil}` : ''}` : ''),
  },
  { title: 'Mode', cell: ({ collectionMode }) => collectionMode },
  { title: 'Payer', cell: ({ payerId }) => <a href={linkTo(['loans'], { payerId })}>{payerId}</a> },
];

function debitsText({ open, unknown, parked }: BookLoan['debits']): string {
  return [parked && `${parked} parked`, unknown - parked > 0 && `${unknown - parked} unknown`, open && `${open} open`]
    .filter(Boolean)
    .join(', ');
}

interface Choice {
  readonly name: string;
  readonly label: string;
  /** Offered values; without them, a text. */
  readonly of?: readonly string[];
  readonly hint?: string;
}

const filters: readonly Choice[] = [
  { name: 'stages', label: 'Stage', of: loanStages },
  { name: 'daysPastDue', label: 'Days past due', hint: '30..59' },
  { name: 'outstanding', label: 'Outstanding', hint: '100000..' },
  { name: 'due', label: 'Due', hint: '2026-03-01..2026-03-31' },
  { name: 'debits', label: 'Debits', of: ['open', 'unknown', 'parked'] },
  { name: 'hasDuties', label: 'Duties', of: ['true', 'false'] },
  { name: 'dutyUntil', label: 'Duty by', hint: '2026-03-31' },
  { name: 'collectionMode', label: 'Mode', of: ['auto', 'manual'] },
  {
    name: 'mandateStatuses',
    label: 'Mandate',
    of: ['pending', 'active', 'failed', 'pending_timeout', 'disputed', 'expired'],
  },
  {
    name: 'accountStatuses',
    label: 'Account',
    of: ['pending', 'active', 'failed', 'pending_timeout', 'disputed', 'inactive'],
  },
  { name: 'banks', label: 'Bank codes', hint: '058,044' },
  { name: 'payerId', label: 'Payer' },
  { name: 'loanIds', label: 'Loan ids', hint: 'L-1,L-2' },
  { name: 'orderBy', label: 'Order', of: ['opened', 'daysPastDue', 'outstanding'] },
];

const PAGE = 200;

export function LoansView() {
  const { query } = useView();
  const asked = new URLSearchParams(filters.flatMap(({ name }) => (query[name] ? [[name, query[name]]] : [])));
  const key = asked.toString();
  const { order: _, ...same } = Object.fromEntries(asked);
  const { rows, failure, more, isWhole, isOld } = useLoans(key);
  const total = useData<{ readonly count: number; readonly upTo: { readonly behind: number } }>(
    `${base}/-/count?${new URLSearchParams(same)}`,
  ).data;
  return (
    <Section title="Loans" aside={total && <span class="quiet">{counted(total.count, 'loan')}</span>}>
      <details class="action" open={key !== ''}>
        <summary>Filters</summary>
        <div class="fields">
          {filters.map((filter) => (
            <Filter key={filter.name} filter={filter} value={query[filter.name] ?? ''} />
          ))}
        </div>
      </details>
      {total && total.upTo.behind > 0 && (
        <p class="quiet">
          The book lacks the latest {counted(total.upTo.behind, 'event')}: the worker brings it forward.
        </p>
      )}
      {isOld && <p class="quiet">So long a list does not follow changes. Reload the page, or filter it.</p>}
      {failure && <Refusal of={failure} />}
      {rows && (
        <Table
          label="Loans"
          rows={rows}
          keyOf={({ loanId }) => loanId}
          columns={columns}
          linkOf={({ loanId }) => linkTo(['loans', loanId])}
          onEnd={isWhole ? undefined : more}
          empty={
            key
              ? 'No loan matches all filters. Take one away.'
              : 'No loan is in the book yet. The first run of the worker builds it.'
          }
        />
      )}
    </Section>
  );
}

/** Nothing personal is in a book, so it is searched by ids alone. One result opens itself. */
export function SearchView() {
  const sought = useView().query.q ?? '';
  const { data, failure } = useData<readonly string[]>(`${base}/-/find?id=${encodeURIComponent(sought)}`);
  const [only] = data?.length === 1 ? data : [];
  useEffect(() => {
    if (only !== undefined) location.replace(linkTo(['loans', only]));
  }, [only]);
  return (
    <Section title={`Search: ${sought}`}>
      {failure && <Refusal of={failure} />}
      {data && (
        <Table
          label="Results"
          rows={data}
          keyOf={(loanId) => loanId}
          columns={[{ title: 'Loan', cell: (loanId) => loanId }]}
          linkOf={(loanId) => linkTo(['loans', loanId])}
          empty="No loan has this id, nor its payer, mandate or instalment. Write the whole id."
        />
      )}
    </Section>
  );
}

function Filter({
  filter: { name, label, of, hint = '' },
  value,
}: {
  readonly filter: Choice;
  readonly value: string;
}) {
  const id = useId();
  const change = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    ask({ [name]: currentTarget.value.trim() });
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {of ? (
        <select id={id} value={value} onChange={change}>
          <option value="">any</option>
          {of.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ) : (
        <input id={id} value={value} placeholder={hint} onChange={change} />
      )}
    </div>
  );
}

// Beyond this, the whole list is not read again with each change: the page says that it is older.
const MOST_FRESH = 1_000;

interface Loaded {
  readonly key: string;
  readonly rows?: readonly BookLoan[];
  readonly next?: string | undefined;
  readonly failure?: Failure;
}

/** The pages of a list so far. A change reads them again in one request, and they stay in sight until it is answered. */
function useLoans(key: string) {
  const [state, setState] = useState<Loaded>({ key });
  const isCurrent = state.key === key;
  const shown = (isCurrent && state.rows?.length) || 0;
  const size = Math.min(MOST_FRESH, Math.max(PAGE, Math.ceil(shown / PAGE) * PAGE));
  const isOld = shown > MOST_FRESH;
  const fresh = useData<LoanPage>(isOld ? undefined : `${base}/-/loans?${key}&limit=${size}`);
  useEffect(() => {
    if (fresh.data) setState({ key, rows: fresh.data.loans, next: fresh.data.next });
    if (fresh.failure) setState({ key, failure: fresh.failure });
  }, [fresh.data, fresh.failure, key]);
  const { next } = state;
  const more = useCallback(() => {
    if (next === undefined) return;
    void send<LoanPage>('GET', `${base}/-/loans?${key}&limit=${PAGE}&after=${encodeURIComponent(next)}`).then((page) =>
      setState((before) =>
        before.next === next ? { key, rows: [...(before.rows ?? []), ...page.loans], next: page.next } : before,
      ),
    );
  }, [key, next]);
  const rows = isCurrent ? state.rows : undefined;
  return { rows, failure: isCurrent ? state.failure : undefined, more, isWhole: next === undefined, isOld };
}
