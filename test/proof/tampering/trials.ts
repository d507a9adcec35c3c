/** Tampers with copies of worlds, again and again, and counts what is found. */
import { type AuditReport, auditStore } from '../../../src/evidence/evidence-audit.ts';
import { exportEvidence } from '../../../src/evidence/evidence-export.ts';
import { verifyEvidence } from '../../../src/evidence/evidence-verify.ts';
import { type Files, signer, storeOf, textOf, write } from '../../loan-file/sealed-files.ts';
import { Dice } from './dice.ts';
import { type EvidenceTampering, sectionsOf, textOfSections } from './evidence-tamperings.ts';
import type { StoreTampering } from './store-tamperings.ts';
import { makeWorld, type World } from './world.ts';

/** What a number of trials came to. */
export interface Tally {
  readonly trials: number;
  /** Found without any checkpoint. */
  readonly byChain: number;
  /** Found with the checkpoints and the public key. */
  readonly found: number;
  /** The loan was named, and no event before the first that was touched was missed. */
  readonly named: number;
}

const { publicKey } = signer;
const WORLDS = 50;

/** Worlds to tamper with. */
export async function makeWorlds(): Promise<readonly World[]> {
  const worlds: World[] = [];
  for (let index = 0; index < WORLDS; index++) worlds.push(await makeWorld(new Dice(index)));
  return worlds;
}

function copyOf({ files }: World): Files {
  return new Map([...files].map(([loanId, events]) => [loanId, [...events]]));
}

function audit(files: Files, { records, keys }: World, withCheckpoints = true): Promise<AuditReport> {
  const sink = {
    async *all() {
      if (withCheckpoints) yield* records;
    },
  };
  return auditStore({ store: storeOf(files), sink, publicKey, keys });
}

/** Tampers with stores in one way. */
export async function tryStoreTampering(
  tamper: StoreTampering,
  worlds: readonly World[],
  trials: number,
): Promise<Tally> {
  const tally = { trials, byChain: 0, found: 0, named: 0 };
  for (let trial = 0; trial < trials; trial++) {
    const world = worlds[trial % worlds.length] as World;
    const files = copyOf(world);
    const { loanId, seq } = tamper(files, new Dice(trial), world);
    if ((await audit(files, world, false)).findings.length > 0) tally.byChain++;
    const { ok, findings } = await audit(files, world);
    if (!ok && findings.length > 0) tally.found++;
    if (findings.some((finding) => finding.loanId === loanId && (finding.seq === seq || finding.between !== undefined)))
      tally.named++;
  }
  return tally;
}

async function evidenceOf(files: Files, { records, keys }: World): Promise<string> {
  const loanIds = ['loan-a', 'loan-b'];
  return textOf(
    exportEvidence({
      store: storeOf(files),
      loanIds,
      clock: { now: () => 0 },
      checkpoints: records,
      showPersonal: true,
      keys,
    }),
  );
}

/** Tampers with evidence files in one way. */
export async function tryEvidenceTampering(
  tamper: EvidenceTampering,
  worlds: readonly World[],
  trials: number,
): Promise<Tally> {
  const tally = { trials, byChain: 0, found: 0, named: 0 };
  const texts = await Promise.all(worlds.map((world) => evidenceOf(copyOf(world), world)));
  for (let trial = 0; trial < trials; trial++) {
    const { records } = worlds[trial % worlds.length] as World;
    const sections = sectionsOf(texts[trial % worlds.length] as string);
    tamper(sections, new Dice(trial));
    const text = textOfSections(sections);
    if (!(await verifyEvidence(text)).ok) tally.byChain++;
    const report = await verifyEvidence(text, { publicKey, checkpoints: records });
    if (!report.ok) tally.found++;
    if (report.loans[0]?.broken || report.problems.some((problem) => problem.includes('loan-a'))) tally.named++;
  }
  return tally;
}

/** Looks at files without tampering: as they are, grown since, listed in another order, or with a payer who was erased. Answers the false alarms. */
export async function countFalseAlarms(worlds: readonly World[], trials: number): Promise<number> {
  let alarms = 0;
  for (let trial = 0; trial < trials; trial++) {
    const world = await freshWorld(worlds, trial);
    const dice = new Dice(trial);
    let files = copyOf(world);
    if (trial % 4 === 1) write(files, dice.of([...files.keys(), 'loan-d']), dice.between(1, 5));
    if (trial % 4 === 2) files = new Map([...files].reverse());
    if (trial % 4 === 3) await world.keys.destroyPayerKey('payer of loan-a');
    const report = await audit(files, world);
    const evidence = await verifyEvidence(await evidenceOf(files, world), { publicKey, checkpoints: world.records });
    if (!report.ok || !evidence.ok) alarms++;
  }
  return alarms;
}

// Who destroys a key destroys it for all who share the world.
function freshWorld(worlds: readonly World[], trial: number): World | Promise<World> {
  return trial % 4 === 3 ? makeWorld(new Dice(trial)) : (worlds[trial % worlds.length] as World);
}
