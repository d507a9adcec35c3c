/** `npm run proof -- NAME`: a proof in full size, one table and an exit code; `--small` runs it as small as in CI. */

import { proveDebits } from './debits/debits.ts';
import { proveKills } from './kill/kill.ts';
import { proveScans } from './scans/prove-scans.ts';
import { proveFolder } from './statements-folder.ts';
import { proveHostile } from './statements-hostile.ts';
import { proveStatements } from './statements-layouts.ts';
import { proveTampering } from './tampering/tampering.ts';
import { proveTapes } from './tapes/prove-tapes.ts';
import { proveBooks } from './webhooks/prove-books.ts';
import { proveForged } from './webhooks/prove-forged.ts';
import { proveFuzz } from './webhooks/prove-fuzz.ts';
import { proveOrders } from './webhooks/prove-orders.ts';
import { proveReceivers } from './webhooks/prove-receivers.ts';

/** A proof: prints what it found, answers whether it holds. Further flags it reads itself. */
type Proof = (print: (text: string) => void, isSmall: boolean) => Promise<boolean>;

const proofs: Readonly<Record<string, Proof>> = {
  debits: proveDebits,
  tampering: proveTampering,
  tapes: proveTapes,
  kill: proveKills,
  orders: proveOrders,
  books: proveBooks,
  forged: proveForged,
  fuzz: proveFuzz,
  receivers: proveReceivers,
  hostile: proveHostile,
  statements: proveStatements,
  'statement-folder': proveFolder,
  scans: proveScans,
};

const [name = '', ...flags] = process.argv.slice(2);
const proof = Object.hasOwn(proofs, name) ? proofs[name] : undefined;
if (proof) {
  const holds = await proof((text) => void process.stdout.write(text), flags.includes('--small'));
  process.exitCode = holds ? 0 : 1;
} else {
  process.stderr.write(`Name one of the proofs: ${Object.keys(proofs).join(', ')}.\n`);
  process.exitCode = 1;
}
