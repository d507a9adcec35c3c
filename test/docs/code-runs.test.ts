import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const programs = readdirSync('docs/code').filter((name) => /\.(ts|js)$/.test(name));

// Each checks what it shows by itself and throws where it is not so; a reader who copies it finds it running.
test.each(programs)('docs/code/%s runs', { timeout: 60_000 }, async (name) => {
  expect(await import(`../../docs/code/${name}`)).toBeDefined();
});
