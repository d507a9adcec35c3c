'use strict';
/* Loads one entry point as `node probe.cjs esm|cjs SPECIFIER RECORD` and prints what that loaded and what it changed in the process. RECORD is a file for notes. */
const { readFileSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { pathToFileURL } = require('node:url');

const [format, specifier, record] = process.argv.slice(2);

const required = new Set();
const load = Module._load;
Module._load = function recorded(request, parent, ...rest) {
  required.add(
    Module.isBuiltin(request)
      ? `node:${request.replace(/^node:/, '')}`
      : pathToFileURL(Module._resolveFilename(request, parent)).href,
  );
  return load.call(this, request, parent, ...rest);
};
writeFileSync(record, '');
Module.register('./hooks.mjs', { parentURL: pathToFileURL(__filename), data: { record } });

const builtins = [
  Object,
  Array,
  String,
  Number,
  Function,
  Promise,
  Map,
  Set,
  Date,
  RegExp,
  Error,
  Uint8Array,
  JSON,
  Math,
  Symbol,
];
const described = (owner) =>
  Reflect.ownKeys(owner).map((key) => {
    const { value, get, set } = Object.getOwnPropertyDescriptor(owner, key);
    return [key, [value, get, set]];
  });
/** Everything that other code of the process would notice. */
function look() {
  const owners = [
    ['globalThis', globalThis],
    ['process', process],
  ];
  for (const builtin of builtins) {
    const name = builtin.name ?? String(builtin[Symbol.toStringTag]);
    owners.push([name, builtin]);
    if (builtin.prototype) owners.push([`${name}.prototype`, builtin.prototype]);
  }
  const things = new Map();
  for (const [name, owner] of owners)
    for (const [key, held] of described(owner)) things.set(`${name}.${String(key)}`, held);
  for (const event of process.eventNames()) things.set(`listeners of ${String(event)}`, process.listeners(event));
  for (const [name, value] of Object.entries(process.env)) things.set(`env ${name}`, [value]);
  return { things, resources: process.getActiveResourcesInfo().sort() };
}

/** Node makes some globals at their first use, which is not the entry point's doing. */
const settle = () => Reflect.ownKeys(globalThis).forEach((key) => void globalThis[key]);

const same = (left, right) =>
  left?.length === right?.length && left.every((one, index) => Object.is(one, right[index]));

async function main() {
  // The first `import` readies Node's own loader, which is not the entry point's doing.
  await import('./nothing.mjs');
  settle();
  const before = look();
  required.clear();
  if (format === 'esm') await import(specifier);
  else require(specifier);
  const after = look();
  const names = new Set([...before.things.keys(), ...after.things.keys()]);
  // Counters of the process itself.
  const changed = [...names].filter(
    (name) =>
      !/^process\._?(moduleLoadList|events|eventsCount)$/.test(name) &&
      !same(before.things.get(name), after.things.get(name)),
  );
  const imported = readFileSync(record, 'utf8').split('\n').filter(Boolean);
  const loaded = [...new Set([...required, ...imported])].filter((url) => !/\/(probe\.cjs|nothing\.mjs)$/.test(url));
  process.stdout.write(
    JSON.stringify({
      loaded,
      changed,
      resources: after.resources.filter((one, index) => one !== before.resources[index]),
    }),
  );
}
main();
