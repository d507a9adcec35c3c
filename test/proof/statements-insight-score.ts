import { explainInsight } from '../../src/statements/insight/compute-insight.ts';
import type { Statement } from '../../src/statements/statement.ts';
import { lettersOf, type TrueEntry } from '../statements/reading/compare-reading.ts';

/** A true entry with what it is. */
type TaggedEntry = TrueEntry & { readonly category: string; readonly tags: readonly string[] };

interface Counts {
  right: number;
  /** Said and not so. */
  wrong: number;
  /** So and not said. */
  missed: number;
}

// Categories of the insight that are finer than the truth.
const coarser: Readonly<Record<string, string>> = {
  refund: 'inflow',
  balance_forward: 'inflow',
  other_income: 'inflow',
  own_transfer: 'inflow',
  bonus: 'salary',
  pension: 'salary',
};

/** Holds what the insight takes entries for against their truth, over many statements. */
export class InsightScore {
  readonly #salary: Counts = { right: 0, wrong: 0, missed: 0 };
  readonly #categories = new Map<string, Counts>();

  /** A statement that was read. */
  add(
    { transactions, account, period, openingBalance, closingBalance }: Statement,
    truth: readonly TaggedEntry[],
  ): void {
    const { entries } = explainInsight(
      transactions.map(({ balance, ...entry }) => ({ ...entry, ...(balance !== null && { balance }) })),
      {
        period,
        openingBalance,
        closingBalance,
        ...(account.name && { accountName: account.name }),
      },
    );
    const left = [...truth];
    for (const { row, category, salaryBecause } of entries) {
      const entry = transactions[row];
      const same = (one: TaggedEntry) =>
        entry !== undefined &&
        one.amount === entry.amount &&
        one.type === entry.type &&
        entry.date.startsWith(one.date);
      const exactly = left.findIndex(
        (one) => same(one) && lettersOf(one.narration) === lettersOf(entry?.narration ?? ''),
      );
      const [is] = left.splice(exactly >= 0 ? exactly : left.findIndex(same), exactly >= 0 || left.some(same) ? 1 : 0);
      this.#countSalary(salaryBecause !== undefined, is?.tags.includes('salary') ?? false);
      this.#count(coarser[category] ?? category, is?.category);
    }
    this.addUnread(left);
  }

  /** Entries that were not read: all missed. */
  addUnread(truth: readonly TaggedEntry[]): void {
    for (const { category, tags } of truth) {
      this.#countSalary(false, tags.includes('salary'));
      this.#count(undefined, category);
    }
  }

  /** The figures, in one line. */
  summary(): string {
    const all = [...this.#categories.values()];
    const sum = all.reduce((one, other) => ({
      right: one.right + other.right,
      wrong: one.wrong + other.wrong,
      missed: one.missed + other.missed,
    }));
    const each = [...this.#categories]
      .filter(([, counts]) => counts.right + counts.missed > 0)
      .map(([name, counts]) => ({ name, share: f1(counts) }));
    const mean = each.reduce((total, { share }) => total + share, 0) / each.length;
    const weak = each.filter(({ share }) => share < 0.95).map(({ name, share }) => `${name} ${share.toFixed(3)}`);
    const { right, wrong, missed } = this.#salary;
    return `salary F1 ${f1(this.#salary).toFixed(3)} (${right} right, ${wrong} wrong, ${missed} missed); categories F1 ${f1(sum).toFixed(4)}, mean of ${each.length}: ${mean.toFixed(4)}${weak.length > 0 ? `; below 0.95: ${weak.join(', ')}` : ''}`;
  }

  #countSalary(said: boolean, is: boolean): void {
    if (said && is) this.#salary.right++;
    else if (said) this.#salary.wrong++;
    else if (is) this.#salary.missed++;
  }

  #count(said: string | undefined, is: string | undefined): void {
    if (said !== undefined && said === is) this.#of(said).right++;
    else {
      if (said !== undefined) this.#of(said).wrong++;
      if (is !== undefined) this.#of(is).missed++;
    }
  }

  #of(category: string): Counts {
    const counts = this.#categories.get(category) ?? { right: 0, wrong: 0, missed: 0 };
    this.#categories.set(category, counts);
    return counts;
  }
}

function f1({ right, wrong, missed }: Counts): number {
  return right + wrong + missed === 0 ? 1 : (2 * right) / (2 * right + wrong + missed);
}
