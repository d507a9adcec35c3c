import { describe, expect, test } from 'vitest';
import { BVN, collectable, DEBIT, EMAIL, endpoint, FIRST, LOAN, place, SECOND, start } from '../spec/black-box.ts';
import { run, runWith } from './running.ts';

const FIRST_WRITTEN = `${FIRST.bankCode}/${FIRST.accountNumber}`;
const PERSONAL = [
  BVN,
  EMAIL,
  FIRST.accountNumber,
  SECOND.accountNumber,
  '22299900001',
  '0123456789',
  'Planted Person',
  'planted@example.com',
  '08031234567',
];

/** Commands against a real server on a port; each must succeed and show nothing personal. */
async function commander(options: Parameters<typeof start>[0] = {}) {
  const box = await start(options);
  const command = async (...args: readonly string[]) => {
    const { code, out, err } = await run(...args, '--url', box.url);
    expect([code, err], args.join(' ')).toEqual([0, '']);
    if (!args.includes('--json')) for (const secret of PERSONAL) expect(out, args.join(' ')).not.toContain(secret);
    return out;
  };
  return { box, command };
}

describe('the clock', () => {
  test('is shown, moved on and moved to an instant', async () => {
    const { command } = await commander();
    expect(await command('clock')).toBe('2026-01-05T08:00:00Z, stands still until it is moved\n');
    expect(await command('clock', 'advance', 'P1D')).toBe(
      'the clock stands at 2026-01-06T08:00:00Z: nothing fell due\n',
    );
    expect(await command('clock', 'to', '2026-02-01T00:00:00Z')).toContain('2026-02-01T00:00:00Z');
    expect(JSON.parse(await command('clock', 'show', '--json'))).toEqual({
      now: '2026-02-01T00:00:00.000Z',
      flow: 'frozen',
    });
    expect(await command('health')).toBe('ok, 2026-02-01T00:00:00Z\n');
    expect(await command('reset', '--now', '2026-01-05T08:00:00Z')).toBe(
      'the world begins again at 2026-01-05T08:00:00Z\n',
    );
  });

  test('refuses to run backwards, with what the server says', async () => {
    const { box } = await commander();
    const { code, out, err } = await run('clock', 'to', '2020-01-01T00:00:00Z', '--url', box.url);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^repaykit: The clock stands at 2026-01-05.* only runs forwards.*\n$/);
  });
});

test.each([
  ['policy set attemptsPerDay=5', 'attemptsPerDay is unknown; did you mean attemptsPerDueDate?'],
  ['fault add latncy', "did you mean 'latency'?"],
  ['fault add status --operation getMandat', "did you mean 'getMandate'?"],
  ['scenario happy-lon', 'did you mean happy-loan? There are'],
  ['policy set dueHour=9 __proto__=3', "'__proto__' is not a known field"],
  ['policy set webhook.__proto__=3', "'__proto__' is not a known field"],
  ['clock advance 30days', 'did you mean P30D?'],
  ['clock advance 4h', 'did you mean PT4H?'],
  ['clock advance P30', 'did you mean P30D?'],
  ['clock advance 1M', 'did you mean P1M (months) or PT1M (minutes)?'],
])('%s is refused with what was meant', async (line, said) => {
  const { box } = await commander();
  const { code, err } = await run(...line.split(' '), '--url', box.url);
  expect([code, err]).toEqual([1, expect.stringContaining(said)]);
});

test.each([
  ['clock advanc', "unknown command 'advanc' (Did you mean advance?)"],
  ['clock advanc P1M', 'Did you mean advance?'],
  ['clock --json advanc P1M', 'Did you mean advance?'],
  ['policy st attemptsPerDueDate=5', 'Did you mean set?'],
  ['fault ad latency --operation getMandate', 'Did you mean add?'],
  ['snapshot rstore one', 'Did you mean restore?'],
  ['merchant sett approved', 'Did you mean set?'],
  ['webhook redelivr 1', 'Did you mean webhooks?'],
  ['account se', 'Did you mean set?'],
  ['evidence verif', 'Did you mean verify?'],
  ['clock zzz', "unknown command 'zzz' (There are show, advance, to"],
  ['clock --json advance P1M', 'write options after the command: repaykit clock advance'],
  ['clock --jsn', "unknown option '--jsn'"],
])('%s is refused before any server is asked, with a guess', async (line, said) => {
  const { code, out, err } = await run(...line.split(' '));
  expect([code, out, err]).toEqual([1, '', expect.stringContaining(said)]);
});

