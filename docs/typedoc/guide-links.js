/** In comments a guide is named by its path, as in `docs/errors.md#aborted`, which an editor shows as it is; in the site it is a link. */
import { resolve } from 'node:path';

const GUIDE = /^`(docs\/[\w-]+\.md)(?:#([\w-]+))?`$/;

/** Turns the paths of guides in all comments into links. */
export function linkGuides(project) {
  for (const { comment } of Object.values(project.reflections)) {
    if (comment) comment.summary = comment.summary.flatMap((part) => linked(project, part));
  }
}

function linked(project, part) {
  const [, file, anchor] = (part.kind === 'code' && GUIDE.exec(part.text)) || [];
  if (!file) return [part];
  const { target } = project.files.registerAbsolute(resolve(file));
  const link = { kind: 'relative-link', text: file, target, ...(anchor && { targetAnchor: anchor }) };
  return [{ kind: 'text', text: `[${file.replace(/^docs\/(.*)\.md$/, '$1')}](` }, link, { kind: 'text', text: ')' }];
}
