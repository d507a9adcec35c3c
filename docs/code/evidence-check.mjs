// node evidence-check.mjs loan-17.ndjson checkpoints.pem
import { createPublicKey, hash, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [evidence, pem] = process.argv.slice(2).map((path) => readFileSync(path, 'utf8'));
const publicKey = createPublicKey(pem);

const sha256 = (...parts) => hash('sha256', Buffer.concat(parts.map((part) => Buffer.from(part))), 'hex');
const byName = ([a], [b]) => (a < b ? -1 : 1);
const sorted = (_, value) => (Object(value) === value && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value);
const canonical = (value) => JSON.stringify(value, sorted); // RFC 8785, as long as no member is named by a number

function insist(holds, what) {
  if (holds) return;
  process.stdout.write(`does not hold: ${what}\n`);
  process.exit(1);
}

/** The root that a leaf's path of RFC 6962 leads to. */
function rootOf(leaf, { path, index, count }) {
  let [node, at, last] = [sha256('\0', leaf), index, count - 1];
  for (const beside of path) {
    while (at % 2 === 0 && at === last) [at, last] = [at / 2, Math.floor(last / 2)]; // went up without a neighbour
    const pair = at % 2 ? [beside, node] : [node, beside];
    node = sha256('\x01', ...pair.map((digits) => Buffer.from(digits, 'hex')));
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return node;
}

const members = {
  disclaimer: 'disclaimer,exportedAt,format,loanId',
  personal: 'personal/salt,seq,value',
  checkpoint: 'checkpoint,proof,version/at,count,format,keyId,number,previous,root,signature/count,index,path',
  footer: 'footer/events,head',
};

let loan;
for (const line of evidence.replace(/\n$/, '').split('\n')) {
  const it = JSON.parse(line);
  insist(canonical(it) === line, `a line that is written otherwise, or has a member twice: ${line.slice(0, 40)}`);
  const [kind] = Object.keys(it);
  const isEvent = it.previous !== undefined && it.seq;
  const parts = { personal: [it.personal], checkpoint: [it.checkpoint, it.proof], footer: [it.footer] }[kind] ?? [];
  const named = [it, ...parts].map((part) => Object.keys(part).join()).join('/');
  insist(isEvent || named === members[kind], `a line that says something that nothing vouches for: ${named}`);
  if (it.format) loan = { id: it.loanId, hashes: [], commitments: {} };
  else if (isEvent) {
    const previous = loan.hashes.at(-1) ?? '0'.repeat(64);
    const follows = it.seq === loan.hashes.length + 1 && it.loanId === loan.id && it.previous === previous;
    insist(follows, `${loan.id}, event ${it.seq} or the one before`);
    loan.hashes.push(sha256(line));
    loan.commitments[it.seq] = it.personal;
  } else if (it.personal) {
    const { salt, seq, value } = it.personal;
    const commitment = sha256(Buffer.from(salt, 'base64url'), canonical(value));
    insist(commitment === loan.commitments[seq], `${loan.id}, personal part of event ${seq}`);
  } else if (it.checkpoint) {
    const { signature, ...facts } = it.checkpoint;
    const isSigned = verify(null, Buffer.from(canonical(facts)), publicKey, Buffer.from(signature, 'base64url'));
    insist(isSigned, `signature of checkpoint ${facts.number}`);
    const leaf = canonical({ head: loan.hashes[it.version - 1], loanId: loan.id, version: it.version });
    const root = rootOf(leaf, { ...it.proof, count: facts.count });
    insist(root === facts.root, `${loan.id}, events up to ${it.version} as checkpoint ${facts.number} saw them`);
  } else if (it.footer) {
    const isWhole = it.footer.events === loan.hashes.length && it.footer.head === loan.hashes.at(-1);
    insist(isWhole, `${loan.id}, its end`);
    process.stdout.write(`${loan.id}: ${loan.hashes.length} events hold\n`);
  }
}
