/** The status of a mandate and of its accounts, and the window for the micro-deposit. Spec §3.1. */
import { HOUR_MS, type Instant } from './calendar.ts';
import { koboOf } from './money.ts';

/** The status of an account on a mandate. Spec §3.1. */
export type AccountState = 'pending' | 'active' | 'failed' | 'disputed' | 'pending_timeout';

/** The status of a mandate: the states of spec §3.1, and `expired` (ours) after the tenure. */
export type MandateStatus = AccountState | 'expired';

export type AccountEvent =
  | 'deposit-accepted'
  | 'deposit-rejected'
  | 'account-inactive'
  | 'deposit-disputed'
  | 'deposit-from-elsewhere'
  | 'timed-out'
  | 'signature-matched'
  | 'signature-mismatched'
  | 'attached-again'
  | 'dispute-reinstated'
  | 'dispute-failed';

/** The fixed micro-deposit: ₦50 from each account. Spec §8. */
export const MICRO_DEPOSIT = koboOf(5_000);

const transitions: Readonly<Record<AccountState, Readonly<Partial<Record<AccountEvent, AccountState>>>>> = {
  pending: {
    'deposit-accepted': 'active',
    'deposit-rejected': 'failed',
    'account-inactive': 'failed',
    'deposit-disputed': 'disputed',
    'deposit-from-elsewhere': 'pending',
    'timed-out': 'pending_timeout',
    'signature-matched': 'active',
    'signature-mismatched': 'failed',
    'dispute-failed': 'failed',
  },
  // A bank may revise its verdict on a signature, but a settled deposit is final. These transitions are ours.
  active: { 'signature-mismatched': 'failed', 'dispute-failed': 'failed' },
  failed: { 'signature-matched': 'active', 'attached-again': 'pending' },
  disputed: { 'dispute-reinstated': 'pending', 'dispute-failed': 'failed' },
  pending_timeout: { 'dispute-failed': 'failed' },
};

export function isAccountState(word: string): word is AccountState {
  return Object.hasOwn(transitions, word);
}

/** The state after an event. Undefined if the event does not apply to the state. */
export function nextAccountState(state: AccountState, event: AccountEvent): AccountState | undefined {
  return transitions[state][event];
}

export interface MandateFacts {
  readonly accounts: readonly { readonly primary: boolean; readonly state: AccountState }[];
  /** Whether a dispute is open. */
  readonly disputed: boolean;
  readonly expired: boolean;
}

export function mandateStatus({ accounts, disputed, expired }: MandateFacts): MandateStatus {
  if (expired) return 'expired';
  if (disputed) return 'disputed';
  let status: MandateStatus = 'pending';
  for (const account of accounts) {
    if (account.state === 'disputed') return 'disputed';
    if (account.primary) status = account.state;
  }
  return status;
}

/** Whether another account may become the primary. Only after the old one failed or timed out. */
export function isReplaceable(primary: AccountState): boolean {
  return primary === 'failed' || primary === 'pending_timeout';
}

/** The payer's usual time to send the ₦50. Spec §3.1 leaves it open. */
export const DEPOSIT_WINDOW_MS = 168 * HOUR_MS;

/** When the window for the ₦50 closes, in whole milliseconds. Spec §3.1 leaves its length open. */
export function depositDeadline(attachedAt: Instant, windowHours: number): Instant {
  return attachedAt + Math.round(windowHours * HOUR_MS);
}
