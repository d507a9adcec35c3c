import { formatInstant } from '../../domain/calendar.ts';
import { redactText } from '../../redact/redact.ts';
import type { WireRow } from '../../wire/operations.ts';
import { type Answer, refuse } from '../answer.ts';
import { noteRefusal } from '../engine/violations.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import type { ServerContext } from '../worlds/worlds.ts';
import { findNearMisses, type RefusedRequest, withSuggestion } from './near-misses.ts';

const LONGEST_PATH = 200;

/** A request and its answer. `row` is undefined for an unknown path. */
export interface AuditedRequest extends Omit<RefusedRequest, 'refusal'> {
  readonly row: Pick<WireRow, 'id' | 'encoding' | 'credential' | 'input' | 'spec'> | undefined;
  readonly answer: Answer<unknown>;
}

/** Records the broken rule and the near misses of a request, and adds the fix to its refusal. */
export function auditRequest(
  { settings, worlds }: Pick<ServerContext, 'settings' | 'worlds'>,
  live: LiveWorld,
  audited: AuditedRequest,
): Answer<unknown> {
  const { answer, row, input, request } = audited;
  const { world } = live;
  const refusal = answer.ok ? undefined : answer.refusal;
  if (refusal && row) noteRefusal(world, refusal, { operation: row.id, spec: row.spec, input });
  live.drainViolations();
  const server = { segments: settings.segments, kindOfKey: (key: string) => worlds.nameOf(key)?.kind };
  const hints = findNearMisses({ ...audited, refusal }, server);
  for (const hint of hints) {
    live.nearMisses.push({
      ...hint,
      operation: row?.id ?? null,
      method: request.method,
      path: redactText(request.path).slice(0, LONGEST_PATH),
      status: refusal?.status ?? 200,
      at: formatInstant(world.now),
    });
  }
  return refusal ? refuse(withSuggestion(refusal, hints)) : answer;
}