describe('payers and accounts', () => {
  test('are added and shown masked, with naira for people', async () => {
    const { command } = await commander();
    const payer = [
      '--bvn',
      '22299900001',
      '--name',
      'Planted Person',
      '--email',
      'planted@example.com',
      '--phone',
      '08031234567',
    ];
    const added = await command('payer', 'add', ...payer, '--account', '058/0123456789=1250000.5', '044/0123456780');
    expect(added).toMatch(
      /BVN \*{9}01\n {2}058\/\*{6}6789 {2}.*₦1,250,000\.50 {2}active\n {2}044\/\*{6}6780 .* ₦0\.00 {2}active\n$/,
    );
    expect(await command('account', 'show', '058/0123456789')).toMatch(/: ₦1,250,000\.50, active, behaves normally\n$/);
  });

  test('are changed field by field', async () => {
    const { command } = await commander();
    expect(await command('account', 'set', FIRST_WRITTEN, '--balance', '500', '--decline', '51')).toMatch(
      /₦500\.00, active, declines with 51\n$/,
    );
    expect(await command('account', 'set', FIRST_WRITTEN, '--clear-decline', '--script', '91,ok')).toMatch(
      /₦500\.00, active, script 91,ok\n$/,
    );
    expect(await command('account', 'set', FIRST_WRITTEN, '--inactive')).toMatch(/inactive/);
  });

  test('prove themselves by deposit or signature', async () => {
    const { box, command } = await commander({ policy: { signatures: 'manual' } });
    await place(box, { accounts: [FIRST, SECOND] });
    const from = ['--from', `${SECOND.bankCode}/${SECOND.accountNumber}`];
    expect(await command('deposit', LOAN, FIRST_WRITTEN, ...from)).toMatch(
      /^011\/\*{6}0001 is pending; mandate c0ffee00c0ffee00c0ffee00 is pending\n$/,
    );
    expect(await command('deposit', LOAN, FIRST_WRITTEN)).toMatch(
      /is active; mandate c0ffee00c0ffee00c0ffee00 is active\n$/,
    );
    const { code, err } = await run('signature', LOAN, FIRST_WRITTEN, 'matched', '--url', box.url);
    expect([code, err.trim().split('\n').length]).toEqual([1, 1]);
  });
});

describe('a mandate', () => {
  test('is shown from the inside, disputed, settled and explained', async () => {
    const { box, command } = await commander();
    await collectable(box);
    await command('clock', 'to', '2026-01-31T08:00:00Z');
    const inside = await command('mandate', LOAN);
    expect(inside).toMatch(/gate +open\n/);
    expect(inside).toMatch(/2026-01-31 +₦10,000\.00 +₦10,000\.00 +success\n/);
    expect(await command('dispute', 'open', LOAN, '--reason', 'not mine')).toMatch(/status +disputed\n {2}gate +shut:/);
    expect(await command('explain', LOAN)).toMatch(/verdict +blocked\n[\s\S]*Spec §/);
    expect(await command('dispute', 'resolve', LOAN, 'reinstated')).toMatch(/status +active\n {2}gate +open/);
    expect(JSON.parse(await command('explain', LOAN, '--json'))).toMatchObject({
      mandateId: LOAN,
      verdict: 'scheduled',
    });
  });
});

describe('what the server wrote down', () => {
  test('is listed, cleared and sent again', async () => {
    const hook = await endpoint();
    const { box, command } = await commander({ webhook: { url: hook.url } });
    expect([await command('requests'), await command('deliveries'), await command('emails')]).toEqual([
      'no requests\n',
      'no webhooks\n',
      'no digests\n',
    ]);
    await collectable(box);
    await box.send(DEBIT, { body: { mandateId: LOAN, amount: 'much', debitDate: '2026-01-06' } });
    await command('clock', 'to', '2026-02-01T00:00:00Z');
    expect(await command('requests')).toMatch(
      / 200 +createConsent +c0ffee00c0ffee00c0ffee00\n[\s\S]* 400 +collectManually +c0ffee/,
    );
    expect(await command('near-misses')).toMatch(/400 {2}collectManually {2}amount\n/);
    expect(await command('deliveries')).toMatch(/wh_1 +\S+ +mandate\.activated +\S+ +delivered +200\n/);
    expect(await command('deliveries', '--redeliver', 'wh_1')).toMatch(/wh_1/);
    expect(hook.received.length).toBe(3);
    expect(await command('bureau')).toMatch(
      /platform +collection\.success +\S+ +₦10,000\.00, outstanding ₦20,000\.00\n/,
    );
    expect(await command('emails')).toMatch(/2026-01-31 /);
    expect(await command('violations')).toMatch(/placement-after-discovery \(Spec §1\.2, listed\)/);
    for (const list of ['requests', 'deliveries', 'violations', 'near-misses'])
      expect(await command(list, '--clear')).toMatch(/^no /);
  });
});

