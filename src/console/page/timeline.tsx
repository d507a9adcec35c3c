/** A timeline: what happened, by day, with idle time collapsed. */
import type { ComponentChildren } from 'preact';
import { counted, daysBetween, lagosDay } from './format.ts';
import { Empty, Time } from './parts.tsx';

export interface Moment {
  /** An instant, or a day. */
  readonly at: string;
  /** What kind of thing it is, for its sign and its filter. */
  readonly kind: string;
  readonly title: ComponentChildren;
  readonly detail?: ComponentChildren;
  readonly tone?: 'good' | 'bad' | 'wait' | 'plain';
}

interface TimelineProps {
  readonly moments: readonly Moment[];
  /** In the order of those that have the same time. Without them, the given order stays. */
  readonly kinds: readonly string[];
  /** The present: what lies after it is still to come. */
  readonly now: string;
  readonly empty: ComponentChildren;
}

export function Timeline({ moments, kinds, now, empty }: TimelineProps) {
  if (moments.length === 0) return <Empty>{empty}</Empty>;
  const days = byDay([...moments].sort((a, b) => order(a) - order(b) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind)));
  const present = lagosDay(now);
  return (
    <ol class="timeline">
      {days.map(({ day, moments: of }, index) => {
        const before = days[index - 1]?.day;
        const idle = before === undefined ? 0 : daysBetween(before, day) - 1;
        return (
          <li key={day} class={day > present ? 'ahead' : ''}>
            {idle > 0 && <p class="idle">{counted(idle, 'day')} without events</p>}
            {before !== undefined && before < present && day >= present && day !== present && (
              <p class="present">
                Now: <Time at={now} />
              </p>
            )}
            <h3>
              <Time at={day} as="weekday" />
              {day === present && <span class="badge plain">today</span>}
            </h3>
            <ol>
              {of.map((moment, place) => (
                <li key={place} class={`moment ${moment.tone ?? 'plain'}`}>
                  <span class="when">{moment.at.includes('T') ? <Time at={moment.at} as="time" /> : 'day'}</span>
                  <span class="kind">{moment.kind}</span>
                  <div>
                    <p>{moment.title}</p>
                    {moment.detail && <div class="quiet">{moment.detail}</div>}
                  </div>
                </li>
              ))}
            </ol>
          </li>
        );
      })}
    </ol>
  );
}

// A day without a time comes first on it, in Lagos.
function order({ at }: Moment): number {
  return at.includes('T') ? Date.parse(at) : Date.parse(`${at}T00:00:00+01:00`);
}

function byDay(moments: readonly Moment[]): readonly { readonly day: string; readonly moments: Moment[] }[] {
  const days: { readonly day: string; readonly moments: Moment[] }[] = [];
  for (const moment of moments) {
    const day = lagosDay(moment.at);
    const last = days.at(-1);
    if (last?.day === day) last.moments.push(moment);
    else days.push({ day, moments: [moment] });
  }
  return days;
}
