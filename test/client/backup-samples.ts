import { chosenBy, FIRST_BACKUP, PRIMARY, SECOND_BACKUP } from '../journeys/people.ts';

export const selection = { primaryAccount: PRIMARY, backupAccounts: [FIRST_BACKUP], chosenBy };

export const byDeposit = { by: 'micro-deposit' } as const;

export const bySignature = { by: 'signature', file: 'c2ln', bankAddress: '1 Marina' } as const;
export const later = { ipAddress: '203.0.113.77', at: '2026-01-05T08:00:00Z' };

export const backup = { account: SECOND_BACKUP, chosenBy: later };
