import { auditRoutes } from './audit-calls.ts';
import { faultRoutes } from './fault-calls.ts';
import { mandateRoutes } from './mandate-calls.ts';
import { merchantRoutes } from './merchant-calls.ts';
import { payerRoutes } from './payer-calls.ts';
import { insuranceRoutes } from './policy-calls.ts';
import { recordRoutes } from './record-calls.ts';
import type { ControlRoute } from './route.ts';
import { scenarioRoutes } from './scenario-calls.ts';
import { snapshotRoutes } from './snapshot-calls.ts';
import { timeRoutes } from './time-calls.ts';
import { webhookRoutes } from './webhook-calls.ts';

/** The one table of control calls, joined from those of each subject. */
export const controlRoutes = [
  ...timeRoutes,
  ...merchantRoutes,
  ...payerRoutes,
  ...mandateRoutes,
  ...webhookRoutes,
  ...recordRoutes,
  ...faultRoutes,
  ...insuranceRoutes,
  ...auditRoutes,
  ...snapshotRoutes,
  ...scenarioRoutes,
] as const satisfies readonly ControlRoute[];

/** A row's name: `POST /clock`. */
export type ControlName = (typeof controlRoutes)[number] extends infer Row
  ? Row extends ControlRoute
    ? `${Row['method']} ${Row['path']}`
    : never
  : never;
