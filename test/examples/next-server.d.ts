/** As much of Next as the example uses: Next itself is installed only where the example is built, and there the build checks it against the real types. */
declare module 'next/server' {
  export function after(task: Promise<unknown> | (() => unknown)): void;
}
