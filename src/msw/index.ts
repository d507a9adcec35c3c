/**
 * The reference server behind Mock Service Worker, for code that calls the service by `fetch` or `node:http`.
 * @module repaykit/msw
 */

export type { MswHandler } from './handlers.ts';
export { type RepaykitHandlersOptions, repaykitHandlers } from './handlers.ts';
