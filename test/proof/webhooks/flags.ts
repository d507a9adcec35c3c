/** A flag of the program as a number, such as `--loans=10000`; undefined where it is not given. */
export function numberFlag(name: string): number | undefined {
  const text = process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
  const value = Number(text);
  return text !== undefined && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
