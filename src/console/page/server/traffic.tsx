/** What went in and out: webhooks, requests beside near misses and violations, and the faults that were set. */
import type { Delivery, Fault, NearMiss, ShownRequest, ShownViolation } from 'repaykit/server';
import { Action } from '../action.tsx';
import { type List, root, useData } from '../api.ts';
import type { ViewProps } from '../fields.ts';
import { Filter } from '../filter.tsx';
import { counted } from '../format.ts';
import { Badge, Empty, Facts, Json, Refusal, Section, Time } from '../parts.tsx';
import { type Column, Table } from '../table.tsx';
import { linkTo, useView } from '../view.ts';

const newestFirst = <Item,>(list: List<Item> | undefined): readonly Item[] => [...(list?.items ?? [])].reverse();

function Dropped({ of }: { readonly of: List<unknown> | undefined }) {
  return of && of.dropped > 0 ? (
    <p class="quiet">{counted(of.dropped, 'older entry', 'older entries')} of the list were dropped.</p>
  ) : null;
}

export function WebhooksView({ calls }: ViewProps) {
  const { path, query } = useView();
  const { data, failure } = useData<List<Delivery>>(`${root}/_control/webhooks`);
  const one = data?.items.find(({ id }) => id === path[1]);
  if (path[1])
    return one ? (
      <Webhook of={one} calls={calls} />
    ) : data ? (
      <Empty>No webhook has this id. The list may have dropped it.</Empty>
    ) : null;
  const shown = newestFirst(data).filter(({ status }) => !query.status || status === query.status);
  return (
    <Section title="Webhooks" aside={<span class="quiet">{counted(shown.length, 'webhook')}</span>}>
      <div class="filters">
        <Filter label="Status" name="status" of={['pending', 'delivered', 'failed', 'no-endpoint']} />
        <Action call={calls.setWebhookEndpoint} label="Set where they go" />
        <Action call={calls.clearWebhooks} label="Clear the list" />
        <Action call={calls.webhooks} label="The list as code" />
      </div>
      {failure && <Refusal of={failure} />}
      <Table
        label="Webhooks"
        rows={shown}
        keyOf={({ id }) => id}
        linkOf={({ id }) => linkTo(['webhooks', id])}
        columns={[
          { title: 'Event', cell: ({ event }) => event },
          { title: 'Status', cell: ({ status }) => <Badge>{status}</Badge> },
          { title: 'Raised', cell: ({ createdAt }) => <Time at={createdAt} /> },
          { title: 'Answer', cell: ({ attempts }) => attempts.at(-1)?.status ?? attempts.at(-1)?.error ?? '' },
          { title: 'Attempts', cell: ({ attempts }) => attempts.length, isNumber: true },
          { title: 'Fault', cell: ({ fault }) => fault?.kind },
        ]}
        empty="No webhook was raised yet. An account that becomes active raises the first one, and each due date more."
      />
      <Dropped of={data} />
    </Section>
  );
}

function Webhook({ of, calls }: ViewProps & { readonly of: Delivery }) {
  return (
    <Section title={`${of.event}, ${of.id}`} aside={<Badge>{of.status}</Badge>}>
      <Facts
        of={{
          Raised: <Time at={of.createdAt} />,
          Mandate: of.mandateId && <a href={linkTo(['mandates', of.mandateId])}>{of.mandateId}</a>,
          Fault: of.fault && `${of.fault.kind} (${of.fault.id})`,
        }}
      />
      <Action call={calls.redeliver} label="Send it again" given={{ id: of.id }} />
      <h3>Attempts</h3>
      {of.attempts.length === 0 ? (
        <Empty>It was not sent. Set where webhooks go, then send it again.</Empty>
      ) : (
        <ol>
          {of.attempts.map(({ at, status, error }, index) => (
            <li key={index}>
              <Time at={at} />: {status ?? `no answer: ${error}`}
            </li>
          ))}
        </ol>
      )}
      <h3>Payload</h3>
      <Json of={of.payload} label="Payload" />
      <h3>Headers</h3>
      <Facts of={of.headers} />
    </Section>
  );
}

const requestColumns: readonly Column<ShownRequest>[] = [
  { title: 'Operation', cell: ({ operation, method, path }) => operation ?? `${method} ${path}` },
  {
    title: 'Answer',
    cell: ({ status }) => <Badge tone={status >= 200 && status < 300 ? 'good' : 'bad'}>{String(status)}</Badge>,
  },
  { title: 'Time', cell: ({ time }) => <Time at={time} /> },
  { title: 'Fault', cell: ({ fault }) => fault?.kind },
];

