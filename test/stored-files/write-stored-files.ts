/**
 * Writes the stores of an invented lender into a new folder, as the source writes them that this program is built from. `fixtures` was written by the
 * source at commit 2af14d8 and is never written again: later source has to read it. What that source did not store yet goes into a folder beside it.
 *
 *     npx tsup test/stored-files/write-stored-files.ts --no-config --format esm --target node20 --external pg \
 *       --external @photostructure/sqlite --out-dir node_modules/.stored-files --silent
 *     node node_modules/.stored-files/write-stored-files.js test/stored-files/NEW-FOLDER
 *
 * The same source writes the same bytes: time is virtual, and all chance comes from one seed.
 */
import crypto from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { runCli } from '../../src/cli/program.ts';
import { exportEvidence, virtualClock } from '../../src/index.ts';
import { migratePostgres, type PostgresPool, pglitePool } from '../../src/stores/postgres/index.ts';
import { startPGlite } from '../stores/postgres/pglite.ts';
import { openDatabase } from '../stores/sqlite-database.ts';
import { DAY_MS, DUMP_SCHEMA, END, MASTER_KEY, PUBLIC_KEY } from './lender.ts';
import { postgresPlace, postgresRows, sqlitePlace, Workspace } from './places.ts';
import { playLoans } from './played-loans.ts';
import { type Place, type Recorded, setScene } from './scene.ts';
import { claimWork, inboxFacts, loanFacts } from './stored-facts.ts';

const target = process.argv[2] ?? '';
let drawn = 0;

/** Replaces the machine's chance by a stream that begins anew. */
function seedChance(): void {
  drawn = 0;
  const block = (size: number) =>
    crypto.createHash('shake256', { outputLength: size }).update(`fixtures ${++drawn}`).digest();
  const uuid = () => {
    const hex = block(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}` as const;
  };
  Object.assign(crypto, { randomBytes: block, randomUUID: uuid });
  const fill = (bytes: Uint8Array) => {
    bytes.set(block(bytes.length));
    return bytes;
  };
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: uuid, configurable: true });
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: fill, configurable: true });
  syncBuiltinESMExports();
}

/** Plays the loans in one kind of store, and reads what they are then. */
async function play(place: Place): Promise<Recorded> {
  seedChance();
  const scene = await setScene(place);
  await playLoans(scene);
  await scene.close();
  return scene.recorded;
}

async function factsOf(place: Place) {
  const now = Date.parse(END);
  const [loans, inbox] = [await loanFacts(place), await inboxFacts(place)];
  return { loans, inbox, work: { free: await claimWork(place, now), later: await claimWork(place, now + DAY_MS) } };
}

async function writeSqlite(workspace: Workspace): Promise<Recorded> {
  const database = openDatabase(workspace.file('loans.db'));
  const recorded = await play(sqlitePlace(database, workspace));
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  for (const name of ['loans.db', 'keys', 'checkpoints'])
    cpSync(workspace.file(name), join(target, name), { recursive: true });
  return recorded;
}

/** A schema as plain SQL, one file for each version: its statements, and the rows of its tables. */
async function writePostgres(pool: PostgresPool): Promise<void> {
  const { steps } = await migratePostgres({ pool, schema: DUMP_SCHEMA, dryRun: true });
  await migratePostgres({ pool, schema: DUMP_SCHEMA });
  using workspace = new Workspace();
  await play(postgresPlace(pool, DUMP_SCHEMA, workspace));
  const rows = await postgresRows(pool, DUMP_SCHEMA);
  const tables = [['loans', 'events', 'personal', 'labels', 'work'], ['inbox']];
  for (const [index, names] of tables.entries()) {
    const schema = steps[index]?.statements.map((statement) => `${statement};\n`) ?? [];
    const inserts = names.flatMap((name) => (rows[name] ?? []).map((row) => insertOf(name, row)));
    const [numbered] = names.map((name) => `${DUMP_SCHEMA}.${name}`);
    const sequence = `select setval(pg_get_serial_sequence('${numbered}', 'no'), (select max(no) from ${numbered}));\n`;
    writeFileSync(join(target, `postgres-version-${index + 1}.sql`), [...schema, ...inserts, sequence].join(''));
  }
}

function insertOf(table: string, row: Readonly<Record<string, unknown>>): string {
  const values = Object.values(row).map((value) =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
  );
  return `insert into ${DUMP_SCHEMA}.${table} (${Object.keys(row).join(', ')}) overriding system value values (${values.join(', ')});\n`;
}

/** Exports, and what `expected.json` says, from a copy, because claims change a store. */
async function writeWhatIsRead(): Promise<void> {
  using workspace = new Workspace(target);
  const database = openDatabase(workspace.file('loans.db'));
  const place = sqlitePlace(database, workspace);
  const { store, keys, checkpoints } = place;
  const { heads } = await store.list({ limit: 1_000 });
  const loanIds = heads.map(({ loanId }) => loanId);
  const clock = virtualClock(Date.parse(END));
  for (const showPersonal of [false, true]) {
    const lines = exportEvidence({ store, keys, checkpoints: checkpoints.all(), loanIds, clock, showPersonal });
    let text = '';
    for await (const line of lines) text += line;
    writeFileSync(join(target, showPersonal ? 'evidence-personal.ndjson' : 'evidence.ndjson'), text);
  }
  writeJson('expected.json', await factsOf(place));
  database.close();
}

/** Recorded traffic, one answer in which something is unknown, and the differences that were accepted. */
async function writeRecorded({ answers, deliveries, exchanges }: Recorded): Promise<void> {
  const folder = join(target, 'recorded');
  mkdirSync(folder);
  for (const operation of new Set(answers.map((answer) => answer.operation))) {
    const bodies = answers.filter((answer) => answer.operation === operation).map(({ body }) => body);
    writeFileSync(
      join(folder, `${operation}.ndjson`),
      `${[...new Set(bodies)].toSorted((a, b) => b.length - a.length)[0]}\n`,
    );
  }
  const drifted = { ...JSON.parse(deliveries.find((body) => body.includes('instalmentReference')) ?? '{}'), fee: 50 };
  writeFileSync(join(folder, 'deliveries.ndjson'), [...deliveries, JSON.stringify(drifted), ''].join('\n'));
  writeJson('exchanges.json', Object.fromEntries(exchanges));
  let out = '';
  const io = {
    out: (text: string) => {
      out += text;
    },
    err: () => undefined,
    showsColour: false,
    stop: new AbortController().signal,
  };
  await runCli(['drift', folder, '--json'], io);
  writeFileSync(join(target, 'accepted-drift.json'), out);
}

function writeJson(name: string, content: unknown): void {
  writeFileSync(join(target, name), `${JSON.stringify(content, null, 1)}\n`);
}

// Fails where no folder is named, and where it exists.
mkdirSync(target);
writeFileSync(join(target, 'master.key'), `${MASTER_KEY.toString('base64')}\n`);
writeFileSync(join(target, 'checkpoints.pem'), PUBLIC_KEY.export({ type: 'spki', format: 'pem' }));
using sqliteWorkspace = new Workspace();
const recorded = await writeSqlite(sqliteWorkspace);
const pglite = await startPGlite();
await writePostgres(pglitePool(pglite));
await pglite.close();
await writeRecorded(recorded);
await writeWhatIsRead();
