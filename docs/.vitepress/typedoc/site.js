/** What this project adds to TypeDoc: the groups of an entry point's page, links to guides, the values of its types, and a comment for every member. */
import { Application, Comment, CommentTag, Converter } from 'typedoc';
import { areaOf, areaOrder } from './areas.js';
import { linkGuides } from './guide-links.js';
import { listValues } from './listed-values.js';
import { undocumentedMembers } from './members.js';

/** Called by TypeDoc, which finds this file in typedoc.json. */
export function load(app) {
  app.on(Application.EVENT_BOOTSTRAP_END, () => app.options.setValue('groupOrder', areaOrder));
  listValues(app);
  // Before TypeDoc makes its groups.
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const entryPoint of project.children ?? []) groupEntryPoint(project, entryPoint);
    linkGuides(project);
  });
  app.on(Application.EVENT_VALIDATE_PROJECT, (project) => {
    for (const name of undocumentedMembers(project))
      app.logger.validationWarning(`${name} has no comment that says what it is for`);
  });
}

function groupEntryPoint(project, entryPoint) {
  for (const symbol of entryPoint.children ?? []) {
    const target = symbol.isReference() ? symbol.getTargetReflectionDeep() : symbol;
    const file = project.getSymbolIdFromReflection(target)?.packagePath ?? '';
    const area = areaOf(file);
    if (!area)
      throw new Error(`${symbol.getFullName()} of ${file} has no area: give its folder one in typedoc/areas.js`);
    // A function's comment is that of its signature; an empty one of its own would hide it.
    const holder = symbol.signatures?.[0] ?? symbol;
    holder.comment ??= new Comment();
    holder.comment.blockTags.push(new CommentTag('@group', [{ kind: 'text', text: area }]));
  }
}
