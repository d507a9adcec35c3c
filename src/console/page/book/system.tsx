/** Webhooks in the inbox, and how the parts of the system are. */
import type { Health, ShownDelivery } from '../../api/book-views.ts';
import { base, useData } from '../api.ts';
import { Filter } from '../filter.tsx';
import { count, counted } from '../format.ts';
import { Badge, Empty, Facts, Refusal, Section, Time } from '../parts.tsx';
import { useView } from '../view.ts';
import { type BookViewProps, Deliveries } from './today.tsx';

export function InboxView({ actions, hasInbox }: BookViewProps) {
  const { query } = useView();
  const { status = '' } = query;
  const { data, failure } = useData<readonly ShownDelivery[]>(`${base}/-/deliveries${status && `?status=${status}`}`);
  if (!hasInbox) return <Empty>This console has no inbox. Pass your receiver as inbox to see its webhooks.</Empty>;
  return (
    <Section title="Inbox" aside={<span class="quiet">the newest first, at most 200</span>}>
      <div class="filters">
        <Filter label="Status" name="status" of={['unfinished', 'done', 'quarantined']} />
      </div>
      {failure && <Refusal of={failure} />}
      {data && <Deliveries of={data} actions={actions} />}
    </Section>
  );
}

export function SystemView(_: BookViewProps) {
  const { data, failure } = useData<Health>(`${base}/-/health`);
  if (failure) return <Refusal of={failure} />;
  if (!data) return null;
  const { book, inbox, checkpoint } = data;
  return (
    <>
      <Section
        title="Book"
        aside={
          <Badge tone={book?.behind === 0 ? 'good' : 'wait'}>
            {book ? (book.behind === 0 ? 'current' : 'behind') : 'not built'}
          </Badge>
        }
      >
        {book ? (
          <Facts
            of={{
              Events: count(book.events),
              'Up to': book.at && <Time at={book.at} />,
              Behind: counted(book.behind, 'event'),
              Build: data.isBuilding && 'running',
            }}
          />
        ) : (
          <Empty>The book was never built. Run the worker, or repaykit book rebuild.</Empty>
        )}
      </Section>
      <InboxState of={inbox} />
      <WorkerState of={data.worker} />
      <Section title="Evidence">
        <Facts
          of={{
            'Last checkpoint': checkpoint ? (
              <>
                number {checkpoint.number}, <Time at={checkpoint.at} />, {counted(checkpoint.files, 'file')}
              </>
            ) : data.keepsCheckpoints ? (
              'none yet'
            ) : (
              'the client keeps none'
            ),
            'Personal data': data.sealsPersonalData ? 'sealed under a key for each payer' : 'in clear',
          }}
        />
      </Section>
    </>
  );
}

function InboxState({ of }: { readonly of: Health['inbox'] }) {
  return (
    <Section title="Inbox">
      {of ? (
        <Facts
          of={{
            Unfinished: atMost(of.unfinished),
            Quarantined: atMost(of.quarantined),
            'The oldest unfinished': of.oldest && <Time at={of.oldest} />,
          }}
        />
      ) : (
        <Empty>This console has no of.</Empty>
      )}
    </Section>
  );
}

function WorkerState({ of }: { readonly of: Health['worker'] }) {
  return (
    <Section title="Worker" aside={of && <Badge tone={of.failedRuns > 0 ? 'bad' : 'good'}>{of.state}</Badge>}>
      {of ? (
        <Facts
          of={{
            Runs: count(of.runs),
            'Last run': of.lastRunAt && <Time at={of.lastRunAt} />,
            'Failed since': of.failedRuns > 0 && count(of.failedRuns),
            Error: of.lastError,
          }}
        />
      ) : (
        <Empty>The worker runs in another process. The book above shows how far it is.</Empty>
      )}
    </Section>
  );
}

function atMost(number: number): string {
  return number >= 200 ? '200 or more' : count(number);
}
