/**
 * The console: a page that shows what happens inside a reference server, or how your loans stand.
 * @module repaykit/console
 */
export type { ServerConsole } from '../server/options.ts';
export type { ConsoleActionName } from './api/action-names.ts';
export type { ConsoleInbox, ConsoleOptions, ConsoleUser } from './api/console-options.ts';
export { type ConsoleHandler, consoleHandler } from './console-handler.ts';
export { fastifyPlugin, nodeHandler } from './node-handler.ts';
export { serverConsole } from './server-console.ts';
