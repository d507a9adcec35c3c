import { fileURLToPath } from 'node:url';

/** Path of the built file that this code came to lie in. The CJS build takes this-file-cjs.ts instead. */
export const thisFile: string = fileURLToPath(import.meta.url);
