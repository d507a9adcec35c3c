/**
 * The reference server behind Mock Service Worker, for code that calls the service by `fetch` or `node:http`.
 * @module repaykit/msw
 */

export { type RepaykitHandlersOptions, repaykitHandlers } from './handlers.ts';
export type { MswHandler } from './load-msw.ts';
