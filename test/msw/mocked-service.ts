import { createRequire } from 'node:module';
import { onTestFinished } from 'vitest';

/** What is used of msw's server; its own declarations want the types of a browser. */
interface MockServer {
  listen(options: { readonly onUnhandledRequest: 'error' }): void;
  close(): void;
}

const { setupServer } = createRequire(import.meta.url)('msw/node') as {
  readonly setupServer: (...handlers: readonly object[]) => MockServer;
};

/** Lets msw intercept by these handlers until the test is over. */
export function intercept(handlers: readonly object[]): void {
  const mocked = setupServer(...handlers);
  mocked.listen({ onUnhandledRequest: 'error' });
  onTestFinished(() => mocked.close());
}
