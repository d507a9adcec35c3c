import { refuse } from './answer.ts';
import { policyDocument } from './insurance/policy-document.ts';
import { documentPath } from './insurance/policy-view.ts';
import type { ServerRequest, ServerResponse } from './message.ts';
import type { ServerContext } from './server-context.ts';

/** Where files lie: what `document_url` leads to. */
export const FILES_PATH = '/_files/';

/** Serves a file by its id; the id is all that is needed, as with links that live services hand out. */
export function answerFile({ worlds, responses }: ServerContext, { method, path }: ServerRequest): ServerResponse {
  const mark = { id: responses.nextId(), now: worlds.default.world.now };
  if (method !== 'GET' && method !== 'HEAD') {
    return responses.plain(refuse({ status: 405, code: 'method_not_allowed', message: 'Files are only read: use GET.' }), mark, { allow: 'GET, HEAD' });
  }
  for (const { book } of worlds.all()) {
    const policy = book.policies.find((candidate) => documentPath(candidate) === path);
    if (policy) return responses.file(policyDocument(policy), 'application/pdf', mark);
  }
  return responses.plain(refuse({ status: 404, code: 'file_unknown', message: 'No file has this id.' }), mark);
}
