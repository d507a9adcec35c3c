import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** How much runs: `small` by `npm test`, `full` by `npm run test:all`, `whole` in CI: all files, but fewer cases. */
    readonly size?: 'small' | 'whole' | 'full';
  }
}

const size = inject('size') ?? 'small';

/** Whether all tests run, with the built package at hand. */
export const isFull = size !== 'small';

/** How many cases run: a few by `npm test` and in CI, all of them by `npm run test:all`. */
export function sized(few: number, all: number): number {
  return size === 'full' ? all : few;
}
