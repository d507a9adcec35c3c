/** One mandate on one timeline of virtual time: every thing that happened to it, and what is still to come. */
import type { AccountView, Delivery, Explanation, MandateInside, ShownRequest } from 'repaykit/server';
import { Action } from '../action.tsx';
import { type List, root, useData } from '../api.ts';
import type { ViewProps } from '../fields.ts';
import { Filter } from '../filter.tsx';
import { counted, naira } from '../format.ts';
import { Badge, Empty, Facts, Money, Refusal, Section, Time } from '../parts.tsx';
import { type Moment, Timeline } from '../timeline.tsx';
import { linkTo, useView } from '../view.ts';
import { Account } from './mandates.tsx';

interface Report {
  readonly event: string;
  readonly mandateId: string;
  readonly source: string;
  readonly receivedAt: string;
}

export function MandateView({ calls }: ViewProps) {
  const { path } = useView();
  const id = path[1] ?? '';
  const inside = useData<MandateInside>(`${root}/_control/mandates/${encodeURIComponent(id)}`);
  const explained = useData<Explanation>(`${root}/_control/explain?mandateId=${encodeURIComponent(id)}`).data;
  if (inside.failure) return <Refusal of={inside.failure} />;
  if (!inside.data || !explained) return null;
  const { mandate, gate } = inside.data;
  return (
    <>
      <Section title={`Mandate ${id}`} aside={<Badge>{mandate.status}</Badge>}>
        <p class="lead">{explained.summary}</p>
        <Facts
          of={{
            Payer: mandate.consents[0] && (
              <a href={linkTo(['search'], { q: mandate.consents[0].accountNumber })}>
                {mandate.consents[0].accountName}
              </a>
            ),
            Collection: <Badge>{explained.verdict}</Badge>,
            Gate: gate.open ? 'open' : `closed: ${gate.reason} (${gate.rule})`,
            Mode: mandate.collectionMode,
            Collected: <Money of={mandate.collectedAmount} />,
            Outstanding: <Money of={mandate.outstandingBalance} />,
            'Next attempt': explained.nextAttempt && <Time at={explained.nextAttempt} />,
            Tenure: mandate.startDate && mandate.endDate && `${mandate.startDate} to ${mandate.endDate}`,
          }}
        />
        <div class="buttons">
          <Action call={calls.openDispute} label="Open a dispute" given={{ id }} />
          <Action call={calls.resolveDispute} label="Resolve the dispute" given={{ id }} />
          <Action call={calls.explain} label="The explanation as code" given={{ mandateId: id }} />
          <Action call={calls.readMandate} label="The mandate as code" given={{ id }} />
        </div>
      </Section>
      <div class="columns">
        <div>
          <Why of={explained} />
          <Accounts inside={inside.data} calls={calls} />
        </div>
        <History inside={inside.data} explained={explained} />
      </div>
    </>
  );
}

