import type { What } from './what.ts';

/** What kind of a life an account belongs to. */
export type ProfileName = 'salary' | 'trader' | 'gig-worker';

/** A life: what it earns and what it does every day. Naira. */
export interface Profile {
  /** A salary's range, where there is one. */
  readonly salary?: readonly [from: number, to: number];
  readonly opening: readonly [from: number, to: number];
  /** How often each thing happens, next to the others. */
  readonly everyday: Readonly<Partial<Record<What, number>>>;
  /** What comes in, a payment. */
  readonly inflow: readonly [from: number, to: number];
  /** How much larger its outward transfers are than people's; default 1. */
  readonly spending?: number;
  /** How far it may be overdrawn. */
  readonly overdraft: number;
}

/** The lives to choose from. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  salary: {
    salary: [120_000, 650_000],
    opening: [8_000, 400_000],
    inflow: [2_000, 90_000],
    overdraft: 0,
    everyday: {
      out: 26,
      in: 12,
      pos: 14,
      airtime: 12,
      ride: 9,
      atm: 7,
      bet: 5,
      light: 4,
      tithe: 3,
      party: 1,
      school: 0.5,
      save: 2,
    },
  },
  trader: {
    opening: [-120_000, 700_000],
    inflow: [4_000, 400_000],
    overdraft: 300_000,
    spending: 4.5,
    everyday: { out: 32, in: 38, pos: 6, airtime: 7, ride: 4, atm: 5, light: 2, tithe: 2, party: 1 },
  },
  'gig-worker': {
    opening: [500, 60_000],
    inflow: [1_500, 30_000],
    overdraft: 0,
    everyday: { gig: 26, in: 8, out: 20, pos: 7, airtime: 12, ride: 11, atm: 5, bet: 8, light: 3, tithe: 1 },
  },
};

/** What everyday things cost: from, to, in steps of; naira. */
export const costs: Readonly<Partial<Record<What, readonly [from: number, to: number, step: number]>>> = {
  out: [1_000, 90_000, 100],
  pos: [800, 42_000, 0.25],
  airtime: [100, 3_000, 100],
  ride: [700, 9_800, 100],
  atm: [1_000, 60_000, 1_000],
  bet: [100, 6_000, 100],
  light: [2_000, 15_000, 500],
  tithe: [1_000, 45_000, 500],
  party: [5_000, 60_000, 5_000],
  school: [35_000, 185_000, 500],
  save: [1_000, 30_000, 1_000],
  gig: [1_200, 24_000, 0.01],
};
