// What every worker works with: your own client. This file is also what `repaykit worker --config` takes.
// Here it is the client of a test kit, so that the example runs anywhere; yours is made as `new RepayKit({ store, keys, bureau, … })` over a store that your processes share.
import { createTestKit } from 'repaykit/testing';

const platform = await createTestKit();

export const kit = platform.kit;
export const close = platform.close;

// Something to do: a loan whose disbursement is filed, and not yet at the bureau.
export const { loanId } = await platform.loanAt('disbursed');