describe('faults, terms and whole worlds', () => {
  test('faults are added with their limits, listed and cleared', async () => {
    const { command } = await commander();
    const added = await command(
      'fault',
      'add',
      'status',
      '--status',
      '503',
      '--operation',
      'getMandate',
      '--times',
      '2',
      '--ttl',
      '600',
    );
    expect(added).toMatch(/^added the fault \S+: status, operation getMandate, .*status 503.*times 2/);
    expect(await command('fault')).toMatch(/getMandate/);
    expect(await command('fault', 'clear')).toBe('no faults\n');
  });

  test('terms and standing are shown and set', async () => {
    const { command } = await commander();
    expect(await command('policy', 'set', 'dueHour=10', 'webhook.attempts=3')).toMatch(
      /dueHour +10\n[\s\S]*webhook\.attempts +3\n/,
    );
    expect(await command('policy')).toMatch(/dueHour +10\n/);
    expect(await command('merchant', 'set', 'suspended')).toMatch(/status +suspended\n/);
    expect(await command('merchant')).toMatch(/status +suspended\n/);
    expect(await command('endpoint', 'set', 'http://127.0.0.1:9/hooks')).toBe(
      'webhooks go to http://127.0.0.1:9/hooks\n',
    );
    expect(await command('endpoint', 'clear')).toBe('webhooks go nowhere\n');
    expect(await command('insurance', 'add', 'gadget', '4500', '--number', 'POL-1')).toBe('added the policy POL-1\n');
  });

  test('snapshots are taken, gone back to, and gone on from in another world', async () => {
    const { box, command } = await commander();
    const { id } = JSON.parse(await command('snapshot', 'create', '--json'));
    await command('clock', 'advance', 'P3D');
    expect(await command('snapshot', 'restore', id)).toContain('2026-01-05T08:00:00Z');
    expect(await command('snapshot', 'fork', id, '--name', 'what-if')).toMatch(/public key +pk_test_what-if\n/);
    await command('clock', 'advance', 'P9D', '--world', 'what-if');
    expect(await command('clock')).toContain('2026-01-05T08:00:00Z');
    expect((await run('snapshot', 'restore', 'none', '--url', box.url)).err).toMatch(/no snapshot of this id/);
    expect(await command('snapshot', 'list')).toContain(id);
    expect(await command('snapshot', 'delete', id)).toBe('forgotten\n');
  });

  test('scenarios are listed, and played by name', async () => {
    const { box, command } = await commander();
    expect(await command('scenario')).toMatch(/happy-loan {2}/);
    const { mandateId, accounts } = JSON.parse(await command('scenario', 'partial', '--json'));
    const played = await command('scenario', 'wrong-account', '--backups', '1');
    expect(played).toMatch(/^wrong-account: [\s\S]*primary +\d{3}\/\*{6}\d{4}\n {2}backup/);
    for (const { accountNumber } of accounts) expect(await command('mandate', mandateId)).not.toContain(accountNumber);
    expect((await run('scenario', 'no-such', '--url', box.url)).err).toMatch(/there are happy-loan/);
  });
});

describe('colour', () => {
  test('is there where it is wanted and nowhere else', async () => {
    const { box, command } = await commander();
    await command('fault', 'add', 'reset');
    const coloured = await runWith({ showsColour: true }, 'fault', 'list', '--url', box.url);
    const esc = String.fromCharCode(27);
    expect(coloured.out).toContain(`${esc}[2mid`);
    expect(coloured.out.replaceAll(new RegExp(`${esc}\\[\\d+m`, 'g'), '')).toBe(await command('fault', 'list'));
  });
});
