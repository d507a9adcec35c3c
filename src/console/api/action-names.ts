/** What a person may do in the console, beyond reading. */
export type ConsoleActionName =
  /** Records whether a parked debit was taken. */
  | 'settle'
  /** Records that a duty is done. */
  | 'dischargeDuty'
  /** Delivers a report again that the bureau refused. */
  | 'release'
  /** Works on a quarantined webhook again. */
  | 'replay'
  /** Shows name, BVN, accounts and addresses of one payer. */
  | 'unmask';

export const actionNames: readonly ConsoleActionName[] = ['settle', 'dischargeDuty', 'release', 'replay', 'unmask'];
