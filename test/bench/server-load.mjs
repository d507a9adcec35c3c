// Sends calls over many connections for a while, in a process of its own, and answers how many were answered.
import autocannon from 'autocannon';

process.on('message', async ({ url, connections, seconds, headers, calls }) => {
  const requests = calls.map(({ path, input }) => ({ method: 'POST', path, headers, body: input }));
  const result = await autocannon({ url, connections, duration: seconds, requests });
  process.send({
    answers: result.requests.total,
    seconds: result.duration,
    failures: result.non2xx + result.errors + result.timeouts,
  });
});
