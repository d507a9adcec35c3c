/** Lists: mandates, payers with their accounts, the calendar of due dates, and what a search finds. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { AccountView, Delivery, MandateSummary, Page, PayerView } from 'repaykit/server';
import { Action } from '../action.tsx';
import { readPages, root, send, useData, usePages } from '../api.ts';
import type { ViewProps } from '../fields.ts';
import { Filter } from '../filter.tsx';
import { addDays, counted, lagosDay, month } from '../format.ts';
import { Badge, Empty, Money, Refusal, Section, Time } from '../parts.tsx';
import { type Column, Table } from '../table.tsx';
import { ask, linkTo, useView } from '../view.ts';

const mandateColumns: readonly Column<MandateSummary>[] = [
  { title: 'Mandate', cell: ({ mandateId }) => <code>{mandateId}</code> },
  { title: 'Status', cell: ({ status }) => <Badge>{status}</Badge> },
  { title: 'Payer', cell: ({ payer }) => payer && <a href={linkTo(['payers'], { payer })}>{payer}</a> },
  { title: 'Mode', cell: ({ collectionMode }) => collectionMode },
  { title: 'Next due', cell: ({ nextDueDate }) => nextDueDate && <Time at={nextDueDate} as="day" /> },
  { title: 'Collected', cell: ({ collectedAmount }) => <Money of={collectedAmount} />, isNumber: true },
  { title: 'Outstanding', cell: ({ outstandingBalance }) => <Money of={outstandingBalance} />, isNumber: true },
];

const statuses = ['pending', 'active', 'failed', 'pending_timeout', 'disputed', 'expired'];
const PAGE = 200;

export function MandatesView({ calls }: ViewProps) {
  const { query } = useView();
  const { status = '', payer = '', dueDate = '' } = query;
  const filter = Object.entries({ status, payer, dueDate }).filter(([, value]) => value !== '');
  const asked = `${root}/_control/mandates?${new URLSearchParams(filter)}`;
  const [pages, setPages] = useState(1);
  useEffect(() => setPages(1), [asked]);
  const { data, failure } = usePages<MandateSummary>(asked, pages * PAGE);
  const more = useCallback(() => setPages((before) => (before < 5 ? before + 1 : Math.ceil(before / 5) * 5 + 5)), []);
  const hasMore = data !== undefined && data.items.length < data.total;
  return (
    <Section title="Mandates" aside={data && <span class="quiet">{counted(data.total, 'mandate')}</span>}>
      <Filters />
      {failure && <Refusal of={failure} />}
      {data && (
        <Table
          label="Mandates"
          rows={data.items}
          keyOf={({ mandateId }) => mandateId}
          columns={mandateColumns}
          linkOf={({ mandateId }) => linkTo(['mandates', mandateId])}
          onEnd={hasMore ? more : undefined}
          empty={
            <>
              No mandate {filter.length > 0 ? 'matches. Change the filter' : 'is here yet. Place one with your client'},
              or <a href={linkTo(['scenarios'])}>play a scenario</a>.
            </>
          }
        />
      )}
      <Action call={calls.mandates} label="The list as code" />
    </Section>
  );
}

function Filters() {
  const { payer = '', dueDate = '' } = useView().query;
  return (
    <div class="filters">
      <Filter label="Status" name="status" of={statuses} />
      <label>
        <span>Due on</span>
        <input type="date" value={dueDate} onChange={({ currentTarget }) => ask({ dueDate: currentTarget.value })} />
      </label>
      <label>
        <span>Payer</span>
        <input
          value={payer}
          placeholder="payer_1"
          onChange={({ currentTarget }) => ask({ payer: currentTarget.value.trim() })}
        />
      </label>
    </div>
  );
}

export function PayersView({ calls }: ViewProps) {
  const { query } = useView();
  // The ids of payers count from 1, so an id is on a known page.
  const page = Math.ceil(Number(/^payer_(\d+)$/.exec(query.payer ?? '')?.[1] ?? 1) / 100);
  const { data, failure } = useData<Page<PayerView>>(`${root}/_control/payers?page=${page}&limit=100`);
  const shown = data?.items.filter(({ id }) => query.payer === undefined || id === query.payer) ?? [];
  return (
    <Section
      title="Payers and their accounts"
      aside={data && <span class="quiet">{counted(data.total, 'payer')}</span>}
    >
      <Action call={calls.addPayer} label="Add a payer" />
      {query.payer && (
        <p>
          Only {query.payer}. <a href={linkTo(['payers'])}>Show all payers</a>
        </p>
      )}
      {failure && <Refusal of={failure} />}
      {data && shown.length === 0 && (
        <Empty>There is no such payer. Add one, or play a scenario, which brings its own.</Empty>
      )}
      {shown.map((payer) => (
        <Payer key={payer.id} payer={payer} calls={calls} />
      ))}
      {data && data.total > 100 && query.payer === undefined && (
        <p class="quiet">The first 100 are shown. Search by name, id or account for the others.</p>
      )}
      <Action call={calls.payers} label="Payers as code" />
    </Section>
  );
}

function Payer({ payer, calls }: ViewProps & { readonly payer: PayerView }) {
  return (
    <article>
      <h3>
        {payer.name}{' '}
        <span class="quiet">
          {payer.id}, BVN ends with {payer.bvn.slice(-4)}
        </span>
      </h3>
      <p>
        <a href={linkTo([''], { payer: payer.id })}>Mandates of this payer</a>
      </p>
      {payer.accounts.map((account) => (
        <Account key={account.bankCode + account.accountNumber} account={account} calls={calls} />
      ))}
    </article>
  );
}

export function Account({ account, calls }: ViewProps & { readonly account: AccountView }) {
  const { bankCode, accountNumber, bankName, balance, active, declineWith, script, locked } = account;
  const key = { bankCode, accountNumber };
  const answers = script.length > 0 ? `then ${script.map((code) => code ?? 'as usual').join(', ')}` : '';
  return (
    <div class="account">
      <p>
        <strong>{bankName}</strong> <code>{accountNumber}</code> <Money of={balance} />{' '}
        {!active && <Badge tone="bad">inactive</Badge>} {locked && <Badge tone="wait">locked today</Badge>}{' '}
        {declineWith !== null && <Badge tone="bad">{`declines with ${declineWith}`}</Badge>}{' '}
        <span class="quiet">{answers}</span>
      </p>
      <div class="buttons">
        <Action
          call={calls.patchAccount}
          label={`Change the account at ${bankName}`}
          given={key}
          now={{ balance, active, declineWith, script: script.join(', ') || undefined }}
        />
        <Action call={calls.readAccount} label="The account as code" given={key} />
      </div>
    </div>
  );
}

export function CalendarView({ calls }: ViewProps) {
  const { query } = useView();
  const now = useData<{ readonly now: string }>(`${root}/_control/clock`).data?.now;
  if (now === undefined) return null;
  const today = lagosDay(now);
  const shown = query.month ?? today.slice(0, 7);
  const first = `${shown}-01`;
  const next = addDays(first, 31).slice(0, 7);
  const before = addDays(first, -1).slice(0, 7);
  const length = Number(addDays(`${next}-01`, -1).slice(8));
  // Monday is the first day of a week.
  const offset = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const days = Array.from({ length }, (_, index) => addDays(first, index));
  return (
    <Section
      title={month(first)}
      aside={
        <span class="buttons">
          <a href={linkTo(['calendar'], { month: before })}>Month before</a>{' '}
          <a href={linkTo(['calendar'], { month: next })}>Month after</a>
        </span>
      }
    >
      <p class="quiet">The mandates with an instalment that is due on a day.</p>
      <ol class="calendar">
        {days.map((each, index) => (
          <li key={each} class={each === today ? 'today' : ''} style={index === 0 ? { '--first': offset + 1 } : {}}>
            <Day of={each} />
          </li>
        ))}
      </ol>
      <Action call={calls.moveClock} label="Move the clock" />
    </Section>
  );
}

function Day({ of }: { readonly of: string }) {
  const total = useData<Page<MandateSummary>>(`${root}/_control/mandates?dueDate=${of}&limit=1`).data?.total ?? 0;
  return (
    <>
      <time dateTime={of}>{Number(of.slice(8))}</time>
      {total > 0 && <a href={linkTo([''], { dueDate: of })}>{total} due</a>}
    </>
  );
}

interface Found {
  readonly kind: string;
  readonly text: string;
  readonly link: string;
}

export function SearchView(_: ViewProps) {
  const { query } = useView();
  const sought = (query.q ?? '').toLowerCase();
  const [found, setFound] = useState<readonly Found[]>();
  useEffect(() => {
    setFound(undefined);
    let isWanted = true;
    void search(sought).then((all) => isWanted && setFound(all));
    return () => {
      isWanted = false;
    };
  }, [sought]);
  return (
    <Section
      title={`Search: ${query.q ?? ''}`}
      aside={found && <span class="quiet">{counted(found.length, 'result')}</span>}
    >
      {found && (
        <Table
          label="Results"
          rows={found}
          keyOf={({ link, text }) => link + text}
          columns={[
            { title: 'Found', cell: ({ text }) => text },
            { title: 'What', cell: ({ kind }) => kind },
          ]}
          linkOf={({ link }) => link}
          empty="Nothing has this text. Searched are the ids and statuses of mandates, the names, ids and accounts of payers, and the ids and events of webhooks."
        />
      )}
    </Section>
  );
}

const MOST_SEARCHED = 20_000;

async function search(sought: string): Promise<readonly Found[]> {
  if (sought === '') return [];
  const [mandates, payers, webhooks] = await Promise.all([
    readPages<MandateSummary>(`${root}/_control/mandates?`, MOST_SEARCHED),
    readPages<PayerView>(`${root}/_control/payers?`, MOST_SEARCHED),
    send<Page<Delivery>>('GET', `${root}/_control/webhooks`),
  ]);
  const found = [
    ...mandates.items.map(({ mandateId, status }) => ({
      kind: 'mandate',
      text: `${mandateId} ${status}`,
      link: linkTo(['mandates', mandateId], { q: undefined }),
    })),
    ...payers.items.map(({ id, name, accounts }) => ({
      kind: 'payer',
      text: `${name} ${id} ${accounts.map(({ bankName, accountNumber }) => `${bankName} ${accountNumber}`).join(' ')}`,
      link: linkTo(['payers'], { payer: id }),
    })),
    ...webhooks.items.map(({ id, event, mandateId }) => ({
      kind: 'webhook',
      text: `${id} ${event} ${mandateId ?? ''}`,
      link: linkTo(['webhooks', id]),
    })),
  ];
  return found.filter(({ text }) => text.toLowerCase().includes(sought));
}
