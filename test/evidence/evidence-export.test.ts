import { describe, expect, test } from 'vitest';
import { EvidenceError, InputError } from '../../src/errors.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import type { StoredEvent } from '../../src/loan-file/store.ts';
import { exported, sampleCase } from './sample-evidence.ts';

describe('evidence that cannot be made', () => {
  test('says of which loan there is no file, and what to do', async () => {
    const made = exported(await sampleCase(), { loanIds: ['loan-a', 'loan-x'] });
    await expect(made).rejects.toThrow(InputError);
    await expect(made).rejects.toThrow(
      "Unknown loan: loanId: no file in this store is named 'loan-x': check the id and the store",
    );
  });

  test.each([undefined, null, {}, 5])('says so of what names no loan at all: %s', async (loanId) => {
    const made = exported(await sampleCase(), { loanIds: [loanId as never] });
    await expect(made).rejects.toThrow(
      'Unknown loan: loanId: no file in this store is named so: check the id and the store',
    );
  });

  test('says which personal part was altered, and what to do', async () => {
    const it = await sampleCase();
    const events = it.files.get('loan-a') ?? [];
    it.files.set('loan-a', events.with(3, { ...(events[3] as StoredEvent), personal: 'v2.what' }));
    await expect(exported(it, { showPersonal: true })).rejects.toThrow(
      new EvidenceError(
        "The personal part of event 4 of loan 'loan-a' was altered: export without personal parts, or restore it",
      ),
    );
  });
});

describe('evidence of a damaged file', () => {
  test('is made without asking for the key of a payer whom it does not name', async () => {
    const it = await sampleCase();
    const asked: string[] = [];
    const keys = { ...memoryKeys(), payerKey: async (payerId: string) => void asked.push(payerId) as never };
    const events = it.files.get('loan-a') ?? [];
    for (const body of ['what?', '{"payerId":7}']) {
      it.files.set('loan-a', events.with(0, { ...(events[0] as StoredEvent), body }));
      expect((await exported(it, { showPersonal: true, keys })).split('\n')[1]).toBe(body);
    }
    expect(asked).toEqual([]);
  });

  test('says that a file without events ends with nothing', async () => {
    const it = await sampleCase();
    it.files.set('loan-a', []);
    const lines = (await exported(it, { checkpoints: [], showPersonal: true })).trimEnd().split('\n');
    expect(JSON.parse(lines[1] ?? '')).toEqual({
      footer: { events: 0, head: '0000000000000000000000000000000000000000000000000000000000000000' },
    });
    expect(lines).toHaveLength(2);
  });
});
