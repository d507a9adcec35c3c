import { describe, expect, it } from 'vitest';
import { RepayKit } from '../../src/client/repay-kit.ts';
import { ConfigurationError } from '../../src/errors.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { createReferenceServer } from '../../src/server/reference-server.ts';

const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;
const merchant = { appId, businessId, publicKey, secretKey, segments };

describe('the transport option', () => {
  it('takes the dispatcher of a reference server as it is', async () => {
    const server = createReferenceServer();
    const kit = new RepayKit({ ...merchant, baseUrl: server.url, transport: server.dispatcher });
    const banks = await kit.discovery.banks();
    expect(banks.length).toBeGreaterThanOrEqual(20);
    await kit.close();
    await server.close();
  });

  it('refuses what is neither a transport nor a dispatcher', () => {
    const transport = { send: () => undefined } as never;
    expect(() => new RepayKit({ ...merchant, baseUrl: 'http://127.0.0.1:4010', transport })).toThrow(
      ConfigurationError,
    );
  });
});
