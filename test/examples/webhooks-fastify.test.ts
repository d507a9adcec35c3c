import { describeExample } from './webhooks-example.ts';

describeExample('Fastify', () => import('../../examples/webhooks-fastify.ts'));
