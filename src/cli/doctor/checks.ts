import { dutiesOf } from '../../domain/loan/duties/duties.ts';
import { ConflictError } from '../../errors.ts';
import { pagesOf } from '../../loan-file/store.ts';
import { REFERENCE_DEFAULTS } from '../../server/defaults.ts';
import { counted } from '../terminal/terminal-text.ts';
import { type DoctorCheck, type Examination, findingsOr, ok, partCheck, problem, warning } from './finding.ts';
import { checkReceiver, checkService, checkWebhookUrl } from './service-checks.ts';

const settingsOf = ({ context }: Examination) => context.engine.settings;

/** The checks of a config, in order. A check that throws has found a problem. */
export const checks: Readonly<Record<string, DoctorCheck>> = {
  options: checkOptions,
  service: checkService,
  store: partCheck(({ context }) => context.files.store, checkStore),
  keys: partCheck((examination) => settingsOf(examination).keys, checkKeys),
  checkpoints: partCheck((examination) => settingsOf(examination).checkpoints?.sink, checkCheckpoints),
  bureau: partCheck(({ context }) => context.bureau, checkBureau),
  receiver: partCheck(({ config }) => config.inbox, checkReceiver),
  'webhook address': checkWebhookUrl,
  inbox: checkInbox,
  loans: checkLoans,
};

async function checkOptions(examination: Examination) {
  const { isLoopback, revealKeys, segments, appId, businessId } = settingsOf(examination);
  const { publicKey, secretKey } = revealKeys();
  const isTest = publicKey.startsWith('pk_test_') || secretKey.startsWith('sk_test_');
  const isInvented = appId === REFERENCE_DEFAULTS.appId || businessId === REFERENCE_DEFAULTS.businessId;
  return findingsOr('https, live keys and your own ids', [
    isLoopback && problem('baseUrl is an address of this machine', 'give the https: address of the service'),
    isTest && problem('the keys are test keys', 'give the live keys of the merchant dashboard'),
    isInvented && problem('appId or businessId is that of the reference server', 'give your own'),
    segments.mandate === segments.discovery &&
      warning('both segments are the same', 'compare them with your merchant dashboard'),
  ]);
}

async function checkStore({ context }: Examination) {
  await context.files.store.list({ limit: 1 });
  return [ok('it answers, and its schema is up to date')];
}

// Holds nothing. Always the same, so that repeated runs leave one key.
const PROBE = 'repaykit-doctor';

async function checkKeys({ context: { files } }: Examination) {
  const { keys } = files;
  if (!keys) return [problem('personal data are stored unencrypted', 'give the option keys, such as localKeys(…)')];
  const [first, second] = [await keys.payerKey(PROBE), await keys.payerKey(PROBE)];
  const [index, again] = [await keys.indexKey(), await keys.indexKey()];
  const isStable = first && second && Buffer.from(first).equals(second) && Buffer.from(index).equals(again);
  if (isStable) return [ok('a key can be made and read again')];
  return [problem('the same payer gets another key each time', 'return the same key until it is destroyed')];
}

async function checkCheckpoints(examination: Examination) {
  if (!settingsOf(examination).checkpoints)
    return [warning('nothing would show that loan files were rewritten', 'give the option checkpoints')];
  try {
    const { number } = await examination.config.kit.checkpoint();
    return [ok(`checkpoint ${number} was taken`)];
  } catch (error) {
    if (error instanceof ConflictError) return [ok('another process took one just now')];
    throw error;
  }
}

async function checkBureau(examination: Examination) {
  const { bureau, repaymentReports } = settingsOf(examination);
  if (bureau === 'default')
    return [problem('reports go to the reference server', 'give the option bureau, such as httpBureauReporter(…)')];
  const by = `repaymentReports is '${repaymentReports}'`;
  if (!bureau.isKnown) return [ok(`it was not asked, because a report would count; ${by}`)];
  await bureau.isKnown(PROBE, { signal: examination.signal });
  return [ok(`it answers; ${by}`)];
}

const MOST_LISTED = 1_000;

async function checkInbox({ config: { inbox } }: Examination) {
  if (!inbox?.inbox) return [];
  const { length } = await inbox.inbox.list({ status: 'quarantined', limit: MOST_LISTED });
  const many = `${length === MOST_LISTED ? 'at least ' : ''}${counted(length, 'delivery', 'deliveries')}`;
  return findingsOr('no delivery is in quarantine', [
    length > 0 && warning(`${many} in quarantine`, 'see `repaykit webhooks list --status quarantined`'),
  ]);
}

const PAGE = 200;

/** Looks for what waits for a person, as far as the time of the check goes. */
async function checkLoans({ context: { files, engine }, signal }: Examination) {
  const today = engine.settings.clock.today();
  let [looked, parked, refused] = [0, 0, 0];
  for await (const { loanIds } of pagesOf(PAGE, (page) => files.list(page))) {
    for (const loanId of loanIds) {
      if (signal.aborted) break;
      const state = await files.find(loanId);
      const duties = state ? dutiesOf(state, { today }).map(({ duty }) => duty) : [];
      looked += 1;
      parked += duties.filter((duty) => duty === 'settle-debit').length;
      refused += duties.filter((duty) => duty === 'mend-report').length;
    }
    if (signal.aborted) break;
  }
  const of = `${signal.aborted ? 'the first ' : ''}${counted(looked, 'loan')}`;
  return findingsOr(`no debit is parked and no report was refused in ${of}`, [
    parked > 0 && warning(`${counted(parked, 'parked debit')} in ${of}`, 'settle them: docs/debits.md'),
    refused > 0 &&
      warning(`${counted(refused, 'report')} refused by the bureau in ${of}`, 'release them: docs/bureau.md'),
  ]);
}
