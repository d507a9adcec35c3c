import { isLoopbackHost } from '../../client/options.ts';
import { AnswerError, RateLimitError, ServiceError } from '../../errors.ts';
import { hasSelfCheck, selfProblems } from '../../validation/self-check.ts';
import { forgedRequest } from '../../webhooks/forged-delivery.ts';
import type { Receiver } from '../../webhooks/receive.ts';
import { counted } from '../terminal/terminal-text.ts';
import { type Examination, type Finding, messageOf, ok, orElse, problem, warning } from './finding.ts';

/** The list of banks (Spec §4.1) is the only read that needs neither a payer nor a loan. */
export async function checkService({ config, context, signal }: Examination): Promise<readonly Finding[]> {
  try {
    const banks = await config.kit.discovery.banks({ retries: 0, signal });
    return [ok(`it accepts the public key and lists ${counted(banks.length, 'bank')}`), clockFinding(context)];
  } catch (error) {
    return [refusalOf(error, messageOf(error, context))];
  }
}

function refusalOf(error: unknown, message: string): Finding {
  if (error instanceof RateLimitError) return warning(message, 'run this again in a minute');
  if (error instanceof AnswerError) return problem(message, 'check baseUrl, then run `repaykit drift`');
  if (!(error instanceof ServiceError)) return problem(message, 'check baseUrl, DNS, proxy and firewall');
  const { status } = error;
  if (status === 401 || status === 403)
    return problem(message, 'check publicKey and secretKey, and that they are live');
  if (status === 404) return problem(message, 'check baseUrl and segments.mandate');
  return problem(message, 'ask the service');
}

// The engine compares clocks with each answer, and ignores less than a minute.
function clockFinding({ engine }: Examination['context']): Finding {
  const { clockAheadMs } = engine.skew.asker;
  if (clockAheadMs === undefined)
    return warning('the answer has no usable date, so the clocks were not compared', 'check NTP on this machine');
  if (clockAheadMs === 0) return ok('the clock of this machine agrees with that of the service');
  const seconds = Math.round(Math.abs(clockAheadMs) / 1_000);
  const way = clockAheadMs > 0 ? 'ahead of' : 'behind';
  return problem(`the clock of this machine is ${seconds} s ${way} that of the service`, 'synchronise it with NTP');
}

/** The receiver of the config, called in this process. */
export async function checkReceiver({ config: { inbox } }: Examination): Promise<readonly Finding[]> {
  if (!inbox)
    return [warning('the config exports no inbox, so the receiver was not checked', 'export what receive(…) returns')];
  if (!isReceiver(inbox))
    return [warning('inbox is not what receive(…) returns, so it was not checked', 'export the receiver itself')];
  const problems = await selfProblems(inbox);
  if (problems.length > 0) return orElse(problems, ok(''));
  const { status } = await inbox(forgedRequest('https://localhost/webhooks'));
  if (status === 401) return [ok('it refuses a forged delivery with 401')];
  return [problem(`it answers a forged delivery with ${status}, not 401`, 'read the log of the receiver')];
}

function isReceiver(inbox: unknown): inbox is Receiver {
  return typeof inbox === 'function' && hasSelfCheck(inbox);
}

/** The receiver at its public address, through proxy and framework. */
export async function checkWebhookUrl({ webhook, signal }: Examination): Promise<readonly Finding[]> {
  if (webhook === undefined) return [warning('its public address was not checked', 'give --webhook URL')];
  const { protocol, hostname } = new URL(webhook);
  const isHere = isLoopbackHost(hostname);
  if (protocol !== 'https:' && !isHere)
    return [problem('webhooks carry personal data over http', 'serve the receiver over https')];
  let status: number;
  try {
    const answer = await fetch(forgedRequest(webhook, signal));
    await answer.body?.cancel();
    status = answer.status;
  } catch {
    return [problem('the address of webhooks gives no answer', 'check DNS, certificate, proxy and server')];
  }
  return [
    addressFinding(status),
    ...(isHere ? [warning('the address of webhooks is on this machine', 'give the public https address')] : []),
  ];
}

function addressFinding(status: number): Finding {
  const said = `the address of webhooks answers a forged delivery with ${status}`;
  if (status === 401 || status === 403) return ok(said);
  if (status < 300) return problem(said, 'verify there; with secretPath give a URL with a wrong secret here');
  if (status < 400) return problem(said, 'register the address that it redirects to');
  if (status === 404 || status === 405)
    return problem(said, 'mount the receiver there for POST, or correct the address');
  if (status < 500) return warning(`${said}, not 401`, 'see whether a proxy or your receiver refused it');
  return problem(said, 'read the log of the server');
}
