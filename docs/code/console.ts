// The console over your loans, and over a reference server.
import assert from 'node:assert/strict';
import { createTestKit } from 'repaykit/testing';
import { memoryInbox, receive, sharedSecret } from 'repaykit/webhooks';

const lines: string[] = [];
const print = (line: string) => lines.push(line);
const platform = await createTestKit();
const { kit } = platform;
const receiver = receive({
  verify: sharedSecret({ secrets: ['whsec_docs'] }),
  inbox: memoryInbox(),
  confirm: kit,
  on: {},
});
const userOf = async (_: Request) => ({
  email: 'ada@lender.example',
  duties: ['dischargeDuty' as const],
});

// #region handler
import { consoleHandler, nodeHandler } from 'repaykit/console';

const handle = consoleHandler({
  kit,
  inbox: receiver,
  authorize: async (request) => {
    const user = await userOf(request);
    return user && { name: user.email, allow: user.duties };
  },
  allow: ['settle', 'dischargeDuty', 'release', 'replay'],
});
// #endregion handler

assert.equal(typeof nodeHandler(handle), 'function');
const session = await handle(new Request('http://127.0.0.1/console/-/session'));
const { name, actions } = (await session.json()) as {
  name: string;
  actions: { name: string }[];
};
assert.equal(name, 'ada@lender.example');
assert.deepEqual(
  actions.map((action) => action.name),
  ['dischargeDuty'],
);
await platform.close();

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
