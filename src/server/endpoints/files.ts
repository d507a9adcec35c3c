import { refuse } from '../answer.ts';
import { documentId, policyDocument } from '../engine/insurance/policy-view.ts';
import type { ServerRequest, ServerResponse } from '../message.ts';
import { file, plain } from '../responses.ts';
import type { ServerContext } from '../server-context.ts';
import { FILES_PATH, readFileName } from '../worlds/world-name.ts';

/** Serves a file by its name, which includes the world. It needs no key, like the links of live services. */
export function answerFile({ worlds }: ServerContext, { method, path }: ServerRequest): ServerResponse {
  const { world, id } = readFileName(path.slice(FILES_PATH.length));
  const live = worlds.find(world);
  const mark = (live ?? worlds.default).nextMark();
  if (method !== 'GET' && method !== 'HEAD') {
    return plain(refuse({ status: 405, code: 'method_not_allowed', message: 'Files are only read: use GET.' }), mark, {
      allow: 'GET, HEAD',
    });
  }
  const policy = live?.book.policies.find((candidate) => documentId(candidate) === id);
  const bytes = policy ? policyDocument(policy) : live?.statements.file(id);
  if (bytes) return file(bytes, 'application/pdf', mark);
  const message = 'No file has this id. Of the statements that were uploaded the newest are kept.';
  return plain(refuse({ status: 404, code: 'file_unknown', message }), mark);
}
