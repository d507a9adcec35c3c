// The web server: the rules of all pages, the pages, and the entry point for webhooks, which has rules of its own.
import formbody from '@fastify/formbody';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { PostgresClient } from 'repaykit/postgres';
import { fastifyPlugin, type Receiver } from 'repaykit/webhooks';
import type { Config } from '../config.ts';
import type { AppContext } from '../context.ts';
import { officePages } from '../office/office.ts';
import { payerPages } from '../payer/payer.ts';
import { html } from './html.ts';
import { documentOf, type Page } from './layout.ts';
import { STYLE } from './style.ts';

/** Where log lines go; standard output by default. */
export interface LogOptions {
  readonly stream?: { write(line: string): void };
}

/** A posted form. Repeated names are kept, and a missing one is null. */
export type Form = URLSearchParams;

/** Sends a page. */
export function sendPage(
  reply: FastifyReply,
  page: Page,
  status = 200,
): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(documentOf(page).toString());
}

/** Makes the server and the app's log. It has no pages yet and does not listen. */
export function createWeb(
  { trustedProxies }: Config,
  log: LogOptions = {},
): FastifyInstance {
  // Logs only method and path of a request: no address, header or body.
  const serializers = {
    req: ({ method, url }: FastifyRequest) => ({ method, url }),
  };
  return Fastify({
    logger: { serializers, ...log },
    trustProxy: trustedProxies,
  });
}

/** Adds everything that the server answers. */
export function addPages(
  web: FastifyInstance,
  app: AppContext,
  receiver: Receiver<PostgresClient>,
): void {
  // #region webhooks
  web.register(fastifyPlugin(receiver), { prefix: '/webhooks' });
  web.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.register(formbody, {
      parser: (text) => new URLSearchParams(text) as never,
    });
    pages.addHook(
      'onRequest',
      async (_request, reply) => void reply.headers(SAFETY),
    );
    pages.addHook('onRequest', refuseOtherSites);
    pages.addHook('preHandler', async (request) => {
      request.body ??= new URLSearchParams();
    });
    pages.get('/style.css', (_request, reply) =>
      reply
        .type('text/css')
        .header('cache-control', 'max-age=3600')
        .send(STYLE),
    );
    pages.setNotFoundHandler((_request, reply) =>
      sendPage(
        reply,
        {
          title: 'No such page',
          main: html`<p><a href="/">To your application</a></p>`,
        },
        404,
      ),
    );
    pages.register(payerPages(app));
    pages.register(officePages(app), { prefix: '/office' });
  });
  // #endregion webhooks
}

// #region safety
const SAFETY = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // The back button then loads the page again.
  'cache-control': 'no-store',
};

// Accepts forms from our own pages only. Browsers name the origin in Sec-Fetch-Site, and older ones in Origin.
async function refuseOtherSites(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const isOwn =
    site === undefined
      ? URL.canParse(origin ?? '') &&
        new URL(origin ?? '').host === request.host
      : site === 'same-origin';
  if (!isOwn)
    await sendPage(
      reply,
      {
        title: 'Not from here',
        main: html`<p>Please use the form on our own page. <a href="/">To your application</a></p>`,
      },
      403,
    );
}
// #endregion safety
