/** Path of the built file that contains this code, for the CJS build, which has no `import.meta`. */
export const thisFile: string = __filename;
