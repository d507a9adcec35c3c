/** Path of the built file that this code came to lie in: in the CJS build, where `import.meta` is not known. */
export const thisFile: string = __filename;
