// In a process of its own: requires one package and prints the time it took and the memory of the process afterwards, its garbage collected.
const { specifier } = JSON.parse(process.argv[2]);
const start = performance.now();
const required = require(specifier);
const ms = performance.now() - start;
globalThis.gc();
const { rss } = process.memoryUsage();
// Named, so that nothing of it can be collected before.
process.stdout.write(JSON.stringify({ ms, rssMiB: rss / 2 ** 20, names: Object.keys(required).length }), () =>
  process.exit(0),
);
