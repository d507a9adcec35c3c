import { refuse } from '../answer.ts';
import { policyDocument } from '../insurance/policy-document.ts';
import { documentId } from '../insurance/policy-view.ts';
import type { ServerRequest, ServerResponse } from '../message.ts';
import type { ServerContext } from '../server-context.ts';
import { FILES_PATH, readFileName } from '../worlds/file-name.ts';

/** Serves a file by its name, which says the world too; no key is needed, as with links that live services hand out. */
export function answerFile({ worlds, responses }: ServerContext, { method, path }: ServerRequest): ServerResponse {
  const { world, id } = readFileName(path.slice(FILES_PATH.length));
  const live = worlds.find(world);
  const mark = (live ?? worlds.default).nextMark();
  if (method !== 'GET' && method !== 'HEAD') {
    return responses.plain(refuse({ status: 405, code: 'method_not_allowed', message: 'Files are only read: use GET.' }), mark, { allow: 'GET, HEAD' });
  }
  const policy = live?.book.policies.find((candidate) => documentId(candidate) === id);
  if (policy) return responses.file(policyDocument(policy), 'application/pdf', mark);
  return responses.plain(refuse({ status: 404, code: 'file_unknown', message: 'No file has this id.' }), mark);
}
