import { describeExample, type WebhookExample } from './webhooks-example.ts';

// Plain JavaScript: its types are said here.
const example = new URL('../../examples/webhooks-hono.js', import.meta.url).href;
describeExample('Hono', () => import(example) as Promise<WebhookExample>);
