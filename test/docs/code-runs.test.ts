import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const programs = readdirSync('docs/code').filter((name) => /\.(ts|js)$/.test(name));

// The first program shows its reader what it did.
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

// Each checks what it shows by itself and throws where it is not so; a reader who copies it finds it running.
test.each(programs)('docs/code/%s runs', { timeout: 600_000 }, async (name) => {
  expect(await import(`../../docs/code/${name}`)).toBeDefined();
});
