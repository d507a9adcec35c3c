// The client and the secret that the receivers of these examples use. Here it
// is the client of a test kit, so that the examples run anywhere. Create yours
// with `new RepayKit({ store, keys, … })`, and take the secret from your
// merchant dashboard.
import { REFERENCE_DEFAULTS } from 'repaykit/server';
import { createTestKit } from 'repaykit/testing';

const platform = await createTestKit();

export const { kit } = platform;
export const secret = REFERENCE_DEFAULTS.webhookSecret;

// A loan to receive webhooks for: its mandate has just become active.
const loan = await platform.loanAt('verified');
process.stdout.write(`${loan.loanId} has the mandate ${loan.mandateId}\n`);
