#!/usr/bin/env node
import { describeOldNode } from '../node-version.ts';

// The commands are loaded only where they can run: an old Node.js would end with a stack trace while it links them.
const problem = describeOldNode(process.versions);
if (problem === undefined) await import('./main.ts');
else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
