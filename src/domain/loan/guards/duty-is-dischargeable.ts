import { allowed, type Decision, refused } from '../../decision.ts';
import type { Duty } from '../duties/duty.ts';

/** Only a duty that is owed now, and that nothing on file can show to be done, is discharged by a person's word. Spec §1. */
export function dutyIsDischargeable(duties: readonly Duty[], key: string): Decision {
  const duty = duties.find((candidate) => candidate.key === key);
  if (!duty) return refused('duty-is-owed', 'Spec §1', `No duty '${key}' is owed now: take its key from loans.duties`);
  if (duty.isDischargeable) return allowed;
  return refused(
    'duty-needs-its-deed',
    duty.spec,
    `'${key}' is not discharged by a note, it goes away when it is done. ${duty.why}`,
  );
}
