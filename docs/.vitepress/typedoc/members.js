/** What TypeDoc's own check leaves out: every function, and every member of what an entry point exports, says what it is for. */
import { ReflectionKind } from 'typedoc';

const MEMBERS =
  ReflectionKind.Property |
  ReflectionKind.Method |
  ReflectionKind.Accessor |
  ReflectionKind.Constructor |
  ReflectionKind.Function;

/** Parts of other libraries, described as far as they are used: those libraries say what their members are for. */
const FOREIGN = new Set([
  'DispatchController',
  'DispatchHandler',
  'FastifyDelivery',
  'FastifyReplySocket',
  'FastifyScope',
  'HonoContext',
  'SqliteDatabase',
  'SqliteStatement',
  'UndiciController',
  'UndiciDispatchHandler',
  'UndiciDispatchOptions',
]);

/** The members that lack a comment, by their full names. */
export function undocumentedMembers(project) {
  return project
    .getReflectionsByKind(MEMBERS)
    .filter((member) => isOurs(member) && !saysItself(member) && !hasComment(member))
    .map((member) => member.getFriendlyFullName());
}

// What stands inside of a type that has no name is told by whoever has that type.
function isOurs(member) {
  const isNamed = member.parent.kindOf(ReflectionKind.ClassOrInterface | ReflectionKind.SomeModule);
  return isNamed && !FOREIGN.has(member.parent.name) && !member.inheritedFrom;
}

// `stage: 'placed'` and the like; the constructor of an error, which only the package calls.
function saysItself(member) {
  return (
    member.type?.type === 'literal' || (member.kindOf(ReflectionKind.Constructor) && member.overwrites !== undefined)
  );
}

function hasComment(member) {
  const signatures = [
    ...(member.signatures ?? []),
    member.getSignature,
    member.setSignature,
    ...(member.type?.declaration?.signatures ?? []),
  ];
  return member.hasComment() || signatures.some((signature) => signature?.hasComment());
}
