/** The figures of the whole portfolio as charts, of any day. */

import { useEffect, useState } from 'preact/hooks';
import type { BookFigures } from 'repaykit/book';
import type { LateFacts } from '../../api/book-views.ts';
import { base, send, useData } from '../api.ts';
import { Chart, ValueTable } from '../chart.tsx';
import { addDays, count, day, naira, share } from '../format.ts';
import { Facts, Money, Refusal, Section, Time } from '../parts.tsx';
import { Table } from '../table.tsx';
import { ask, linkTo, useView } from '../view.ts';
import { definitions } from './definitions.ts';

const define = (name: string) => definitions[name] ?? '';

export function FiguresView() {
  const { query } = useView();
  const { data, failure } = useData<BookFigures>(`${base}/-/figures${query.asOf ? `?asOf=${query.asOf}` : ''}`);
  return (
    <>
      <div class="filters">
        <label>
          <span>As of</span>
          <input
            type="date"
            value={query.asOf ?? ''}
            onChange={({ currentTarget }) => ask({ asOf: currentTarget.value })}
          />
        </label>
      </div>
      {failure && <Refusal of={failure} />}
      {data && (
        <>
          <Summary of={data} />
          <Days of={data} />
          <RiskOverTime asOf={data.asOf} />
          <Rolls of={data} />
          <Vintages of={data} />
          <Cascade of={data} />
          <Declines of={data} />
          <Confirmation of={data} />
          <Late after={data.rolls.from} />
        </>
      )}
    </>
  );
}

interface Of {
  readonly of: BookFigures;
}

function Summary({ of: { summary, portfolioAtRisk, asOf, upTo } }: Of) {
  const { loans } = summary;
  return (
    <Section
      title="Summary"
      aside={
        <span class="quiet">
          to the end of <Time at={asOf} as="day" />
          {upTo.behind > 0 && `, without the latest ${count(upTo.behind)} events`}
        </span>
      }
    >
      <Facts
        of={{
          'Running loans': count(loans.running),
          Repaid: count(loans.repaid),
          'Written off': count(loans.writtenOff),
          Disbursed: <Money of={summary.disbursed} />,
          Collected: <Money of={summary.collected} />,
          Balance: <Money of={summary.balance} />,
          Arrears: <Money of={summary.arrears} />,
          ...Object.fromEntries(
            portfolioAtRisk.map(({ daysPastDue, shareOfBalance }) => [`PAR${daysPastDue}`, share(shareOfBalance)]),
          ),
        }}
      />
    </Section>
  );
}

function Days({ of: { days, asOf } }: Of) {
  const near = days.filter(({ on }) => on >= addDays(asOf, -30) && on <= addDays(asOf, 30));
  return (
    <Chart
      title="Due and paid by day"
      definition={`${define('days.due')} ${define('days.paid')} Shown: 30 days to each side.`}
      series={['due', 'paid']}
      points={near.map(({ on, due, paid }) => ({ label: day(on), values: [due, Math.max(0, paid)] }))}
      format={naira}
      as="bars"
      empty="Nothing falls due within 30 days of this day."
    />
  );
}

/** The last twelve ends of months, and the day itself. */
function monthEnds(asOf: string): readonly string[] {
  const ends: string[] = [asOf];
  for (let at = asOf; ends.length < 13; ) {
    at = addDays(`${at.slice(0, 7)}-01`, -1);
    ends.unshift(at);
  }
  return ends;
}

