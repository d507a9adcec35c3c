import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** How much runs: `small` by `npm test`, `full` by `npm run test:all`. */
    readonly size?: 'small' | 'full';
  }
}

/** Whether tests run in full size, with the built package at hand. */
export const isFull = inject('size') === 'full';

/** How many cases run: a few by `npm test`, all of them by `npm run test:all`. */
export function sized(few: number, all: number): number {
  return isFull ? all : few;
}
