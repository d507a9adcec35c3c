/** What the server says in terms of its calls, in the words of the command line. */

const commands: Readonly<Record<string, string>> = {
  'POST /_control/payers': 'payer add',
  'GET /_control/payers': 'payers',
  'GET /_control/webhooks': 'deliveries',
  'GET /_control/faults': 'fault list',
  'DELETE /_control/faults': 'fault clear',
  'GET /_control/snapshots': 'snapshot list',
  'DELETE /_control/snapshots/{id}': 'snapshot delete <id>',
};

const flags: Readonly<Record<string, string>> = {
  'x-repaykit-world': '--world',
  'x-repaykit-control': '--control-token',
};

const messages: Readonly<Record<string, string>> = {
  mandate_unknown:
    'There is no mandate with this id: `repaykit scenario happy-loan` plays one and shows its id, `repaykit requests` lists those that were asked about.',
  control_token_wrong:
    'This server was started with a control token: give it with --control-token or in REPAYKIT_CONTROL_TOKEN.',
};

/** A refusal in the words of the command line. */
export function inOwnWords(message: string, code: unknown): string {
  if (typeof code === 'string' && Object.hasOwn(messages, code)) return messages[code] as string;
  return message
    .replace(/\b[A-Z]+ \/_control(?:\/[\w{}-]+)+/g, (call) =>
      commands[call] === undefined ? call : `\`repaykit ${commands[call]}\``,
    )
    .replace(/\bx-repaykit-(?:world|control)\b/g, (header) => flags[header] as string);
}
