/** The console of a reference server. Its page makes control calls itself, so only the page and the stream are here. */
import type { ServerRequest, ServerResponse } from '../../server/message.ts';
import type { ConsolePlace } from '../../server/options.ts';
import { ChangeFeed, eventStream } from './live.ts';
import { answerPage, type PlainAnswer, plainAnswer, streamHeaders } from './page.ts';

/** Answers a request at `/_console` or below. */
export async function answerServerConsole(request: ServerRequest, place: ConsolePlace): Promise<ServerResponse> {
  const refused = place.refusal(request);
  if (refused) return refused;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return flat(plainAnswer(405, 'text/plain', 'The console takes GET.'));
  if (request.path.endsWith('/-/live')) return answerLive(request, place);
  return flat(await answerPage('server', request.path));
}

function answerLive(request: ServerRequest, place: ConsolePlace): ServerResponse {
  const world = place.world(request);
  if ('status' in world) return world;
  const pieces = async function* (ended: AbortSignal) {
    const feed = new ChangeFeed();
    const end = world.watch(({ type }) => feed.add(type));
    try {
      yield* eventStream(feed, ended);
    } finally {
      end();
    }
  };
  return { status: 200, headers: flatten(streamHeaders), body: '', effect: { kind: 'stream', pieces } };
}

function flat({ status, headers, body }: PlainAnswer): ServerResponse {
  return { status, headers: flatten(headers), body };
}

function flatten(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flat();
}
