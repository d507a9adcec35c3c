import { ConfigurationError, type FieldIssue } from '../errors.ts';

/** Reports a refused option of a command by what was written on the command line. @throws ConfigurationError */
export function inFlags<Made>(command: string, asWritten: (issue: FieldIssue) => FieldIssue, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(`repaykit ${command}`, error.issues.map(asWritten));
  }
}
