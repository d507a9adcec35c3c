/** Lets a store, an inbox, keys and the like say what is wrong with them, for `repaykit doctor`. */

/** What keeps a part from being fit for real loans, and what to do. */
export interface PartProblem {
  readonly message: string;
  readonly fix: string;
}

type SelfCheck = () => readonly PartProblem[] | Promise<readonly PartProblem[]>;

// Global and a property, so that the command recognises parts of the CJS copy of the package.
const SELF_CHECK = Symbol.for('repaykit.self-check');

/** Adds a check to a part and returns the part. A copy by spread does not have it. */
export function withSelfCheck<Part extends object>(part: Part, check: SelfCheck): Part {
  return Object.defineProperty(part, SELF_CHECK, { value: check, enumerable: false });
}

/** Whether a part can be asked. Parts that the lender wrote cannot. */
export function hasSelfCheck(part: unknown): part is { readonly [SELF_CHECK]: SelfCheck } {
  return ((typeof part === 'object' && part !== null) || typeof part === 'function') && SELF_CHECK in part;
}

/** The problems of a part. Empty if it has none, or cannot be asked. */
export async function selfProblems(part: unknown): Promise<readonly PartProblem[]> {
  return hasSelfCheck(part) ? part[SELF_CHECK]() : [];
}

/** Marks a part that keeps its content in this process. */
export function inMemoryOnly<Part extends object>(part: Part, what: string, fix: string): Part {
  return withSelfCheck(part, () => [{ message: `${what} in memory: nothing survives a restart`, fix }]);
}