/** Each day is computed for itself, so the chart grows while they come. */
function RiskOverTime({ asOf }: { readonly asOf: string }) {
  const [known, setKnown] = useState<Readonly<Record<string, BookFigures['portfolioAtRisk']>>>({});
  useEffect(() => {
    let isWanted = true;
    const readAll = async () => {
      for (const end of monthEnds(asOf)) {
        if (!isWanted) return;
        const { portfolioAtRisk } = await send<BookFigures>('GET', `${base}/-/figures?asOf=${end}`);
        if (isWanted) setKnown((before) => ({ ...before, [end]: portfolioAtRisk }));
      }
    };
    readAll().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [asOf]);
  const shown = [1, 30, 90];
  const points = monthEnds(asOf).flatMap((end) => {
    const rows = known[end];
    if (!rows) return [];
    return [
      {
        label: day(end),
        values: shown.map((days) => rows.find(({ daysPastDue }) => daysPastDue === days)?.shareOfBalance ?? 0),
      },
    ];
  });
  return (
    <Chart
      title="Portfolio at risk"
      definition={define('portfolioAtRisk')}
      series={shown.map((days) => `PAR${days}`)}
      points={points}
      format={share}
      as="lines"
      empty="No loan was past due at these ends of months."
    />
  );
}

function Rolls({ of: { rolls } }: Of) {
  const ends = ['0', '1-29', '30-59', '60-89', '90+', 'repaid', 'writtenOff'] as const;
  return (
    <Section
      title="Roll matrix"
      aside={
        <span class="quiet">
          since <Time at={rolls.from} as="day" />
        </span>
      }
    >
      <p class="quiet">{define('rolls')}</p>
      <ValueTable
        label="Roll matrix"
        head={['', 'loans', ...ends.map((end) => (end === 'writtenOff' ? 'written off' : end))]}
        rows={rolls.rows.map((row) => [
          `from ${row.from}`,
          count(row.loans),
          ...ends.map((end) => count(row.to[end].loans)),
        ])}
      />
    </Section>
  );
}

function Vintages({ of: { vintages } }: Of) {
  const months = Math.max(0, ...vintages.map(({ points }) => points.length));
  return (
    <Section title="Vintages">
      <p class="quiet">
        {define('vintages')} {define('vintages.points.paidShare')} {define('vintages.points.share30')}
      </p>
      <ValueTable
        label="Vintages: share that had come in, and share 30 days past due, by months on book"
        head={['', 'loans', 'disbursed', 'FPD30', ...Array.from({ length: months }, (_, month) => `month ${month}`)]}
        rows={vintages.map(({ month, disbursedLoans, disbursed, share: fpd, points }) => [
          month,
          count(disbursedLoans),
          naira(disbursed),
          share(fpd),
          ...Array.from({ length: months }, (_, at) =>
            points[at] ? `${share(points[at].paidShare)} · ${share(points[at].share30)}` : '',
          ),
        ])}
      />
    </Section>
  );
}

function Cascade({ of: { cascade } }: Of) {
  return (
    <Chart
      title="What each account of the cascade took"
      definition={define('cascade')}
      series={['collected']}
      points={cascade.map(({ position, isSweep, collected }) => ({
        label: `${position === 0 ? 'primary' : `backup ${position}`}${isSweep ? ', sweep' : ''}`,
        values: [collected],
      }))}
      format={naira}
      as="bars"
      empty="Nothing was collected yet."
    />
  );
}

function Declines({ of: { declines } }: Of) {
  return (
    <>
      <Chart
        title="Declines by bank"
        definition={define('declines')}
        series={['share declined']}
        points={declines.byBank.map(({ of, share: part }) => ({ label: `bank ${of}`, values: [part] }))}
        format={share}
        as="bars"
        empty="No attempt was made yet."
      />
      <Chart
        title="Declines by hour in Lagos"
        definition={define('declines')}
        series={['share declined']}
        points={declines.byHour.map(({ of, share: part }) => ({ label: `${of}:00`, values: [part] }))}
        format={share}
        as="bars"
        empty="No attempt was made yet."
      />
    </>
  );
}

/** The single differences: what webhooks and reconciliation brought too late for a report of that day. */
function Late({ after }: { readonly after: string }) {
  const data = useData<LateFacts>(`${base}/-/late?after=${after}`).data;
  if (!data) return null;
  return (
    <Section
      title="Late facts"
      aside={
        <span class="quiet">
          about days to <Time at={after} as="day" />, known later
        </span>
      }
    >
      <Table
        label="Late facts"
        rows={data.facts}
        keyOf={(fact) => JSON.stringify(fact)}
        linkOf={({ loanId }) => linkTo(['loans', loanId])}
        columns={[
          { title: 'Loan', cell: ({ loanId }) => loanId },
          { title: 'What', cell: ({ kind }) => kind },
          { title: 'Day', cell: ({ on }) => <Time at={on} as="day" /> },
          { title: 'Known', cell: ({ knownAt }) => <Time at={knownAt} /> },
          { title: 'Amount', cell: ({ amount }) => amount !== undefined && <Money of={amount} />, isNumber: true },
        ]}
        empty="A report of that day would be the same today."
      />
      {data.more > 0 && <p class="quiet">{count(data.more)} older ones: repaykit book late-facts lists them.</p>}
    </Section>
  );
}

const minutes = (of: number | undefined) => of !== undefined && `${count(of)} min`;

function Confirmation({ of: { confirmation, found, unknownDebits } }: Of) {
  return (
    <Section title="Time to confirmation, and what asking found">
      <p class="quiet">
        {define('confirmation')} {define('found')} {define('unknownDebits')}
      </p>
      <Facts
        of={{
          Median: minutes(confirmation.median),
          '90 % within': minutes(confirmation.p90),
          '99 % within': minutes(confirmation.p99),
          'Found by asking': <Money of={found.amount} />,
          'of what was collected': share(found.shareOfCollected),
          'Unknown debits': `${count(unknownDebits.debits)}, ${naira(unknownDebits.amount)}`,
        }}
      />
    </Section>
  );
}
