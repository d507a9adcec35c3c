/** The console over a lender's book: its views, and the exchange of the one-time token. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { base, Failure, send, useData } from '../api.ts';
import type { Row } from '../fields.ts';
import { Frame } from '../frame.tsx';
import { Empty, Refusal } from '../parts.tsx';
import { useView } from '../view.ts';
import { FiguresView } from './figures.tsx';
import { LoanView } from './loan.tsx';
import { LoansView, SearchView } from './loans.tsx';
import { InboxView, SystemView } from './system.tsx';
import { OutboxView, TodayView } from './today.tsx';

const views = {
  '': { title: 'Today', view: TodayView },
  loans: { title: 'Loans', view: LoansView },
  figures: { title: 'Figures', view: FiguresView },
  outbox: { title: 'Outbox', view: OutboxView },
  inbox: { title: 'Inbox', view: InboxView },
  system: { title: 'System', view: SystemView },
} as const;

const nav = Object.entries(views).map(([path, { title }]) => ({ path, title }));

interface Session {
  readonly name: string;
  readonly actions: readonly Row[];
  readonly hasInbox: boolean;
}

export function BookConsole() {
  const entry = useEntry();
  const { path } = useView();
  const { data, failure } = useData<Session>(entry === 'entering' ? undefined : `${base}/-/session`);
  const actions = useMemo(() => Object.fromEntries((data?.actions ?? []).map((row) => [row.name, row])), [data]);
  const [first = '', second] = path;
  const View =
    first === 'search' ? SearchView : first === 'loans' && second ? LoanView : views[first as keyof typeof views]?.view;
  return (
    <Frame
      title="repaykit book"
      nav={nav}
      header={data && <p class="quiet">{data.actions.length === 0 ? 'Read only' : `You may act, as ${data.name}`}</p>}
    >
      {entry instanceof Failure && <Refusal of={entry} />}
      {failure && <Refusal of={failure} />}
      {data &&
        (View ? (
          <View actions={actions} hasInbox={data.hasInbox} />
        ) : (
          <Empty>There is no such view. The navigation lists all of them.</Empty>
        ))}
    </Frame>
  );
}

const TOKEN = /^#token=([\w-]+)$/;

/** Exchanges the token of the link for a cookie, once, and takes it out of the address at once. */
function useEntry(): 'entering' | 'in' | Failure {
  const token = TOKEN.exec(location.hash)?.[1];
  const [state, setState] = useState<'entering' | 'in' | Failure>(token ? 'entering' : 'in');
  useEffect(() => {
    if (!token) return;
    // Unlike `replaceState`, this also moves the view.
    location.replace('#/');
    send('POST', `${base}/-/enter`, { token }).then(
      () => setState('in'),
      (failure: Failure) => setState(failure),
    );
  }, []);
  return state;
}
