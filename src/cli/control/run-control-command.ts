import type { CliIo } from '../terminal/io.ts';
import { paintWith } from '../terminal/terminal-text.ts';
import { askServer, type ServerTarget } from './ask-server.ts';
import type { ControlCommand, Flags } from './control-command.ts';

/** Asks the server and prints its answer: for people, or as it is. @throws ServerRefusal, InputError */
export async function runControlCommand(
  command: ControlCommand,
  { words, flags }: { readonly words: readonly string[]; readonly flags: Flags },
  io: CliIo,
): Promise<void> {
  const answer = await askServer(flags as unknown as ServerTarget, command.request(words, flags), io.stop);
  io.out(flags.json ? `${answer.trimEnd()}\n` : command.show(JSON.parse(answer) as never, paintWith(io.showsColour)));
}
