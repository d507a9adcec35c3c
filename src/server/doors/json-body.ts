import { readJsonText } from '../../wire/json-text.ts';
import { type Answer, refuse } from '../answer.ts';

/** Reads a JSON body; what is none, nested too deep or no UTF-8 is refused without quoting it. */
export function readJsonBody(bytes: Uint8Array | undefined): Answer<unknown> {
  const reading = readJsonText(bytes ?? '');
  if (reading.ok) return { ok: true, data: reading.value };
  return refuse({ status: 400, code: 'body_malformed', message: `${reading.problem.replace(/^t/, 'T')}: send a JSON object in UTF-8.` });
}
