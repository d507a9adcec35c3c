// The application: who, and how much.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { AMOUNTS, offerOf } from '../offer.ts';
import { type Html, html } from '../web/html.ts';
import {
  describedBy,
  type Page,
  type Problems,
  problemOf,
  summary,
} from '../web/layout.ts';
import { newSession, readSession, writeSession } from '../web/session.ts';
import { type Form, sendPage } from '../web/web.ts';
import { naira } from '../wording.ts';
import { requireNoLoan } from './present.ts';

/** Adds the page. */
export function applyPage(pages: FastifyInstance, app: AppContext): void {
  const { config, clock } = app;
  pages.get('/apply', async (request, reply) => {
    await requireNoLoan(app, request);
    if (!readSession(request, config))
      writeSession(reply, newSession(), config);
    return sendPage(reply, applyView(new URLSearchParams(), {}));
  });

  pages.post<{ Body: Form }>('/apply', async (request, reply) => {
    await requireNoLoan(app, request);
    const form = request.body;
    const session = readSession(request, config);
    if (!session)
      return sendPage(
        reply,
        applyView(form, {
          name: 'Your browser sent no cookie: allow it for this site, load this page again, and send the form once more.',
        }),
        422,
      );
    const problems = problemsOf(form);
    if (Object.keys(problems).length > 0)
      return sendPage(reply, applyView(form, problems), 422);
    const [
      name = '',
      bvn = '',
      email = '',
      mobileNumber = '',
      address = '',
      amount = '',
    ] = fields.map((field) => typed(form, field));
    // Your own id of the payer. The file keeps it unencrypted.
    const payer = {
      payerId: `payer-of-${session.loanId}`,
      name,
      bvn,
      email,
      mobileNumber,
      address,
    };
    writeSession(
      reply,
      {
        ...session,
        application: { payer, terms: offerOf(Number(amount), clock.today()) },
      },
      config,
    );
    return reply.redirect('/consent', 303);
  });
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'email' | 'tel';
  readonly autocomplete?: string;
  readonly isNumber?: boolean;
  readonly accepts: RegExp;
  readonly problem: string;
}

const range = `whole naira, ${naira(AMOUNTS.from)} to ${naira(AMOUNTS.to)}`;
const emailAddress = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const fields: readonly Field[] = [
  {
    name: 'name',
    label: 'Full name',
    autocomplete: 'name',
    accepts: /\S+\s+\S+/,
    problem: 'Give your first name and your surname.',
  },
  {
    name: 'bvn',
    label: 'BVN',
    hint: '11 digits. We ask you before we use it.',
    isNumber: true,
    accepts: /^\d{11}$/,
    problem: 'A BVN has 11 digits.',
  },
  {
    name: 'email',
    label: 'E-mail',
    type: 'email',
    autocomplete: 'email',
    accepts: emailAddress,
    problem: 'Give an address such as name@example.com.',
  },
  {
    name: 'mobileNumber',
    label: 'Phone',
    type: 'tel',
    autocomplete: 'tel',
    accepts: /^\+?\d{7,15}$/,
    problem: 'Give a phone number of 7 to 15 digits.',
  },
  {
    name: 'address',
    label: 'Home address',
    autocomplete: 'street-address',
    accepts: /\S{2}/,
    problem: 'Give the address where you live.',
  },
  {
    name: 'amount',
    label: 'How much do you need?',
    hint: `In ${range}.`,
    isNumber: true,
    accepts: /^\d{1,9}$/,
    problem: `Give ${range}.`,
  },
];

function typed(form: Form, { name, isNumber, type }: Field): string {
  const value = (form.get(name) ?? '').trim();
  return isNumber || type === 'tel' ? value.replace(/[\s,()-]/g, '') : value;
}

function problemsOf(form: Form): Problems {
  const isWrong = (field: Field) => {
    const value = typed(form, field);
    const isTooMuch =
      field.name === 'amount' &&
      (Number(value) < AMOUNTS.from || Number(value) > AMOUNTS.to);
    return value.length > 200 || !field.accepts.test(value) || isTooMuch;
  };
  return Object.fromEntries(
    fields.filter(isWrong).map(({ name, problem }) => [name, problem]),
  );
}

function applyView(form: Form, problems: Problems): Page {
  const main = html`<p>Three monthly instalments, one flat fee of 12 %. It takes about five minutes.</p>
${summary(problems)}
<form method="post" action="/apply" novalidate>
${fields.map((field) => fieldView(field, form, problems))}
<button>Continue</button>
</form>`;
  return { title: 'Apply for a loan', main };
}

function fieldView(
  { name, label, hint, type, autocomplete = 'off', isNumber = false }: Field,
  form: Form,
  problems: Problems,
): Html {
  // The BVN is never sent back to the browser.
  const value = name === 'bvn' ? '' : (form.get(name) ?? '');
  return html`<div class="field"><label for="${name}">${label}</label>${hint !== undefined && html`<p class="hint">${hint}</p>`}${problemOf(problems, name)}
<input id="${name}" name="${name}" type="${type ?? 'text'}" value="${value}" autocomplete="${autocomplete}"${isNumber && html` inputmode="numeric"`} required${describedBy(problems, name)}></div>`;
}
