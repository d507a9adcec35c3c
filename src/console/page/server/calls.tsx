/** Every control call: what it does, and the view where it has its place. */
import { Action } from '../action.tsx';
import type { ControlName, ViewProps } from '../fields.ts';
import { Section } from '../parts.tsx';
import { linkTo } from '../view.ts';

/** The view of each call. The type makes a call without a place an error. */
const places: Readonly<Record<ControlName, string>> = {
  reset: 'worlds',
  worlds: 'worlds',
  scenarios: 'scenarios',
  scenario: 'scenarios',
  snapshot: 'worlds',
  snapshots: 'worlds',
  restore: 'worlds',
  fork: 'worlds',
  deleteSnapshot: 'worlds',
  payers: 'payers',
  addPayer: 'payers',
  readAccount: 'payers',
  patchAccount: 'payers',
  makeDeposit: '',
  judgeSignature: '',
  mandates: '',
  readMandate: '',
  explain: '',
  openDispute: '',
  resolveDispute: '',
  addFault: 'faults',
  faults: 'faults',
  removeFault: 'faults',
  clearFaults: 'faults',
  requests: 'requests',
  clearRequests: 'requests',
  violations: 'requests',
  clearViolations: 'requests',
  nearMisses: 'requests',
  clearNearMisses: 'requests',
  emails: 'settings',
  bureauReports: 'settings',
  policy: 'settings',
  patchPolicy: 'settings',
  merchant: 'settings',
  patchMerchant: 'settings',
  addPolicy: 'settings',
  webhooks: 'webhooks',
  redeliver: 'webhooks',
  clearWebhooks: 'webhooks',
  setWebhookEndpoint: 'webhooks',
  index: 'calls',
  openApi: 'calls',
  health: 'calls',
  readClock: 'calls',
  moveClock: 'calendar',
};

export function CallsView({ calls }: ViewProps) {
  return (
    <Section title="All calls">
      <p class="quiet">
        Every call of the control API as a form, with the curl line and the TypeScript call that do the same.
      </p>
      <ul class="cards">
        {Object.values(calls).map((row) => (
          <li key={row.name} id={`call-${row.name}`}>
            <h3>
              <code>
                {row.method} {row.path}
              </code>
            </h3>
            <p>
              {row.summary} {places[row.name] !== 'calls' && <a href={linkTo([places[row.name]])}>Its view</a>}
            </p>
            <Action call={row} label={`Call ${row.name}`} showsAnswer />
          </li>
        ))}
      </ul>
    </Section>
  );
}
