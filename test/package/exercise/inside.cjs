'use strict';
/* What needs no network: every door, a client of a real address that is made and closed, a whole loan, and a statement read in its thread. */
const { inside } = require('./steps.cjs');

const doors = Object.fromEntries(
  ['webhooks', 'worker', 'postgres', 'sqlite', 'statements', 'server', 'testing', 'msw'].map((door) => [
    door,
    require(`repaykit/${door}`),
  ]),
);
inside({ repaykit: require('repaykit'), ...doors }).then((seen) => process.stdout.write(JSON.stringify(seen)));
