import { isLoopbackHost } from '../../client/options.ts';
import { AnswerError, RateLimitError, RepayKitError, ServiceError } from '../../errors.ts';
import { codeOf } from '../../http/transport-answer.ts';
import { hasSelfCheck } from '../../validation/self-check.ts';
import { forgedRequest } from '../../webhooks/forged-delivery.ts';
import type { Receiver } from '../../webhooks/receive.ts';
import { counted } from '../terminal/terminal-text.ts';
import { type Examination, type Finding, ok, problem, warning } from './finding.ts';

/** The list of banks (Spec §4.1) is the only read that needs neither a payer nor a loan. */
export async function checkService({ config, context, signal }: Examination): Promise<readonly Finding[]> {
  try {
    const banks = await config.kit.discovery.banks({ retries: 0, signal });
    return [ok(`it accepts the public key and lists ${counted(banks.length, 'bank')}`), clockFinding(context)];
  } catch (error) {
    if (!(error instanceof RepayKitError)) throw error;
    const { message } = error;
    return [error instanceof RateLimitError ? warning(message, 'wait a minute') : problem(message, fixOf(error))];
  }
}

function fixOf(error: RepayKitError): string {
  if (error instanceof AnswerError) return 'check baseUrl, then run `repaykit drift`';
  if (!(error instanceof ServiceError)) return 'check baseUrl, DNS, proxy and firewall';
  const { status } = error;
  if (status === 401 || status === 403) return 'check publicKey, and that the keys are live';
  return status === 404 ? 'check baseUrl and segments.mandate' : 'ask the service';
}

// The engine compares clocks with each answer, and ignores less than a minute.
function clockFinding({ engine }: Examination['context']): Finding {
  const { clockAheadMs } = engine.skew.asker;
  if (clockAheadMs === undefined)
    return warning('the answer has no date, so the clocks were not compared', 'check NTP on this machine');
  if (clockAheadMs === 0) return ok('its clock and that of this machine agree');
  const seconds = Math.round(Math.abs(clockAheadMs) / 1_000);
  const way = clockAheadMs > 0 ? 'ahead of' : 'behind';
  return problem(`the clock of this machine is ${seconds} s ${way} that of the service`, 'synchronise it with NTP');
}

/** Calls the receiver of the config in this process. */
export async function checkReceiver({ config: { inbox } }: Examination): Promise<readonly Finding[]> {
  if (!isReceiver(inbox))
    return [warning('the config exports no receiver, so none was checked', 'export what receive(…) returns as inbox')];
  const { status } = await inbox(forgedRequest('https://localhost/webhooks'));
  if (status === 401) return [ok('it refuses a forged delivery with 401')];
  return [problem(`it answers a forged delivery with ${status}, not 401`, 'read the log of the receiver')];
}

function isReceiver(inbox: unknown): inbox is Receiver {
  return typeof inbox === 'function' && hasSelfCheck(inbox);
}

/** Calls the receiver at its public address, through proxy and framework. */
export async function checkWebhookUrl({ webhook, signal }: Examination): Promise<readonly Finding[]> {
  if (webhook === undefined) return [warning('it was not checked', 'give --webhook URL')];
  const { protocol, hostname } = new URL(webhook);
  const isHere = isLoopbackHost(hostname);
  if (protocol !== 'https:' && !isHere)
    return [problem('webhooks carry personal data over http', 'serve the receiver over https')];
  let status: number;
  try {
    const answer = await fetch(forgedRequest(webhook, signal));
    await answer.body?.cancel();
    status = answer.status;
  } catch (error) {
    return [problem(`it does not answer (${codeOf(error)})`, 'check DNS, certificate, proxy and server')];
  }
  const said = `it answers a forged delivery with ${status}`;
  const here = warning('it is an address of this machine', 'give the public https: address');
  return [addressFinding(status, said), ...(isHere ? [here] : [])];
}

function addressFinding(status: number, said: string): Finding {
  if (status === 401 || status === 403) return ok(said);
  if (status < 300) return problem(said, 'verify deliveries there; for secretPath, give a URL with a wrong secret');
  if (status < 400) return problem(said, 'register the address that it redirects to');
  if (status === 404 || status === 405)
    return problem(said, 'mount the receiver there for POST, or correct the address');
  if (status < 500) return warning(`${said}, not 401`, 'see whether a proxy or your receiver refused it');
  return problem(said, 'read the log of the server');
}
