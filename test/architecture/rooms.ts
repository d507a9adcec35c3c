/** The rooms of src/ and what each may import: the table of the design, in code. */

/** What a room may import: other rooms, single files of rooms, and packages (Node's own modules are always allowed unless a rule says otherwise). */
export interface Room {
  readonly rooms: readonly string[] | 'every';
  readonly files?: readonly string[];
  readonly packages?: readonly string[];
}

/** A room is a folder of src/ or a file that lies in src/ itself (`errors` is src/errors.ts). */
export const rooms: Readonly<Record<string, Room>> = {
  validation: { rooms: [] },
  redact: { rooms: [] },
  'repaykit-error': { rooms: ['redact'] },
  errors: { rooms: ['validation', 'repaykit-error', 'redact'] },
  'node-version': { rooms: [] },
  'this-file': { rooms: [] },
  builtins: { rooms: [] },
  'check-node-version': { rooms: ['node-version'] },
  clock: { rooms: ['domain'] },
  domain: { rooms: ['validation'] },
  wire: { rooms: ['validation', 'domain', 'this-file'], packages: ['zod'] },
  http: {
    rooms: ['validation', 'wire', 'domain', 'clock', 'errors', 'redact'],
    packages: ['undici', 'form-data', 'p-retry', 'zod'],
  },
  'loan-file': { rooms: ['validation', 'domain', 'clock', 'errors', 'builtins'] },
  book: { rooms: ['validation', 'evidence', 'loan-file', 'domain', 'clock', 'errors', 'builtins'] },
  evidence: { rooms: ['validation', 'loan-file', 'domain', 'clock', 'errors', 'builtins'] },
  client: {
    rooms: ['validation', 'http', 'evidence', 'loan-file', 'wire', 'domain', 'clock', 'errors', 'redact', 'builtins'],
    packages: ['zod'],
  },
  webhooks: {
    rooms: ['validation', 'wire', 'loan-file', 'domain', 'clock', 'errors', 'redact', 'builtins'],
    packages: ['zod'],
  },
  worker: {
    rooms: ['validation', 'client', 'webhooks', 'evidence', 'book', 'loan-file', 'domain', 'clock', 'errors'],
    files: ['src/wire/webhooks/notification-names.ts'],
  },
  stores: { rooms: ['validation', 'loan-file', 'webhooks', 'domain', 'clock', 'errors'], packages: ['pg'] },
  statements: { rooms: ['validation', 'domain', 'clock', 'errors', 'this-file'], packages: ['unpdf'] },
  ocr: {
    rooms: ['validation', 'clock', 'errors', 'this-file'],
    files: ['src/statements/ocr/ocr-reader.ts'],
  },
  server: {
    rooms: ['validation', 'wire', 'domain', 'clock', 'statements', 'errors', 'redact'],
    files: ['src/webhooks/test-delivery.ts'],
    packages: ['zod', 'undici', '@fastify/busboy'],
  },
  testing: {
    rooms: [
      'validation',
      'server',
      'client',
      'worker',
      'loan-file',
      'webhooks',
      'statements',
      'wire',
      'domain',
      'clock',
      'errors',
    ],
  },
  msw: { rooms: ['validation', 'server', 'errors'] },
  console: {
    rooms: [
      'validation',
      'server',
      'client',
      'webhooks',
      'worker',
      'evidence',
      'book',
      'builtins',
      'loan-file',
      'redact',
      'domain',
      'clock',
      'errors',
    ],
    files: ['src/wire/webhooks/notification-names.ts', 'src/wire/json-text.ts'],
    packages: ['preact', 'repaykit'],
  },
  cli: { rooms: 'every', packages: ['commander'] },
  // The main entry point re-exports what lenders use; the server and the command line have entry points of their own.
  index: { rooms: ['client', 'evidence', 'loan-file', 'http', 'wire', 'domain', 'clock', 'errors', 'redact'] },
};

/** The only files that know Node's HTTP server. */
export const httpFiles: readonly (string | RegExp)[] = [
  'src/console/node-handler.ts',
  'src/cli/serve/open-console.ts',
  'src/server/adapters/listen.ts',
  'src/cli/demo/demo-server.ts',
  /^src\/webhooks\/adapters\/node-[a-z-]+\.ts$/,
];

/** Rooms that may read the world's time, run timers and draw chance. */
export const worldRooms: readonly string[] = ['clock'];

/** What runs in a browser. It has the browser's clock and timers. */
export const browserFolder = 'src/console/page/';

/** Longest file of src/ and of test/, longest function of src/, in lines. */
export const limits = { src: 300, test: 400, function: 50, folder: 15, readme: 6 };

/** Files that may be longer than the limit, with the reason. */
export const longFiles: Readonly<Record<string, string>> = {};
