import { dutiesOf } from '../../domain/loan/duties/duties.ts';
import { ConflictError } from '../../errors.ts';
import { pagesOf } from '../../loan-file/store.ts';
import { describeOldNode } from '../../node-version.ts';
import { REFERENCE_DEFAULTS } from '../../server/defaults.ts';
import { selfProblems } from '../../validation/self-check.ts';
import { counted } from '../terminal/terminal-text.ts';
import { type Examination, type Finding, ok, orElse, problem, warning } from './finding.ts';
import { checkReceiver, checkService, checkWebhookUrl } from './service-checks.ts';

/** The checks of a config, in order. A check that throws has found a problem. */
export const checks = {
  options: checkOptions,
  service: checkService,
  store: checkStore,
  keys: checkKeys,
  checkpoints: checkCheckpoints,
  bureau: checkBureau,
  receiver: checkReceiver,
  'webhook address': checkWebhookUrl,
  inbox: checkInbox,
  loans: checkLoans,
} as const satisfies Readonly<Record<string, (examination: Examination) => Promise<readonly Finding[]>>>;

export function checkNode(versions: Readonly<Record<string, string | undefined>>): Finding {
  const old = describeOldNode(versions);
  return old === undefined ? ok(`Node.js ${versions.node}`) : problem(old, 'upgrade Node.js');
}

async function checkOptions({ context }: Examination): Promise<readonly Finding[]> {
  const { isLoopback, revealKeys, segments, appId, businessId } = context.engine.settings;
  const { publicKey, secretKey } = revealKeys();
  const known = REFERENCE_DEFAULTS;
  const isInvented = appId === known.appId || businessId === known.businessId;
  const isTest = publicKey.startsWith('pk_test_') || secretKey.startsWith('sk_test_');
  const doubts: readonly (readonly [boolean, Finding])[] = [
    [isLoopback, problem('baseUrl is on this machine: this is a rehearsal', 'give the https: address of the service')],
    [isTest, problem('the keys are test keys', 'give the live keys of the merchant dashboard')],
    [isInvented, problem('appId or businessId is that of the reference server', 'give your own')],
    [
      segments.mandate === segments.discovery,
      warning('both segments are the same', 'compare them with your merchant dashboard'),
    ],
  ];
  const found = doubts.flatMap(([isSo, finding]) => (isSo ? [finding] : []));
  return found.length > 0 ? found : [ok('https, live keys and your own ids')];
}

async function checkStore({ context: { files } }: Examination): Promise<readonly Finding[]> {
  const problems = await selfProblems(files.store);
  if (problems.length > 0) return orElse(problems, ok(''));
  await files.store.list({ limit: 1 });
  return [ok('it answers, and its schema is the one of this version')];
}

// Holds nothing. Always the same, so that repeated runs leave one key.
const PROBE = 'repaykit-doctor';

async function checkKeys({ context: { files, engine } }: Examination): Promise<readonly Finding[]> {
  const { keys } = files;
  if (!keys)
    return [
      problem('personal data are kept in clear, and no payer can be erased', 'give the option keys, as localKeys(…)'),
    ];
  const problems = await selfProblems(engine.settings.keys);
  if (problems.length > 0) return orElse(problems, ok(''));
  const [first, second] = [await keys.payerKey(PROBE), await keys.payerKey(PROBE)];
  const [index, again] = [await keys.indexKey(), await keys.indexKey()];
  const isStable = first && second && Buffer.from(first).equals(second) && Buffer.from(index).equals(again);
  if (isStable) return [ok('a key can be made and read again')];
  return [problem('the same payer gets another key each time', 'return the same key until it is destroyed')];
}

async function checkCheckpoints({ config, context: { engine } }: Examination): Promise<readonly Finding[]> {
  const { checkpoints } = engine.settings;
  if (!checkpoints)
    return [
      warning(
        'nothing would show that someone rewrote the loan files',
        'give the option checkpoints (docs/evidence.md)',
      ),
    ];
  const problems = await selfProblems(checkpoints.sink);
  if (problems.length > 0) return orElse(problems, ok(''));
  try {
    const { number } = await config.kit.checkpoint();
    return [ok(`checkpoint ${number} was taken`)];
  } catch (error) {
    if (error instanceof ConflictError) return [ok('another process took one just now')];
    throw error;
  }
}

async function checkBureau({ context, signal }: Examination): Promise<readonly Finding[]> {
  const { bureau, engine } = context;
  if (engine.settings.bureau === 'default')
    return [problem('reports go to the reference server', 'give the option bureau, such as httpBureauReporter(…)')];
  const problems = await selfProblems(bureau);
  if (problems.length > 0) return orElse(problems, ok(''));
  const by = `repaymentReports is '${engine.settings.repaymentReports}'`;
  if (!bureau.isKnown) return [ok(`present, and not asked, because a report would count; ${by}`)];
  await bureau.isKnown(PROBE, { signal });
  return [ok(`it answers; ${by}`)];
}

const MOST_LISTED = 1_000;

async function checkInbox({ config: { inbox } }: Examination): Promise<readonly Finding[]> {
  if (!inbox?.inbox) return [];
  const { length } = await inbox.inbox.list({ status: 'quarantined', limit: MOST_LISTED });
  if (length === 0) return [ok('no delivery is quarantined')];
  const many = `${length === MOST_LISTED ? 'at least ' : ''}${counted(length, 'delivery', 'deliveries')}`;
  return [warning(`${many} in quarantine`, 'see `repaykit webhooks list --status quarantined`')];
}

const PAGE = 200;

/** Looks for what waits for a person, as far as the time of the check goes. */
async function checkLoans({ context: { files, engine }, signal }: Examination): Promise<readonly Finding[]> {
  const today = engine.settings.clock.today();
  let [looked, parked, stuck] = [0, 0, 0];
  for await (const { loanIds } of pagesOf(PAGE, (page) => files.list(page))) {
    for (const loanId of loanIds) {
      if (signal.aborted) break;
      const state = await files.find(loanId);
      const duties = state ? dutiesOf(state, { today }).map(({ duty }) => duty) : [];
      looked += 1;
      parked += duties.filter((duty) => duty === 'settle-debit').length;
      stuck += duties.filter((duty) => duty === 'mend-report').length;
    }
    if (signal.aborted) break;
  }
  const of = `${signal.aborted ? 'the first ' : ''}${counted(looked, 'loan')}`;
  const found = [
    parked > 0 && warning(`${counted(parked, 'parked debit')} in ${of}`, 'settle them: docs/debits.md'),
    stuck > 0 && warning(`${counted(stuck, 'report')} refused by the bureau in ${of}`, 'release them: docs/bureau.md'),
  ].filter((finding) => finding !== false);
  return found.length > 0 ? found : [ok(`no debit is parked and no report is stuck in ${of}`)];
}
