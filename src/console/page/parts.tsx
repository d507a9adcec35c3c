/** Small parts of every view. */
import type { ComponentChildren } from 'preact';
import type { Failure } from './api.ts';
import { day, naira, time, utc, weekday } from './format.ts';

/** An instant in Lagos; the pointer shows it in UTC. */
export function Time({ at, as = 'both' }: { readonly at: string; readonly as?: 'both' | 'time' | 'day' | 'weekday' }) {
  const text = {
    both: () => `${day(at)}, ${time(at)}`,
    time: () => time(at),
    day: () => day(at),
    weekday: () => weekday(at),
  };
  return (
    <time dateTime={at} title={utc(at)}>
      {text[as]()}
    </time>
  );
}

export function Money({ of }: { readonly of: number }) {
  return <span class="number">{naira(of)}</span>;
}

const tones: Readonly<Record<string, string>> = {
  active: 'good',
  success: 'good',
  successful: 'good',
  delivered: 'good',
  matched: 'good',
  approved: 'good',
  repaid: 'good',
  scheduled: 'plain',
  pending: 'wait',
  processing: 'wait',
  partial: 'wait',
  asking: 'wait',
  disputed: 'wait',
  'in-review': 'wait',
  'no-endpoint': 'plain',
  expired: 'plain',
  ended: 'plain',
  failed: 'bad',
  pending_timeout: 'bad',
  overdue: 'bad',
  blocked: 'bad',
  suspended: 'bad',
};

/** A status in the service's own word. Its tone is told by colour and by the word, never by colour alone. */
export function Badge({
  children,
  tone,
}: {
  readonly children: string;
  readonly tone?: 'good' | 'bad' | 'wait' | 'plain';
}) {
  return <span class={`badge ${tone ?? tones[children] ?? 'plain'}`}>{children.replaceAll('_', ' ')}</span>;
}

/** A value that came from elsewhere, as indented JSON. */
export function Json({ of, label }: { readonly of: unknown; readonly label: string }) {
  return (
    // A long value scrolls, so the keyboard must reach it.
    <section class="json" tabIndex={0} aria-label={label}>
      <pre>{JSON.stringify(of, null, 2)}</pre>
    </section>
  );
}

export function Section({ title, aside, children }: SectionProps) {
  return (
    <section class="part">
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

interface SectionProps {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Says that there is nothing, and what to do next. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

export function Refusal({ of }: { readonly of: Failure }) {
  return (
    <div class="refusal" role="alert">
      <p>{of.message}</p>
      {of.fields.length > 0 && (
        <ul>
          {of.fields.map(({ path, message }) => (
            <li key={path}>
              <code>{path || 'input'}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Facts as a list of terms. A fact without a value is left out. */
export function Facts({ of }: { readonly of: Readonly<Record<string, ComponentChildren>> }) {
  const facts = Object.entries(of).filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  );
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
