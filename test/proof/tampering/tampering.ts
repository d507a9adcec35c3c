/** Every way to tamper, thousands of times: what the chain finds alone, what the checkpoints find, and that untouched files raise no alarm. */
import { evidenceTamperings } from './evidence-tamperings.ts';
import { storeTamperings } from './store-tamperings.ts';
import { countFalseAlarms, makeWorlds, type Tally, tryEvidenceTampering, tryStoreTampering } from './trials.ts';

const FULL = 10_000;
const SMALL = 100;

/** Holds if everything is found with checkpoints, each time with the loan, and nothing else is. */
export async function proveTampering(print: (text: string) => void, isSmall: boolean): Promise<boolean> {
  const trials = isSmall ? SMALL : FULL;
  const worlds = await makeWorlds();
  let holds = true;
  const show = (name: string, { trials: all, byChain, found, named }: Tally) => {
    holds &&= found === all && named === all;
    print(rowOf([name, all, byChain, found, named]));
  };
  print(rowOf(['tampering with the store', 'trials', 'chain alone', 'checkpoints', 'loan named']));
  for (const [name, tamper] of Object.entries(storeTamperings))
    show(name, await tryStoreTampering(tamper, worlds, trials));
  print(rowOf(['\ntampering with an evidence file', 'trials', 'chain alone', 'checkpoints', 'loan named']));
  for (const [name, tamper] of Object.entries(evidenceTamperings))
    show(name, await tryEvidenceTampering(tamper, worlds, trials));
  const alarms = await countFalseAlarms(worlds, trials);
  print(
    `\n${trials} untouched files, a quarter each as they are, grown, listed in another order, with an erased payer: ${alarms} false alarms\n`,
  );
  return holds && alarms === 0;
}

function rowOf([name, ...figures]: readonly [string, ...(string | number)[]]): string {
  return `${name.padEnd(60)}${figures.map((figure) => String(figure).padStart(13)).join('')}\n`;
}
