let crypto: typeof import('node:crypto') | undefined;
let files: typeof import('node:fs/promises') | undefined;

/** Modules of Node that are loaded on first use: to load them took a quarter of the time that importing the client takes. */
export const builtins = {
  get crypto(): typeof import('node:crypto') {
    crypto ??= process.getBuiltinModule('node:crypto');
    return crypto;
  },
  get files(): typeof import('node:fs/promises') {
    files ??= process.getBuiltinModule('node:fs/promises');
    return files;
  },
};