export function RequestsView({ calls }: ViewProps) {
  const { path, query } = useView();
  const { data, failure } = useData<List<ShownRequest>>(`${root}/_control/requests`);
  const one = data?.items.find(({ id }) => id === path[1]);
  if (path[1])
    return one ? (
      <Request of={one} />
    ) : data ? (
      <Empty>No request has this id. The journal may have dropped it.</Empty>
    ) : null;
  const shown = newestFirst(data).filter(({ status }) => query.only !== 'refused' || status >= 400 || status === 0);
  return (
    <>
      <Section title="Requests" aside={<span class="quiet">{counted(shown.length, 'request')}</span>}>
        <div class="filters">
          <Filter label="Show" name="only" of={['refused']} any="all" />
          <Action call={calls.clearRequests} label="Empty the journal" />
          <Action call={calls.requests} label="The journal as code" />
        </div>
        {failure && <Refusal of={failure} />}
        <Table
          label="Requests"
          rows={shown}
          keyOf={({ id }) => id}
          linkOf={({ id }) => linkTo(['requests', id])}
          columns={requestColumns}
          empty="No request has come yet. Point a client at this server."
        />
        <Dropped of={data} />
      </Section>
      <NearMisses calls={calls} />
      <Violations calls={calls} />
    </>
  );
}

function NearMisses({ calls }: ViewProps) {
  const misses = useData<List<NearMiss>>(`${root}/_control/near-misses`).data;
  return (
    <Section title="Near misses" aside={<Action call={calls.clearNearMisses} label="Clear the near misses" />}>
      <Table
        label="Near misses"
        rows={newestFirst(misses)}
        keyOf={({ at, where, path: to }) => at + where + to}
        columns={[
          { title: 'Request', cell: ({ operation, method, path: to }) => operation ?? `${method} ${to}` },
          { title: 'Where', cell: ({ where }) => where },
          { title: 'Sent', cell: ({ sent }) => sent },
          { title: 'Expected', cell: ({ expected }) => expected },
          { title: 'Fix', cell: ({ suggestion }) => suggestion },
          { title: 'Time', cell: ({ at }) => <Time at={at} /> },
        ]}
        empty="No request was nearly right. Here stands how to fix those that are."
      />
      <Action call={calls.nearMisses} label="The near misses as code" />
    </Section>
  );
}

function Violations({ calls }: ViewProps) {
  const violations = useData<List<ShownViolation>>(`${root}/_control/violations`).data;
  return (
    <Section title="Violations" aside={<Action call={calls.clearViolations} label="Clear the violations" />}>
      <Table
        label="Violations"
        rows={newestFirst(violations)}
        keyOf={({ at, rule, message }) => at + rule + message}
        columns={[
          { title: 'Rule', cell: ({ rule }) => rule },
          { title: 'What happened', cell: ({ message }) => message },
          { title: 'Section', cell: ({ spec }) => spec },
          { title: 'Time', cell: ({ at }) => <Time at={at} /> },
        ]}
        empty="No request broke a business rule."
      />
      <Action call={calls.violations} label="The violations as code" />
    </Section>
  );
}

function Request({ of }: { readonly of: ShownRequest }) {
  const mandateId =
    typeof of.input === 'object' && of.input !== null && 'mandateId' in of.input
      ? String(of.input.mandateId)
      : undefined;
  return (
    <Section
      title={`${of.operation ?? of.path}, ${of.id}`}
      aside={<Badge tone={of.status < 400 ? 'good' : 'bad'}>{String(of.status)}</Badge>}
    >
      <Facts
        of={{
          Call: `${of.method} ${of.path}`,
          Time: <Time at={of.time} />,
          Mandate: mandateId && <a href={linkTo(['mandates', mandateId])}>{mandateId}</a>,
          Fault: of.fault?.kind,
        }}
      />
      <h3>Input, masked</h3>
      <Json of={of.input} label="Input" />
    </Section>
  );
}

export function FaultsView({ calls }: ViewProps) {
  const { data, failure } = useData<List<Fault>>(`${root}/_control/faults`);
  return (
    <Section title="Faults">
      <div class="buttons">
        <Action call={calls.addFault} label="Add a fault" />
        <Action call={calls.clearFaults} label="End all faults" />
        <Action call={calls.faults} label="The faults as code" />
      </div>
      {failure && <Refusal of={failure} />}
      <Table
        label="Faults"
        rows={data?.items ?? []}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Fault', cell: ({ kind }) => kind },
          { title: 'Of', cell: ({ operation }) => operation ?? 'everything' },
          { title: 'Hits', cell: ({ hits }) => hits, isNumber: true },
          { title: 'Left', cell: ({ remaining }) => remaining ?? 'any number', isNumber: true },
          { title: 'End', cell: ({ id }) => <Action call={calls.removeFault} label={`End ${id}`} given={{ id }} /> },
        ]}
        empty="No fault is set, so every call is answered and every webhook delivered. Add one to see how your code copes."
      />
    </Section>
  );
}
