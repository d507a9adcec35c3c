/** The lowest version of `engines` in package.json. */
export const LOWEST_NODE = '20.18.1';

/**
 * Describes in one line that this Node.js is too old, if it is. Browsers have no `process`. Bun and Deno report the
 * Node.js version that they imitate, which says nothing about them.
 */
export function describeOldNode(
  versions: Readonly<Record<string, string | undefined>> | undefined,
): string | undefined {
  const running = versions?.node;
  if (running === undefined || versions?.bun !== undefined || versions?.deno !== undefined || !isOlder(running))
    return undefined;
  return `repaykit needs Node.js ${LOWEST_NODE} or later, and this is Node.js ${running}: install a newer version from https://nodejs.org or with your version manager`;
}

function isOlder(version: string): boolean {
  const numbers = version.split('.').map((part) => Number.parseInt(part, 10));
  const needed = LOWEST_NODE.split('.').map(Number);
  const differs = needed.findIndex((number, at) => numbers[at] !== number);
  return differs !== -1 && Number(numbers[differs]) < Number(needed[differs]);
}
