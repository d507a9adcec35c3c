import type { BureauReporter } from '../../loan-file/bureau-reporter.ts';
import type { RowSender } from '../engine.ts';

/** Hands reports to the intake of the reference server: the default on loopback, where no real bureau is meant. */
export function referenceBureau(engine: RowSender): BureauReporter {
  return {
    async submit(report, options) {
      await engine.send(loadIntakeRow, report, options?.signal ? { signal: options.signal } : undefined);
    },
  };
}

async function loadIntakeRow() {
  return (await import('../../wire/bureau-report.ts')).bureauIntakeRow;
}
