'use strict';
const { exercise } = require('./steps.cjs');

const doors = Object.fromEntries(
  ['webhooks', 'worker', 'postgres', 'sqlite', 'statements', 'server', 'testing', 'msw'].map((door) => [
    door,
    require(`repaykit/${door}`),
  ]),
);
exercise({ repaykit: require('repaykit'), ...doors }).then((seen) => process.stdout.write(JSON.stringify(seen)));
