// The console of a reference server.
import assert from 'node:assert/strict';

const lines: string[] = [];
const print = (line: string) => lines.push(line);

// #region server
import { serverConsole } from 'repaykit/console';
import { createReferenceServer } from 'repaykit/server';

const server = createReferenceServer({ console: serverConsole() });
const { url } = await server.listen();
print(`See inside: ${url}/_console`);
// #endregion server

const page = await fetch(`${url}/_console`);
assert.match(await page.text(), /<title>repaykit console<\/title>/);
await server.close();
