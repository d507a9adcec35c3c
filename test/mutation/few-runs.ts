import { configureGlobal } from 'fast-check';

/** A property is tried thousands of times over in a mutation run: a few cases each find what there is to find. */
configureGlobal({ numRuns: 20 });
