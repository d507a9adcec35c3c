import { fileURLToPath } from 'node:url';

/** Path of the built file that contains this code. The CJS build uses this-file-cjs.ts instead. */
export const thisFile: string = fileURLToPath(import.meta.url);
