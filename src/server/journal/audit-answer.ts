import { type Answer, refuse } from '../answer.ts';
import type { ServerContext } from '../server-context.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import type { AuditedRequest } from './audit.ts';

/** Looks into a request whose answer is known: a refusal gets a word on how to mend it. Not for every request: what was taken as it is needs none. */
export function auditAnswer(
  { settings, worlds }: Pick<ServerContext, 'settings' | 'worlds'>,
  live: LiveWorld,
  { answer, ...audited }: AuditedRequest & { readonly answer: Answer<unknown> },
): Answer<unknown> {
  const around = { segments: settings.segments, kindOfKey: (key: string) => worlds.nameOf(key)?.kind };
  if (!answer.ok) return refuse(live.audit.refused(live.world, answer.refusal, { audited, around }));
  live.audit.overlooked(audited, live.world.now, around);
  return answer;
}
