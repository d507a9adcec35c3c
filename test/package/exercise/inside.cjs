'use strict';
/* What needs no network: every entry point, a client of a real address that is made and closed, a whole loan, and a statement read in its thread. */
const { inside } = require('./steps.cjs');

const entryPoints = Object.fromEntries(
  ['webhooks', 'worker', 'book', 'postgres', 'sqlite', 'statements', 'server', 'testing', 'msw'].map((entryPoint) => [
    entryPoint,
    require(`repaykit/${entryPoint}`),
  ]),
);
inside({ repaykit: require('repaykit'), ...entryPoints }).then((seen) => process.stdout.write(JSON.stringify(seen)));
