import * as repaykit from 'repaykit';
import * as book from 'repaykit/book';
import * as msw from 'repaykit/msw';
import * as ocr from 'repaykit/ocr';
import * as postgres from 'repaykit/postgres';
import * as server from 'repaykit/server';
import * as sqlite from 'repaykit/sqlite';
import * as statements from 'repaykit/statements';
import * as testing from 'repaykit/testing';
import * as webhooks from 'repaykit/webhooks';
import * as worker from 'repaykit/worker';
import { exercise } from './steps.cjs';

const seen = await exercise({
  repaykit,
  webhooks,
  worker,
  book,
  postgres,
  sqlite,
  statements,
  ocr,
  server,
  testing,
  msw,
});
process.stdout.write(JSON.stringify(seen));
