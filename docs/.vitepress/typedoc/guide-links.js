/** In comments a guide is named by its path, as in `docs/errors.md#aborted`, which an editor shows as it is; in the site it is a link. */
import { pageOf } from '../pages.js';

const GUIDE = /^`(docs\/[\w-]+\.md)(#[\w-]+)?`$/;

/** Turns the paths of guides in all comments into links. */
export function linkGuides(project) {
  for (const { comment } of Object.values(project.reflections)) {
    if (comment) comment.summary = comment.summary.map(linked);
  }
}

function linked(part) {
  const [, file, anchor = ''] = (part.kind === 'code' && GUIDE.exec(part.text)) || [];
  if (!file) return part;
  return { kind: 'text', text: `[${file.replace(/^docs\/(.*)\.md$/, '$1')}](/${pageOf(file)}${anchor})` };
}
