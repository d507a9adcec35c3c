// node evidence-check.mjs loan-17.ndjson checkpoints.pem
import { createPublicKey, hash, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const DISCLAIMER =
  'This is a private direct debit arrangement based on your consent. It is not a regulated interbank standing-instruction system and is not backed by one.';

function insist(holds, what) {
  if (holds) return;
  process.stdout.write(`does not hold: ${what}\n`);
  process.exit(1);
}
process.on('uncaughtException', ({ message }) => insist(false, message)); // what cannot even be read

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const [evidence, pem] = process.argv
  .slice(2)
  .map((path) => utf8.decode(readFileSync(path)));
const publicKey = createPublicKey(pem);

const sha256 = (...parts) =>
  hash('sha256', Buffer.concat(parts.map((part) => Buffer.from(part))), 'hex');
const byName = ([a], [b]) => (a < b ? -1 : 1);
const sorted = (_, value) =>
  Object(value) === value && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(byName))
    : value;
const canonical = (value) => JSON.stringify(value, sorted); // RFC 8785, as long as no member is named by a number
const isBase64Url = (text) =>
  Buffer.from(text, 'base64url').toString('base64url') === text;

/** The root that a leaf's path of RFC 6962 leads to; undefined where it leads nowhere. */
function rootOf(leaf, { path, index, count }) {
  let [node, at, last] = [sha256('\0', leaf), index, count - 1];
  if (!Number.isSafeInteger(index) || index < 0 || index >= count)
    return undefined;
  for (const beside of path) {
    if (last === 0 || !/^[0-9a-f]{64}$/.test(beside)) return undefined;
    while (at % 2 === 0 && at === last)
      [at, last] = [at / 2, Math.floor(last / 2)]; // went up without a neighbour
    const pair = at % 2 ? [beside, node] : [node, beside];
    node = sha256('\x01', ...pair.map((digits) => Buffer.from(digits, 'hex')));
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? node : undefined;
}

// In the order in which the lines of a loan come; a header and a footer come once, the others may be repeated.
const members = {
  disclaimer: 'disclaimer,exportedAt,format,loanId',
  event: '',
  personal: 'personal/salt,seq,value',
  checkpoint:
    'checkpoint,proof,version/at,count,format,keyId,number,previous,root,signature/count,index,path',
  footer: 'footer/events,head',
};
const kinds = Object.keys(members);

const found = new Map();
let loan; // the one that is being read
for (const line of evidence.replace(/\n$/, '').split('\n')) {
  const it = JSON.parse(line);
  insist(
    canonical(it) === line,
    `a line that is written otherwise, or has a member twice: ${line.slice(0, 40)}`,
  );
  const kind =
    it.previous !== undefined && it.seq ? 'event' : Object.keys(it)[0];
  const parts =
    {
      personal: [it.personal],
      checkpoint: [it.checkpoint, it.proof],
      footer: [it.footer],
    }[kind] ?? [];
  const named = [it, ...parts]
    .map((part) => Object.keys(part).join())
    .join('/');
  insist(
    kind === 'event' || named === members[kind],
    `a line that says something that nothing vouches for: ${named}`,
  );
  insist(
    kind === 'disclaimer'
      ? !loan
      : loan && kinds.indexOf(kind) >= kinds.indexOf(loan.kind),
    `a line that is not in its place: ${kind}`,
  );
  if (kind === 'disclaimer') {
    const isTime =
      it.exportedAt.length === 24 &&
      new Date(it.exportedAt).toISOString() === it.exportedAt;
    insist(
      isTime &&
        it.disclaimer === DISCLAIMER &&
        it.format === 'repaykit-evidence/1',
      `${it.loanId}, its header`,
    );
    insist(
      typeof it.loanId === 'string' && !found.has(it.loanId),
      `${it.loanId}, which comes twice`,
    );
    loan = {
      id: it.loanId,
      hashes: [],
      commitments: new Map(),
      personal: 0,
      checkpoint: 0,
      seen: 0,
    };
  } else if (kind === 'event') {
    const previous = loan.hashes.at(-1) ?? '0'.repeat(64);
    const follows =
      it.seq === loan.hashes.length + 1 &&
      it.loanId === loan.id &&
      it.previous === previous;
    insist(follows, `${loan.id}, event ${it.seq} or the one before`);
    loan.hashes.push(sha256(line));
    loan.commitments.set(it.seq, it.personal);
  } else if (kind === 'personal') {
    const { salt, seq, value } = it.personal;
    const commitment = sha256(Buffer.from(salt, 'base64url'), canonical(value));
    const isShown =
      isBase64Url(salt) && commitment === loan.commitments.get(seq);
    insist(
      isShown && seq > loan.personal,
      `${loan.id}, personal part of event ${seq}`,
    );
    loan.personal = seq;
  } else if (kind === 'checkpoint') {
    const { signature, ...facts } = it.checkpoint;
    const isSigned =
      isBase64Url(signature) &&
      verify(
        null,
        Buffer.from(canonical(facts)),
        publicKey,
        Buffer.from(signature, 'base64url'),
      );
    insist(
      isSigned &&
        facts.format === 'repaykit-checkpoint/1' &&
        facts.number > loan.checkpoint,
      `signature of checkpoint ${facts.number}, or its place`,
    );
    const leaf = canonical({
      head: loan.hashes[it.version - 1],
      loanId: loan.id,
      version: it.version,
    });
    const isUnderRoot =
      it.proof.count === facts.count && rootOf(leaf, it.proof) === facts.root;
    insist(
      isUnderRoot,
      `${loan.id}, events up to ${it.version} as checkpoint ${facts.number} saw them`,
    );
    loan.checkpoint = facts.number;
    loan.seen = Math.max(loan.seen, it.version);
  } else {
    const isWhole =
      it.footer.events === loan.hashes.length &&
      it.footer.head === loan.hashes.at(-1);
    insist(isWhole, `${loan.id}, its end`);
    insist(loan.seen > 0, `${loan.id}, for which no checkpoint vouches`);
    found.set(
      loan.id,
      `${loan.id}: ${loan.hashes.length} events hold, a checkpoint saw ${loan.seen}\n`,
    );
  }
  loan = kind === 'footer' ? undefined : Object.assign(loan, { kind });
}
insist(!loan && found.size > 0, 'the end of the file, which is missing');
process.stdout.write([...found.values()].join(''));
