import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

// Without link-local addresses on purpose: cloud metadata services use them.
const nearby = new BlockList();
nearby.addSubnet('127.0.0.0', 8, 'ipv4');
nearby.addSubnet('10.0.0.0', 8, 'ipv4');
nearby.addSubnet('172.16.0.0', 12, 'ipv4');
nearby.addSubnet('192.168.0.0', 16, 'ipv4');
nearby.addAddress('::1', 'ipv6');
nearby.addSubnet('fc00::', 7, 'ipv6');

export function isNearbyAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && nearby.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Is this host a forbidden IP address? Names are checked later, when they are resolved to send a webhook. */
export function isForbiddenLiteral(hostname: string, allowedHosts: readonly string[]): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && !isNearbyAddress(address) && !isAllowed(hostname, allowedHosts);
}

function isAllowed(hostname: string, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some((allowed) => allowed.toLowerCase() === hostname.toLowerCase().replace(/^\[|\]$/g, ''));
}

/**
 * A name lookup that fails for addresses beyond loopback and private ones. The check is inside the lookup, so that a
 * name cannot resolve differently between check and connection.
 */
export function guardedLookup(allowedHosts: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      const found = typeof address === 'string' ? [address] : (address ?? []).map((entry) => entry.address);
      if (!error && !isAllowed(hostname, allowedHosts) && !found.every(isNearbyAddress)) {
        const refusal = Object.assign(new Error('the host resolves beyond loopback and private addresses'), {
          code: 'DESTINATION_REFUSED',
        });
        callback(refusal, address, family);
        return;
      }
      callback(error, address, family);
    });
  };
}