function Why({ of }: { readonly of: Explanation }) {
  return (
    <Section title="Why">
      {of.findings.length === 0 && <Empty>Nothing speaks against its collection.</Empty>}
      <ul class="findings">
        {of.findings.map(({ rule, spec, effect, message, accountNumber }) => (
          <li key={rule + message + accountNumber}>
            <Badge tone={effect === 'blocks' ? 'bad' : effect === 'delays' ? 'wait' : 'plain'}>{effect}</Badge>{' '}
            {message}{' '}
            <span class="quiet">
              {rule}, {spec}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Accounts({ inside, calls }: ViewProps & { readonly inside: MandateInside }) {
  return (
    <Section title="Accounts, in the order of the cascade">
      {inside.mandate.consents.map((consent) => (
        <MandateAccount key={consent._id} consent={consent} calls={calls} />
      ))}
    </Section>
  );
}

function MandateAccount({
  consent,
  calls,
}: ViewProps & { readonly consent: MandateInside['mandate']['consents'][number] }) {
  const { mandateId, bankCode, accountNumber, primary, status, attachedBy } = consent;
  const { data, failure } = useData<AccountView>(`${root}/_control/accounts/${bankCode}/${accountNumber}`);
  const key = { mandateId, bankCode, accountNumber };
  return (
    <article>
      <h3>
        {primary ? 'Primary' : 'Backup'} <Badge>{status}</Badge>{' '}
        <span class="quiet">{attachedBy === null ? 'not attached yet' : `attached by ${attachedBy}`}</span>
      </h3>
      {data && <Account account={data} calls={calls} />}
      {failure && (
        <p>
          <code>{accountNumber}</code>: {failure.message}
        </p>
      )}
      <div class="buttons">
        <Action call={calls.makeDeposit} label="Pay the ₦50" given={key} />
        <Action call={calls.judgeSignature} label="Judge the signature" given={key} />
      </div>
    </article>
  );
}

// At one time: what was asked for, then what was tried, then what came of it.
const kinds = ['due', 'request', 'attempt', 'mandate', 'webhook', 'report'];

function History({ inside, explained }: { readonly inside: MandateInside; readonly explained: Explanation }) {
  const { query } = useView();
  const id = inside.mandate._id;
  const webhooks = useData<List<Delivery>>(`${root}/_control/webhooks`).data;
  const reports = useData<List<Report>>(`${root}/_control/bureau/reports`).data;
  const requests = useData<List<ShownRequest>>(`${root}/_control/requests`).data;
  const isOurs = ({ mandateId }: { readonly mandateId: string | null }) => mandateId === id;
  const all: readonly Moment[] = [
    ...inside.events.map(ofEvent),
    ...explained.instalments.flatMap(ofInstalment),
    ...(webhooks?.items ?? []).filter(isOurs).map(ofWebhook),
    ...(reports?.items ?? []).filter(isOurs).map(
      ({ event, source, receivedAt }): Moment => ({
        at: receivedAt,
        kind: 'report',
        title: `${event} reached the bureau`,
        detail: `from the ${source}`,
      }),
    ),
    ...(requests?.items ?? []).filter(({ input }) => mandateOf(input) === id).map(ofRequest),
  ];
  const shown = query.only ? all.filter(({ kind }) => kind === query.only) : all;
  const earlier = explained.instalments.reduce((sum, { earlierAttempts }) => sum + earlierAttempts, 0);
  const leftOut = [
    earlier > 0 && counted(earlier, 'earlier attempt'),
    ...Object.entries({ webhook: webhooks, request: requests }).map(
      ([name, list]) => list && list.dropped > 0 && `${counted(list.dropped, `old ${name}`)} of any mandate`,
    ),
  ].filter(Boolean);
  return (
    <Section title="Timeline" aside={<Filter label="Show" name="only" of={kinds} any="everything" />}>
      <Timeline moments={shown} kinds={kinds} now={explained.now} empty="Nothing of this kind has happened yet." />
      {leftOut.length > 0 && <p class="quiet">Not shown: {leftOut.join(', ')}.</p>}
    </Section>
  );
}

function mandateOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'mandateId' in input ? input.mandateId : undefined;
}

const bad = /failed|expired|disputed|timeout|rejected|mismatch/;

function ofEvent({ event, occurredAt, bankCode, accountNumber, detail }: MandateInside['events'][number]): Moment {
  return {
    at: occurredAt,
    kind: 'mandate',
    title: event,
    detail: [accountNumber && `account ${accountNumber} at bank ${bankCode}`, detail].filter(Boolean).join(', '),
    tone: bad.test(event) ? 'bad' : event.endsWith('activated') ? 'good' : 'plain',
  };
}

function ofInstalment({
  dueDate,
  amount,
  collected,
  status,
  why,
  attempts,
  earlierAttempts,
}: Explanation['instalments'][number]): readonly Moment[] {
  const due: Moment = {
    at: dueDate,
    kind: 'due',
    title: (
      <>
        {naira(amount)} due <Badge>{status}</Badge>
      </>
    ),
    detail: `${why}${collected > 0 && collected < amount ? ` Collected: ${naira(collected)}.` : ''}${earlierAttempts > 0 ? ` ${earlierAttempts} earlier attempts are not shown.` : ''}`,
  };
  return [due, ...attempts.map(ofAttempt)];
}

function ofAttempt({
  at,
  amount,
  status,
  bankCode,
  accountNumber,
  responseCode,
  meaning,
}: Explanation['instalments'][number]['attempts'][number]): Moment {
  return {
    at,
    kind: 'attempt',
    title: (
      <>
        {naira(amount)} from {accountNumber} at bank {bankCode}: <Badge>{status}</Badge>
      </>
    ),
    detail: `Code ${responseCode}: ${meaning}`,
    tone: status === 'successful' ? 'good' : status === 'failed' ? 'bad' : 'wait',
  };
}

function ofWebhook({ id, event, status, attempts, createdAt }: Delivery): Moment {
  const last = attempts.at(-1);
  const answer = last
    ? last.status === null
      ? `no answer: ${last.error}`
      : `the receiver answered ${last.status}`
    : 'not sent';
  return {
    at: createdAt,
    kind: 'webhook',
    title: (
      <>
        <a href={linkTo(['webhooks', id])}>{event}</a> <Badge>{status}</Badge>
      </>
    ),
    detail: `${answer}${attempts.length > 1 ? `, after ${attempts.length} attempts` : ''}`,
    tone: status === 'delivered' ? 'good' : status === 'failed' ? 'bad' : 'plain',
  };
}

function ofRequest({ id, operation, method, path, status, time }: ShownRequest): Moment {
  return {
    at: time,
    kind: 'request',
    title: (
      <>
        <a href={linkTo(['requests', id])}>{operation ?? `${method} ${path}`}</a> was answered with {status}
      </>
    ),
    tone: status >= 400 ? 'bad' : 'plain',
  };
}
