'use strict';
const { exercise } = require('./steps.cjs');

const entryPoints = Object.fromEntries(
  ['webhooks', 'worker', 'book', 'postgres', 'sqlite', 'statements', 'ocr', 'server', 'testing', 'msw'].map(
    (entryPoint) => [entryPoint, require(`repaykit/${entryPoint}`)],
  ),
);
exercise({ repaykit: require('repaykit'), ...entryPoints }).then((seen) => process.stdout.write(JSON.stringify(seen)));
