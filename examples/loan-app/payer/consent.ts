// The consent page: the offer, the notice, and one box for each scope. No box is ticked beforehand.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type ConsentScope, type LoanTermsInput, RuleError } from 'repaykit';
import { type AppContext, nowOf } from '../context.ts';
import { NOTICE, SCOPES } from '../notice.ts';
import { html } from '../web/html.ts';
import {
  describedBy,
  type Page,
  type Problems,
  problemOf,
  summary,
} from '../web/layout.ts';
import { type Application, writeSession } from '../web/session.ts';
import { type Form, sendPage } from '../web/web.ts';
import { day, naira } from '../wording.ts';
import { applicationOf } from './present.ts';

const scopeNames = Object.keys(SCOPES) as ConsentScope[];

/** Adds the page. */
export function consentPage(pages: FastifyInstance, app: AppContext): void {
  pages.get('/consent', async (request, reply) => {
    return sendPage(
      reply,
      consentView(await applicationOf(app, request), { ipAddress: request.ip }),
    );
  });

  // #region consent
  pages.post<{ Body: Form }>('/consent', async (request, reply) => {
    const { loanId, payer, terms } = await applicationOf(app, request);
    // The notice or the terms have changed since. The payer must see them first.
    if (request.body.get('shown') !== fingerprintOf(terms)) {
      return sendPage(
        reply,
        consentView({ terms }, { ipAddress: request.ip, isChanged: true }),
        422,
      );
    }
    const ticked = scopeNames.filter((scope) =>
      request.body.getAll('scope').includes(scope),
    );
    const grantedAt = nowOf(app);
    const scopes = ticked.map((scope) => ({
      scope,
      grantedAt,
      ipAddress: request.ip,
    }));
    const { text, version, language } = NOTICE;
    try {
      await app.kit.loans.open({
        loanId,
        payer,
        terms,
        consent: {
          scopes,
          channel: 'web',
          language,
          notice: { text, version },
        },
      });
    } catch (error) {
      if (!(error instanceof RuleError) || error.rule !== 'consent-complete')
        throw error;
      return sendPage(
        reply,
        consentView({ terms }, { ticked, ipAddress: request.ip }),
        422,
      );
    }
    // From here on the loan file has the payer's data, encrypted with the payer's own key.
    writeSession(reply, { loanId }, app.config);
    return reply.redirect('/receipt', 303);
  });
  // #endregion consent
}

// Covers everything on the page that the payer agrees to.
function fingerprintOf(terms: LoanTermsInput): string {
  return createHash('sha256')
    .update(JSON.stringify([NOTICE, SCOPES, terms]))
    .digest('hex');
}

interface Shown {
  readonly ipAddress: string;
  /** True if the notice or the terms have changed since the payer saw them. */
  readonly isChanged?: boolean;
  /** The boxes that were ticked. Absent before the form is sent. */
  readonly ticked?: readonly ConsentScope[];
}

function consentView(
  { terms }: Pick<Application, 'terms'>,
  { ipAddress, ticked, isChanged = false }: Shown,
): Page {
  const missing = ticked
    ? scopeNames.filter((scope) => !ticked.includes(scope))
    : [];
  const problems: Problems = Object.fromEntries(
    missing.map((scope) => [
      scope,
      'We cannot lend without this. Tick it if you agree, or leave this page.',
    ]),
  );
  const main = html`${
    isChanged &&
    html`<p class="problem" role="alert">This page has changed since you opened it. Nothing was agreed to. Please read it again, and tick what you agree to.</p>`
  }<dl>
<dt>You receive</dt><dd>${naira(terms.approvedAmount)}, if we approve it</dd>
<dt>You repay</dt><dd>${naira(terms.totalAmountDue)} in all</dd>
</dl>
<ul>${terms.breakdown?.map(({ dueDate, amount }) => html`<li>${naira(amount)} on ${day(dueDate)}</li>`)}</ul>
<h2>What you agree to</h2>
<div class="notice">${NOTICE.text}</div>
<p class="hint">Notice ${NOTICE.version}, in English. With your consent we keep its time and your internet address, ${ipAddress}.</p>
${summary(problems)}
<form method="post" action="/consent">
<input type="hidden" name="shown" value="${fingerprintOf(terms)}">
<fieldset><legend>Tick each box that you agree to</legend>
${scopeNames.map(
  (scope) =>
    html`${problemOf(problems, scope)}<div class="choice"><input type="checkbox" id="${scope}" name="scope" value="${scope}"${
      ticked?.includes(scope) === true && html` checked`
    }${describedBy(problems, scope)}><label for="${scope}">${SCOPES[scope]}</label></div>`,
)}
</fieldset>
<p><button>I agree</button></p>
</form>`;
  return { title: 'Your consent', main };
}
