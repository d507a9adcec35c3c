// Starts the app, and stops it cleanly.
import { readConfig } from './config.ts';
import { startLoanApp } from './loan-app.ts';

const config = readConfig(process.env);
const app = await startLoanApp(config);
process.stdout.write(
  `Apply: ${app.url}/\nOfficer: ${app.url}/office (user officer, password ${config.isDevelopment ? config.officerPassword : 'as configured'})\n`,
);
if (app.platform) process.stdout.write(`Platform: ${app.platform.url}\n`);

// #region end
// A second signal ends the process at once.
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void app.stop());
// #endregion end
