/** The merchant's daily digest, gathered as webhooks leave and closed shortly after midnight. Spec §6. */
import { dateFromDayNumber, MINUTE_MS } from '../../../domain/calendar.ts';
import { DISCLAIMER } from '../../../domain/consent/notice.ts';
import { addKobo, formatKobo, type Kobo, NO_MONEY } from '../../../domain/money.ts';
import { maskAccountNumber } from '../../../redact/redact.ts';
import { accountOnOrder } from '../mandates/mandate-state.ts';
import { type DigestWork, plan } from '../world/agenda.ts';
import { bankName } from '../world/banks.ts';
import { nextSerial, objectIdOf, uuidOf } from '../world/chance.ts';
import { dayOf, midnightOf } from '../world/lagos-time.ts';
import { instalmentAt, restAt } from '../world/ledger.ts';
import { mandateOf } from '../world/orders.ts';
import type { DayDigest, DigestLine, Email } from '../world/records.ts';
import type { World } from '../world/world.ts';

/** The maximum number of lines in a digest. The totals count everything. */
export const LINES_KEPT = 1_000;
/** The number of digests that a world keeps: 13 months. */
export const DIGESTS_KEPT = 400;

// Later than the work of midnight, so that the day is complete.
const MINUTES_AFTER_MIDNIGHT = 5;

/** A collection for the digest. An amount of zero is a miss. */
interface DigestEntry {
  /** Its row in the ledger. */
  readonly order: number;
  /** The instalment's row in the ledger. */
  readonly row: number;
  readonly collected: Kobo;
}

/** Adds a collection, or a miss, to the digest of its day. The first entry of a day plans the digest. */
export function noteForDigest(world: World, { order, row, collected }: DigestEntry): void {
  const today = dayOf(world.now);
  const digest = world.digests.open.get(today) ?? openDigest(world, today);
  if (collected > 0) {
    digest.collections += 1;
    digest.collected = addKobo(digest.collected, collected);
  } else {
    digest.misses += 1;
    digest.missed = addKobo(digest.missed, restAt(world, row));
  }
  if (digest.lines.length >= LINES_KEPT) return;
  const account = accountOnOrder(world, order);
  const { serial, status, amount } = instalmentAt(world, row);
  digest.lines.push({
    mandateId: mandateOf(world, order).id,
    instalment: serial,
    status,
    due: amount,
    collected,
    bankCode: account?.bankCode ?? '',
    accountNumber: account?.accountNumber ?? '',
  });
}

function openDigest(world: World, day: number): DayDigest {
  const totals = { collected: NO_MONEY, collections: 0, missed: NO_MONEY, misses: 0 };
  const digest: DayDigest = { serial: nextSerial(world.chance), day, ...totals, lines: [] };
  world.digests.open.set(day, digest);
  const at = midnightOf(day + 1) + MINUTES_AFTER_MIDNIGHT * MINUTE_MS;
  plan(world.agenda, 'digests', { at, work: { serial: digest.serial, day } });
  return digest;
}

/** Sends the digest of a past day. Returns false if there is none. */
export function runDigest(world: World, { day }: DigestWork): boolean {
  const { open, sent } = world.digests;
  const digest = open.get(day);
  if (!digest) return false;
  open.delete(day);
  sent.push(digest);
  if (sent.length > DIGESTS_KEPT) {
    sent.shift();
    world.digests.dropped += 1;
  }
  return true;
}

/** The sent digests, oldest first. The text is built on read, because only the figures are kept. */
export function listEmails(world: World): readonly Email[] {
  return world.digests.sent.map((digest) => digestEmail(world, digest));
}

interface Letter {
  readonly subject: string;
  readonly merchant: string;
  readonly totals: readonly (readonly [name: string, value: string])[];
  /** One row per line, with the columns of {@link COLUMNS}. */
  readonly rows: readonly (readonly string[])[];
  /** A sentence for a digest that does not show every line. */
  readonly more: string | undefined;
}

const COLUMNS = ['Mandate', 'Instalment', 'Status', 'Collected', 'Of', 'Bank', 'Account'] as const;

function digestEmail(world: World, digest: DayDigest): Email {
  const letter = letterOf(world, digest);
  return {
    id: objectIdOf(world.chance, digest.serial),
    date: dateFromDayNumber(digest.day),
    to: world.merchant.email,
    subject: letter.subject,
    text: plainText(letter),
    html: htmlPage(letter),
  };
}

function letterOf(world: World, digest: DayDigest): Letter {
  const { collections, misses, lines } = digest;
  const left = collections + misses - lines.length;
  const date = dateFromDayNumber(digest.day);
  return {
    subject: `Collections of ${date}: ${formatKobo(digest.collected)} collected, ${misses} missed`,
    merchant: `Business ${world.merchant.businessId}, day ${date} in Lagos`,
    totals: [
      ['Collected', `${formatKobo(digest.collected)} in ${counted(collections, 'collection')}`],
      ['Missed', `${formatKobo(digest.missed)} in ${counted(misses, 'missed repayment')}`],
    ],
    rows: lines.map((line) => rowOf(world, line)),
    more: left > 0 ? `${left} more that day are in the totals and not in this list.` : undefined,
  };
}

function rowOf(
  { chance }: World,
  { mandateId, instalment, status, collected, due, bankCode, accountNumber }: DigestLine,
): readonly string[] {
  const account = [bankName(bankCode), maskAccountNumber(accountNumber)];
  return [mandateId, uuidOf(chance, instalment), status, formatKobo(collected), formatKobo(due), ...account];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function plainText({ subject, merchant, totals, rows, more }: Letter): string {
  const figures = totals.map(([name, value]) => `${name}: ${value}`);
  const list = rows.map(
    ([mandate, instalment, status, collected, due, bank, account]) =>
      `- ${status}: ${collected} of ${due}, ${bank} ${account}\n  mandate ${mandate}, instalment ${instalment}`,
  );
  return `${[subject, merchant, '', ...figures, '', ...list, ...(more ? [more] : []), '', DISCLAIMER].join('\n')}\n`;
}

const STYLE =
  'table{border-collapse:collapse}th,td{border:1px solid #767676;padding:4px 8px;text-align:left}body{font-family:sans-serif}';

function htmlPage({ subject, merchant, totals, rows, more }: Letter): string {
  const head = COLUMNS.map((name) => `<th scope="col">${name}</th>`).join('');
  const body = rows.map(
    ([first = '', ...rest]) =>
      `<tr><th scope="row">${escapeHtml(first)}</th>${rest.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`,
  );
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>`,
    '<body>',
    `<h1>${escapeHtml(subject)}</h1>`,
    `<p>${escapeHtml(merchant)}</p>`,
    `<dl>${totals.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`,
    `<table><caption>Each collection and each missed repayment of the day</caption><thead><tr>${head}</tr></thead>`,
    `<tbody>${body.join('\n')}</tbody></table>`,
    ...(more ? [`<p>${escapeHtml(more)}</p>`] : []),
    `<p><small>${escapeHtml(DISCLAIMER)}</small></p>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
