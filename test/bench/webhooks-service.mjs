// One way of taking deliveries behind `node:http`, in a process of its own: ours on an inbox, or a hand-written handler that is the floor under it.
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { benchReceiver } from './webhooks-subject.mjs';

const subjects = { memory, bare, postgres, insert, sqlite, sqliteInsert };

process.once('message', async ({ subject, dist, ...place }) => {
  const entryPoint = (name) => import(pathToFileURL(`${dist}/${name}.js`).href);
  const taker = await subjects[subject](place, entryPoint);
  const server = createServer(taker.listener).listen(0, '127.0.0.1', () =>
    process.send({ port: server.address().port }),
  );
  process.on('message', async () => process.send(await taker.settle()));
});
process.once('disconnect', () => process.exit(0));

async function memory(_place, entryPoint) {
  const webhooks = await entryPoint('webhooks');
  return behindNode(webhooks, webhooks.memoryInbox());
}

async function postgres({ connectionString, schema }, entryPoint) {
  const { postgresInbox } = await entryPoint('postgres');
  return behindNode(await entryPoint('webhooks'), postgresInbox({ pool: await poolOf(connectionString), schema }));
}

async function sqlite({ file }, entryPoint) {
  const { sqliteInbox } = await entryPoint('sqlite');
  return behindNode(await entryPoint('webhooks'), sqliteInbox({ database: await databaseOf(file) }));
}

function behindNode(webhooks, inbox) {
  const { receiver, counts } = benchReceiver(webhooks, inbox);
  const settle = async () => {
    await receiver.settled();
    // What waited in too long a line was left in the inbox, for the worker.
    for (let report = await drain(receiver); report.done > 0; report = await drain(receiver));
    return counts;
  };
  return { listener: webhooks.nodeHandler(receiver), settle };
}

function drain(receiver) {
  return receiver.drain({ dueOnly: true, limit: 1_000 });
}

async function bare() {
  return byHand(async (text) => void JSON.parse(text));
}

async function insert({ connectionString, schema }) {
  const pool = await poolOf(connectionString);
  return byHand((text) => pool.query(`INSERT INTO ${schema}.plain (body) VALUES ($1)`, [text]));
}

async function sqliteInsert({ file }) {
  const database = await databaseOf(`${file}-plain`);
  database.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE IF NOT EXISTS plain (id INTEGER PRIMARY KEY, body TEXT NOT NULL)',
  );
  const statement = database.prepare('INSERT INTO plain (body) VALUES (?)');
  // A statement does not keep its database: one that is collected takes the process with it.
  return { ...byHand(async (text) => void statement.run(text)), database };
}

function byHand(keep) {
  const counts = { handled: 0 };
  const answer = Buffer.from('{"received":true}');
  const listener = (request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      await keep(Buffer.concat(chunks).toString());
      counts.handled += 1;
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
      response.end(answer);
    });
  };
  return { listener, settle: async () => counts };
}

// As lenders have it: the driver's own default of ten connections.
async function poolOf(connectionString) {
  const { default: pg } = await import('pg');
  return new pg.Pool({ connectionString });
}

async function databaseOf(file) {
  const { DatabaseSync } = await import('@photostructure/sqlite');
  return new DatabaseSync(file);
}
