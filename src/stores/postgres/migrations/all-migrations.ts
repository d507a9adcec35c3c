import { appendEvents } from './append-events.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import { claimWork } from './claim-work.ts';
import { inboxGuards, inboxTable } from './inbox.ts';
import { appendOnly, loanFiles, madeSteps } from './loan-files.ts';

/** A step of the schema. Once released it is never changed: what is to be different comes as a further step. */
export interface Migration {
  /** From 1, without gaps. */
  readonly version: number;
  readonly name: string;
  /** Does a program that does not know this step have to stop using the schema? Additions do not break it. */
  readonly breaking: boolean;
  /** With `{schema}` where the schema's name goes. */
  readonly statements: readonly string[];
}

/** Every step from an empty schema to the present one, in order. */
export const allMigrations: readonly Migration[] = [
  {
    version: 1,
    name: 'loan files',
    breaking: true,
    statements: [madeSteps, ...loanFiles, ...appendOnly, appendEvents, claimWork],
  },
  { version: 2, name: 'inbox', breaking: false, statements: [...inboxTable, ...inboxGuards, claimDeliveries] },
];

/** The version of the schema that this code is written for. */
export const CODE_VERSION = allMigrations.length;
