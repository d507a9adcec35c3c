/** The world and its clock, above every view: where it stands, how to move it, and what the last move did. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ClockMove, MandateSummary, Page, WorldView } from 'repaykit/server';
import { Action } from '../action.tsx';
import { type List, root, useData } from '../api.ts';
import type { Given, ViewProps } from '../fields.ts';
import { counted, LAGOS_MS, lagosInstant } from '../format.ts';
import { Time } from '../parts.tsx';
import { linkTo, useView } from '../view.ts';

export function ClockBar({ calls }: ViewProps) {
  const { path, query } = useView();
  const clock = useData<{ readonly now: string; readonly flow: string }>(`${root}/_control/clock`).data;
  const worlds = useData<List<WorldView>>(`${root}/_control/worlds`).data?.items ?? [];
  const next = useNextDue(clock?.now);
  const [move, setMove] = useState<ClockMove & { readonly from: string }>();
  if (!clock) return null;
  const moved = (answer: unknown) => setMove({ ...(answer as ClockMove), from: clock.now });
  const step = (label: string, given: Given) => (
    <Action key={label} call={only(calls.moveClock, given)} label={label} given={given} onDone={moved} />
  );
  return (
    <div class="clock">
      <p>
        <label>
          <span>World</span>
          <select
            value={query.world ?? worlds[0]?.name}
            onChange={({ currentTarget }) => {
              location.hash = linkTo(path, {
                ...query,
                world: currentTarget.value === worlds[0]?.name ? undefined : currentTarget.value,
              });
            }}
          >
            {[...new Set([...worlds.map(({ name }) => name), ...(query.world ? [query.world] : [])])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <strong>
          <Time at={clock.now} />
        </strong>{' '}
        <span class="quiet">{clock.flow === 'real' ? 'in Lagos, and flows' : 'in Lagos, and stands still'}</span>
      </p>
      <div class="buttons">
        {step('+1 hour', { advance: 'PT1H' })}
        {step('+1 day', { advance: 'P1D' })}
        {next && step('Next due date', { to: next })}
        <ToDate now={clock.now} step={step} />
      </div>
      {move && <Moved move={move} />}
    </div>
  );
}

// Of the two fields of a move, a button fixes one. The other must not become a form.
function only(row: ViewProps['calls']['moveClock'], given: Given) {
  return { ...row, input: row.input.filter(({ name }) => name in given) };
}

function Moved({ move: { from, now, ran } }: { readonly move: ClockMove & { readonly from: string } }) {
  const did = [
    counted(ran.attempts, 'debit attempt'),
    counted(ran.webhooks, 'webhook'),
    counted(ran.timeouts, 'time-out'),
    counted(ran.expiries, 'expiry', 'expiries'),
  ];
  const webhooks = useData<
    List<{ readonly id: string; readonly event: string; readonly createdAt: string; readonly status: string }>
  >(ran.webhooks > 0 ? `${root}/_control/webhooks` : undefined).data?.items.filter(
    ({ createdAt }) => createdAt > from && createdAt <= now,
  );
  return (
    <div role="status" class="moved">
      <p>
        From <Time at={from} /> to <Time at={now} />: {did.join(', ')}.
      </p>
      {webhooks && webhooks.length > 0 && (
        <ul>
          {webhooks.slice(-10).map(({ id, event, status, createdAt }) => (
            <li key={id}>
              <Time at={createdAt} /> <a href={linkTo(['webhooks', id])}>{event}</a> <span class="quiet">{status}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Any later time, chosen as in Lagos. */
function ToDate({
  now,
  step,
}: {
  readonly now: string;
  readonly step: (label: string, given: Given) => ComponentChildren;
}) {
  const [chosen, setChosen] = useState('');
  const least = new Date(Date.parse(now) + LAGOS_MS).toISOString().slice(0, 16);
  return (
    <span class="buttons">
      <label>
        <span>To</span>
        <input
          type="datetime-local"
          min={least}
          value={chosen}
          onInput={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      </label>
      {chosen !== '' && step('Go', { to: new Date(Date.parse(`${chosen}Z`) - LAGOS_MS).toISOString() })}
    </span>
  );
}

/** The instant at which the next instalment of any mandate is due. */
function useNextDue(now: string | undefined): string | undefined {
  const mandates = useData<Page<MandateSummary>>(`${root}/_control/mandates?limit=1000`).data;
  const hour = useData<{ readonly dueHour: number }>(`${root}/_control/policy`).data?.dueHour ?? 8;
  // Of more mandates than these, the next due date would be a guess.
  if (now === undefined || !mandates || mandates.total > mandates.items.length) return undefined;
  const days = mandates.items.flatMap(({ nextDueDate }) => nextDueDate ?? []);
  return days
    .map((day) => lagosInstant(day, hour))
    .filter((at) => Date.parse(at) > Date.parse(now))
    .sort()[0];
}
