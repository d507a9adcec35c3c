/** The rooms of src/ and what each may import: the table of the design, in code. */

/** What a room may import: other rooms, single files of rooms, and packages (Node's own modules are always allowed unless a rule says otherwise). */
export interface Room {
  readonly rooms: readonly string[] | 'every';
  readonly files?: readonly string[];
  readonly packages?: readonly string[];
}

/** A room is a folder of src/ or a file that lies in src/ itself (`errors` is src/errors.ts). */
export const rooms: Readonly<Record<string, Room>> = {
  redact: { rooms: [] },
  'repaykit-error': { rooms: ['redact'] },
  errors: { rooms: ['repaykit-error', 'redact'] },
  'undici-files': { rooms: [] },
  'node-version': { rooms: [] },
  'check-node-version': { rooms: ['node-version'] },
  clock: { rooms: ['domain'] },
  domain: { rooms: [] },
  wire: { rooms: ['domain'], packages: ['zod'] },
  transport: {
    rooms: ['wire', 'domain', 'clock', 'errors', 'redact', 'undici-files'],
    packages: ['undici', 'form-data', 'p-retry', 'zod'],
  },
  loans: { rooms: ['domain', 'clock', 'errors'] },
  client: { rooms: ['transport', 'loans', 'wire', 'domain', 'clock', 'errors', 'redact'], packages: ['zod'] },
  webhooks: { rooms: ['wire', 'loans', 'domain', 'clock', 'errors', 'redact'], packages: ['zod'] },
  worker: {
    rooms: ['client', 'webhooks', 'loans', 'domain', 'clock', 'errors'],
    files: ['src/wire/notification-names.ts'],
  },
  stores: { rooms: ['loans', 'webhooks', 'domain', 'errors'], packages: ['pg'] },
  statements: { rooms: ['domain', 'clock', 'errors'], packages: ['unpdf'] },
  server: {
    rooms: ['wire', 'domain', 'clock', 'statements', 'errors', 'redact', 'undici-files'],
    files: ['src/webhooks/test-delivery.ts'],
    packages: ['zod', 'undici', '@fastify/busboy'],
  },
  testing: { rooms: ['server', 'client', 'loans', 'webhooks', 'statements', 'wire', 'domain', 'clock', 'errors'] },
  msw: { rooms: ['server', 'errors'] },
  console: { rooms: ['server', 'loans', 'redact'] },
  cli: { rooms: 'every', packages: ['commander'] },
  // The main door re-exports what merchants use; the server and the command line have doors of their own.
  index: { rooms: ['client', 'loans', 'transport', 'wire', 'domain', 'clock', 'errors', 'redact'] },
};

/** The only files that know Node's HTTP server. */
export const httpFiles: readonly (string | RegExp)[] = [
  'src/server/skins/listen.ts',
  'src/cli/demo/webhook-port.ts',
  /^src\/webhooks\/adapters\/node-[a-z-]+\.ts$/,
];

/** Rooms that may read the world's time, run timers and draw chance. */
export const worldRooms: readonly string[] = ['clock'];

/** Longest file of src/ and of test/, longest function of src/, in lines. */
export const limits = { src: 380, test: 560, function: 70, readme: 6 };

/** Files that may be longer than the limit, with the reason. */
export const longFiles: Readonly<Record<string, string>> = {};
