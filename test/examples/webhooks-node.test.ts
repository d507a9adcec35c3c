import { describeExample } from './webhooks-example.ts';

describeExample('node:http', () => import('../../examples/webhooks-node.ts'));
