'use strict';
/* With `--require`: whatever wants to leave the process is noted in the file OFFLINE_RECORD, and refused; in threads too, which inherit the flag. */
const childProcess = require('node:child_process');
const { appendFileSync } = require('node:fs');
const dgram = require('node:dgram');
const dns = require('node:dns');
const net = require('node:net');

const refuse = (what) =>
  function refused() {
    appendFileSync(process.env.OFFLINE_RECORD, `${what}\n`);
    throw new Error(`${what}: this process has no network`);
  };

// Under them lie http, https, http2, tls, fetch, undici and everything else that speaks to someone.
net.Socket.prototype.connect = refuse('connect');
net.Server.prototype.listen = refuse('listen');
dgram.createSocket = refuse('datagram');
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Reflect.ownKeys(owner))
    if (/^(lookup|resolve|reverse)/.test(String(name))) owner[name] = refuse(`dns ${String(name)}`);
for (const name of ['spawn', 'exec', 'execFile', 'fork', 'spawnSync', 'execSync', 'execFileSync'])
  childProcess[name] = refuse(name);
