/**
 * The console: a page that shows what happens inside a reference server.
 * @module repaykit/console
 */
export type { ServerConsole } from '../server/options.ts';
export { serverConsole } from './server-console.ts';
