import type { ControlCommand } from './control-command.ts';
import { explainCommands } from './explain-commands.ts';
import { faultCommands } from './fault-commands.ts';
import { mandateCommands } from './mandate-commands.ts';
import { merchantCommands } from './merchant-commands.ts';
import { payerCommands } from './payer-commands.ts';
import { recordCommands } from './record-commands.ts';
import { timeCommands } from './time-commands.ts';
import { worldCommands } from './world-commands.ts';

/** The one table of commands onto the control API, in the order of the help. */
export const controlCommands: readonly ControlCommand[] = [
  ...timeCommands,
  ...payerCommands,
  ...mandateCommands,
  ...explainCommands,
  ...faultCommands,
  ...worldCommands,
  ...recordCommands,
  ...merchantCommands,
];
