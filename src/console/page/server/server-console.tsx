/** The console of a reference server: its views, and the calls that each is made of. */
import { useMemo } from 'preact/hooks';
import { root, useData } from '../api.ts';
import type { Calls, Row } from '../fields.ts';
import { Frame, TokenForm } from '../frame.tsx';
import { Empty, Refusal } from '../parts.tsx';
import { linkTo, useView } from '../view.ts';
import { CallsView } from './calls.tsx';
import { ClockBar } from './clock-bar.tsx';
import { MandateView } from './mandate.tsx';
import { CalendarView, MandatesView, PayersView, SearchView } from './mandates.tsx';
import { FaultsView, RequestsView, WebhooksView } from './traffic.tsx';
import { ScenariosView, SettingsView, WorldsView } from './worlds.tsx';

const views = {
  '': { title: 'Mandates', view: MandatesView },
  calendar: { title: 'Calendar', view: CalendarView },
  payers: { title: 'Payers', view: PayersView },
  webhooks: { title: 'Webhooks', view: WebhooksView },
  requests: { title: 'Requests', view: RequestsView },
  faults: { title: 'Faults', view: FaultsView },
  scenarios: { title: 'Scenarios', view: ScenariosView },
  worlds: { title: 'Worlds', view: WorldsView },
  settings: { title: 'Agreement', view: SettingsView },
  calls: { title: 'All calls', view: CallsView },
} as const;

const nav = Object.entries(views).map(([path, { title }]) => ({ path, title }));

export function ServerConsole() {
  const { path, query } = useView();
  const { data, failure } = useData<{ readonly items: readonly Row[] }>(`${root}/_control`);
  const calls = useMemo(() => data && (Object.fromEntries(data.items.map((row) => [row.name, row])) as Calls), [data]);
  const [first = ''] = path;
  const View =
    first === 'mandates' ? MandateView : first === 'search' ? SearchView : views[first as keyof typeof views]?.view;
  return (
    <Frame title="repaykit server" nav={nav} header={calls && <ClockBar calls={calls} />}>
      {failure && (failure.status === 401 ? <TokenForm /> : <Refusal of={failure} />)}
      {failure && query.world && (
        <p>
          <a href={linkTo([], { world: undefined })}>Go to the first world</a>
        </p>
      )}
      {calls &&
        (View ? <View calls={calls} /> : <Empty>There is no such view. The navigation lists all of them.</Empty>)}
    </Frame>
  );
}
