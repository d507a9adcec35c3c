/** Scenarios; worlds with their snapshots, forks and rewind; and the terms of the agreement. */
import type { Email, Fork, Merchant, Policy, ScenarioResult, ScenarioView, Snapshot, WorldView } from 'repaykit/server';
import { Action } from '../action.tsx';
import { type List, root, useData } from '../api.ts';
import type { ViewProps } from '../fields.ts';
import { Badge, Empty, Facts, Json, Section, Time } from '../parts.tsx';
import { Table } from '../table.tsx';
import { linkTo } from '../view.ts';

export function ScenariosView({ calls }: ViewProps) {
  const { data } = useData<List<ScenarioView>>(`${root}/_control/scenarios`);
  const open = (answer: unknown) => {
    location.hash = linkTo(['mandates', (answer as ScenarioResult).mandateId]);
  };
  return (
    <Section title="Scenarios">
      <p class="quiet">Each brings its own payer and mandate, and may move the clock by months.</p>
      <ul class="cards">
        {data?.items.map(({ name, summary }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{summary}</p>
            <Action call={calls.scenario} label={`Play ${name}`} given={{ name }} onDone={open} />
          </li>
        ))}
      </ul>
      <Action call={calls.scenarios} label="Scenarios as code" />
    </Section>
  );
}

export function WorldsView({ calls }: ViewProps) {
  const snapshots = useData<List<Snapshot>>(`${root}/_control/snapshots`).data?.items ?? [];
  const visit = (answer: unknown) => {
    location.hash = linkTo(['worlds'], { world: (answer as Fork).world });
  };
  return (
    <>
      <Section title="Snapshots of this world">
        <div class="buttons">
          <Action call={calls.snapshot} label="Take a snapshot" />
          <Action call={calls.reset} label="Begin again" />
          <Action call={calls.snapshots} label="The snapshots as code" />
        </div>
        <Table
          label="Snapshots"
          rows={[...snapshots].reverse()}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Snapshot', cell: ({ id }) => id },
            { title: 'Of', cell: ({ now }) => <Time at={now} /> },
            {
              title: 'Rewind',
              cell: ({ id }) => <Action call={calls.restore} label={`Rewind to ${id}`} given={{ id }} />,
            },
            {
              title: 'Fork',
              cell: ({ id }) => <Action call={calls.fork} label={`Fork ${id}`} given={{ id }} onDone={visit} />,
            },
            {
              title: 'Delete',
              cell: ({ id }) => <Action call={calls.deleteSnapshot} label={`Delete ${id}`} given={{ id }} />,
            },
          ]}
          empty="There is no snapshot. Take one before you move the clock, and you can rewind to it."
        />
      </Section>
      <Worlds calls={calls} />
    </>
  );
}

function Worlds({ calls }: ViewProps) {
  const worlds = useData<List<WorldView>>(`${root}/_control/worlds`).data?.items ?? [];
  return (
    <Section title="Worlds">
      <Table
        label="Worlds"
        rows={worlds}
        keyOf={({ name }) => name}
        linkOf={({ name }) => linkTo([''], { world: name === worlds[0]?.name ? undefined : name })}
        columns={[
          { title: 'World', cell: ({ name }) => name },
          { title: 'Time', cell: ({ now }) => <Time at={now} /> },
          { title: 'Payers', cell: ({ payers }) => payers, isNumber: true },
          { title: 'Mandates', cell: ({ mandates }) => mandates, isNumber: true },
        ]}
        empty="There is no world."
      />
      <Action call={calls.worlds} label="Worlds as code" />
    </Section>
  );
}

export function SettingsView({ calls }: ViewProps) {
  const policy = useData<Policy>(`${root}/_control/policy`).data;
  const merchant = useData<Merchant>(`${root}/_control/merchant`).data;
  return (
    <>
      <Section title="Merchant" aside={merchant && <Badge>{merchant.status}</Badge>}>
        {merchant && (
          <Facts
            of={{ 'Application id': merchant.appId, 'Business id': merchant.businessId, 'Digest to': merchant.email }}
          />
        )}
        <div class="buttons">
          <Action call={calls.patchMerchant} label="Change the status" />
          <Action call={calls.merchant} label="The merchant as code" />
        </div>
      </Section>
      <Section title="Terms of the agreement">
        {policy && (
          <Facts
            of={Object.fromEntries(
              Object.entries(policy).map(([name, value]) => [
                name,
                typeof value === 'object' ? JSON.stringify(value) : String(value),
              ]),
            )}
          />
        )}
        <div class="buttons">
          <Action call={calls.patchPolicy} label="Change terms" />
          <Action call={calls.policy} label="The terms as code" />
        </div>
      </Section>
      <Records calls={calls} />
    </>
  );
}

function Records({ calls }: ViewProps) {
  const emails = useData<List<Email>>(`${root}/_control/emails`).data?.items ?? [];
  const reports = useData<List<object>>(`${root}/_control/bureau/reports`).data?.items ?? [];
  return (
    <>
      <Section title="Insurance">
        <Action call={calls.addPolicy} label="Add an insurance policy" showsAnswer />
      </Section>
      <Section title="Daily digests">
        {emails.length === 0 ? (
          <Empty>No digest was sent yet. One goes out each day that has something to report.</Empty>
        ) : (
          <Json of={emails} label="Digests" />
        )}
        <Action call={calls.emails} label="The digests as code" />
      </Section>
      <Section title="Reports at the bureau">
        {reports.length === 0 ? (
          <Empty>The bureau has no report yet. A credit decision makes the first one.</Empty>
        ) : (
          <Json of={reports} label="Reports" />
        )}
        <Action call={calls.bureauReports} label="The reports as code" />
      </Section>
    </>
  );
}
