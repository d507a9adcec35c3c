/** What all interfaces that travel say about themselves, in one place. */
import type { FieldNote, InterfaceNotes } from './interface-note.ts';
import { collectionNotes } from './notes/collection-notes.ts';
import { discoveryNotes } from './notes/discovery-notes.ts';
import { envelopeNotes } from './notes/envelope-notes.ts';
import { incomeNotes } from './notes/income-notes.ts';
import { insightNotes } from './notes/insight-notes.ts';
import { insuranceNotes } from './notes/insurance-notes.ts';
import { mandateNotes } from './notes/mandate-notes.ts';
import { productNotes } from './notes/product-notes.ts';
import { statementNotes } from './notes/statement-notes.ts';
import { webhookNotes } from './notes/webhook-notes.ts';

/** Every interface by name. */
export const interfaceNotes: InterfaceNotes = {
  ...collectionNotes,
  ...discoveryNotes,
  ...envelopeNotes,
  ...incomeNotes,
  ...insightNotes,
  ...insuranceNotes,
  ...mandateNotes,
  ...productNotes,
  ...statementNotes,
  ...webhookNotes,
};

/** What an interface says of one of its fields; undefined where it has no such field. */
export function fieldNote(interfaceName: string | undefined, field: string): FieldNote | undefined {
  const fields = interfaceName === undefined ? undefined : interfaceNotes[interfaceName]?.fields;
  const note = fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
  return typeof note === 'string' ? { says: note } : note;
}
