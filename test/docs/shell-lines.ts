/** The commands of shell blocks, as a shell takes them apart. */

/** Each command of a block as its words: lines put together, split at pipes and `&&`, without comments, redirections and variables. */
export function commandsOf(block: string): string[][] {
  return block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap(splitAtOperators)
    .map((words) => words.slice(words.findIndex((word) => !/^\w+=/.test(word))))
    .filter((words) => words.length > 0);
}

function splitAtOperators(line: string): string[][] {
  const commands: string[][] = [[]];
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
  for (let index = 0; index < words.length; index++) {
    const [, single, double, plain] = words[index] ?? [];
    if (plain?.startsWith('#')) break;
    if (plain === '|' || plain === '&&' || plain === '||' || plain === ';') commands.push([]);
    else if (plain === '>' || plain === '>>' || plain === '<') index += 1;
    else if (plain !== '&' && plain !== '$' && !/^\d?>/.test(plain ?? ''))
      commands.at(-1)?.push(single ?? double ?? plain ?? '');
  }
  return commands;
}
