/** What the words of a failure say about the write itself. They are for people, so they prove nothing; but some say that it may have been done all the same. */

// No refusal is that long, and hostile text is not searched for long.
const LONGEST = 4_000;

// Something broke or gave up on the way.
const broken = new RegExp(
  'time ?d? ?out|gateway|upstream|unreachable|unavailable|deadline|hang ?up|internal|abort|socket|malfunction|inoperative|fetch failed|retries|' +
    '\\be(conn|net|host|pipe|timed|notfound|ai )|connect(ion)? (to|lost|reset|closed|error|e)|' +
    '(server|system|service|network|unknown|unexpected|technical) (\\w+ )?(error|problem|fault|down|busy)|error occurred|went wrong|exception|cannot read|unexpected token|' +
    '(error|status|http|code) ?(code )?5\\d\\d\\b|^5\\d\\d$|status code \\d',
);

// The outcome is not known, it is still under way, or it came before.
const unsettled = new RegExp(
  '(unknown|unclear|uncertain) (\\w+ )?(status|outcome|result)|(status|outcome|result) .*(unknown|unclear|uncertain|not (yet )?(known|confirmed))|status unknown|' +
    're ?query|do not retry|check the (\\w+ )?status|' +
    '(no|late|not|\\w+n t) (respon|repl|answer)|(unable to|could not|cannot) (confirm|determine|reach)|(response|reply) (\\w+ )*(late|pending)|' +
    'processing|in progress|in (the )?queue|queued|holds the lock|(transaction|debit|payment|collection|request|charge) (is |\\w+ )?(still )?(pending|cancelled)|pending (transaction|debit|payment|collection)|operation was cancelled|' +
    '\\bdup(licated?)?(?! (account|bvn|mandate|email|phone|field|value|bank))\\b|replayed|reused|already exists|debit will',
);

// A clause says that it was done, unless it denies that.
const done =
  /\b(already|was|been|being|you have|will be|customer|(transaction|debit|payment|collection|request|instruction)( is)?)( \w+)? ?(processed|scheduled|booked|debited|collected|executed|taken|done|completed|charged|submitted|initiated|received|accepted|successful)\b|already (sent|have a debit)|(went|gone) through|^(scheduled|queued|processed)\b/;
const saysNothing = /^\W*(ok|success|done|error|exception)\W*$/i;
const denied = /\b(no|not|nothing|never|none|without|cannot|unable|fail\w*|\w+n t)\b/;

/** Do these words say that something broke or gave up on the way? */
export function saysBroken(words: unknown): boolean {
  return typeof words === 'string' && clausesOf(words.slice(0, LONGEST)).some((clause) => broken.test(clause));
}

/** Do these words leave open whether the write was done: it was, it will be, it came twice, it is not known, or something broke on the way? */
export function leavesWriteOpen(words: unknown): boolean {
  if (typeof words !== 'string') return false;
  if (words.length > LONGEST || saysNothing.test(words)) return true;
  return clausesOf(words).some(
    (clause) => broken.test(clause) || unsettled.test(clause) || (done.test(clause) && !denied.test(clause)),
  );
}

// As people would read it: codes as words, and one clause at a time, because a denial goes no further than its clause.
function clausesOf(words: string): readonly string[] {
  return words
    .replace(/\p{Cf}/gu, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[.,;:!?()–—\n]+(?=\D|$)|\bbut\b/u)
    .map((clause) => clause.replace(/[^\p{L}\p{N}]+/gu, ' ').trim());
}
