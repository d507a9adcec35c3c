#!/usr/bin/env node
import { describeOldNode } from '../node-version.ts';

// Load the commands only after this check: an old Node.js would end with a stack trace while linking them.
const problem = describeOldNode(process.versions);
if (problem === undefined) await import('./main.ts');
else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
