/** Opens SQLite databases for tests: of Node itself where it has SQLite, else of @photostructure/sqlite; `SQLITE_MODULE` names another module. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from '@photostructure/sqlite';
import type { SqliteDatabase } from '../../src/stores/sqlite/index.ts';

/** A database as the drivers give it, held to be one that a store takes. */
export type OpenDatabase = InstanceType<typeof DatabaseSync> & SqliteDatabase;

type DatabaseClass = new (path: string) => InstanceType<typeof DatabaseSync>;

// From the working directory, because the programs of tests are built into another folder.
const load = createRequire(join(process.cwd(), 'package.json'));
const isBuiltIn = process.getBuiltinModule?.('node:sqlite') !== undefined;
const driver = load(process.env.SQLITE_MODULE ?? (isBuiltIn ? 'node:sqlite' : '@photostructure/sqlite'));
const Database: DatabaseClass = driver.DatabaseSync ?? driver;

/** Opens a file, `:memory:` or, with an empty path, a temporary file. */
export function openDatabase(path: string): OpenDatabase {
  return new Database(path);
}

/** A folder for the files of tests with the databases opened in it; all go when it is cleared. */
export function sqliteFolder() {
  const path = mkdtempSync(join(tmpdir(), 'repaykit-sqlite-'));
  const opened: OpenDatabase[] = [];
  let files = 0;
  return {
    path,
    /** The path of a file that does not exist yet. */
    newFile: () => join(path, `loans-${++files}.db`),
    open(file: string): OpenDatabase {
      const database = openDatabase(file);
      opened.push(database);
      return database;
    },
    closeAll(): void {
      for (const database of opened.splice(0)) database.close();
    },
    clear(): void {
      this.closeAll();
      rmSync(path, { recursive: true, force: true });
    },
  };
}
