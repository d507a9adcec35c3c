/**
 * The build makes every entry point load this file first (tsup.config.ts). It imports nothing that an old Node.js could
 * lack.
 */
import { describeOldNode } from './node-version.ts';

const problem = describeOldNode(globalThis.process?.versions);
if (problem !== undefined) throw new Error(problem);
