import { balance, day } from '../../domain/values.ts';
import { requireInput } from '../../errors.ts';
import { anyText, flag, list, number, oneOf, optional, wholeNumber } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { type LayoutName, layoutNames } from './layouts/layouts.ts';
import { type ProfileName, profiles } from './life/month-plan.ts';
import { type Tamper, tamperKinds } from './print/printed-entries.ts';

/** What a synthetic statement is made of. The same options give the same bytes. */
export interface SyntheticStatementOptions {
  /** The layout by its name; default `classic`. */
  readonly layout?: LayoutName | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  /** Whole months from `from`; default 3. */
  readonly months?: number | undefined;
  /** First day, `YYYY-MM-DD`; default the first of a month of 2022 to 2025, drawn from the seed. */
  readonly from?: string | undefined;
  /** Whose life it is; default drawn from the seed. */
  readonly profile?: ProfileName | undefined;
  /** Naira a month; default drawn from the seed for the `salary` profile, none for the others. */
  readonly salary?: number | undefined;
  /** Does the narration say that it is a salary? Default drawn from the seed. */
  readonly labelledSalary?: boolean | undefined;
  /** About how many entries a month has; default 40. */
  readonly rowsPerMonth?: number | undefined;
  /** At least so many entries in all. */
  readonly minRows?: number | undefined;
  /** The account holder's name; default invented. */
  readonly holder?: string | undefined;
  /** Default ten invented digits. */
  readonly accountNumber?: string | undefined;
  /** Of the remarks people write, how many mislead by dates, amounts and terms, of 1; default 0.05. */
  readonly misleading?: number | undefined;
  /** Locks the file. */
  readonly password?: string | undefined;
  /** Opens and changes a locked file; default drawn from the seed. Alone it encrypts a file that opens by itself. */
  readonly ownerPassword?: string | undefined;
  /** Forges the printed table of the first account, while its head and the truth stay. */
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

const statementOptions = record<SyntheticStatementOptions>({
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

/** @throws InputError with everything that is invalid */
export function checkStatementOptions(options: SyntheticStatementOptions): void {
  requireInput('createStatement', statementOptions, options);
}
