import { balance, day } from '../../domain/values.ts';
import { anyText, flag, list, number, oneOf, optional, wholeNumber } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { type LayoutName, layoutNames } from './layouts/layouts.ts';
import { type ProfileName, profiles } from './life/month-plan.ts';
import { type Tamper, tamperKinds } from './print/printed-entries.ts';

/** Options of a synthetic statement. The same options give the same bytes. */
export interface SyntheticStatementOptions {
  /** Name of the layout. Default `classic`. */
  readonly layout?: LayoutName | undefined;
  /** Seed of the random choices. Default 1. */
  readonly seed?: number | undefined;
  /** Number of whole months from `from`. Default 3. */
  readonly months?: number | undefined;
  /** First day, `YYYY-MM-DD`. Default: the first of a month of 2022 to 2025, drawn from the seed. */
  readonly from?: string | undefined;
  /** Kind of account holder. Default: drawn from the seed. */
  readonly profile?: ProfileName | undefined;
  /** Naira per month. Default: drawn from the seed for the `salary` profile, none for the others. */
  readonly salary?: number | undefined;
  /** Whether the narration names the salary. Default: drawn from the seed. */
  readonly labelledSalary?: boolean | undefined;
  /** Approximate number of entries per month. Default 40. */
  readonly rowsPerMonth?: number | undefined;
  /** Minimum number of entries in total. */
  readonly minRows?: number | undefined;
  /** The account holder's name. Default: invented. */
  readonly holder?: string | undefined;
  /** Account number. Default: ten invented digits. */
  readonly accountNumber?: string | undefined;
  /** Share of payers' remarks with misleading dates, amounts and terms, 0 to 1. Default 0.05. */
  readonly misleading?: number | undefined;
  /** The password that opens the file. Default: the file is not locked. */
  readonly password?: string | undefined;
  /** Opens and changes a locked file. Default: drawn from the seed. Alone, it encrypts the file without locking it. */
  readonly ownerPassword?: string | undefined;
  /** Forges the printed table of the first account. Its head and the truth stay the same. */
  readonly tamper?: Tamper | readonly Tamper[] | undefined;
}

const tamper = record<{ kind: string; row: number; by?: number; days?: number; with?: number }>({
  kind: oneOf(tamperKinds),
  row: wholeNumber(),
  by: optional(number()),
  days: optional(wholeNumber()),
  with: optional(wholeNumber()),
});
const tampers = list(tamper);

export const statementOptions = record<SyntheticStatementOptions>({
  layout: optional(oneOf(layoutNames)),
  seed: optional(number()),
  months: optional(wholeNumber({ min: 1 })),
  from: optional(day),
  profile: optional(oneOf(Object.keys(profiles))),
  salary: optional(balance),
  labelledSalary: optional(flag),
  rowsPerMonth: optional(number({ above: 0 })),
  minRows: optional(wholeNumber({ min: 0 })),
  holder: optional(anyText),
  accountNumber: optional(anyText),
  misleading: optional(number({ min: 0, max: 1 })),
  password: optional(anyText),
  ownerPassword: optional(anyText),
  tamper: optional({
    ...tampers,
    problems: (value, path) => (Array.isArray(value) ? tampers : tamper).problems(value, path),
  }),
});
