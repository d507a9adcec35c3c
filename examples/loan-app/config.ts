// The settings of the app. Without REPAYKIT_BASE_URL it is in development: the reference server is its platform, and
// secrets are made at each start.
import { randomBytes } from 'node:crypto';
import type { ReferenceServerOptions } from 'repaykit/server';

/** What differs between development, tests and production. */
export type Config = ReturnType<typeof readConfig>;

/** Reads the environment. @throws Error naming everything that is missing */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const missing: string[] = [];
  const isDevelopment = !env.REPAYKIT_BASE_URL;
  const required = (name: string) => {
    if (!env[name]) missing.push(name);
    return env[name] ?? '';
  };
  const secret = (name: string) =>
    isDevelopment
      ? (env[name] ?? randomBytes(12).toString('base64url'))
      : required(name);
  const platform: ReferenceServerOptions = { flow: 'real' };
  const config = {
    isDevelopment,
    host: env.HOST ?? '127.0.0.1',
    port: Number(env.PORT ?? 3000),
    // The proxies whose `x-forwarded-for` is trusted, as addresses and ranges. The client can write everything before theirs.
    // Your proxy uses HTTPS, so cookies are `Secure`.
    isBehindProxy: !isDevelopment,
    trustedProxies: isDevelopment ? false : required('TRUSTED_PROXIES'),
    databaseUrl: isDevelopment ? env.DATABASE_URL : required('DATABASE_URL'),
    schemas: {
      loans: env.LOANS_SCHEMA ?? 'repaykit',
      lender: env.LENDER_SCHEMA ?? 'lender',
    },
    sessionSecret: secret('SESSION_SECRET'),
    officerPassword: secret('OFFICER_PASSWORD'),
    webhookSecret: secret('REPAYKIT_WEBHOOK_SECRET'),
    // How often a waiting page reloads itself.
    refreshSeconds: 5,
    // How long the platform waits for the ₦50. The specification does not say: ask yours.
    depositHours: Number(env.DEPOSIT_HOURS ?? 168),
    service: isDevelopment ? undefined : liveService(required),
    platformPort: Number(env.PLATFORM_PORT ?? 4010),
    platform,
  };
  if (missing.length > 0)
    throw new Error(`Set ${missing.join(', ')} in the environment`);
  return config;
}

function liveService(required: (name: string) => string) {
  return {
    baseUrl: required('REPAYKIT_BASE_URL'),
    appId: required('REPAYKIT_APP_ID'),
    businessId: required('REPAYKIT_BUSINESS_ID'),
    publicKey: required('REPAYKIT_PUBLIC_KEY'),
    secretKey: required('REPAYKIT_SECRET_KEY'),
    segments: {
      mandate: required('REPAYKIT_MANDATE_SEGMENT'),
      discovery: required('REPAYKIT_DISCOVERY_SEGMENT'),
    },
    bureauUrl: required('REPAYKIT_BUREAU_URL'),
    bureauKey: required('REPAYKIT_BUREAU_KEY'),
    keys: {
      directory: required('REPAYKIT_KEYS_DIRECTORY'),
      masterKey: required('REPAYKIT_MASTER_KEY'),
    },
  };
}
