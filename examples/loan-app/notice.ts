// The text that the payer agrees to. Change the version with the text: the loan file keeps both.
import { type ConsentScope, DISCLAIMER } from 'repaykit';

/** The lender, as the payer knows it. */
export const LENDER = {
  name: 'Palmtree Credit',
  contact: 'care@palmtree.example',
  jurisdiction: 'NG',
} as const;

/** How to revoke consent. */
export const WITHDRAWAL =
  'on this website under “Dispute or cancel”, or by e-mail to care@palmtree.example';

/** The text beside each box. */
export const SCOPES: Readonly<Record<ConsentScope, string>> = {
  accountDiscovery: 'Use my BVN to find my bank accounts.',
  mandatePlacement:
    'Place a direct debit mandate on each account that I choose.',
  automatedDebit:
    'Debit the instalments from my primary account on their due dates.',
  cascadeDebit:
    'Debit the backup accounts that I choose, in my order, when the primary account cannot pay.',
  bureauReporting: 'Report this loan and its repayments to a credit bureau.',
};

// #region notice
/** What the payer is shown, word for word. */
export const NOTICE = {
  version: '2026-02',
  language: 'en',
  text: `${LENDER.name} debits what you owe on this loan, on its due dates, from the bank accounts that you choose. No one chooses for you, and you prove each account with a deposit of ₦50.

We never collect more than the total that you were shown. You may dispute a debit. We then ask the platform that collects for us to pause, and tell you on this website once it has confirmed. Until then it may still collect on a due date.

You may take your consent back at any time, ${WITHDRAWAL}. We then ask the platform to stop, and until it has confirmed it may still collect on a due date. What you owe by then stays owed.

${DISCLAIMER}`,
} as const;
// #endregion notice
