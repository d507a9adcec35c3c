/** What of the outside decides about colours. */
export interface ColourWishes {
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Are colours wanted? `NO_COLOR` and `FORCE_COLOR` (also `FORCE_COLOR=0`) say so; else a terminal that is not a dumb one does. */
export function wantsColour({ isTerminal, env }: ColourWishes): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return !['0', 'false'].includes(env.FORCE_COLOR);
  return isTerminal && env.TERM !== 'dumb';
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** A colour or weight of text. */
export type Colour = keyof typeof codes;

/** Writes text in a colour, or plain where colours are not wanted. */
export type Paint = (colour: Colour | undefined, text: string) => string;

/** Makes the brush of a command. */
export function paintWith(showsColour: boolean): Paint {
  return (colour, text) => (showsColour && colour && text !== '' ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text);
}

/** The colour of an HTTP status: good, refused, failed. */
export function colourOfStatus(status: number): Colour {
  if (status < 300) return 'green';
  return status < 500 ? 'yellow' : 'red';
}
