/** What a move of the clock did, for people: `3 attempts, 1 webhook`. */
export function ranText(ran: Readonly<Record<'attempts' | 'timeouts' | 'expiries' | 'webhooks', number>>): string {
  const did = [
    counted(ran.attempts, 'attempt', 'attempts'),
    counted(ran.timeouts, 'time-out', 'time-outs'),
    counted(ran.expiries, 'expiry', 'expiries'),
    counted(ran.webhooks, 'webhook', 'webhooks'),
  ];
  return did.filter((part) => part !== '').join(', ') || 'nothing fell due';
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
}
