import { Mutex } from '../../clock/mutex.ts';
import { addDays, addPeriods, lagosInstant, type PlainDate } from '../../domain/calendar.ts';
import { day } from '../../domain/values.ts';
import { requireInput, requireOptions } from '../../errors.ts';
import type { KeyProvider } from '../../loan-file/keys.ts';
import { memoryStore } from '../../loan-file/memory-store.ts';
import type { LoanStore } from '../../loan-file/store.ts';
import { LAST_PAYER } from '../../server/scenarios/invented-payer.ts';
import { anything, func, number, optional, signal, wholeNumber } from '../../validation/checks.ts';
import { type Fields, record } from '../../validation/record.ts';
import type { Receiver } from '../../webhooks/receive.ts';
import { createTestKit, type TestKit } from '../test-kit.ts';
import { type BookMix, type BookStory, type PlannedLoan, storyWeights } from './book-plan.ts';
import { type PayerType, payerTypes } from './cash-flow.ts';
import { frequencies, idsOnFile, openBook, type PlayOptions, playBook } from './play-book.ts';

/** Options of a played book. All are optional. Unknown options are refused. */
export interface PlayedBookOptions extends PlayOptions {
  /** How many loans. They open over the first four fifths of the time. Default 40. */
  readonly loans?: number;
  /** How many months are played, at most 60. Default 4. */
  readonly months?: number;
  /** Seed of the random choices: a whole number. Default 1. */
  readonly seed?: number;
  /** The first day, `YYYY-MM-DD`. Default 2026-01-05. */
  readonly from?: string;
  /** Weights of the types of payers. A type that you leave out does not occur. Default: all three. */
  readonly payers?: Readonly<Partial<Record<PayerType, number>>>;
  /** Weights of the stories. A story that you leave out does not occur. Default: all nine, most loans `steady`. */
  readonly stories?: Readonly<Partial<Record<BookStory, number>>>;
  /** Where the loan files are kept. It must hold no loans of another book. Default: in memory. */
  readonly store?: LoanStore;
  /** Keys that seal the payers' personal data. Default: none. */
  readonly keys?: KeyProvider;
}

/** A loan of a book: its id, who took it, and what happens to it. */
export type BookEntry = Pick<PlannedLoan, 'loanId' | 'payer' | 'story' | 'opensOn'>;

/** A test kit with a portfolio in it. */
export interface PlayedBook extends TestKit {
  /** The store of the loan files. */
  readonly store: LoanStore;
  /** The receiver of the webhooks, with its inbox. */
  readonly receiver: Receiver;
  /** All loans that the book has by now or will have, in the order of their opening. */
  readonly loans: readonly BookEntry[];
  /** The loans in the store, in the order of their opening. */
  readonly loanIds: readonly string[];
  /** Goes on playing. @throws InputError, AbortedError */
  play(input: PlayOptions & { readonly days: number }): Promise<void>;
}

const playFields: Fields<PlayOptions> = { signal: optional(signal), onProgress: optional(func) };

const MOST_MONTHS = 60;
const MOST_DAYS = 3_660;

function weightsOf<Kind extends string>(kinds: Readonly<Record<Kind, unknown>>) {
  const weight = optional(number({ min: 0, max: 1_000_000 }));
  const names = Object.keys(kinds);
  const sum = (given: object) => Object.values(given).reduce((total: number, each) => total + Number(each ?? 0), 0);
  return optional(
    record<Partial<Record<string, number>>>(Object.fromEntries(names.map((name) => [name, weight])), {
      rules: (weights) =>
        sum(weights) > 0 ? [] : [{ path: '', message: `must give a weight above zero to one of ${names.join(', ')}` }],
    }),
  );
}

const bookOptions = record<PlayedBookOptions>({
  ...playFields,
  loans: optional(wholeNumber({ min: 1, max: LAST_PAYER })),
  months: optional(wholeNumber({ min: 1, max: MOST_MONTHS })),
  seed: optional(wholeNumber()),
  from: optional(day),
  payers: weightsOf(payerTypes),
  stories: weightsOf(storyWeights),
  // The client checks them.
  store: anything,
  keys: anything,
});

const playInput = record<PlayOptions & { readonly days: number }>({
  ...playFields,
  days: wholeNumber({ min: 1, max: MOST_DAYS }),
});

const payerWeights = Object.fromEntries(Object.entries(payerTypes).map(([name, { weight }]) => [name, weight]));
const defaults = { loans: 40, months: 4, seed: 1, from: '2026-01-05', payers: payerWeights, stories: storyWeights };

/**
 * Plays a realistic portfolio through the client, the reference server, the receiver and the worker, on virtual time.
 * The same options give the same loan files, except for what is random by nature: the salts of events, the ids of
 * mandates and debits, and what contains, seals or hashes these.
 * @throws ConfigurationError if an option is invalid; AbortedError
 */
export async function createBook(options: PlayedBookOptions = {}): Promise<PlayedBook> {
  const { store = memoryStore(), keys, ...checked } = requireOptions('createBook', bookOptions, options);
  // The check has proved that `from` is a day.
  const mix: BookMix = { ...defaults, ...checked, from: (checked.from ?? defaults.from) as PlainDate };
  const platform = await createTestKit({
    serverOptions: { now: lagosInstant(mix.from), seed: mix.seed },
    client: { store, frequencies, ...(keys && { keys }) },
  });
  const book = await openBook(platform, mix);
  const close = async () => {
    await book.former.kit.close();
    await platform.close();
  };
  try {
    await playBook(book, { ...checked, until: addPeriods(mix.from, 'monthly', mix.months) });
  } catch (error) {
    await close();
    throw error;
  }
  const moves = new Mutex();
  return {
    ...platform,
    store,
    receiver: book.receiver,
    loans: book.loans.map(({ plan: { loanId, payer, story, opensOn } }) => ({ loanId, payer, story, opensOn })),
    get loanIds() {
      return idsOnFile(book);
    },
    async play(input) {
      const { days, ...how } = requireInput('play', playInput, input);
      await moves.run(() => playBook(book, { ...how, until: addDays(platform.clock.today(), days) }));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
