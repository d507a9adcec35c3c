/** What a command may touch of the outside: two streams and the wish to stop. */
export interface CliIo {
  /** Writes to standard output, as it is. */
  readonly out: (text: string) => void;
  /** Writes to standard error, as it is. */
  readonly err: (text: string) => void;
  /** Is standard output to show colours? */
  readonly showsColour: boolean;
  /** Is standard error a terminal, on which a line can be written over? Default no. */
  readonly isTerminal?: boolean;
  /** Cells in a line of standard output, where it is a terminal; elsewhere lines may be of any length. */
  readonly columns?: number | undefined;
  /** Does whoever reads standard output see more than ASCII, such as block characters? Default yes. */
  readonly drawsBlocks?: boolean;
  /** Standard input, not read before it is asked for. Default: there is none. */
  readonly input?: AsyncIterable<Uint8Array>;
  /** How many bytes wait because nobody reads standard output; a log leaves lines out rather than hoard them. Default: none. */
  readonly backlog?: () => number;
  /** Says how long the command may take to end once the user wants to stop, in milliseconds; otherwise it is cut off after a second. */
  readonly takesLong?: (graceMs: number) => void;
  /** Aborted when the user wants to stop (Ctrl-C). */
  readonly stop: AbortSignal;
}
